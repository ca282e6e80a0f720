//===- OutlineRecovery.cpp - What brace is missing, or too many -----------===//
//
// The layout around a brace tells, and nothing else: recovery is a function of
// the text. It reads no IR otherwise that is laid out as people and printers
// do.
//
//===----------------------------------------------------------------------===//

#include "core/syntax/OutlineRecovery.h"
#include "core/syntax/OutlineLookahead.h"

#include <algorithm>

using namespace shapels;

/// How far is looked ahead for the brace at the end of a function.
static constexpr uint32_t farthest = 32 << 10;

/// The frame that the brace closes: the innermost one that a brace may close,
/// or by the look of it a region around that. 0 if nothing is open.
size_t OutlineRecovery::closedBy(Token brace) const {
  auto outer = [&](size_t frame) {
    while (frame-- > 1)
      if (state.frames[frame].kind == Frame::Dictionary ||
          state.frames[frame].kind == Frame::Region)
        return frame;
    return size_t(0);
  };
  size_t inner = outer(state.frames.size());
  uint32_t column = brace.startsLine ? in.columnOf(brace.range.begin) : ~0u;
  if (inner == 0 || state.columnOf(state.frames[inner].statement) <= column)
    return inner;
  state.noteAround();
  if (std::optional<uint32_t> function = functionAround(inner))
    if (column < state.columnOf(*function) && endsBelow(*function, in.lexer))
      return inner;
  bool isFirst = true;
  for (size_t around = outer(inner); around != 0; around = outer(around)) {
    if (state.frames[around].kind != Frame::Region)
      continue;
    bool isBelow = state.columnOf(state.frames[around].statement) == column;
    if (isBelow &&
        ((isFirst && isLeftOpen(inner)) || endsFunction(brace, around, inner)))
      return around;
    isFirst = false;
  }
  return inner;
}

/// The innermost function that has the frame in its body.
std::optional<uint32_t> OutlineRecovery::functionAround(size_t frame) const {
  while (frame-- > 0)
    if (state.frames[frame].kind == Frame::Statement &&
        state.isFunction(state.frames[frame].statement))
      return state.frames[frame].statement;
  return std::nullopt;
}

/// Recovery: a brace is open, and one further to the left than its op comes.
/// There is nothing in it, or attributes only.
bool OutlineRecovery::isLeftOpen(size_t frame) const {
  if (in.previous.is(TokenKind::LeftBrace))
    return true;
  Token next = Lexer(in.lexer).next();
  return state.frames[frame].kind == Frame::Dictionary &&
         (next.startsLine || next.is(TokenKind::End));
}

/// Recovery: whether the brace is that of the function whose region `frame` is,
/// as what follows cannot be in it: another function, an alias, or the end of
/// the text with too few braces before if this one closes `inner`.
bool OutlineRecovery::endsFunction(Token brace, size_t frame,
                                   size_t inner) const {
  uint32_t function = state.frames[frame].statement;
  if (!state.isFunction(function))
    return false;
  size_t left = 0;
  for (size_t i = 1; i < inner; ++i)
    left += state.frames[i].kind == Frame::Region ||
            state.frames[i].kind == Frame::Dictionary;
  auto [next, ahead] = in.lookAhead();
  bool isAtLeft = next.startsLine && in.columnOf(next.range.begin) <=
                                         in.columnOf(brace.range.begin);
  if (next.is(TokenKind::BareIdentifier))
    return isAtLeft && in.spelling(next) == state.nameOf(function);
  if (next.is(TokenKind::HashName) || next.is(TokenKind::TypeName))
    return isAtLeft && ahead.next().is(TokenKind::Equal);
  for (; left > 0 && next.is(TokenKind::RightBrace); next = ahead.next())
    --left;
  return left > 0 && next.is(TokenKind::End);
}

/// Recovery: a brace behind which the region goes on by the look of it. It is
/// at the end of a line, or that of a function is further to the right than
/// this, and the next line starts an op that is so too, or is the brace that
/// stands below the op.
bool OutlineRecovery::isSurplus(Token brace, size_t frame) const {
  uint32_t statement = state.frames[frame].statement;
  ByteOffset begin = state.outline.statements[statement].range.begin;
  bool isFunctions = state.isFunction(statement);
  bool hasLines = state.frames[frame - 1].kind != Frame::Paren &&
                  in.lineStart(brace.range.begin) > begin;
  if (hasLines && ((isFunctions && isInFunction(brace, statement)) ||
                   ((isFunctions || namesModule(state.nameOf(statement))) &&
                    isInLine(statement))))
    return true;
  bool mayBeInPlace =
      brace.startsLine &&
      (!isFunctions || in.columnOf(brace.range.begin) <= in.columnOf(begin));
  // No function's body is empty.
  bool mayBeOneLine = !isFunctions || !in.previous.is(TokenKind::LeftBrace);
  return !mayBeInPlace &&
         !(mayBeOneLine && in.lineStart(brace.range.begin) <= begin) &&
         goesOnBelow(statement);
}

