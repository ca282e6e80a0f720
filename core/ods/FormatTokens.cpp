//===- FormatTokens.cpp ---------------------------------------------------===//

#include "core/ods/FormatTokens.h"
#include "core/syntax/Brackets.h"

using namespace shapels;

FormatTokens::FormatTokens(std::string_view text) : text(text) {
  Lexer lexer(text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (all.size() == mostTokens) {
      isCut = true;
      break;
    }
    all.push_back(token);
  }
}

/// Behind the bracket that closes the one at `at`.
size_t FormatTokens::behindBracket(size_t at) const {
  int depth = 0;
  for (; at < size(); ++at) {
    depth += isOpening(all[at].kind);
    depth -= isClosing(all[at].kind);
    if (depth == 0)
      return at + 1;
  }
  return inside;
}

size_t FormatTokens::behindType(size_t at) const {
  if (is(at, TokenKind::LeftParen)) {
    size_t end = behindBracket(at);
    if (end == inside || !is(end, TokenKind::Arrow))
      return end;
    return end + 1 < size() ? behindType(end + 1) : inside;
  }
  bool isName =
      is(at, TokenKind::BareIdentifier) || is(at, TokenKind::TypeName);
  if (!isName)
    return nowhere;
  return is(at + 1, TokenKind::Less) ? behindBracket(at + 1) : at + 1;
}

/// Without the type that may follow.
size_t FormatTokens::behindAttribute(size_t at) const {
  const Token &token = all[at];
  if (isOpening(token.kind))
    return behindBracket(at);
  size_t end = at + 1;
  switch (token.kind) {
  case TokenKind::SymbolName:
    while (is(end, TokenKind::Colon) && str(end) == "::" &&
           is(end + 1, TokenKind::SymbolName))
      end += 2;
    return end;
  case TokenKind::Other: // A minus.
    return is(end, TokenKind::Number) ? end + 1 : nowhere;
  case TokenKind::Number:
  case TokenKind::String:
    return end;
  case TokenKind::BareIdentifier:
  case TokenKind::HashName:
  case TokenKind::TypeName:
    return is(end, TokenKind::Less) ? behindBracket(end) : end;
  default:
    return nowhere;
  }
}

size_t FormatTokens::behindLiteral(size_t at, std::string_view literal) const {
  Lexer lexer(literal);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next(), ++at)
    if (at >= size() || str(at) != token.in(literal))
      return nowhere;
  return at;
}

/// `%0`, `%0#1`.
size_t FormatTokens::behindValue(size_t at) const {
  if (!is(at, TokenKind::ValueName))
    return nowhere;
  return at + (is(at + 1, TokenKind::HashName) ? 2 : 1);
}
