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
  Former former{outline.begin(id), node.size, {names.begin(), names.end()}, {}};
  outline.namePool.release(node.firstName, node.nameCount);
  node.nameCount = 0;
  if (node.body != Outline::noBody) {
    former.regions = std::move(outline.bodies[node.body]);
    outline.bodies[node.body].clear();
    outline.unusedBodies.push_back(node.body);
    node.body = Outline::noBody;
  }
  formers.emplace(id, std::move(former));
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
  for (StatementId id : toBuild)
    outline.scopes.remove(outline, id);
  for (StatementId id : toBuild)
    takeOut(id);
}

//===----------------------------------------------------------------------===//
// In with the new
//===----------------------------------------------------------------------===//

void OutlineEditor::insertNew() {
  if (nodes.empty()) {
    nodes.reserve(count() + count() / 8);
    outline.namePool.reserve(found.names.size() + found.names.size() / 8);
  }
  for (uint32_t i = depth(); i < count(); ++i)
    if (ids[i] == noStatement) {
      ids[i] = allocate();
      change.added.push_back(ids[i]);
    }
  place();
  build();
  for (uint32_t i = 0; i < count(); ++i)
    if (isScanned(i))
      outline.scopes.add(outline, ids[i]);
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
// Statements from their parts before, in and behind the scan
//===----------------------------------------------------------------------===//

void OutlineEditor::build() {
  for (uint32_t i = 0; i < count(); ++i)
    if (isScanned(i))
      isAncestor(i) ? beginAncestor(i) : begin(i);
  addNames();
  addRegions();
  // From the inside out: what is open at the start is as long as what it nests.
  for (uint32_t i = count(); i-- > 0;)
    isScanned(i) ? finish(i) : shiftBehind(ids[i]);
}

void OutlineEditor::begin(uint32_t scanned) {
  const OutlineScan::Statement &now = found.statements[scanned];
  Node &node = nodes[ids[scanned]];
  node.kind = now.kind;
  node.size = now.range.size();
  node.nameBegin = now.nameBegin - now.range.begin.value;
  node.name = now.name;
  node.reach = now.reach - now.range.begin.value;
  makeRoom(scanned, 0);
  if (now.regionCount > 0)
    bodyOf(ids[scanned]).reserve(now.regionCount);
}

void OutlineEditor::beginAncestor(uint32_t scanned) {
  const Former &before = formers.find(ids[scanned])->second;
  uint32_t namesBefore = 0;
  while (namesBefore < before.names.size() &&
         before.begin + before.names[namesBefore].begin < from)
    ++namesBefore;
  makeRoom(scanned, namesBefore);
  for (uint32_t i = 0; i < namesBefore; ++i)
    addName(ids[scanned], before.names[i]);
  uint32_t open = found.regions[scanned].number;
  bodyOf(ids[scanned])
      .assign(before.regions.begin(), before.regions.begin() + open + 1);
}

/// For the names in front of the scan, in it, and behind it.
void OutlineEditor::makeRoom(uint32_t scanned, uint32_t namesBefore) {
  uint32_t count = namesBefore + found.statements[scanned].nameCount;
  if (isOpenAtEnd(scanned))
    count += static_cast<uint32_t>(namesBehind(scanned).size());
  nodes[ids[scanned]].firstName = outline.namePool.allocate(count);
}

void OutlineEditor::addName(StatementId id, const Outline::Name &name) {
  Node &node = nodes[id];
  outline.namePool.at(node.firstName + node.nameCount++) = name;
}

/// Of what is open at the end.
std::span<const Outline::Name>
OutlineEditor::namesBehind(uint32_t scanned) const {
  const Former &before = formers.find(ids[scanned])->second;
  auto behind = std::partition_point(
      before.names.begin(), before.names.end(), [&](const Outline::Name &name) {
        return before.begin + name.begin < syncBegin;
      });
  return {behind, before.names.end()};
}

std::vector<Outline::Region> &OutlineEditor::bodyOf(StatementId id) {
  uint32_t &body = nodes[id].body;
  if (body == Outline::noBody) {
    if (outline.unusedBodies.empty()) {
      body = static_cast<uint32_t>(outline.bodies.size());
      outline.bodies.emplace_back();
    } else {
      body = outline.unusedBodies.back();
      outline.unusedBodies.pop_back();
    }
  }
  return outline.bodies[body];
}

void OutlineEditor::addNames() {
  for (const OutlineScan::Name &name : found.names) {
    Outline::Name added;
    added.begin = name.range.begin.value - beginOf(name.statement).value;
    added.size = name.range.size();
    added.spelling = name.spelling;
    added.resultCount = name.resultCount;
    added.kind = name.kind;
    added.isDefinition = name.isDefinition;
    added.isNestedReference = name.isNestedReference;
    addName(ids[name.statement], added);
  }
}

void OutlineEditor::addRegions() {
  for (uint32_t i = 0; i < found.regions.size(); ++i) {
    const OutlineScan::Region &region = found.regions[i];
    // The first ones are those that the ancestors were in.
    if (isAncestor(i) && !isScanned(i))
      continue;
    std::vector<Outline::Region> &regions = bodyOf(ids[region.statement]);
    uint32_t begin = beginOf(region.statement).value;
    Outline::Opening opening = region.isDeeper    ? Outline::Opening::Other
                               : region.isInParen ? Outline::Opening::Paren
                                                  : Outline::Opening::Direct;
    if (!isAncestor(i))
      regions.push_back({region.inside.begin.value - begin, 0, false, opening});
    regions.back().end = region.inside.end.value - begin;
    regions.back().isClosed = region.isClosed;
  }
}

void OutlineEditor::finish(uint32_t scanned) {
  if (isOpenAtEnd(scanned))
    addBehind(scanned);
  else if (isAncestor(scanned))
    measureAncestor(scanned);
}

/// What the statement has behind the scan.
void OutlineEditor::addBehind(uint32_t scanned) {
  const Former &before = formers.find(ids[scanned])->second;
  uint32_t moved = before.begin.value + delta - beginOf(scanned).value;
  nodes[ids[scanned]].size = before.size + moved;
  for (Outline::Name name : namesBehind(scanned)) {
    name.begin += moved;
    addName(ids[scanned], name);
  }
  std::vector<Outline::Region> &regions = bodyOf(ids[scanned]);
  uint32_t open = openAtEnd.find(scanned)->second;
  regions.back().end = before.regions[open].end + moved;
  regions.back().isClosed = before.regions[open].isClosed;
  for (size_t i = open + 1; i < before.regions.size(); ++i) {
    Outline::Region region = before.regions[i];
    region.begin += moved;
    region.end += moved;
    regions.push_back(region);
  }
}

/// Where nothing of it is left behind the start, it ends with its last child.
void OutlineEditor::measureAncestor(uint32_t scanned) {
  Node &node = nodes[ids[scanned]];
  uint32_t begin = beginOf(scanned).value;
  node.size = bodyOf(ids[scanned]).back().begin;
  if (StatementId child = lastChild[scanned]; child != noStatement)
    node.size = outline.range(child).end.value - begin;
  if (ByteOffset end = found.statements[scanned].range.end; end.value != 0)
    node.size = std::max(node.size, end.value - begin);
}

/// Of an op that was open all the time only what is behind the edit moves.
void OutlineEditor::shiftBehind(StatementId id) {
  Node &node = nodes[id];
  uint32_t behind = edit.end.value - outline.begin(id).value;
  node.size += delta;
  std::vector<Outline::Region> &regions = bodyOf(id);
  for (auto region = regions.rbegin();
       region != regions.rend() && region->end >= behind; ++region) {
    region->end += delta;
    if (region->begin >= behind)
      region->begin += delta;
  }
  std::span<Outline::Name> names =
      outline.namePool.run(node.firstName, node.nameCount);
  for (auto name = names.rbegin();
       name != names.rend() && name->begin >= behind; ++name)
    name->begin += delta;
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