/// Whether the next line starts an op further to the right than the statement,
/// or is the brace that stands below that.
bool OutlineRecovery::goesOnBelow(uint32_t statement) const {
  auto [next, ahead] = in.lookAhead();
  if (!next.startsLine || next.is(TokenKind::End))
    return false;
  uint32_t column = state.columnOf(statement);
  uint32_t nextColumn = in.columnOf(next.range.begin);
  if (next.is(TokenKind::RightBrace) && nextColumn == column) {
    if (column > 0)
      return true;
    // What is in the op around may not be indented.
    state.note(StatementOrder::AsksDepth);
    return state.outline.statements[statement].parent == noStatement;
  }
  if (next.is(TokenKind::BlockName) && state.isFunction(statement))
    return isLabel(ahead);
  if (nextColumn <= column)
    return false;
  if (next.is(TokenKind::ValueName))
    return isResultList(ahead);
  if (next.is(TokenKind::String))
    return ahead.next().is(TokenKind::LeftParen);
  if (isFunctionWord(next))
    return namesModule(state.nameOf(statement));
  std::string_view name = in.spelling(next);
  return next.is(TokenKind::BareIdentifier) &&
         (name.find('.') != name.npos || state.ops.isBare(name));
}

/// Recovery: a brace behind which a function of several lines goes on, down to
/// its own brace.
bool OutlineRecovery::isInFunction(Token brace, uint32_t function) const {
  uint32_t column = state.columnOf(function);
  auto [next, ahead] = in.lookAhead();
  bool isInPlace = brace.startsLine && in.columnOf(brace.range.begin) <= column;
  if (isInPlace && next.startsLine &&
      (!mayGoOn(next, ahead, column) ||
       (!next.is(TokenKind::BlockName) && isBehindTerminator(brace))))
    return false;
  return endsBelow(function, in.lexer);
}

/// Whether the line before that of the brace ends a block.
bool OutlineRecovery::isBehindTerminator(Token brace) const {
  ByteOffset line = in.text.lineStart(brace.range.begin);
  if (line.value == 0)
    return false;
  std::string_view before = in.text.slice({in.text.lineStart(line - 1), line});
  return endsLikeTerminator(Lexer(before).next().in(before));
}

/// Recovery: whether something follows on the line of the brace that can only
/// be a part of an op, and the region goes on below.
bool OutlineRecovery::isInLine(uint32_t statement) const {
  auto [next, ahead] = in.lookAhead();
  if (next.startsLine || mayFollow(next, ahead))
    return false;
  while (!next.startsLine && !next.is(TokenKind::End))
    next = ahead.next();
  return !next.is(TokenKind::End) &&
         in.columnOf(next.range.begin) > state.columnOf(statement);
}

/// What is between the quotes. Recovery: behind one that was typed before a
/// function is the function.
ByteRange OutlineRecovery::quotedName(Token string) const {
  ByteOffset begin = string.range.begin + 1;
  Token word = in.lexerAt(begin).next();
  if (in.isUnterminated(string) && word.range.begin == begin &&
      isFunctionWord(word))
    return word.range;
  return {begin, string.range.end - (string.range.size() > 1)};
}

/// Recovery: whether the innermost statement, a function, goes on where a line
/// starts which is further to the right. One that may be a declaration has its
/// own brace below that, or has the other one in brackets that are not closed.
bool OutlineRecovery::beginsBody(Token token) const {
  uint32_t id = state.top().statement;
  const OutlineScan::Statement &function = state.outline.statements[id];
  if (!token.startsLine)
    return false;
  Lexer header = in.lexerAt({function.nameBegin});
  header.next();
  bool mayBeDeclared = state.nameOf(id) != "func.func" ||
                       header.next().is(TokenKind::BareIdentifier);
  return mayGoOn(token, in.lexer, in.columnOf(function.range.begin)) &&
         (state.isFirstInBraces() || !mayBeDeclared || endsBelow(id, in.lexer));
}

/// Whether the op around the statement, if any, starts further to the left;
/// notes that this was asked.
bool OutlineRecovery::isFartherLeft(uint32_t statement) const {
  state.noteAround();
  const OutlineScan::Statement &own = state.outline.statements[statement];
  return own.parent == noStatement ||
         in.columnOf(state.outline.statements[own.parent].range.begin) <
             in.columnOf(own.range.begin);
}

