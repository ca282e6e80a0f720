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

/// Made for one question on the scan's thread. Of the scan it changes only what
/// is noted of the reach and of decisions; consumes no token.
class OutlineRecovery {
public:
  explicit OutlineRecovery(ScanState &state) : state(state), in(state.in) {}

  /// The frame that the brace closes; 0 if nothing is open.
  size_t closedBy(Token brace) const;
  /// Whether the region that `frame` is goes on behind the brace.
  bool isStray(Token brace, size_t frame) const;
  /// Whether the innermost statement is a function without a body, and its `{`
  /// is missing before the token.
  bool lacksBrace(Token token) const {
    uint32_t id = state.top().statement;
    return state.outline.statements[id].regionCount == 0 &&
           state.isFunction(id) && beginsBody(token);
  }
  /// The frame of the function that lacks its `}` before `name`, where another
  /// function starts. Inlined as far as most tokens go, which are asked about
  /// each.
  std::optional<size_t> unclosedFunction(Token name) const {
    return name.startsLine && isFunctionWord(name) ? functionAround(name)
                                                   : std::nullopt;
  }
  /// The name of an op in quotes, of which the closing one may be missing.
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
  std::pair<Token, int> firstAsFarLeft(Lexer &ahead, uint32_t column) const;
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
