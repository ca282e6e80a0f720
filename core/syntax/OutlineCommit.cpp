//===- OutlineCommit.cpp - From a scan to the tree ------------------------===//

#include "shapels/syntax/OutlineEditor.h"

#include <algorithm>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

void OutlineEditor::collectWindow() {
  if (sync != noStatement)
    syncBegin = outline.begin(sync);
  auto out = leftOut.begin();
  for (StatementId id = start; id != sync;) {
    if (out != leftOut.end() && id == out->first) {
      id = out++->end;
    } else {
      old.push_back(id);
      id = outline.next(id);
    }
  }
  for (const OutlineFrame &frame : found.open)
    if (found.isStopped && frame.kind == OutlineFrame::Region &&
        frame.statement != noStatement)
      openAtEnd.emplace(frame.statement, frame.number);
}

StatementId OutlineEditor::allocate() {
  if (!outline.unused.empty()) {
    StatementId id = outline.unused.back();
    outline.unused.pop_back();
    nodes[id] = Node();
    return id;
  }
  nodes.emplace_back();
  return static_cast<StatementId>(nodes.size() - 1);
}

/// Those that go on behind the scan are what they were.
void OutlineEditor::nameOpen() {
  StatementId around = sync == noStatement ? noStatement : outline.parent(sync);
  for (size_t frame = found.open.size(); frame-- > 1;)
    if (found.open[frame].kind == OutlineFrame::Region) {
      ids[found.open[frame].statement] = around;
      around = outline.parent(around);
    }
}

/// Whether the old statement may go on as the scanned one.
bool OutlineEditor::mayKeep(StatementId id, uint32_t scanned) const {
  const OutlineScan::Statement &now = found.statements[scanned];
  StatementId parent = parentOf(scanned);
  bool isInNew = now.parent != noStatement && parent == noStatement;
  return id != noStatement && !isInNew && outline.parent(id) == parent &&
         outline.regionIn(parent, id) == now.region && !kept.contains(id) &&
         outline.begin(id) >= outline.begin(start) &&
         (sync == noStatement || outline.begin(id) < syncBegin);
}

/// What was pasted in front of a statement does not take its handle.
bool OutlineEditor::isPastedInFront(uint32_t scanned) const {
  auto isAtEnd = [&](const OutlineScan::Statement &other) {
    return other.range.begin == newEnd;
  };
  return edit.empty() && newEnd != edit.begin &&
         beginOf(scanned) == edit.begin &&
         std::any_of(found.statements.begin() + scanned + 1,
                     found.statements.end(), isAtEnd);
}

void OutlineEditor::nameStatements() {
  ids.assign(count(), noStatement);
  std::copy(path.begin(), path.end(), ids.begin());
  if (found.isStopped)
    nameOpen();
  for (uint32_t i = depth(); i < count(); ++i)
    if (ids[i] != noStatement)
      kept.insert(ids[i]);
  for (uint32_t i = depth(); i < count() && !old.empty(); ++i) {
    StatementId id = before(found.statements[i]);
    if (ids[i] == noStatement && mayKeep(id, i) && !isPastedInFront(i)) {
      ids[i] = id;
      kept.insert(id);
    }
  }
  for (StatementId id : old)
    if (!kept.contains(id))
      change.removed.push_back(id);
}

//===----------------------------------------------------------------------===//
// Out with the old
//===----------------------------------------------------------------------===//

/// Leaves the node without its names and regions, to be built again.
void OutlineEditor::takeOut(StatementId id) {
  Node &node = nodes[id];
  std::span<const Outline::Name> names = outline.namesOf(id);
  std::span<const Outline::Region> regions = outline.regionsOf(id);
  formers.emplace(id, Former{outline.begin(id),
                             node.size,
                             {names.begin(), names.end()},
                             {regions.begin(), regions.end()}});
  outline.namePool.release(node.firstName, node.nameCount);
  outline.regionPool.release(node.firstRegion, node.regionCount);
  node.nameCount = node.regionCount = 0;
}

void OutlineEditor::removeOld() {
  if (!leftOut.empty())
    outline.scopes.forget();
  // Of what is open at the start, what stays of its children.
  lastChild.assign(path.begin(), path.end());
  if (!path.empty()) {
    lastChild.erase(lastChild.begin());
    lastChild.push_back(outline.previousSibling(start));
  }
  std::vector<StatementId> toBuild = old;
  for (uint32_t i = 0; i < depth(); ++i)
    if (isScanned(i))
      toBuild.push_back(path[i]);
  if (Scopes *scopes = outline.scopes.known())
    for (StatementId id : toBuild)
      scopes->remove(outline, id);
  for (StatementId id : toBuild)
    takeOut(id);
}

//===----------------------------------------------------------------------===//
// In with the new
//===----------------------------------------------------------------------===//

