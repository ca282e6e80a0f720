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

} // namespace shapels

#endif // SHAPELS_SYNTAX_BRACKETS_H
