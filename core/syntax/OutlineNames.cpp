//===- OutlineNames.cpp ---------------------------------------------------===//

#include "core/syntax/OutlineNames.h"

#include <string>

using namespace shapels;

[[gnu::noinline]] OutlineName &OutlineNames::addLate(ScanState &state) {
  return state.outline.lateNames.emplace_back(state.top().statement).name;
}

void OutlineNames::add(ScanState &state, Token token) {
  NameKind kind = NameKind::Value;
  switch (token.kind) {
  case TokenKind::HashName:
    // The #1 of %0#1 belongs to the name before.
    if (lastName && lastName->kind == NameKind::Value &&
        lastNameEnd == token.range.begin) {
      lastName->size += token.range.size();
      lastNameEnd = token.range.end;
      return;
    }
    kind = NameKind::AttributeAlias;
    break;
  case TokenKind::TypeName:
    kind = NameKind::TypeAlias;
    break;
  case TokenKind::BlockName:
    kind = NameKind::Block;
    break;
  default:
    break;
  }
  add(state, kind, token.range, state.intern(token.range));
}

/// The first symbol of an op that defines one, before any bracket or region, is
/// its own.
void OutlineNames::addSymbol(ScanState &state, Token symbol) {
  OutlineScan::Statement &statement = state.innermost();
  bool isOwn = !statement.hasSymbol && statement.regionCount == 0 &&
               state.top().kind == OutlineFrame::Statement &&
               state.facts.definesSymbol(statement.name);
  statement.hasSymbol |= isOwn;
  addSymbol(state, symbol.range, isOwn);
}

/// Spelled with an @ and without quotes, whatever the text.
void OutlineNames::addSymbol(ScanState &state, ByteRange range,
                             bool isDefinition) {
  std::string_view text = state.in.spelling(range);
  bool isNested = lastName && lastName->kind == NameKind::Symbol &&
                  lastNameEnd + 2 == range.begin &&
                  state.in.spelling({range.begin - 2, range.begin}) == "::";
  bool hasSigil = text.starts_with('@');
  std::string_view plain = text.substr(hasSigil);
  if (plain.size() >= 2 && plain.starts_with('"') && plain.ends_with('"'))
    plain = plain.substr(1, plain.size() - 2);
  if (hasSigil && plain.size() + 1 == text.size())
    add(state, NameKind::Symbol, range, state.intern(range), isDefinition);
  else
    add(state, NameKind::Symbol, range,
        state.spellings.intern("@" + std::string(plain)), isDefinition);
  lastName->isNestedReference = isNested;
}
