//===- OutlineRescan.cpp - What an edit makes to be scanned again ---------===//

#include "core/syntax/OutlineRescan.h"

#include <algorithm>

using namespace shapels;

/// How much behind an edit is looked at first.
static constexpr uint32_t firstWindow = 2048;

/// So many statements are not scanned again where they are only nested
/// elsewhere.
static constexpr size_t leastLeftOut = 256;

Rescan OutlineRescan::run() {
  findStart();
  uint32_t size =
      outline.first() == noStatement ? edit.text.size() : firstWindow;
  do {
    result.found = scanBy(size);
    size = size < edit.text.size() / 16 ? size * 16 : edit.text.size();
  } while (!result.found.isComplete);
  return std::move(result);
}

/// Whether to find the statement takes the tokens around its start.
bool OutlineRescan::asksAhead(StatementId id) const {
  return id != noStatement &&
         (tables.order.marks(id) & StatementOrder::AsksAhead);
}

/// Statements before which the scanner had not looked as far as the edit are
/// as they were.
void OutlineRescan::findStart() {
  result.last = tables.order.lastUntil(edit.range.begin);
  while (result.last != noStatement &&
         (outline.begin(result.last) + tables.nodes[result.last].reach >
              edit.range.begin ||
          asksAhead(outline.next(result.last))))
    result.last = outline.previous(result.last);
  result.start =
      result.last == noStatement ? outline.first() : outline.next(result.last);
  // Where brackets are open between a statement and its region, the scan
  // starts at that statement.
  StatementId parent = noStatement;
  for (StatementId id = result.start; id != noStatement; id = parent) {
    parent = outline.parent(id);
    if (parent != noStatement &&
        tables.regionsOf(parent)[tables.regionIn(parent, id)].opening ==
            OutlineRegion::Opening::Other)
      result.start = parent;
  }
  if (result.start == noStatement || result.last == noStatement)
    return;
  result.last = outline.previous(result.start);
  result.from =
      result.last == noStatement ? ByteOffset{0} : outline.begin(result.start);
  for (StatementId id = outline.parent(result.start); id != noStatement;
       id = outline.parent(id))
    result.path.push_back(id);
  std::reverse(result.path.begin(), result.path.end());
}

OutlineScanner::Ancestor OutlineRescan::ancestor(size_t depth) const {
  StatementId id = result.path[depth];
  StatementId child =
      depth + 1 < result.path.size() ? result.path[depth + 1] : result.start;
  uint32_t region = tables.regionIn(id, child);
  return {tables.nodes[id].kind,
          tables.nodes[id].name,
          outline.begin(id),
          outline.nameBegin(id),
          region,
          tables.regionsOf(id)[region].opening ==
              OutlineRegion::Opening::Paren};
}

OutlineScan OutlineRescan::scanBy(uint32_t windowSize) {
  std::vector<OutlineScanner::Ancestor> ancestors;
  for (size_t i = 0; i < result.path.size(); ++i)
    ancestors.push_back(ancestor(i));
  result.sync = noStatement;
  result.leftOut.clear();
  noneBefore = {};
  OutlineScanner::Decide decide;
  if (outline.first() != noStatement)
    decide = [this](ByteOffset at, const OutlineScan &scan,
                    const Frames &frames) {
      return this->decide(at, scan, frames);
    };
  uint32_t rest = edit.text.size() - edit.newEnd.value;
  return OutlineScanner(edit.text, result.from, outline.opTable(), spellings,
                        ancestors)
      .scan(edit.newEnd + std::min(rest, windowSize), windowSize, decide);
}

OutlineScanner::Decision OutlineRescan::decide(ByteOffset at,
                                               const OutlineScan &scan,
                                               const Frames &frames) {
  using Decision = OutlineScanner::Decision;
  if (at < edit.newEnd)
    return {};
  StatementId id = outline.statementStartingAt(at - edit.delta);
  // The one before is to know how far was looked.
  if (id == noStatement || asksAhead(id))
    return {};
  if (isAsBefore(id, scan, frames)) {
    result.sync = id;
    return {Decision::Stop, {}};
  }
  if (std::optional<ByteOffset> end = leaveOut(id, scan, frames))
    return {Decision::Skip, *end};
  return {};
}

