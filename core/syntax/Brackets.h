//===- Brackets.h - Tokens that open and close a nesting --------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_BRACKETS_H
#define SHAPELS_SYNTAX_BRACKETS_H

#include "core/syntax/Lexer.h"

namespace shapels {

inline bool isOpening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBrace ||
         kind == TokenKind::LeftSquare || kind == TokenKind::Less;
}

inline bool isClosing(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBrace ||
         kind == TokenKind::RightSquare || kind == TokenKind::Greater;
}

/// What closes the bracket; TokenKind::End where the token opens none.
inline TokenKind closingOf(TokenKind opening) {
  switch (opening) {
  case TokenKind::LeftParen:
    return TokenKind::RightParen;
  case TokenKind::LeftSquare:
    return TokenKind::RightSquare;
  case TokenKind::LeftBrace:
    return TokenKind::RightBrace;
  case TokenKind::Less:
    return TokenKind::Greater;
  default:
    return TokenKind::End;
  }
}

} // namespace shapels

#endif // SHAPELS_SYNTAX_BRACKETS_H
