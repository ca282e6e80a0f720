//===- ScanState.cpp ------------------------------------------------------===//

#include "core/syntax/ScanState.h"

#include <algorithm>
#include <utility>

using namespace shapels;

/// Of the statement that began last, or was left out last.
void ScanState::noteReach() {
  in.lexer.noteReach();
  if (!outline.skips.empty() &&
      outline.skips.back().count == outline.statements.size())
    outline.skips.back().reach = outline.reach;
  else if (outline.statements.size() > ancestorCount)
    outline.statements.back().reach = outline.reach;
  else
    outline.reachBefore = outline.reach;
}

/// That what is open around decides what becomes of the current token: of the
/// statement that may begin, and of the innermost that may end. Inside a region
/// nothing is at the top level, so that only functions matter there.
void ScanState::note(uint8_t mark) {
  bool isBetween = expectsStatement();
  if (isBetween)
    nextMarks |= mark;
  if (top().statement != noStatement &&
      (!isBetween || mark == StatementOrder::AsksFunctions))
    outline.statements[top().statement].marks |= mark;
}

/// That what all open statements are, and where they start, decides.
void ScanState::noteAround() {
  for (const Frame &frame : frames)
    if (frame.kind == Frame::Statement)
      outline.statements[frame.statement].marks |=
          StatementOrder::AsksParent | StatementOrder::AsksFunctions;
}

uint32_t ScanState::push(StatementKind kind, Token first, ByteRange name) {
  noteReach();
  auto id = static_cast<uint32_t>(outline.statements.size());
  OutlineScan::Statement &statement = append(outline.statements);
  statement.firstName = static_cast<uint32_t>(outline.names.size());
  statement.range = first.range;
  statement.nameBegin = name.begin.value;
  statement.name = name.empty() ? noName : intern(name);
  statement.parent = top().statement;
  statement.region = top().number;
  statement.kind = kind;
  statement.marks = std::exchange(nextMarks, 0);
  open(Frame::Statement, id);
  in.beforeEqual = {};
  return id;
}

/// Each value is put in its place: a copy of what was just written in parts
/// waits for them.
void ScanState::open(Frame::Kind kind, uint32_t statement, uint32_t number,
                     uint32_t region, bool isOfDialect) {
  Frame &frame = append(frames);
  frame.kind = kind;
  frame.statement = statement;
  frame.number = number;
  frame.region = region;
  frame.isOfDialect = isOfDialect;
}

void ScanState::openRegion(uint32_t statement, Token brace) {
  auto index = static_cast<uint32_t>(outline.regions.size());
  OutlineScan::Region &region = append(outline.regions);
  region.statement = statement;
  region.number = outline.statements[statement].regionCount++;
  region.inside = {brace.range.end, brace.range.end};
  if (top().kind == Frame::Paren)
    region.opening = frames[frames.size() - 2].kind == Frame::Statement
                         ? OutlineRegion::Opening::Paren
                         : OutlineRegion::Opening::Other;
  else if (top().kind != Frame::Statement)
    region.opening = OutlineRegion::Opening::Other;
  open(Frame::Region, statement, region.number, index);
}

/// Closes the innermost bracket of that kind in this statement, and what is
/// unclosed in it; a stray closing bracket is ignored.
void ScanState::closeBracket(Frame::Kind kind) {
  size_t open = frames.size() - 1;
  while (frames[open].kind == Frame::Angle ||
         (kind == Frame::Paren && frames[open].kind == Frame::Square))
    --open;
  if (frames[open].kind == kind)
    frames.resize(open);
}

/// Ends the innermost statement, whose frame is the last one, with the last
/// token that it is known to have.
void ScanState::closeStatement() {
  OutlineScan::Statement &statement = outline.statements[top().statement];
  frames.pop_back();
  statement.range.end = std::max(statement.range.end, in.previous.range.end);
  if (statement.parent != noStatement) {
    ByteOffset &parentEnd = outline.statements[statement.parent].range.end;
    parentEnd = std::max(parentEnd, statement.range.end);
  }
}

/// Ends the statement that the innermost region holds.
void ScanState::closeToRegion() {
  while (top().kind != Frame::Region) {
    if (top().kind == Frame::Statement)
      closeStatement();
    else
      frames.pop_back();
  }
}

/// Closes the innermost frames: the statements and, up to `end`, the regions
/// among them.
void ScanState::closeTo(size_t frameCount, ByteOffset end) {
  while (frames.size() > frameCount) {
    if (top().kind == Frame::Statement) {
      closeStatement();
      continue;
    }
    if (top().kind == Frame::Region)
      outline.regions[top().region].inside.end = end;
    frames.pop_back();
  }
}
