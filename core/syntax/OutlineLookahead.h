//===- OutlineLookahead.h - What the tokens ahead start ---------*- C++ -*-===//
//
// Private to syntax/. Decides by the tokens around the current one; consumes
// none.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINELOOKAHEAD_H
#define SHAPELS_SYNTAX_OUTLINELOOKAHEAD_H

#include "core/syntax/ScanState.h"

#include <optional>

namespace shapels {

/// Decides by the tokens ahead whether a token starts a statement or opens a
/// region. Made for one question, on the scan's thread; of the scan it changes
/// only how far the scan looked and which decisions rest on that.
class OutlineLookahead {
public:
  explicit OutlineLookahead(ScanState &state) : state(state), in(state.in) {}

  /// Whether a statement may start with such a token.
  static bool mayStart(TokenKind kind) {
    return kind <= TokenKind::String || kind == TokenKind::ResourceBegin;
  }
  /// Whether the token starts a statement while another one is open.
  bool startsStatement(Token token) const {
    return mayStart(token.kind) &&
           (token.startsLine
                ? startsOnLine(token)
                : state.top().kind == Frame::Statement && startsInLine(token));
  }
  /// Whether the token is a value's name that can only be an operand or an
  /// argument: a shortcut for the most common token.
  bool isOperand(Token token) const {
    return token.is(TokenKind::ValueName) && !token.startsLine &&
           (state.top().kind > Frame::Statement ||
            (state.top().kind == Frame::Statement &&
             (isContinuedBehind(in.previous.kind) ||
              in.previous.range.end == state.behindName)));
  }
  /// Whether `{`, the current token, opens a region rather than a dictionary.
  bool opensRegion() const;
  /// The slashes of `//` between the brackets of `!dialect.type<...>`, if there
  /// are any before the token `behind`: MLIR searches all text for the end of
  /// such brackets, so they begin no comment there.
  std::optional<ByteRange> noComment(Token behind) const;

private:
  using Frame = OutlineFrame;

  bool wordOpensRegion(Token word, Token after, bool isOnOwnLine) const;
  bool opensCallback() const;
  bool startsOnLine(Token token) const;
  bool startsInLine(Token token) const;
  bool beginsResults(Token first) const;
  bool isStart(Token token) const;
  bool wordStartsStatement(Token word) const;
  bool startsUnknown(Token word) const;
  bool isBetweenOperands(Token string) const;
  bool startsAfterUnclosedBracket(Token token) const;
  bool isKey(Token word) const;
  bool isCutLabelHere() const;
  bool canEndStatement() const;
  bool previousEndsType() const;
  bool isNameOfCurrentStatement(Token token) const;

  ScanState &state;
  ScanText &in;
};

bool isLongResultList(Lexer ahead);
/// `%a, %b:2 =`, with `ahead` just behind the first name.
inline bool isResultList(const Lexer &ahead) {
  return ahead.isBeforeAssignment() || isLongResultList(ahead);
}

/// Whether a bare word is certainly not the last token of a type. False for
/// some words that are none: a shortcut.
inline bool isNoTypeWord(std::string_view word) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() > 5 && !isDigit(word[1]) && !isDigit(word[2]);
}

/// Whether the op's name is, or ends like, that of a terminator.
bool endsLikeTerminator(std::string_view word);

/// `^bb0:` or `^bb0(...):`, not a successor, with `ahead` just behind the name.
bool isLabel(Lexer ahead);
bool isBehindLabel(Token token, Lexer ahead);

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINELOOKAHEAD_H