void OutlineEditor::insertNew() {
  for (uint32_t i = depth(); i < count(); ++i)
    if (ids[i] == noStatement) {
      ids[i] = allocate();
      change.added.push_back(ids[i]);
    }
  place();
  build();
  if (Scopes *scopes = outline.scopes.known())
    for (uint32_t i = 0; i < count(); ++i)
      if (isScanned(i))
        scopes->add(outline, ids[i]);
  outline.unused.insert(outline.unused.end(), change.removed.begin(),
                        change.removed.end());
}

/// Puts what was scanned in the place of what was there, around what was left
/// out.
void OutlineEditor::place() {
  std::vector<uint32_t> depths(count());
  std::vector<StatementOrder::Entry> entries;
  entries.reserve(count());
  auto noteChild = [&](uint32_t parent, StatementId child) {
    if (parent < depth())
      lastChild[parent] = child;
  };
  StatementId from = start;
  uint32_t next = depth();
  auto moved = static_cast<int32_t>(delta);
  auto replaceUntil = [&](uint32_t last, StatementId end) {
    entries.clear();
    for (; next < last; ++next) {
      const OutlineScan::Statement &now = found.statements[next];
      depths[next] = now.parent == noStatement ? 0 : depths[now.parent] + 1;
      entries.push_back({ids[next], now.range.begin, depths[next], now.marks});
      noteChild(now.parent, ids[next]);
    }
    outline.order.replace(from, end, entries, std::exchange(moved, 0));
  };
  for (uint32_t i = 0; i < depth(); ++i) {
    depths[i] = i;
    outline.order.addMarks(path[i], found.statements[i].marks);
  }
  for (auto [open, region] : openAtEnd)
    found.statements[open].marks |= outline.order.marks(ids[open]);
  for (size_t i = 0; i < leftOut.size(); ++i) {
    const auto &[first, last, end, parent] = leftOut[i];
    uint32_t now = found.skips[i].parent;
    replaceUntil(found.skips[i].count, first);
    outline.order.nest(first, end, parent,
                       now == noStatement ? noStatement : ids[now]);
    noteChild(now, last);
    change.moved.push_back({first, last});
    from = end;
  }
  replaceUntil(count(), sync);
  outline.order.settle();
}

//===----------------------------------------------------------------------===//
// What changed
//===----------------------------------------------------------------------===//

/// The part of a statement's own text that is in front of its region `number`,
/// or behind the last one.
template <typename Regions>
static ByteRange ownPart(const Regions &regions, ByteOffset begin,
                         uint32_t size, size_t number) {
  uint32_t from = number == 0 ? 0 : regions[number - 1].end;
  uint32_t to =
      number < regions.size() ? regions[number].begin : std::max(size, from);
  return {begin + from, begin + to};
}

/// Whether a statement's own text is where it was, or was moved as a whole.
bool OutlineEditor::isUnchanged(StatementId id) const {
  const Former &before = formers.find(id)->second;
  auto now = outline.regionsOf(id);
  if (before.regions.size() != now.size())
    return false;
  for (size_t i = 0; i <= now.size(); ++i)
    if (!isUnchanged(ownPart(before.regions, before.begin, before.size, i),
                     ownPart(now, outline.begin(id), nodes[id].size, i)))
      return false;
  return true;
}

bool OutlineEditor::isUnchanged(ByteRange before, ByteRange now) const {
  return (before.end <= edit.begin && now == before) ||
         (before.begin >= edit.end && now == before.shifted(delta));
}

void OutlineEditor::noteChanges() {
  for (uint32_t i = 0; i < count() && !formers.empty(); ++i)
    if (isAncestor(i) ? isScanned(i) : kept.contains(ids[i]))
      if (!isUnchanged(ids[i]))
        change.changed.push_back(ids[i]);
}

/// No statement has looked less far than one before it.
void OutlineEditor::spreadReach() {
  uint32_t far =
      last == noStatement ? 0 : outline.begin(last).value + nodes[last].reach;
  auto raise = [&](StatementId id) {
    uint32_t begin = outline.begin(id).value;
    if (begin + nodes[id].reach >= far) {
      far = begin + nodes[id].reach;
      return false;
    }
    nodes[id].reach = far - begin;
    return true;
  };
  auto raiseFrom = [&](StatementId id, StatementId end) {
    while (id != end && raise(id))
      id = outline.next(id);
  };
  uint32_t next = depth();
  auto raiseUntil = [&](uint32_t last) {
    for (; next < last; ++next)
      raise(ids[next]);
  };
  if (last != noStatement && found.reachBefore > far) {
    far = found.reachBefore;
    nodes[last].reach = far - outline.begin(last).value;
  }
  for (size_t i = 0; i < leftOut.size(); ++i) {
    raiseUntil(found.skips[i].count);
    StatementId end = outline.behind(leftOut[i].last);
    raiseFrom(leftOut[i].first, end);
    far = std::max(far, found.skips[i].reach);
    raise(end == noStatement ? outline.order.last() : outline.previous(end));
  }
  raiseUntil(count());
  raiseFrom(sync, noStatement);
}
