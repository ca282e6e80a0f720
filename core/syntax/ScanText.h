//===- ScanText.h - The tokens that a scan reads ----------------*- C++ -*-===//
//
// Private to syntax/. Part of a ScanState, and changed with it by one thread.
// Offsets and columns count bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_SCANTEXT_H
#define SHAPELS_SYNTAX_SCANTEXT_H

#include "core/syntax/Lexer.h"
#include "core/text/TextSpan.h"

namespace shapels {

/// The part of a text that a scan has in view, and the token that it is at.
class ScanText {
public:
  /// Has nothing in view; the scan begins at `start`.
  ScanText(TextSpan text, ByteOffset start) : text(text), windowEnd(start) {}

  /// Goes on at `from`, with the text from `begin` to `end` in view. From now
  /// on `reach` notes how far the scan reads.
  void lookAt(ByteOffset from, ByteOffset begin, ByteOffset end,
              uint32_t &reach);
  /// Goes on at `from`, with the same text in view.
  void goOnAt(ByteOffset from, uint32_t &reach) {
    lexer = Lexer(window, from - windowBegin.value, &reach, windowBegin);
  }
  /// Whether a scan that read up to `reach` had all of that in view.
  bool hasSeen(uint32_t reach) const {
    return reach <= windowEnd.value || windowEnd.value == text.size();
  }
  /// A lexer from `from` on whose reach is not noted.
  Lexer lexerAt(ByteOffset from) const {
    return Lexer(window, from - windowBegin.value, nullptr, windowBegin);
  }

  std::string_view spelling(ByteRange range) const {
    return {window.data() + (range.begin.value - windowBegin.value),
            range.size()};
  }
  std::string_view spelling(Token token) const { return spelling(token.range); }
  /// How many bytes are in view from the start of `spelled` on.
  size_t sizeFrom(std::string_view spelled) const {
    return window.data() + window.size() - spelled.data();
  }
  ByteOffset lineStart(ByteOffset offset) const;
  uint32_t columnOf(ByteOffset offset) const {
    return offset.value - lineStart(offset).value;
  }
  /// Whether the string lacks its closing quote.
  bool isUnterminated(Token string) const {
    return string.range.size() == 1 || !spelling(string).ends_with('"');
  }
  /// Whether a statement cannot end with the token before.
  bool isContinued() const {
    return isContinuedBehind(previous.kind) ||
           (previous.is(TokenKind::Other) &&
            !spelling(previous).starts_with('?'));
  }

  // Tokens ahead. None of these consumes anything.
  bool isFollowedBy(TokenKind kind) const {
    return Lexer(lexer).next().is(kind);
  }
  /// The token behind the current one, and a lexer for those behind that.
  struct Ahead {
    Token token;
    Lexer lexer{""};
  };
  /// Cached: several decisions ask for the same token.
  const Ahead &lookAhead() {
    if (aheadOf != lexer.place()) {
      aheadOf = lexer.place();
      ahead.lexer = lexer;
      ahead.token = ahead.lexer.next();
    }
    return ahead;
  }
  /// The next token, by what lookAhead() found if it was called here.
  Token nextInRegion() {
    if (aheadOf != lexer.place())
      return lexer.next();
    lexer = ahead.lexer;
    return ahead.token;
  }

  const TextSpan text;
  std::string_view window;
  ByteOffset windowBegin, windowEnd;
  /// Stands behind the current token.
  Lexer lexer{""};
  /// The token before the current one, and the one before the last `=` of the
  /// statement that began last.
  Token previous, beforeEqual;

private:
  /// The last answer of lookAhead(), and for which place.
  Ahead ahead;
  ByteOffset aheadOf{~0u};
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SCANTEXT_H
