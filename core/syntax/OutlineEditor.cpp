//===- OutlineEditor.cpp - What an edit makes to be scanned again ---------===//

#include "shapels/syntax/OutlineEditor.h"

#include <algorithm>
#include <numeric>

using namespace shapels;

/// How much behind an edit is looked at first.
static constexpr uint32_t firstWindow = 2048;

/// So many statements are not scanned again where they are only nested
/// elsewhere.
static constexpr size_t leastLeftOut = 256;

OutlineChange OutlineEditor::apply() {
  if (nodes.empty()) {
    makeAll();
    change.added.resize(nodes.size());
    std::iota(change.added.begin(), change.added.end(), 0);
    return std::move(change);
  }
  findStart();
  scan();
  collectWindow();
  nameStatements();
  removeOld();
  insertNew();
  noteChanges();
  spreadReach();
  return std::move(change);
}

/// Whether to find the statement takes the tokens around its start.
bool OutlineEditor::asksAhead(StatementId id) const {
  return id != noStatement &&
         (outline.order.marks(id) & StatementOrder::AsksAhead);
}

/// Statements before which the scanner had not looked as far as the edit are
/// as they were.
void OutlineEditor::findStart() {
  last = outline.order.lastUntil(edit.begin);
  while (last != noStatement &&
         (outline.begin(last) + nodes[last].reach > edit.begin ||
          asksAhead(outline.next(last))))
    last = outline.previous(last);
  start = last == noStatement ? outline.first() : outline.next(last);
  // Where brackets are open between a statement and its region, the scan
  // starts at that statement.
  StatementId parent = noStatement;
  for (StatementId id = start; id != noStatement; id = parent) {
    parent = outline.parent(id);
    if (parent != noStatement &&
        outline.regionsOf(parent)[outline.regionIn(parent, id)].opening ==
            Outline::Opening::Other)
      start = parent;
  }
  if (start == noStatement || last == noStatement)
    return;
  last = outline.previous(start);
  from = last == noStatement ? ByteOffset{0} : outline.begin(start);
  for (StatementId id = outline.parent(start); id != noStatement;
       id = outline.parent(id))
    path.push_back(id);
  std::reverse(path.begin(), path.end());
}

OutlineScanner::Ancestor OutlineEditor::ancestor(size_t depth) const {
  StatementId id = path[depth];
  StatementId child = depth + 1 < path.size() ? path[depth + 1] : start;
  uint32_t region = outline.regionIn(id, child);
  return {nodes[id].name, outline.begin(id), region,
          outline.regionsOf(id)[region].opening == Outline::Opening::Paren};
}

void OutlineEditor::scan() {
  uint32_t size = outline.first() == noStatement ? text.size() : firstWindow;
  do {
    found = scanBy(size);
    size = size < text.size() / 16 ? size * 16 : text.size();
  } while (!found.isComplete);
}

OutlineScan OutlineEditor::scanBy(uint32_t windowSize) {
  std::vector<OutlineScanner::Ancestor> ancestors;
  for (size_t i = 0; i < path.size(); ++i)
    ancestors.push_back(ancestor(i));
  sync = noStatement;
  leftOut.clear();
  noneBefore = {};
  OutlineScanner::Decide decide;
  if (outline.first() != noStatement)
    decide = [this](ByteOffset at, const OutlineScan &scan,
                    const Frames &frames) {
      return this->decide(at, scan, frames);
    };
  uint32_t rest = text.size() - newEnd.value;
  return OutlineScanner(text, from, outline.ops, outline.spellings, ancestors)
      .scan(newEnd + std::min(rest, windowSize), windowSize, decide);
}

OutlineScanner::Decision OutlineEditor::decide(ByteOffset at,
                                               const OutlineScan &scan,
                                               const Frames &frames) {
  using Decision = OutlineScanner::Decision;
  if (at < newEnd)
    return {};
  StatementId id = outline.statementStartingAt(at - delta);
  // The one before is to know how far was looked.
  if (id == noStatement || asksAhead(id))
    return {};
  if (isAsBefore(id, scan, frames)) {
    sync = id;
    return {Decision::Stop, {}};
  }
  if (std::optional<ByteOffset> end = leaveOut(id, scan, frames))
    return {Decision::Skip, *end};
  return {};
}

