//===- FormatTokens.h - The tokens that a format is held against ----------===//
//
// Private to core: an op's text behind its name as tokens, and where a value, a
// type, an attribute, a bracket ends among them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_FORMATTOKENS_H
#define SHAPELS_ODS_FORMATTOKENS_H

#include "core/syntax/Lexer.h"

#include <span>
#include <string_view>
#include <vector>

namespace shapels {

/// The functions take the number of a token, and return that of the one behind
/// what begins there. `=>`, `>=` and `::` are two tokens each, as a format may
/// have one of the two; only a `>` that closes a bracket has the kind Greater.
class FormatTokens {
public:
  static constexpr size_t mostTokens = 512;
  /// Brackets of what begins there stay open; or nothing of the kind begins.
  static constexpr size_t inside = ~size_t(0), nowhere = inside - 1;

  /// All of the text, of which no more than `mostTokens` are read.
  explicit FormatTokens(std::string_view text);
  /// A part of a text: lexed, or a body with its braces, which is one token,
  /// whatever it holds.
  struct Piece {
    ByteRange range;
    /// Of a body empty.
    std::string_view text;
    bool isBody = false;
  };
  /// Of the pieces in order, however long, without a location at the end.
  explicit FormatTokens(std::span<const Piece> pieces);

  bool is(size_t at, TokenKind kind) const {
    return at < all.size() && all[at].is(kind);
  }
  std::string_view str(size_t at) const {
    return at < all.size() ? all[at].text : std::string_view();
  }
  size_t size() const { return all.size(); }
  /// From the token `first` up to before `end`, one at least.
  ByteRange range(size_t first, size_t end) const {
    return {all[first].range.begin, all[end - 1].range.end};
  }
  /// The same as text; of one piece.
  std::string_view slice(size_t first, size_t end) const {
    return {all[first].text.data(), range(first, end).size()};
  }
  /// Whether no blank is between the token and the one before.
  bool isJoined(size_t at) const {
    return at > 0 && at < size() &&
           all[at - 1].range.end == all[at].range.begin;
  }

  /// Of the bracket at `at`.
  size_t behindBracket(size_t at) const { return all[at].behind; }
  /// With its dialect, or a builtin one.
  size_t behindType(size_t at) const;
  /// `i8`, `<8>`, `word<8>`: as behind `!dialect.`.
  size_t behindShortType(size_t at) const;
  /// Without the type that may follow. That of a dialect may be short: a word,
  /// or what is in brackets.
  size_t behindAttribute(size_t at, bool mayBeShort) const;
  /// Of the attribute that ends at `at`; `at` if there is none.
  size_t behindTypeOf(size_t at) const;
  size_t behindLiteral(size_t at, std::string_view literal) const;
  /// `%0`, `%0#1`.
  size_t behindValue(size_t at) const;
  /// `@x::@y`.
  size_t behindSymbol(size_t at) const;
  /// One token, or what is in the bracket that opens there; nowhere if one
  /// closes.
  size_t behindStep(size_t at) const;

  /// Whether there are more than were read.
  bool isCut = false;

private:
  struct Part {
    TokenKind kind = TokenKind::End;
    ByteRange range;
    std::string_view text;
    /// Of a bracket: the number of what is behind the one that closes it.
    size_t behind = nowhere;

    bool is(TokenKind other) const { return kind == other; }
  };

  void lex(const Piece &piece, size_t most);
  void matchBrackets();
  void dropLocation();
  size_t behindWord(size_t at, bool mayBeShort) const;

  std::vector<Part> all;
};

} // namespace shapels

#endif // SHAPELS_ODS_FORMATTOKENS_H
