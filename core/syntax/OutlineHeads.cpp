//===- OutlineHeads.cpp - Results, labels and resources -------------------===//

#include "core/syntax/OutlineLookahead.h"
#include "core/syntax/OutlineScanner.h"

#include <algorithm>
#include <charconv>

using namespace shapels;

static uint32_t resultCountOf(std::string_view digits) {
  uint32_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return std::min(count, 1u << 20);
}

/// Consumes `%a, %b:2 =`; returns the op's name, or an empty token at the end
/// of the line where it is still missing.
Token OutlineScanner::consumeResults(Token token) {
  for (; !token.is(TokenKind::Equal); token = state.in.lexer.next()) {
    if (token.is(TokenKind::ValueName)) {
      names.add(state, NameKind::Value, token.range, state.intern(token.range),
                /*isDefinition=*/true);
      if (state.in.lexer.isBeforeAssignment()) {
        token = state.in.lexer.skipAssignment();
        break;
      }
    }
    if (token.is(TokenKind::Number))
      names.last().resultCount = resultCountOf(state.in.spelling(token));
  }
  Lexer before = state.in.lexer;
  Token name = state.in.lexer.next();
  if (name.is(TokenKind::String) || name.is(TokenKind::BareIdentifier))
    return name;
  state.in.lexer = before;
  return token;
}

void OutlineScanner::consumeLabel(Token label) {
  bool isWhole = isLabel(state.in.lexer);
  uint32_t id = state.push(StatementKind::BlockLabel, label, label.range);
  state.in.previous = label;
  names.add(state, label);
  names.last().isDefinition = true;
  int depth = 0, braces = 0;
  Lexer ahead = state.in.lexer;
  Token last, beforeEqual;
  for (Token next = ahead.next(); !next.is(TokenKind::End);) {
    bool isCut = !isWhole && ((depth <= 0 && next.startsLine) ||
                              isBehindLabel(next, ahead));
    if (isCut)
      break;
    Token token = next;
    state.in.lexer = ahead;
    depth += token.is(TokenKind::LeftParen) - token.is(TokenKind::RightParen);
    if (isWhole && depth > 0)
      next = ahead.nextInBrackets(last, beforeEqual);
    bool isInBraces = isWhole && depth > 0 && braces > 0;
    if (!isWhole || depth <= 0 ||
        (!isInBraces && next.is(TokenKind::RightBrace))) {
      ahead = state.in.lexer;
      next = ahead.next();
    }
    braces += next.is(TokenKind::LeftBrace) - next.is(TokenKind::RightBrace);
    if (token.is(TokenKind::ValueName)) {
      names.add(state, NameKind::Value, token.range, state.intern(token.range),
                /*isDefinition=*/true);
    } else if (token.is(TokenKind::HashName) || token.is(TokenKind::TypeName)) {
      names.add(state, token);
    }
    state.outline.statements[id].range.end = token.range.end;
    if ((depth <= 0 && token.is(TokenKind::Colon)) ||
        (!isInBraces && next.is(TokenKind::RightBrace)))
      break;
  }
  state.closeStatement();
}

/// Recovery: a line of a resource section starts with a key, a value behind a
/// colon, or a bracket; any other means that its end is missing.
void OutlineScanner::consumeResources(Token begin) {
  uint32_t id = state.push(StatementKind::Resources, begin, begin.range);
  state.in.previous = begin;
  Token token = begin;
  while (!token.is(TokenKind::ResourceEnd)) {
    Lexer before = state.in.lexer;
    Token next = state.in.lexer.next();
    bool isKeyOrValue =
        token.is(TokenKind::Colon) || state.in.isFollowedBy(TokenKind::Colon);
    if (next.is(TokenKind::End) ||
        (next.startsLine && next.kind <= TokenKind::String && !isKeyOrValue)) {
      state.in.lexer = before;
      break;
    }
    token = next;
  }
  state.outline.statements[id].range.end = token.range.end;
  state.closeStatement();
}
