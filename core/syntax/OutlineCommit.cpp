//===- OutlineCommit.cpp - From a scan to the tree ------------------------===//

#include "core/syntax/OutlineCommit.h"
#include "core/syntax/OutlineBuild.h"

#include <algorithm>

using namespace shapels;

OutlineChange OutlineCommit::run() {
  collectWindow();
  nameStatements();
  removeOld();
  insertNew();
  noteChanges();
  spreadReach();
  return std::move(change);
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

void OutlineCommit::collectWindow() {
  if (scan.sync != noStatement)
    placed.syncBegin = outline.begin(scan.sync);
  auto out = scan.leftOut.begin();
  for (StatementId id = scan.start; id != scan.sync;) {
    if (out != scan.leftOut.end() && id == out->first) {
      id = out++->end;
    } else {
      old.push_back(id);
      id = outline.next(id);
    }
  }
  for (const OutlineFrame &frame : scan.found.open)
    if (scan.found.isStopped && frame.kind == OutlineFrame::Region &&
        frame.statement != noStatement)
      placed.openAtEnd.emplace(frame.statement, frame.number);
}

StatementId OutlineCommit::allocate() {
  if (!tables.unused.empty()) {
    StatementId id = tables.unused.back();
    tables.unused.pop_back();
    tables.nodes[id] = OutlineNode();
    return id;
  }
  tables.nodes.emplace_back();
  return static_cast<StatementId>(tables.nodes.size() - 1);
}

/// Those that go on behind the scan are what they were.
void OutlineCommit::nameOpen() {
  StatementId around =
      scan.sync == noStatement ? noStatement : outline.parent(scan.sync);
  for (size_t frame = scan.found.open.size(); frame-- > 1;)
    if (scan.found.open[frame].kind == OutlineFrame::Region) {
      placed.ids[scan.found.open[frame].statement] = around;
      around = outline.parent(around);
    }
}

/// Whether the old statement may go on as the scanned one.
bool OutlineCommit::mayKeep(StatementId id, uint32_t scanned) const {
  const OutlineScan::Statement &now = scan.found.statements[scanned];
  StatementId parent = placed.parentOf(scanned);
  bool isInNew = now.parent != noStatement && parent == noStatement;
  return id != noStatement && !isInNew && outline.parent(id) == parent &&
         tables.regionIn(parent, id) == now.region && !kept.contains(id) &&
         outline.begin(id) >= outline.begin(scan.start) &&
         (scan.sync == noStatement || outline.begin(id) < placed.syncBegin);
}

/// What was pasted in front of a statement does not take its handle.
bool OutlineCommit::isPastedInFront(uint32_t scanned) const {
  auto isAtEnd = [&](const OutlineScan::Statement &other) {
    return other.range.begin == edit.newEnd;
  };
  return edit.range.empty() && edit.newEnd != edit.range.begin &&
         placed.beginOf(outline, scanned) == edit.range.begin &&
         std::any_of(scan.found.statements.begin() + scanned + 1,
                     scan.found.statements.end(), isAtEnd);
}

/// The first name that one of these defines, other than a symbol's.
static std::optional<Spelling> definedBy(std::span<const OutlineName> names) {
  for (const OutlineName &name : names)
    if (name.isDefinition && name.kind != NameKind::Symbol)
      return name.spelling;
  return std::nullopt;
}

/// Of the statements in the text that was replaced, by what they defined.
std::unordered_map<Spelling, StatementId> OutlineCommit::replaced() const {
  std::unordered_map<Spelling, StatementId> definers;
  for (StatementId id : old)
    if (ByteOffset begin = outline.begin(id);
        begin > edit.range.begin && begin < edit.range.end)
      if (std::optional<Spelling> name = definedBy(tables.namesOf(id)))
        definers.try_emplace(*name, id);
  return definers;
}

/// The old statement that the scanned one continues: the one in its place, or
/// where that was replaced the one that defined what this does.
StatementId OutlineCommit::before(
    uint32_t scanned,
    const std::unordered_map<Spelling, StatementId> &definers) const {
  const OutlineScan::Statement &now = scan.found.statements[scanned];
  StatementId id = OutlineRescan::before(outline, edit, now);
  std::optional<Spelling> name = definedBy(scan.found.namesOf(scanned));
  auto found =
      id == noStatement && name ? definers.find(*name) : definers.end();
  if (found == definers.end() || outline.kind(found->second) != now.kind)
    return id;
  return found->second;
}

void OutlineCommit::nameStatements() {
  placed.ids.assign(scan.count(), noStatement);
  std::copy(scan.path.begin(), scan.path.end(), placed.ids.begin());
  if (scan.found.isStopped)
    nameOpen();
  for (uint32_t i = scan.depth(); i < scan.count(); ++i)
    if (placed.ids[i] != noStatement)
      kept.insert(placed.ids[i]);
  std::unordered_map<Spelling, StatementId> definers = replaced();
  for (uint32_t i = scan.depth(); i < scan.count() && !old.empty(); ++i) {
    StatementId id = before(i, definers);
    if (placed.ids[i] == noStatement && mayKeep(id, i) && !isPastedInFront(i)) {
      placed.ids[i] = id;
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
void OutlineCommit::takeOut(StatementId id) {
  OutlineNode &node = tables.nodes[id];
  std::span<const OutlineName> names = tables.namesOf(id);
  std::span<const OutlineRegion> regions = tables.regionsOf(id);
  placed.formers.emplace(
      id, OutlinePlaced::Former{outline.begin(id),
                                node.size,
                                {names.begin(), names.end()},
                                {regions.begin(), regions.end()}});
  tables.namePool.release(node.firstName, node.nameCount);
  tables.regionPool.release(node.firstRegion, node.regionCount);
  node.nameCount = node.regionCount = 0;
}

void OutlineCommit::removeOld() {
  if (!scan.leftOut.empty())
    scopes.forget();
  // Of what is open at the start, what stays of its children.
  placed.lastChild.assign(scan.path.begin(), scan.path.end());
  if (!scan.path.empty()) {
    placed.lastChild.erase(placed.lastChild.begin());
    placed.lastChild.push_back(outline.previousSibling(scan.start));
  }
  std::vector<StatementId> toBuild = old;
  for (uint32_t i = 0; i < scan.depth(); ++i)
    if (placed.isScanned(i))
      toBuild.push_back(scan.path[i]);
  if (Scopes *known = scopes.known())
    for (StatementId id : toBuild)
      known->remove(outline, id);
  for (StatementId id : toBuild)
    takeOut(id);
}

//===----------------------------------------------------------------------===//
// In with the new
//===----------------------------------------------------------------------===//

void OutlineCommit::insertNew() {
  for (uint32_t i = scan.depth(); i < scan.count(); ++i)
    if (placed.ids[i] == noStatement) {
      placed.ids[i] = allocate();
      change.added.push_back(placed.ids[i]);
    }
  place();
  OutlineBuild(outline, tables, edit, placed).run();
  if (Scopes *known = scopes.known())
    for (uint32_t i = 0; i < scan.count(); ++i)
      if (placed.isScanned(i))
        known->add(outline, placed.ids[i]);
  tables.unused.insert(tables.unused.end(), change.removed.begin(),
                       change.removed.end());
}

/// Puts what was scanned in the place of what was there, around what was left
/// out.
void OutlineCommit::place() {
  std::vector<uint32_t> depths(scan.count());
  std::vector<StatementOrder::Entry> entries;
  entries.reserve(scan.count());
  auto noteChild = [&](uint32_t parent, StatementId child) {
    if (parent < scan.depth())
      placed.lastChild[parent] = child;
  };
  StatementId from = scan.start;
  uint32_t next = scan.depth();
  auto moved = static_cast<int32_t>(edit.delta);
  auto replaceUntil = [&](uint32_t last, StatementId end) {
    entries.clear();
    for (; next < last; ++next) {
      const OutlineScan::Statement &now = scan.found.statements[next];
      depths[next] = now.parent == noStatement ? 0 : depths[now.parent] + 1;
      entries.push_back(
          {placed.ids[next], now.range.begin, depths[next], now.marks});
      noteChild(now.parent, placed.ids[next]);
    }
    tables.order.replace(from, end, entries, std::exchange(moved, 0));
  };
  for (uint32_t i = 0; i < scan.depth(); ++i) {
    depths[i] = i;
    tables.order.addMarks(scan.path[i], scan.found.statements[i].marks);
  }
  for (auto [open, region] : placed.openAtEnd)
    scan.found.statements[open].marks |= tables.order.marks(placed.ids[open]);
  for (size_t i = 0; i < scan.leftOut.size(); ++i) {
    const auto &[first, last, end, parent] = scan.leftOut[i];
    uint32_t now = scan.found.skips[i].parent;
    replaceUntil(scan.found.skips[i].count, first);
    tables.order.nest(first, end, parent,
                      now == noStatement ? noStatement : placed.ids[now]);
    noteChild(now, last);
    change.moved.push_back({first, last});
    from = end;
  }
  replaceUntil(scan.count(), scan.sync);
  tables.order.settle();
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
bool OutlineCommit::isUnchanged(StatementId id) const {
  const OutlinePlaced::Former &before = placed.formers.find(id)->second;
  auto now = tables.regionsOf(id);
  if (before.regions.size() != now.size())
    return false;
  for (size_t i = 0; i <= now.size(); ++i)
    if (!isUnchanged(ownPart(before.regions, before.begin, before.size, i),
                     ownPart(now, outline.begin(id), tables.nodes[id].size, i)))
      return false;
  return true;
}

bool OutlineCommit::isUnchanged(ByteRange before, ByteRange now) const {
  return (before.end <= edit.range.begin && now == before) ||
         (before.begin >= edit.range.end && now == before.shifted(edit.delta));
}

void OutlineCommit::noteChanges() {
  for (uint32_t i = 0; i < scan.count() && !placed.formers.empty(); ++i)
    if (scan.isAncestor(i) ? placed.isScanned(i) : kept.contains(placed.ids[i]))
      if (!isUnchanged(placed.ids[i]))
        change.changed.push_back(placed.ids[i]);
}

/// No statement has looked less far than one before it.
void OutlineCommit::spreadReach() {
  uint32_t far = scan.last == noStatement ? 0
                                          : outline.begin(scan.last).value +
                                                tables.nodes[scan.last].reach;
  auto raise = [&](StatementId id) {
    uint32_t begin = outline.begin(id).value;
    if (begin + tables.nodes[id].reach >= far) {
      far = begin + tables.nodes[id].reach;
      return false;
    }
    tables.nodes[id].reach = far - begin;
    return true;
  };
  auto raiseFrom = [&](StatementId id, StatementId end) {
    while (id != end && raise(id))
      id = outline.next(id);
  };
  uint32_t next = scan.depth();
  auto raiseUntil = [&](uint32_t behind) {
    for (; next < behind; ++next)
      raise(placed.ids[next]);
  };
  if (scan.last != noStatement && scan.found.reachBefore > far) {
    far = scan.found.reachBefore;
    tables.nodes[scan.last].reach = far - outline.begin(scan.last).value;
  }
  for (size_t i = 0; i < scan.leftOut.size(); ++i) {
    raiseUntil(scan.found.skips[i].count);
    StatementId end = outline.behind(scan.leftOut[i].last);
    raiseFrom(scan.leftOut[i].first, end);
    far = std::max(far, scan.found.skips[i].reach);
    raise(end == noStatement ? tables.order.last() : outline.previous(end));
  }
  raiseUntil(scan.count());
  raiseFrom(scan.sync, noStatement);
}
