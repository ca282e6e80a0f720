//===- OutlineRecovery.cpp - What brace is missing, or too many -----------===//
//
// The layout around a brace tells, and nothing else: recovery is a function of
// the text. It reads no IR otherwise that is laid out as people and printers
// do.
//
//===----------------------------------------------------------------------===//

#include "shapels/syntax/OutlineScanner.h"
#include "shapels/syntax/Words.h"

#include <algorithm>

using namespace shapels;

/// How far is looked ahead for the brace at the end of a function.
static constexpr uint32_t farthest = 32 << 10;

/// Where the line starts that `offset` is in. Mostly a few blanks before.
ByteOffset OutlineScanner::lineStart(ByteOffset offset) const {
  if (offset < windowBegin || windowEnd < offset)
    return text.lineStart(offset);
  constexpr uint32_t most = 64;
  uint32_t at = offset.value - windowBegin.value,
           first = at - std::min(at, most);
  while (at >= first + 8) {
    uint64_t others = load<uint64_t>(window.data() + at - 8) ^ ofEach(' ');
    uint32_t blanks = std::countl_zero(others) / 8;
    at -= blanks;
    if (blanks < 8)
      break;
  }
  while (at > first && window[at - 1] != '\n' && window[at - 1] != '\r')
    --at;
  return at > first ? windowBegin + at : text.lineStart(windowBegin + at);
}

/// That what all open statements are, and where they start, decides.
void OutlineScanner::noteAround() const {
  for (const Frame &frame : frames)
    if (frame.kind == Frame::Statement)
      outline.statements[frame.statement].marks |=
          StatementOrder::AsksParent | StatementOrder::AsksFunctions;
}

/// The frame that the brace closes: the innermost one that a brace may close,
/// or by the look of it a region around that. 0 if nothing is open.
size_t OutlineScanner::closedBy(Token brace) {
  auto outer = [this](size_t frame) {
    while (frame-- > 1)
      if (frames[frame].kind == Frame::Dictionary ||
          frames[frame].kind == Frame::Region)
        return frame;
    return size_t(0);
  };
  size_t inner = outer(frames.size());
  uint32_t column = brace.startsLine ? columnOf(brace.range.begin) : ~0u;
  if (inner == 0 || columnOf(beginOf(frames[inner])) <= column)
    return inner;
  noteAround();
  if (std::optional<uint32_t> function = functionAround(inner))
    if (column < columnOf(outline.statements[*function].range.begin) &&
        endsBelow(*function, lexer))
      return inner;
  bool isFirst = true;
  for (size_t around = outer(inner); around != 0; around = outer(around)) {
    if (frames[around].kind != Frame::Region)
      continue;
    bool isBelow = columnOf(beginOf(frames[around])) == column;
    if (isBelow &&
        ((isFirst && isLeftOpen(inner)) || endsFunction(brace, around, inner)))
      return around;
    isFirst = false;
  }
  return inner;
}

/// The innermost function that has the frame in its body.
std::optional<uint32_t> OutlineScanner::functionAround(size_t frame) const {
  while (frame-- > 0)
    if (frames[frame].kind == Frame::Statement &&
        isFunction(frames[frame].statement))
      return frames[frame].statement;
  return std::nullopt;
}

/// Recovery: a brace is open, and one further to the left than its op comes.
/// There is nothing in it, or attributes only.
bool OutlineScanner::isLeftOpen(size_t frame) const {
  if (previous.is(TokenKind::LeftBrace))
    return true;
  Token next = Lexer(lexer).next();
  return frames[frame].kind == Frame::Dictionary &&
         (next.startsLine || next.is(TokenKind::End));
}

