//===- OutlineNames.cpp - What has names, and the names -------------------===//

#include "shapels/syntax/OutlineScanner.h"

#include <algorithm>
#include <charconv>
#include <string>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Results, labels and resources
//===----------------------------------------------------------------------===//

static uint32_t resultCountOf(std::string_view digits) {
  uint32_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return std::min(count, 1u << 20);
}

/// Consumes `%a, %b:2 =`; returns the op's name, or an empty token at the end
/// of the line where it is still missing.
Token OutlineScanner::consumeResults(Token token) {
  for (; !token.is(TokenKind::Equal); token = lexer.next()) {
    if (token.is(TokenKind::ValueName)) {
      addName(NameKind::Value, token.range, intern(token.range),
              /*isDefinition=*/true);
      if (lexer.isBeforeAssignment()) {
        token = lexer.skipAssignment();
        break;
      }
    }
    if (token.is(TokenKind::Number))
      lastName->resultCount = resultCountOf(spelling(token));
  }
  Lexer before = lexer;
  Token name = lexer.next();
  if (name.is(TokenKind::String) || name.is(TokenKind::BareIdentifier))
    return name;
  lexer = before;
  return token;
}

/// `x.op(%a) "y.op"(%b) : ...`: whether a string stands behind operands of the
/// innermost statement, which has no types yet.
bool OutlineScanner::isBetweenOperands(Token string) const {
  if (string.startsLine || !previous.is(TokenKind::RightParen))
    return false;
  ByteOffset name{outline.statements[top().statement].nameBegin};
  return spelling({name, string.range.begin}).find_first_of(":>") ==
         std::string_view::npos;
}

void OutlineScanner::consumeLabel(Token label) {
  bool isWhole = isLabel(lexer);
  uint32_t id = push(StatementKind::BlockLabel, label, label.range);
  previous = label;
  addName(label);
  lastName->isDefinition = true;
  int depth = 0, braces = 0;
  Lexer ahead = lexer;
  Token last, beforeEqual;
  for (Token next = ahead.next(); !next.is(TokenKind::End);) {
    bool isCut = !isWhole && ((depth <= 0 && next.startsLine) ||
                              isBehindLabel(next, ahead));
    if (isCut)
      break;
    Token token = next;
    lexer = ahead;
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
    if (isWhole && depth > 0)
      next = ahead.nextInBrackets(last, beforeEqual);
    bool isInBraces = isWhole && depth > 0 && braces > 0;
    if (!isWhole || depth <= 0 ||
        (!isInBraces && next.is(TokenKind::RightBrace))) {
      ahead = lexer;
      next = ahead.next();
    }
    braces += next.is(TokenKind::LeftBrace) - next.is(TokenKind::RightBrace);
    if (token.is(TokenKind::ValueName)) {
      addName(NameKind::Value, token.range, intern(token.range),
              /*isDefinition=*/true);
    } else if (token.is(TokenKind::HashName) || token.is(TokenKind::TypeName)) {
      addName(token);
    }
    outline.statements[id].range.end = token.range.end;
    if ((depth <= 0 && token.is(TokenKind::Colon)) ||
        (!isInBraces && next.is(TokenKind::RightBrace)))
      break;
  }
  closeStatement();
}

/// Recovery: a line of a resource section starts with a key, a value behind a
/// colon, or a bracket; any other means that its end is missing.
void OutlineScanner::consumeResources(Token begin) {
  uint32_t id = push(StatementKind::Resources, begin, begin.range);
  previous = begin;
  Token token = begin;
  while (!token.is(TokenKind::ResourceEnd)) {
    Lexer before = lexer;
    Token next = lexer.next();
    bool isKeyOrValue =
        token.is(TokenKind::Colon) || isFollowedBy(TokenKind::Colon);
    if (next.is(TokenKind::End) ||
        (next.startsLine && next.kind <= TokenKind::String && !isKeyOrValue)) {
      lexer = before;
      break;
    }
    token = next;
  }
  outline.statements[id].range.end = token.range.end;
  closeStatement();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

[[gnu::noinline]] Outline::Name &OutlineScanner::addLateName() {
  return outline.lateNames.emplace_back(top().statement).name;
}

void OutlineScanner::addName(Token token) {
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
  addName(kind, token.range, intern(token.range));
}

/// The first symbol of an op that defines one, before any bracket or region, is
/// its own.
void OutlineScanner::addSymbol(Token symbol) {
  OutlineScan::Statement &statement = outline.statements[top().statement];
  bool isOwn = !statement.hasSymbol && statement.regionCount == 0 &&
               top().kind == Frame::Statement &&
               facts.definesSymbol(statement.name);
  statement.hasSymbol |= isOwn;
  addSymbol(symbol.range, isOwn);
}

/// Spelled with an @ and without quotes, whatever the text.
void OutlineScanner::addSymbol(ByteRange range, bool isDefinition) {
  std::string_view text = spelling(range);
  bool isNested = lastName && lastName->kind == NameKind::Symbol &&
                  lastNameEnd + 2 == range.begin &&
                  spelling({range.begin - 2, range.begin}) == "::";
  bool hasSigil = text.starts_with('@');
  std::string_view plain = text.substr(hasSigil);
  if (plain.size() >= 2 && plain.starts_with('"') && plain.ends_with('"'))
    plain = plain.substr(1, plain.size() - 2);
  if (hasSigil && plain.size() + 1 == text.size())
    addName(NameKind::Symbol, range, intern(range), isDefinition);
  else
    addName(NameKind::Symbol, range, spellings.intern("@" + std::string(plain)),
            isDefinition);
  lastName->isNestedReference = isNested;
}
