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
  for (StatementId id = start; id != sync; id = outline.next(id))
    old.push_back(id);
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
  StatementId around = sync == noStatement ? noStatement : nodes[sync].parent;
  for (size_t frame = found.open.size(); frame-- > 1;)
    if (found.open[frame].kind == OutlineFrame::Region) {
      ids[found.open[frame].statement] = around;
      around = nodes[around].parent;
    }
}

/// Whether the old statement may go on as the scanned one.
bool OutlineEditor::mayKeep(StatementId id, uint32_t scanned) const {
  const OutlineScan::Statement &now = found.statements[scanned];
  StatementId parent = parentOf(scanned);
  bool isInNew = now.parent != noStatement && parent == noStatement;
  return id != noStatement && !isInNew && nodes[id].parent == parent &&
         nodes[id].region == now.region && !kept.contains(id) &&
         outline.begin(id) >= outline.begin(start) &&
         (sync == noStatement || outline.begin(id) < syncBegin);
}

/// What was pasted in front of a statement does not take its handle.
bool OutlineEditor::isPastedInFront(uint32_t scanned) const {
  auto isAtEnd = [&](const OutlineScan::Statement &other) {
    return absolute(other.range.begin) == newEnd;
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

void OutlineEditor::unlink(StatementId id) {
  Node &node = nodes[id];
  StatementId &first = node.parent == noStatement
                           ? outline.firstTop
                           : nodes[node.parent].firstChild;
  StatementId &last = node.parent == noStatement ? outline.lastTop
                                                 : nodes[node.parent].lastChild;
  (node.previous == noStatement ? first : nodes[node.previous].next) =
      node.next;
  (node.next == noStatement ? last : nodes[node.next].previous) = node.previous;
  node.previous = node.next = noStatement;
}

/// Leaves the node without its names and regions, to be built again.
void OutlineEditor::takeOut(StatementId id) {
  outline.scopes.remove(outline, id);
  Node &node = nodes[id];
  formers.emplace(id, Former{outline.begin(id), node.size,
                             std::move(node.names), std::move(node.regions)});
  node.names.clear();
  node.regions.clear();
}

void OutlineEditor::removeOld() {
  // New children of what is open at the start go behind those that stay.
  lastLinked.assign(count() + 1, noStatement);
  std::copy(path.begin(), path.end(), lastLinked.begin());
  if (start != noStatement)
    lastLinked[depth()] = nodes[start].previous;
  for (StatementId id : old) {
    takeOut(id);
    unlink(id);
  }
  for (uint32_t i = 0; i < depth(); ++i)
    if (isScanned(i))
      takeOut(path[i]);
}

//===----------------------------------------------------------------------===//
// In with the new
//===----------------------------------------------------------------------===//

void OutlineEditor::insertNew() {
  if (nodes.empty())
    nodes.reserve(count() + count() / 4);
  std::vector<StatementOrder::Entry> entries;
  entries.reserve(count());
  for (uint32_t i = depth(); i < count(); ++i) {
    if (ids[i] == noStatement) {
      ids[i] = allocate();
      change.added.push_back(ids[i]);
    }
    link(i);
    entries.push_back({ids[i], beginOf(i)});
  }
  outline.order.replace(start, sync, entries, static_cast<int32_t>(delta));
  build();
  for (uint32_t i = 0; i < count(); ++i)
    if (isScanned(i))
      outline.scopes.add(outline, ids[i]);
  outline.unused.insert(outline.unused.end(), change.removed.begin(),
                        change.removed.end());
}

/// Behind the children that its parent has so far.
void OutlineEditor::link(uint32_t scanned) {
  StatementId id = ids[scanned], parent = parentOf(scanned);
  StatementId &left = lastLinked[found.statements[scanned].parent + 1];
  StatementId &first =
      parent == noStatement ? outline.firstTop : nodes[parent].firstChild;
  StatementId &last =
      parent == noStatement ? outline.lastTop : nodes[parent].lastChild;
  Node &node = nodes[id];
  node.previous = left;
  StatementId &before = left == noStatement ? first : nodes[left].next;
  node.next = before;
  before = id;
  (node.next == noStatement ? last : nodes[node.next].previous) = id;
  left = id;
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
  uint32_t begin = now.range.begin.value;
  node.kind = now.kind;
  node.size = now.range.size();
  node.nameBegin = now.name.begin.value - begin;
  node.nameSize = now.name.size();
  node.name = outline.spellings.intern(spelling(now.name));
  node.reach = now.reach - begin;
  node.parent = parentOf(scanned);
  node.region = now.region;
  node.names.reserve(now.nameCount);
  node.regions.reserve(now.regionCount);
}

void OutlineEditor::beginAncestor(uint32_t scanned) {
  const Former &before = formers.find(ids[scanned])->second;
  Node &node = nodes[ids[scanned]];
  for (const Outline::Name &name : before.names)
    if (before.begin + name.begin < from)
      node.names.push_back(name);
  uint32_t open = found.regions[scanned].number;
  node.regions.assign(before.regions.begin(),
                      before.regions.begin() + open + 1);
}

void OutlineEditor::addNames() {
  for (const OutlineScan::Name &name : found.names) {
    std::vector<Outline::Name> &names = nodes[ids[name.statement]].names;
    Outline::Name added = named(name);
    added.isNestedReference =
        !names.empty() && isNestedReference(names.back(), added, name);
    names.push_back(added);
  }
}

Outline::Name OutlineEditor::named(const OutlineScan::Name &name) const {
  return {absolute(name.range.begin).value - beginOf(name.statement).value,
          name.range.size(),
          spellingOf(name),
          name.resultCount,
          name.kind,
          name.isDefinition,
          false};
}

/// Whether nothing but `::` is between a symbol and the name before it.
bool OutlineEditor::isNestedReference(const Outline::Name &before,
                                      const Outline::Name &name,
                                      const OutlineScan::Name &scanned) const {
  return before.kind == NameKind::Symbol && name.kind == NameKind::Symbol &&
         before.begin + before.size + 2 == name.begin &&
         window.substr(scanned.range.begin.value - 2, 2) == "::";
}

/// Without what is not part of the name; symbols with an @, whatever the text.
Spelling OutlineEditor::spellingOf(const OutlineScan::Name &name) const {
  std::string_view text = spelling(name.range);
  text.remove_suffix(name.suffixSize);
  if (name.kind != NameKind::Symbol)
    return outline.spellings.intern(text);
  if (text.starts_with('@'))
    text.remove_prefix(1);
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"'))
    text = text.substr(1, text.size() - 2);
  return outline.spellings.intern("@" + std::string(text));
}

void OutlineEditor::addRegions() {
  for (uint32_t i = 0; i < found.regions.size(); ++i) {
    const OutlineScan::Region &region = found.regions[i];
    // The first ones are those that the ancestors were in.
    if (isAncestor(i) && !isScanned(i))
      continue;
    std::vector<Outline::Region> &regions =
        nodes[ids[region.statement]].regions;
    uint32_t begin = beginOf(region.statement).value;
    Outline::Opening opening = region.isDeeper    ? Outline::Opening::Other
                               : region.isInParen ? Outline::Opening::Paren
                                                  : Outline::Opening::Direct;
    if (!isAncestor(i))
      regions.push_back(
          {absolute(region.inside.begin).value - begin, 0, false, opening});
    regions.back().end = absolute(region.inside.end).value - begin;
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
  Node &node = nodes[ids[scanned]];
  uint32_t moved = before.begin.value + delta - beginOf(scanned).value;
  node.size = before.size + moved;
  for (Outline::Name name : before.names)
    if (before.begin + name.begin >= syncBegin) {
      name.begin += moved;
      node.names.push_back(name);
    }
  uint32_t open = openAtEnd.find(scanned)->second;
  node.regions.back().end = before.regions[open].end + moved;
  node.regions.back().isClosed = before.regions[open].isClosed;
  for (size_t i = open + 1; i < before.regions.size(); ++i) {
    Outline::Region region = before.regions[i];
    region.begin += moved;
    region.end += moved;
    node.regions.push_back(region);
  }
}

/// Where nothing of it is left behind the start, it ends with its last child.
void OutlineEditor::measureAncestor(uint32_t scanned) {
  Node &node = nodes[ids[scanned]];
  uint32_t begin = beginOf(scanned).value;
  node.size = node.regions.back().begin;
  if (StatementId child = lastLinked[scanned + 1]; child != noStatement)
    node.size = outline.range(child).end.value - begin;
  if (ByteOffset end = found.statements[scanned].range.end; end.value != 0)
    node.size = std::max(node.size, absolute(end).value - begin);
}

/// Of an op that was open all the time only what is behind the edit moves.
void OutlineEditor::shiftBehind(StatementId id) {
  Node &node = nodes[id];
  uint32_t behind = edit.end.value - outline.begin(id).value;
  node.size += delta;
  for (auto region = node.regions.rbegin();
       region != node.regions.rend() && region->end >= behind; ++region) {
    region->end += delta;
    if (region->begin >= behind)
      region->begin += delta;
  }
  for (auto name = node.names.rbegin();
       name != node.names.rend() && name->begin >= behind; ++name)
    name->begin += delta;
}

//===----------------------------------------------------------------------===//
// What changed
//===----------------------------------------------------------------------===//

/// The part of a statement's own text that is in front of its region `number`,
/// or behind the last one.
template <typename Statement>
static ByteRange ownPart(const Statement &statement, ByteOffset begin,
                         size_t number) {
  const auto &regions = statement.regions;
  uint32_t from = number == 0 ? 0 : regions[number - 1].end;
  uint32_t to = number < regions.size() ? regions[number].begin
                                        : std::max(statement.size, from);
  return {begin + from, begin + to};
}

/// Whether a statement's own text is where it was, or was moved as a whole.
bool OutlineEditor::isUnchanged(StatementId id) const {
  const Former &before = formers.find(id)->second;
  const Node &now = nodes[id];
  if (before.regions.size() != now.regions.size())
    return false;
  for (size_t i = 0; i <= now.regions.size(); ++i)
    if (!isUnchanged(ownPart(before, before.begin, i),
                     ownPart(now, outline.begin(id), i)))
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
  for (uint32_t i = depth(); i < count(); ++i)
    raise(ids[i]);
  uint32_t looked = windowBegin.value + found.reach;
  if (count() == depth() && last != noStatement && looked > far) {
    nodes[last].reach = looked - outline.begin(last).value;
    far = looked;
  }
  for (StatementId id = sync; id != noStatement && raise(id);)
    id = outline.next(id);
}