/// Where many siblings end that begin with `first` and are as they were,
/// whatever nests them. Some were found as they were because they were, or were
/// not, at the top level; some because of the functions around them.
std::optional<ByteOffset> OutlineRescan::leaveOut(StatementId first,
                                                  const OutlineScan &scan,
                                                  const Frames &frames) {
  ByteOffset begin = outline.begin(first) + edit.delta;
  if (begin < noneBefore || edit.isOnLine(begin))
    return std::nullopt;
  StatementId parent = outline.parent(first);
  bool isSameLevel = (parent == noStatement) == (frames.size() == 1);
  uint8_t marks = StatementOrder::AsksParent;
  StatementId end = tables.order.behindUnmarked(
      first, isSameLevel ? marks : marks | StatementOrder::AsksDepth,
      hasSameFunctions(first, scan, frames) ? 0
                                            : StatementOrder::AsksFunctions);
  if (parent != noStatement) {
    uint32_t region = tables.regionIn(parent, first);
    StatementId behind = outline.firstFrom(
        outline.begin(parent) + tables.regionsOf(parent)[region].end);
    if (end == noStatement ||
        (behind != noStatement && outline.begin(behind) < outline.begin(end)))
      end = behind;
  }
  if (tables.order.count(first, end, leastLeftOut) < leastLeftOut) {
    noneBefore = end == noStatement ? ByteOffset{edit.text.size()}
                                    : outline.begin(end) + edit.delta;
    return std::nullopt;
  }
  StatementId last =
      end == noStatement ? tables.order.last() : outline.previous(end);
  uint32_t depth = tables.order.depth(first);
  if (tables.order.depth(last) > depth)
    last = tables.order.lastBefore(last, depth);
  result.leftOut.push_back({first, last, end, parent});
  return outline.range(last).end + edit.delta;
}

/// Whether the same functions are open around the old statement `id` as in the
/// scan, in the same columns.
bool OutlineRescan::hasSameFunctions(StatementId id, const OutlineScan &scan,
                                     const Frames &frames) const {
  std::vector<std::pair<ByteOffset, Spelling>> before, now;
  while ((id = outline.parent(id)) != noStatement)
    if (namesFunction(outline.opName(id))) {
      ByteOffset begin = outline.begin(id);
      if (begin > edit.range.begin && begin < edit.range.end)
        return false;
      begin = begin > edit.range.begin ? begin + edit.delta : begin;
      if (edit.isOnLine(begin))
        return false;
      before.insert(before.begin(), {begin, tables.nodes[id].name});
    }
  for (const OutlineFrame &frame : frames)
    if (frame.kind == OutlineFrame::Statement) {
      const OutlineScan::Statement &statement =
          scan.statements[frame.statement];
      if (namesFunction(tables.spellings.str(statement.name)))
        now.push_back({statement.range.begin, statement.name});
    }
  return before == now;
}

/// Whether the same is open around the old statement `id` as in the scan.
bool OutlineRescan::isAsBefore(StatementId id, const OutlineScan &scan,
                               const Frames &frames) const {
  // The columns, and which braces are in the same line, may be other ones.
  if (edit.isOnLine(outline.begin(id) + edit.delta))
    return false;
  size_t frame = frames.size() - 1;
  StatementId parent = noStatement;
  for (;; id = parent) {
    const OutlineFrame &region = frames[frame];
    parent = outline.parent(id);
    if (region.kind != OutlineFrame::Region)
      return false;
    if (region.statement == noStatement || parent == noStatement)
      return region.statement == parent;
    const OutlineScan::Region &scanned = scan.regions[region.region];
    bool isAncestor = result.isAncestor(region.statement);
    bool isInParen = frames[frame - 1].kind == OutlineFrame::Paren;
    uint32_t number = tables.regionIn(parent, id);
    OutlineRegion::Opening opening = tables.regionsOf(parent)[number].opening;
    if (opening == OutlineRegion::Opening::Missing)
      opening = OutlineRegion::Opening::Direct;
    const OutlineScan::Statement &statement = scan.statements[region.statement];
    if (region.number != number ||
        scanned.opening == OutlineRegion::Opening::Other ||
        opening != (isInParen ? OutlineRegion::Opening::Paren
                              : OutlineRegion::Opening::Direct) ||
        parent != (isAncestor ? result.path[region.statement]
                              : before(outline, edit, statement)) ||
        (!isAncestor && !hasSameRecovery(statement, parent)))
      return false;
    frame -= 2 + isInParen;
  }
}

/// Whether recovery goes by the name.
static bool tellsOfBraces(std::string_view opName) {
  return namesFunction(opName) || namesModule(opName);
}

/// What a brace means depends on the column of the statement that it is in, and
/// whether that is a function or holds functions; a function inside a function,
/// on the outer one's name and column.
bool OutlineRescan::hasSameRecovery(const OutlineScan::Statement &now,
                                    StatementId before) const {
  bool isNamedAsBefore = tables.nodes[before].name == now.name ||
                         (!tellsOfBraces(outline.opName(before)) &&
                          !tellsOfBraces(tables.spellings.str(now.name)));
  return isNamedAsBefore && !edit.isOnLine(now.range.begin);
}

StatementId OutlineRescan::before(const Outline &outline,
                                  const OutlineEdit &edit,
                                  const OutlineScan::Statement &now) {
  ByteOffset begin = now.range.begin;
  StatementId behind = begin == edit.newEnd && begin == edit.range.begin
                           ? outline.statementStartingAt(edit.range.end)
                           : noStatement;
  if (behind != noStatement && outline.kind(behind) == now.kind)
    return behind;
  if (begin > edit.range.begin) {
    if (begin < edit.newEnd)
      return noStatement;
    begin = begin - edit.delta;
  }
  StatementId id = outline.statementStartingAt(begin);
  return id != noStatement && outline.kind(id) == now.kind ? id : noStatement;
}
