//===- OutlineEditor.cpp - What an edit makes to be scanned again ---------===//

#include "shapels/syntax/OutlineEditor.h"

#include <algorithm>

using namespace shapels;

/// How much behind an edit is looked at first.
static constexpr uint32_t firstWindow = 2048;

OutlineChange OutlineEditor::apply() {
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

/// Statements before which the scanner had not looked as far as the edit are
/// as they were.
void OutlineEditor::findStart() {
  last = outline.order.lastUntil(edit.begin);
  while (last != noStatement &&
         outline.begin(last) + nodes[last].reach > edit.begin)
    last = outline.previous(last);
  start = last == noStatement ? outline.first() : outline.next(last);
  // Where brackets are open between a statement and its region, the scan
  // starts at that statement.
  for (StatementId id = start; id != noStatement; id = nodes[id].parent)
    if (StatementId parent = nodes[id].parent;
        parent != noStatement &&
        nodes[parent].regions[nodes[id].region].opening ==
            Outline::Opening::Other)
      start = parent;
  if (start == noStatement || last == noStatement)
    return;
  last = outline.previous(start);
  from = last == noStatement ? ByteOffset{0} : outline.begin(start);
  for (StatementId id = nodes[start].parent; id != noStatement;
       id = nodes[id].parent)
    path.insert(path.begin(), id);
}

OutlineScanner::Ancestor OutlineEditor::ancestor(size_t depth) const {
  StatementId id = path[depth];
  StatementId child = depth + 1 < path.size() ? path[depth + 1] : start;
  const Node &node = nodes[id];
  ByteOffset begin = outline.begin(id);
  return {std::string(outline.spellings.str(node.name)),
          begin.value - text.lineStart(begin).value, nodes[child].region,
          node.regions[nodes[child].region].opening == Outline::Opening::Paren};
}

void OutlineEditor::scan() {
  uint32_t size = firstWindow;
  if (outline.first() == noStatement)
    size = text.size();
  for (;; size *= 16) {
    uint32_t end =
        text.size() - newEnd.value > size ? newEnd.value + size : text.size();
    found = scanUntil(end);
    bool isWhole = end == text.size();
    if (isWhole || (found.isStopped && found.reach <= window.size()))
      return;
  }
}

OutlineScan OutlineEditor::scanUntil(uint32_t end) {
  windowBegin = from.value == 0 ? ByteOffset{0} : text.lineStart(from);
  window = text.slice({windowBegin, {end}});
  // A token starts a line if only blanks are before it.
  uint32_t begin = from.value - windowBegin.value;
  if (window.substr(0, begin).find_first_not_of(" \t\n\r") == window.npos)
    begin = 0;
  std::vector<OutlineScanner::Ancestor> ancestors;
  for (size_t i = 0; i < path.size(); ++i)
    ancestors.push_back(ancestor(i));
  auto stop = [&](ByteOffset offset, const OutlineScan &scan,
                  const Frames &frames) {
    ByteOffset at = absolute(offset);
    if (at < newEnd || outline.first() == noStatement)
      return false;
    sync = outline.statementStartingAt(at - delta);
    return sync != noStatement && isAsBefore(sync, scan, frames);
  };
  OutlineScan result =
      OutlineScanner(window, {begin}, outline.ops, std::move(ancestors), stop)
          .scan();
  if (!result.isStopped)
    sync = noStatement;
  return result;
}

/// Whether the same is open around the old statement `id` as in the scan.
bool OutlineEditor::isAsBefore(StatementId id, const OutlineScan &scan,
                               const Frames &frames) const {
  if (isOnLineOfEdit(outline.begin(id) + delta) &&
      outline.spellings.str(nodes[id].name).ends_with(".func"))
    return false;
  size_t frame = frames.size() - 1;
  for (;; id = nodes[id].parent) {
    const OutlineFrame &region = frames[frame];
    StatementId parent = nodes[id].parent;
    if (region.kind != OutlineFrame::Region)
      return false;
    if (region.statement == noStatement || parent == noStatement)
      return region.statement == parent;
    const OutlineScan::Region &scanned = scan.regions[region.region];
    bool isAncestor = region.statement < depth();
    bool isInParen = frames[frame - 1].kind == OutlineFrame::Paren;
    Outline::Opening opening = nodes[parent].regions[nodes[id].region].opening;
    const OutlineScan::Statement &statement = scan.statements[region.statement];
    if (region.number != nodes[id].region || scanned.isDeeper ||
        opening !=
            (isInParen ? Outline::Opening::Paren : Outline::Opening::Direct) ||
        parent != (isAncestor ? path[region.statement] : before(statement)) ||
        (!isAncestor && !hasSameRecovery(statement, parent)))
      return false;
    frame -= 2 + isInParen;
  }
}

/// What a function inside a function means depends on the outer one's name
/// and column.
bool OutlineEditor::hasSameRecovery(const OutlineScan::Statement &now,
                                    StatementId before) const {
  std::string_view name = outline.spellings.str(nodes[before].name);
  if (!name.ends_with(".func") && !spelling(now.name).ends_with(".func"))
    return true;
  return name == spelling(now.name) &&
         !isOnLineOfEdit(absolute(now.range.begin));
}

/// Behind the edit.
bool OutlineEditor::isOnLineOfEdit(ByteOffset offset) const {
  return offset >= newEnd && text.lineStart(offset) <= newEnd;
}

/// The old statement that starts where a scanned one does.
StatementId OutlineEditor::before(const OutlineScan::Statement &now) const {
  ByteOffset begin = absolute(now.range.begin);
  if (begin > edit.begin) {
    if (begin < newEnd)
      return noStatement;
    begin = begin - delta;
  }
  StatementId id = outline.statementStartingAt(begin);
  return id != noStatement && nodes[id].kind == now.kind ? id : noStatement;
}
