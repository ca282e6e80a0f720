//===- Lexer.h - Tokens of MLIR's textual form -----------------*- C++ -*-===//
//
// Source: the lexical syntax of mlir/docs/LangRef.md. Never fails: a byte that
// no token starts with is a token of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_LEXER_H
#define SHAPELS_SYNTAX_LEXER_H

#include "shapels/text/Position.h"

#include <string_view>

namespace shapels {

/// Of a width that lets a Token be copied without stalls.
enum class TokenKind : uint32_t {
  End,
  BareIdentifier, // func.func, tensor, i32
  ValueName,      // %arg0
  BlockName,      // ^bb0
  SymbolName,     // @main, @"a b"
  HashName,       // #map, and the #1 of %0#1
  TypeName,       // !t, !dialect.type
  String,
  Number,
  Arrow,         // ->
  FatArrow,      // => <= >=
  Comment,       // to the end of the line
  ResourceBegin, // {-#
  ResourceEnd,   // #-}
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftSquare,
  RightSquare,
  Less,
  Greater,
  Comma,
  Colon, // also ::
  Equal,
  Other,
};

struct Token {
  TokenKind kind = TokenKind::End;
  /// Whether a line starts between the token before and this one.
  bool startsLine = false;
  ByteRange range;

  bool is(TokenKind other) const { return kind == other; }
  std::string_view in(std::string_view text) const {
    return text.substr(range.begin.value, range.size());
  }
};

class Lexer {
public:
  /// Lexes `text` from `start` on; token ranges count from the start of `text`,
  /// plus `base`. `reach`, if given, is kept as far as this lexer and its
  /// copies looked.
  explicit Lexer(std::string_view text, ByteOffset start = {},
                 uint32_t *reach = nullptr, ByteOffset base = {})
      : origin(text.data()), at(origin + start.value),
        end(origin + text.size()), base(base.value), reach(reach),
        atLineStart(at == origin || at[-1] == '\n' || at[-1] == '\r') {}

  /// The next token that is no comment.
  Token next() {
    Token token = nextWithComments();
    return token.is(TokenKind::Comment) ? nextBehind(token) : token;
  }
  /// The next token, comments included.
  Token nextWithComments();

  /// The next token if it is what follows most names at the start of a line,
  /// the
  /// `=` between two spaces; otherwise an End, having done nothing.
  Token skipAssignment();

  /// Behind an opening bracket that is no brace: skips what it encloses and the
  /// closing one, if there is nothing but words, numbers and such brackets on
  /// this line. Returns the closing one; otherwise an End, having done nothing.
  Token skipEnclosed(TokenKind opening);

private:
  Token nextBehind(Token comment);
  TokenKind lexKind();
  char peek(int ahead = 0) const { return end - at > ahead ? at[ahead] : '\0'; }
  uint32_t offsetOf(const char *place) const {
    return static_cast<uint32_t>(place - origin) + base;
  }
  void noteReach();
  void skipAll(uint8_t charClasses);
  void skipIdentifier(bool isSuffix);
  void skipString();
  void skipNumber();

  const char *origin, *at, *end;
  uint32_t base;
  uint32_t *reach;
  bool atLineStart;
};

/// Whether the character at `offset` is in a comment. Looks at its line only:
/// neither strings nor comments cross lines.
bool isInComment(std::string_view text, ByteOffset offset);

} // namespace shapels

#endif // SHAPELS_SYNTAX_LEXER_H
