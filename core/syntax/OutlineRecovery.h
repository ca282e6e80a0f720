//===- OutlineRecovery.h - What brace is missing ----------------*- C++ -*-===//
//
// Private to syntax/. Decides which brace is missing or one too many, by the
// layout around it: a function of the text. Columns count bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINERECOVERY_H
#define SHAPELS_SYNTAX_OUTLINERECOVERY_H

#include "core/syntax/ScanState.h"

#include <optional>
#include <utility>

namespace shapels {

/// Decides by the layout which statement lacks its brace, or has one too many
/// (docs/internals.md, "Statements"). Made for one question, on the scan's
/// thread; consumes no token, and changes of the scan only how far it looked
/// and which decisions rest on that.
class OutlineRecovery {
public:
  explicit OutlineRecovery(ScanState &state) : state(state), in(state.in) {}

  /// The frame that the brace closes; 0 if nothing is open.
  size_t closedBy(Token brace) const;
  /// Whether the brace closes nothing: the region of `frame` goes on behind it.
  bool isSurplus(Token brace, size_t frame) const;
  /// Whether the innermost statement is a function without a body, and its `{`
  /// is missing before the token.
  bool lacksBrace(Token token) const {
    uint32_t id = state.top().statement;
    return state.outline.statements[id].regionCount == 0 &&
           state.isFunction(id) && beginsBody(token);
  }
  /// The frame of the function that lacks its `}` before `name`, with which
  /// another function starts. Asked for every token, so the common answer is
  /// inlined.
  std::optional<size_t> unclosedFunction(Token name) const {
    return name.startsLine && isFunctionWord(name) ? functionAround(name)
                                                   : std::nullopt;
  }
  /// The range of an op's name in quotes; the closing quote may be missing.
  ByteRange quotedName(Token string) const;

private:
  using Frame = OutlineFrame;

  std::optional<uint32_t> functionAround(size_t frame) const;
  std::optional<size_t> functionAround(Token name) const;
  bool isLeftOpen(size_t frame) const;
  bool endsFunction(Token brace, size_t frame, size_t inner) const;
  bool goesOnBelow(uint32_t statement) const;
  bool isInFunction(Token brace, uint32_t function) const;
  bool isInLine(uint32_t statement) const;
  bool isBehindTerminator(Token brace) const;
  bool beginsBody(Token token) const;
  bool isPastedIn(Token name, size_t outer) const;
  bool isFartherLeft(uint32_t statement) const;
  std::optional<std::pair<Token, int>> firstAsFarLeft(Lexer &ahead,
                                                      uint32_t column) const;
  bool endsBelow(uint32_t function, Lexer ahead) const;
  bool mayGoOn(Token token, Lexer ahead, uint32_t column) const;
  bool mayFollow(Token token, Lexer ahead) const;
  bool isFunctionWord(Token token) const {
    return token.is(TokenKind::BareIdentifier) &&
           namesFunction(in.spelling(token));
  }

  ScanState &state;
  ScanText &in;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINERECOVERY_H
