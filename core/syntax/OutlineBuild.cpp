//===- OutlineBuild.cpp - Statements from their parts ---------------------===//
//
// What a statement has before, in and behind the scan.
//
//===----------------------------------------------------------------------===//

#include "shapels/syntax/OutlineEditor.h"

#include <algorithm>

using namespace shapels;

void OutlineEditor::build() {
  for (uint32_t i = 0; i < count(); ++i)
    nameCounts.push_back(static_cast<uint32_t>(found.namesOf(i).size()));
  for (const OutlineScan::LateName &late : found.lateNames)
    ++nameCounts[late.statement];
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
  uint32_t count = namesBefore + nameCounts[scanned];
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
  for (uint32_t i = 0; i < count(); ++i)
    for (const Outline::Name &name : found.namesOf(i))
      addName(ids[i], name);
  for (const OutlineScan::LateName &late : found.lateNames)
    addName(ids[late.statement], late.name);
}

void OutlineEditor::addRegions() {
  for (uint32_t i = 0; i < found.regions.size(); ++i) {
    const OutlineScan::Region &region = found.regions[i];
    // The first ones are those that the ancestors were in.
    if (isAncestor(i) && !isScanned(i))
      continue;
    std::vector<Outline::Region> &regions = bodyOf(ids[region.statement]);
    Outline::Region now = fromScan(region, beginOf(region.statement));
    if (isAncestor(i)) {
      regions.back().end = now.end;
      regions.back().isClosed = now.isClosed;
    } else {
      regions.push_back(now);
    }
  }
}

/// Of a statement that begins there.
Outline::Region OutlineEditor::fromScan(const OutlineScan::Region &region,
                                        ByteOffset begin) {
  Outline::Opening opening = region.isDeeper    ? Outline::Opening::Other
                             : region.isInParen ? Outline::Opening::Paren
                                                : Outline::Opening::Direct;
  return {region.inside.begin.value - begin.value,
          region.inside.end.value - begin.value, region.isClosed, opening};
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
