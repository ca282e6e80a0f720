//===- OutlineRecovery.cpp - What brace is missing, or too many -----------===//
//
// The layout around a brace tells, and nothing else: recovery is a function of
// the text. It reads no IR otherwise that is laid out as people and printers
// do.
//
//===----------------------------------------------------------------------===//

#include "shapels/syntax/OutlineScanner.h"

using namespace shapels;

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
  for (const Frame &frame : frames)
    if (frame.kind == Frame::Statement)
      outline.statements[frame.statement].marks |=
          StatementOrder::AsksParent | StatementOrder::AsksFunctions;
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
  std::string_view function = nameOf(frames[frame].statement);
  if (!function.ends_with(".func"))
    return false;
  size_t left = 0;
  for (size_t i = 1; i < inner; ++i)
    left +=
        frames[i].kind == Frame::Region || frames[i].kind == Frame::Dictionary;
  Lexer ahead = lexer;
  Token next = ahead.next();
  bool isAtLeft = next.startsLine &&
                  columnOf(next.range.begin) <= columnOf(brace.range.begin);
  if (next.is(TokenKind::BareIdentifier))
    return isAtLeft && spelling(next) == function;
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
bool OutlineScanner::isStray(Token brace, uint32_t statement) const {
  ByteOffset begin = outline.statements[statement].range.begin;
  bool isFunctions = nameOf(statement).ends_with(".func");
  bool mayBeInPlace =
      brace.startsLine &&
      (!isFunctions || columnOf(brace.range.begin) <= columnOf(begin));
  // No function's body is empty.
  bool mayBeOneLine = !isFunctions || !previous.is(TokenKind::LeftBrace);
  if (mayBeInPlace || (mayBeOneLine && lineStart(brace.range.begin) <= begin))
    return false;
  Lexer ahead = lexer;
  Token next = ahead.next();
  if (!next.startsLine || next.is(TokenKind::End))
    return false;
  uint32_t column = columnOf(begin), nextColumn = columnOf(next.range.begin);
  if (next.is(TokenKind::RightBrace) && nextColumn == column) {
    if (column > 0)
      return true;
    // What is in the op around may not be indented.
    note(StatementOrder::AsksDepth);
    return outline.statements[statement].parent == noStatement;
  }
  if (nextColumn <= column)
    return false;
  if (next.is(TokenKind::ValueName))
    return isResultList(ahead);
  if (next.is(TokenKind::String))
    return ahead.next().is(TokenKind::LeftParen);
  std::string_view name = spelling(next);
  bool holdsFunctions = nameOf(statement).ends_with("module");
  return next.is(TokenKind::BareIdentifier) &&
         (!name.ends_with(".func") || holdsFunctions) &&
         (name.find('.') != name.npos || ops.isBare(name));
}

/// Recovery: a function that starts inside a function, no further to the
/// right than that one, means that a `}` is missing before. Returns the frame
/// of the outer one.
std::optional<size_t> OutlineScanner::unclosedFunction(Token name) const {
  if (!name.startsLine || !name.is(TokenKind::BareIdentifier) ||
      !spelling(name).ends_with(".func"))
    return std::nullopt;
  note(StatementOrder::AsksFunctions);
  for (size_t i = 1; i < frames.size(); ++i) {
    if (frames[i].kind != Frame::Statement)
      continue;
    uint32_t outer = frames[i].statement;
    if (nameOf(outer) == spelling(name) &&
        columnOf(name.range.begin) <=
            columnOf(outline.statements[outer].range.begin))
      return i;
  }
  return std::nullopt;
}