/// Where many siblings end that begin with `first` and are as they were,
/// whatever nests them. Some were found as they were because they were, or were
/// not, at the top level; some because of the functions around them.
std::optional<ByteOffset> OutlineEditor::leaveOut(StatementId first,
                                                  const OutlineScan &scan,
                                                  const Frames &frames) {
  ByteOffset begin = outline.begin(first) + delta;
  if (begin < noneBefore || isOnLineOfEdit(begin))
    return std::nullopt;
  StatementId parent = outline.parent(first);
  bool isSameLevel = (parent == noStatement) == (frames.size() == 1);
  uint8_t marks = StatementOrder::AsksParent;
  StatementId end = outline.order.behindUnmarked(
      first, isSameLevel ? marks : marks | StatementOrder::AsksDepth,
      hasSameFunctions(first, scan, frames) ? 0
                                            : StatementOrder::AsksFunctions);
  if (parent != noStatement) {
    uint32_t region = outline.regionIn(parent, first);
    StatementId behind = outline.firstFrom(
        outline.begin(parent) + outline.regionsOf(parent)[region].end);
    if (end == noStatement ||
        (behind != noStatement && outline.begin(behind) < outline.begin(end)))
      end = behind;
  }
  if (outline.order.count(first, end, leastLeftOut) < leastLeftOut) {
    noneBefore = end == noStatement ? ByteOffset{text.size()}
                                    : outline.begin(end) + delta;
    return std::nullopt;
  }
  StatementId last =
      end == noStatement ? outline.order.last() : outline.previous(end);
  uint32_t depth = outline.order.depth(first);
  if (outline.order.depth(last) > depth)
    last = outline.order.lastBefore(last, depth);
  leftOut.push_back({first, last, end, parent});
  return outline.range(last).end + delta;
}

/// Whether the same functions are open around the old statement `id` as in the
/// scan, in the same columns.
bool OutlineEditor::hasSameFunctions(StatementId id, const OutlineScan &scan,
                                     const Frames &frames) const {
  std::vector<std::pair<ByteOffset, Spelling>> before, now;
  while ((id = outline.parent(id)) != noStatement)
    if (isFunction(id)) {
      ByteOffset begin = outline.begin(id);
      if (begin > edit.begin && begin < edit.end)
        return false;
      begin = begin > edit.begin ? begin + delta : begin;
      if (isOnLineOfEdit(begin))
        return false;
      before.insert(before.begin(), {begin, nodes[id].name});
    }
  for (const OutlineFrame &frame : frames)
    if (frame.kind == OutlineFrame::Statement) {
      const OutlineScan::Statement &statement =
          scan.statements[frame.statement];
      if (namesFunction(outline.spellings.str(statement.name)))
        now.push_back({statement.range.begin, statement.name});
    }
  return before == now;
}

/// Whether the same is open around the old statement `id` as in the scan.
bool OutlineEditor::isAsBefore(StatementId id, const OutlineScan &scan,
                               const Frames &frames) const {
  // The columns, and which braces are in the same line, may be other ones.
  if (isOnLineOfEdit(outline.begin(id) + delta))
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
    bool isAncestor = region.statement < depth();
    bool isInParen = frames[frame - 1].kind == OutlineFrame::Paren;
    uint32_t number = outline.regionIn(parent, id);
    Outline::Opening opening = outline.regionsOf(parent)[number].opening;
    if (opening == Outline::Opening::Missing)
      opening = Outline::Opening::Direct;
    const OutlineScan::Statement &statement = scan.statements[region.statement];
    if (region.number != number || scanned.opening == Outline::Opening::Other ||
        opening !=
            (isInParen ? Outline::Opening::Paren : Outline::Opening::Direct) ||
        parent != (isAncestor ? path[region.statement] : before(statement)) ||
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
bool OutlineEditor::hasSameRecovery(const OutlineScan::Statement &now,
                                    StatementId before) const {
  bool isNamedAsBefore = nodes[before].name == now.name ||
                         (!tellsOfBraces(outline.opName(before)) &&
                          !tellsOfBraces(outline.spellings.str(now.name)));
  return isNamedAsBefore && !isOnLineOfEdit(now.range.begin);
}

/// Behind the edit.
bool OutlineEditor::isOnLineOfEdit(ByteOffset offset) const {
  return offset >= newEnd && text.lineStart(offset) <= newEnd;
}

/// The old statement that starts where a scanned one does. Of what was deleted
/// in front of a statement it does not take the handle.
StatementId OutlineEditor::before(const OutlineScan::Statement &now) const {
  ByteOffset begin = now.range.begin;
  StatementId behind = begin == newEnd && begin == edit.begin
                           ? outline.statementStartingAt(edit.end)
                           : noStatement;
  if (behind != noStatement && nodes[behind].kind == now.kind)
    return behind;
  if (begin > edit.begin) {
    if (begin < newEnd)
      return noStatement;
    begin = begin - delta;
  }
  StatementId id = outline.statementStartingAt(begin);
  return id != noStatement && nodes[id].kind == now.kind ? id : noStatement;
}
