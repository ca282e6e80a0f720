//===- Quarantine.cpp -----------------------------------------------------===//

#include "shapels/ir/Quarantine.h"

#include "shapels/syntax/Lexer.h"
#include "shapels/syntax/Names.h"

#include <algorithm>
#include <map>

using namespace shapels;

bool shapels::sharesValuesAtTopLevel(const Outline &outline) {
  return std::any_of(outline.names.begin(), outline.names.end(),
                     [&](const NameOccurrence &name) {
                       const Statement &statement =
                           outline.statements[name.statement];
                       return name.kind == NameKind::Value &&
                              name.isDefinition &&
                              statement.parent == noStatement &&
                              statement.range.begin == name.range.begin;
                     });
}

Quarantine::Quarantine(std::string_view text, const Outline &outline,
                       Watch &watch)
    : text(text), outline(outline), watch(watch) {
  if (!watch.knowsHarm())
    return;
  accuseWhole();
  // What a statement does to the parser, it may do through one inside it.
  std::map<StatementId, Harm::Kind> guilty;
  for (StatementId id = 0; id < outline.statements.size(); ++id) {
    ByteRange range = outline.statements[id].range;
    for (Harm harm : watch.harmsOf(Step::Parse, slice(range))) {
      StatementId inner = guiltyAt(range.begin.value + harm.reached);
      if (inner <= id || inner >= outline.statements[id].subtreeEnd)
        inner = id;
      guilty.emplace(inner, harm.kind);
    }
  }
  for (auto [id, kind] : guilty)
    if (!isCut(outline.statements[id].range))
      convict(id, kind);
}

/// The whole section died in the parser: tells of the statements that did it,
/// so that it is known wherever and beside whatever they stand.
void Quarantine::accuseWhole() {
  for (Harm harm : watch.harmsOf(Step::Parse, text)) {
    // Nothing on the stack told where the parser was.
    if (harm.reached == 0 && canGoByStatement()) {
      isWholeForbidden = true;
      continue;
    }
    StatementId guilty = guiltyAt(harm.reached);
    if (guilty == noStatement ||
        (harm.reached == 0 && outline.statements.size() > 1))
      return convictAll(harm.kind);
    ByteRange range = outline.statements[guilty].range;
    uint32_t begin = range.begin.value;
    harm.reached = std::max(harm.reached, begin) - begin;
    watch.condemn(Step::Parse, slice(range), harm);
  }
}

void Quarantine::convictAll(Harm::Kind kind) {
  ByteRange all{{0}, {static_cast<uint32_t>(text.size())}};
  blanks = {all};
  found.push_back({IrDiagnostic::Stage::Parse,
                   IrDiagnostic::Level::Error,
                   all,
                   noStatement,
                   "",
                   {},
                   kind});
}

/// Whether there are several top-level statements that stand alone.
bool Quarantine::canGoByStatement() const {
  return !outline.statements.empty() &&
         outline.statements[0].subtreeEnd < outline.statements.size() &&
         !sharesValuesAtTopLevel(outline);
}

/// The innermost statement around the last token that the parser consumed: it
/// had read one token more.
StatementId Quarantine::guiltyAt(uint32_t reached) const {
  ByteOffset consumed{0};
  StatementId top = 0;
  for (StatementId id = 0; id < outline.statements.size();
       id = outline.statements[id].subtreeEnd)
    if (outline.statements[id].range.begin.value < reached)
      top = id;
  if (top >= outline.statements.size())
    return noStatement;
  consumed = outline.statements[top].range.begin;
  Lexer lexer(text, consumed);
  for (Token token = lexer.next();
       token.range.end.value < reached && !token.is(TokenKind::End);
       token = lexer.next())
    consumed = token.range.begin;
  StatementId inner = outline.statementAt(consumed);
  return inner == noStatement ? top : inner;
}

bool Quarantine::isCut(ByteRange range) const {
  return std::any_of(blanks.begin(), blanks.end(),
                     [&](ByteRange cut) { return cut.contains(range); });
}

void Quarantine::convict(StatementId guilty, Harm::Kind kind) {
  const Statement &statement = outline.statements[guilty];
  IrDiagnostic finding{IrDiagnostic::Stage::Parse,
                       IrDiagnostic::Level::Error,
                       statement.name.empty() ? statement.range
                                              : statement.name,
                       guilty,
                       "",
                       {},
                       kind};
  StatementId cut = cutFor(guilty);
  if (cut != guilty)
    finding.notes.push_back({outline.statements[cut].name,
                             "this is left out with it, and not checked"});
  found.push_back(std::move(finding));
  ByteRange range = outline.statements[cut].range;
  std::erase_if(blanks, [&](ByteRange old) { return range.contains(old); });
  blanks.push_back(range);
  for (StatementId id = outline.statements[cut].parent; id != noStatement;
       id = outline.statements[id].parent)
    lacking.insert(id);
}

//===----------------------------------------------------------------------===//
// How much must go
//===----------------------------------------------------------------------===//

StatementId Quarantine::cutFor(StatementId guilty) {
  StatementId cut = guilty;
  while (!isUnit(cut) && !standsWithout(cut))
    cut = outline.statements[cut].parent;
  return cut;
}

/// Whether it stands at the top level, or directly in a module there.
bool Quarantine::isUnit(StatementId id) const {
  StatementId parent = outline.statements[id].parent;
  if (parent == noStatement)
    return true;
  std::string_view name = slice(outline.statements[parent].name);
  return (name == "module" || name == "builtin.module") && isUnit(parent);
}

/// Whether what is around the statement is whole without it.
bool Quarantine::standsWithout(StatementId id) {
  return outline.statements[id].kind == StatementKind::Operation &&
         isBalanced(id) && !isLastInBlock(id) && !isNamedOutside(id);
}

/// One that is left open may have taken in what follows it.
bool Quarantine::isBalanced(StatementId id) const {
  ByteRange range = outline.statements[id].range;
  Lexer lexer(text, range.begin);
  int depth = 0;
  for (Token token = lexer.next();
       token.range.end <= range.end && !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += token.is(TokenKind::LeftParen) || token.is(TokenKind::LeftBrace) ||
             token.is(TokenKind::LeftSquare);
    depth -= token.is(TokenKind::RightParen) ||
             token.is(TokenKind::RightBrace) ||
             token.is(TokenKind::RightSquare);
  }
  return depth == 0;
}

/// The last op of a block may be its terminator.
bool Quarantine::isLastInBlock(StatementId id) const {
  const Statement &statement = outline.statements[id];
  if (statement.subtreeEnd >= outline.statements.size())
    return true;
  const Statement &next = outline.statements[statement.subtreeEnd];
  return next.parent != statement.parent || next.region != statement.region ||
         next.kind != StatementKind::Operation;
}

bool Quarantine::isNamedOutside(StatementId id) {
  if (!definitions) {
    Outline copy = outline;
    definitions = resolveNames(text, copy);
  }
  ByteRange range = outline.statements[id].range;
  for (size_t name = 0; name < outline.names.size(); ++name) {
    NameId definition = (*definitions)[name];
    if (definition != noName &&
        range.contains(outline.names[definition].range) &&
        !range.contains(outline.names[name].range))
      return true;
  }
  return false;
}
