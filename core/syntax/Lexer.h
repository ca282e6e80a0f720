//===- Lexer.h - Tokens of MLIR's textual form -----------------*- C++ -*-===//
//
// Source: the lexical syntax of mlir/docs/LangRef.md. Never fails: a byte that
// no token starts with is a token of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_LEXER_H
#define SHAPELS_SYNTAX_LEXER_H

#include "core/text/Position.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace shapels {

/// 32 bits wide, so that a Token is copied by whole words.
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
  /// Whether a line starts between the token before and this one. As wide as
  /// the kind, see there.
  uint32_t startsLine = false;
  ByteRange range;

  bool is(TokenKind other) const { return kind == other; }
  std::string_view in(std::string_view text) const {
    return text.substr(range.begin.value, range.size());
  }
};

/// Whether a statement cannot end with a token of that kind.
inline bool isContinuedBehind(TokenKind kind) {
  constexpr auto bit = [](TokenKind kind) {
    return 1u << static_cast<uint32_t>(kind);
  };
  constexpr uint32_t kinds = bit(TokenKind::Comma) | bit(TokenKind::Colon) |
                             bit(TokenKind::Arrow) | bit(TokenKind::FatArrow) |
                             bit(TokenKind::Equal) | bit(TokenKind::LeftParen) |
                             bit(TokenKind::LeftSquare) | bit(TokenKind::Less) |
                             bit(TokenKind::LeftBrace);
  return kinds & bit(kind);
}

/// Cuts a text into tokens, from one place on. A cheap value: a copy looks
/// ahead. The text must outlive it. Never fails: what is no token of MLIR has
/// the kind Other.
class Lexer {
public:
  /// Lexes `text` from `start` on; token ranges count from the start of `text`,
  /// plus `base`. `reach`, if given, is kept as far as this lexer and its
  /// copies looked.
  explicit Lexer(std::string_view text, ByteOffset start = {},
                 uint32_t *reach = nullptr, ByteOffset base = {})
      : at(text.data() + start.value), end(text.data() + text.size()),
        reach(reach), zero(low(text.data()) - base.value),
        atLineStart(at == text.data() || at[-1] == '\n' || at[-1] == '\r') {}

  /// Where the next token, or the blanks before it, begin.
  ByteOffset place() const { return {offsetOf(at)}; }

  /// The next token that is no comment.
  Token next();
  /// The next token, comments included.
  Token nextWithComments();

  /// Whether ` = ` comes next, as it does behind most names at the start of a
  /// line.
  bool isBeforeAssignment() const {
    if (end - at < 3 || std::memcmp(at, " = ", 3) != 0)
      return false;
    noteReach(at + 2);
    return true;
  }
  /// The `=` of that, which must be there.
  Token skipAssignment() {
    at += 2;
    return tokenAt(TokenKind::Equal, at - 1, at);
  }

  /// Notes in `reach`, if it was given, that the lexer looked as far as here.
  void noteReach() const { noteReach(at); }

  /// The next token that is no comment, without those before it on this line
  /// that name nothing and start no statement: punctuation, numbers, words
  /// behind a token that a statement cannot end with (`isInBraces`: all words),
  /// and brackets other than braces if only such tokens are in them. `last` is
  /// the token before, of which there must be one; `beforeEqual` the token
  /// before the last `=`. Both are updated. Does not note the reach of the
  /// token that it returns.
  Token nextThatMatters(Token &last, Token &beforeEqual, bool isInBraces);

  /// The same inside brackets other than braces: all words are left out. `last`
  /// and `beforeEqual` need not be updated where the result is a name, a
  /// bracket, or a string that is not the value of a key.
  Token nextInBrackets(Token &last, Token &beforeEqual);

private:
  /// How many characters behind a token may decide where it ends.
  static constexpr uint32_t mostPeeked = 3;

  void noteReach(const char *place) const {
    if (reach)
      *reach = std::max(*reach, offsetOf(place) + mostPeeked);
  }
  bool closes(const char *place, char closing) const;
  const char *behindNested(const char *opening, const char *place) const;
  const char *behindBracket(const char *opening) const;
  const char *behindNumber(const char *first) const;
  Token nextAt(const char *stop, Token &last, Token &beforeEqual);
  Token lex(bool hasComments);
  TokenKind lexKind(const char *&place) const;
  static uint32_t low(const char *place) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(place));
  }
  uint32_t offsetOf(const char *place) const { return low(place) - zero; }
  Token tokenAt(TokenKind kind, const char *begin, const char *behind) const {
    return {kind, false, {{offsetOf(begin)}, {offsetOf(behind)}}};
  }

  const char *at, *end;
  uint32_t *reach;
  /// The lower half of the address at which offset 0 is.
  uint32_t zero;
  bool atLineStart;
};

/// Whether the character at `offset` is in a comment. Looks at its line only:
/// neither strings nor comments cross lines.
bool isInComment(std::string_view text, ByteOffset offset);

} // namespace shapels

#endif // SHAPELS_SYNTAX_LEXER_H