/// The first token that starts a line no further to the right than `column`,
/// if it may start a statement, other than a label, or end one; and how many
/// more braces open before it than close. `ahead` is just behind it then.
/// Nothing if none is near; an End if the text ends before.
std::optional<std::pair<Token, int>>
OutlineRecovery::firstAsFarLeft(Lexer &ahead, uint32_t column) const {
  state.noteOfNext(StatementOrder::AsksAhead);
  Token token = ahead.next();
  int open = 0;
  ByteOffset end = token.range.begin + farthest;
  for (; !token.is(TokenKind::End) && token.range.begin < end;
       token = ahead.next()) {
    if (token.startsLine && !token.is(TokenKind::BlockName) &&
        (OutlineLookahead::mayStart(token.kind) ||
         token.is(TokenKind::RightBrace)) &&
        in.columnOf(token.range.begin) <= column)
      return std::pair(token, open);
    open += token.is(TokenKind::LeftBrace) - token.is(TokenKind::RightBrace);
  }
  if (!token.is(TokenKind::End))
    return std::nullopt;
  return std::pair(token, open);
}

/// Whether a line that starts with the token may be in the body of a function
/// in that column.
bool OutlineRecovery::mayGoOn(Token token, Lexer ahead, uint32_t column) const {
  if (token.is(TokenKind::BlockName))
    return isLabel(ahead);
  return OutlineLookahead::mayStart(token.kind) && !token.is(TokenKind::End) &&
         in.columnOf(token.range.begin) > column && !isFunctionWord(token);
}

/// Whether the token may stand behind a function or a module, on the line of
/// its brace.
bool OutlineRecovery::mayFollow(Token token, Lexer ahead) const {
  if (token.is(TokenKind::ValueName))
    return isResultList(ahead);
  if (!token.is(TokenKind::BareIdentifier))
    return !token.is(TokenKind::BlockName) &&
           (OutlineLookahead::mayStart(token.kind) ||
            token.is(TokenKind::RightBrace));
  std::string_view word = in.spelling(token);
  return word.find('.') != word.npos || word == "loc" || state.ops.isBare(word);
}

/// Recovery: whether there is nothing as far to the left as the function down
/// to a brace in its column, which can only be its own, or as far as is looked.
bool OutlineRecovery::endsBelow(uint32_t function, Lexer ahead) const {
  if (!isFartherLeft(function))
    return false;
  uint32_t column = state.columnOf(function);
  auto found = firstAsFarLeft(ahead, column);
  if (!found)
    return true;
  auto [end, open] = *found;
  return end.is(TokenKind::RightBrace) && open <= 0 &&
         in.columnOf(end.range.begin) == column;
}

/// Recovery: whether the function that starts here, in a region of `outer`,
/// ends before that one goes on, or ends.
bool OutlineRecovery::isPastedIn(Token name, size_t outer) const {
  bool isInRegion = std::any_of(
      state.frames.begin() + static_cast<ptrdiff_t>(outer), state.frames.end(),
      [](const Frame &open) { return open.kind == Frame::Region; });
  if (!isInRegion)
    return false;
  uint32_t function = state.frames[outer].statement;
  uint32_t column = in.columnOf(name.range.begin);
  Lexer ahead = in.lexer;
  auto found = firstAsFarLeft(ahead, column);
  if (!found)
    return false;
  auto [end, open] = *found;
  Token next = ahead.next();
  if (!end.is(TokenKind::RightBrace) || open > 1 || !next.startsLine ||
      in.columnOf(end.range.begin) != column)
    return false;
  uint32_t outerColumn = state.columnOf(function);
  if (next.is(TokenKind::RightBrace))
    return in.columnOf(next.range.begin) == outerColumn &&
           isFartherLeft(function);
  return mayGoOn(next, ahead, outerColumn);
}

/// Recovery: a function that starts inside a function, no further to the
/// right than that one, means that a `}` is missing before, unless it is the
/// outer one that goes on behind it. Returns the frame of the outer one.
std::optional<size_t> OutlineRecovery::functionAround(Token name) const {
  state.note(StatementOrder::AsksFunctions);
  for (size_t i = 1; i < state.frames.size(); ++i) {
    if (state.frames[i].kind != Frame::Statement)
      continue;
    uint32_t outer = state.frames[i].statement;
    if (state.nameOf(outer) == in.spelling(name) &&
        in.columnOf(name.range.begin) <= state.columnOf(outer))
      return isPastedIn(name, i) ? std::nullopt : std::optional(i);
  }
  return std::nullopt;
}