/// Recovery: whether the brace is that of the function whose region `frame` is,
/// as what follows cannot be in it: another function, an alias, or the end of
/// the text with too few braces before if this one closes `inner`.
bool OutlineScanner::endsFunction(Token brace, size_t frame,
                                  size_t inner) const {
  uint32_t function = frames[frame].statement;
  if (!isFunction(function))
    return false;
  size_t left = 0;
  for (size_t i = 1; i < inner; ++i)
    left +=
        frames[i].kind == Frame::Region || frames[i].kind == Frame::Dictionary;
  auto [next, ahead] = lookAhead();
  bool isAtLeft = next.startsLine &&
                  columnOf(next.range.begin) <= columnOf(brace.range.begin);
  if (next.is(TokenKind::BareIdentifier))
    return isAtLeft && spelling(next) == nameOf(function);
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
bool OutlineScanner::isStray(Token brace, size_t frame) const {
  uint32_t statement = frames[frame].statement;
  ByteOffset begin = outline.statements[statement].range.begin;
  bool isFunctions = isFunction(statement);
  bool hasLines = frames[frame - 1].kind != Frame::Paren &&
                  lineStart(brace.range.begin) > begin;
  if (hasLines && ((isFunctions && isInFunction(brace, statement)) ||
                   ((isFunctions || namesModule(nameOf(statement))) &&
                    isInLine(statement))))
    return true;
  bool mayBeInPlace =
      brace.startsLine &&
      (!isFunctions || columnOf(brace.range.begin) <= columnOf(begin));
  // No function's body is empty.
  bool mayBeOneLine = !isFunctions || !previous.is(TokenKind::LeftBrace);
  return !mayBeInPlace &&
         !(mayBeOneLine && lineStart(brace.range.begin) <= begin) &&
         goesOnBelow(statement);
}

/// Whether the next line starts an op further to the right than the statement,
/// or is the brace that stands below that.
bool OutlineScanner::goesOnBelow(uint32_t statement) const {
  auto [next, ahead] = lookAhead();
  if (!next.startsLine || next.is(TokenKind::End))
    return false;
  uint32_t column = columnOf(outline.statements[statement].range.begin);
  uint32_t nextColumn = columnOf(next.range.begin);
  if (next.is(TokenKind::RightBrace) && nextColumn == column) {
    if (column > 0)
      return true;
    // What is in the op around may not be indented.
    note(StatementOrder::AsksDepth);
    return outline.statements[statement].parent == noStatement;
  }
  if (next.is(TokenKind::BlockName) && isFunction(statement))
    return isLabel(ahead);
  if (nextColumn <= column)
    return false;
  if (next.is(TokenKind::ValueName))
    return isResultList(ahead);
  if (next.is(TokenKind::String))
    return ahead.next().is(TokenKind::LeftParen);
  if (isFunctionWord(next))
    return namesModule(nameOf(statement));
  std::string_view name = spelling(next);
  return next.is(TokenKind::BareIdentifier) &&
         (name.find('.') != name.npos || ops.isBare(name));
}

/// Recovery: a brace behind which a function of several lines goes on, down to
/// its own brace.
bool OutlineScanner::isInFunction(Token brace, uint32_t function) const {
  uint32_t column = columnOf(outline.statements[function].range.begin);
  auto [next, ahead] = lookAhead();
  bool isInPlace = brace.startsLine && columnOf(brace.range.begin) <= column;
  if (isInPlace && next.startsLine &&
      (!mayGoOn(next, ahead, column) ||
       (!next.is(TokenKind::BlockName) && isBehindTerminator(brace))))
    return false;
  return endsBelow(function, lexer);
}

/// Whether the line before that of the brace ends a block.
bool OutlineScanner::isBehindTerminator(Token brace) const {
  ByteOffset line = text.lineStart(brace.range.begin);
  if (line.value == 0)
    return false;
  std::string_view before = text.slice({text.lineStart(line - 1), line});
  return endsLikeTerminator(Lexer(before).next().in(before));
}

/// Recovery: whether something follows on the line of the brace that can only
/// be a part of an op, and the region goes on below.
bool OutlineScanner::isInLine(uint32_t statement) const {
  auto [next, ahead] = lookAhead();
  if (next.startsLine || mayFollow(next, ahead))
    return false;
  while (!next.startsLine && !next.is(TokenKind::End))
    next = ahead.next();
  return !next.is(TokenKind::End) &&
         columnOf(next.range.begin) >
             columnOf(outline.statements[statement].range.begin);
}

/// What is between the quotes. Recovery: behind one that was typed before a
/// function is the function.
ByteRange OutlineScanner::quotedName(Token string) const {
  ByteOffset begin = string.range.begin + 1;
  Token word =
      Lexer(window, begin - windowBegin.value, nullptr, windowBegin).next();
  if (isUnterminated(string) && word.range.begin == begin &&
      isFunctionWord(word))
    return word.range;
  return {begin, string.range.end - (string.range.size() > 1)};
}

/// Recovery: whether the innermost statement, a function, goes on where a line
/// starts which is further to the right. One that may be a declaration has its
/// own brace below that, or has the other one in brackets that are not closed.
bool OutlineScanner::beginsBody(Token token) const {
  uint32_t id = top().statement;
  const OutlineScan::Statement &function = outline.statements[id];
  if (!token.startsLine)
    return false;
  Lexer header(window, ByteOffset{function.nameBegin} - windowBegin.value,
               nullptr, windowBegin);
  header.next();
  bool mayBeDeclared =
      nameOf(id) != "func.func" || header.next().is(TokenKind::BareIdentifier);
  return mayGoOn(token, lexer, columnOf(function.range.begin)) &&
         (isFirstInBraces() || !mayBeDeclared || endsBelow(id, lexer));
}

/// Whether the op around the statement, if any, starts further to the left;
/// notes that this was asked.
bool OutlineScanner::isFartherLeft(uint32_t statement) const {
  noteAround();
  const OutlineScan::Statement &own = outline.statements[statement];
  return own.parent == noStatement ||
         columnOf(outline.statements[own.parent].range.begin) <
             columnOf(own.range.begin);
}

/// The first token that starts a line no further to the right than `column`,
/// if it may start a statement, other than a label, or end one; and how many
/// more braces open before it than close. An End if none is near. `ahead` is
/// just behind it then.
std::pair<Token, int> OutlineScanner::firstAsFarLeft(Lexer &ahead,
                                                     uint32_t column) const {
  nextMarks |= StatementOrder::AsksAhead;
  Token token = ahead.next();
  int open = 0;
  ByteOffset end = token.range.begin + farthest;
  for (; !token.is(TokenKind::End) && token.range.begin < end;
       token = ahead.next()) {
    if (token.startsLine && !token.is(TokenKind::BlockName) &&
        (mayStart(token.kind) || token.is(TokenKind::RightBrace)) &&
        columnOf(token.range.begin) <= column)
      return {token, open};
    open += token.is(TokenKind::LeftBrace) - token.is(TokenKind::RightBrace);
  }
  return {};
}

/// Whether a line that starts with the token may be in the body of a function
/// in that column.
bool OutlineScanner::mayGoOn(Token token, Lexer ahead, uint32_t column) const {
  if (token.is(TokenKind::BlockName))
    return isLabel(ahead);
  return mayStart(token.kind) && !token.is(TokenKind::End) &&
         columnOf(token.range.begin) > column && !isFunctionWord(token);
}

/// Whether the token may stand behind a function or a module, on the line of
/// its brace.
bool OutlineScanner::mayFollow(Token token, Lexer ahead) const {
  if (token.is(TokenKind::ValueName))
    return isResultList(ahead);
  if (!token.is(TokenKind::BareIdentifier))
    return !token.is(TokenKind::BlockName) &&
           (mayStart(token.kind) || token.is(TokenKind::RightBrace));
  std::string_view word = spelling(token);
  return word.find('.') != word.npos || word == "loc" || ops.isBare(word);
}

/// Recovery: whether there is nothing as far to the left as the function down
/// to a brace in its column, which can only be its own.
bool OutlineScanner::endsBelow(uint32_t function, Lexer ahead) const {
  if (!isFartherLeft(function))
    return false;
  uint32_t column = columnOf(outline.statements[function].range.begin);
  auto [end, open] = firstAsFarLeft(ahead, column);
  return end.is(TokenKind::RightBrace) && open <= 0 &&
         columnOf(end.range.begin) == column;
}

/// Recovery: whether the function that starts here, in a region of `outer`,
/// ends before that one goes on, or ends.
bool OutlineScanner::isPastedIn(Token name, size_t outer) const {
  bool isInRegion =
      std::any_of(frames.begin() + static_cast<ptrdiff_t>(outer), frames.end(),
                  [](const Frame &open) { return open.kind == Frame::Region; });
  if (!isInRegion)
    return false;
  uint32_t function = frames[outer].statement;
  uint32_t column = columnOf(name.range.begin);
  Lexer ahead = lexer;
  auto [end, open] = firstAsFarLeft(ahead, column);
  Token next = ahead.next();
  if (!end.is(TokenKind::RightBrace) || open > 1 || !next.startsLine ||
      columnOf(end.range.begin) != column)
    return false;
  uint32_t outerColumn = columnOf(outline.statements[function].range.begin);
  if (next.is(TokenKind::RightBrace))
    return columnOf(next.range.begin) == outerColumn && isFartherLeft(function);
  return mayGoOn(next, ahead, outerColumn);
}

/// Recovery: a function that starts inside a function, no further to the
/// right than that one, means that a `}` is missing before, unless it is the
/// outer one that goes on behind it. Returns the frame of the outer one.
std::optional<size_t> OutlineScanner::functionAround(Token name) const {
  note(StatementOrder::AsksFunctions);
  for (size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].kind != Frame::Statement)
      continue;
    uint32_t outer = frames[i].statement;
    if (nameOf(outer) == spelling(name) &&
        columnOf(name.range.begin) <=
            columnOf(outline.statements[outer].range.begin))
      return isPastedIn(name, i) ? std::nullopt : std::optional(i);
  }
  return std::nullopt;
}
