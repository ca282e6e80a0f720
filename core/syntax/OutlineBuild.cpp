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
  for (uint32_t i = 0; i <= open; ++i)
    addRegion(ids[scanned], before.regions[i]);
}

/// For the names and regions in front of the scan, in it, and behind it.
void OutlineEditor::makeRoom(uint32_t scanned, uint32_t namesBefore) {
  uint32_t names = namesBefore + nameCounts[scanned];
  size_t regions = found.statements[scanned].regionCount;
  if (isOpenAtEnd(scanned)) {
    names += static_cast<uint32_t>(namesBehind(scanned).size());
    // It goes on in the region with the number that it had.
    regions = formers.find(ids[scanned])->second.regions.size();
  }
  Node &node = nodes[ids[scanned]];
  node.firstName = outline.namePool.allocate(names);
  node.firstRegion =
      outline.regionPool.allocate(static_cast<uint32_t>(regions));
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

void OutlineEditor::addRegion(StatementId id, const Outline::Region &region) {
  ++nodes[id].regionCount;
  lastRegion(id) = region;
}

Outline::Region &OutlineEditor::lastRegion(StatementId id) {
  const Node &node = nodes[id];
  return outline.regionPool.at(node.firstRegion + node.regionCount - 1);
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
    StatementId id = ids[region.statement];
    Outline::Region now = fromScan(region, beginOf(region.statement));
    if (isAncestor(i)) {
      lastRegion(id).end = now.end;
      lastRegion(id).isClosed = now.isClosed;
    } else {
      addRegion(id, now);
    }
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
  uint32_t open = openAtEnd.find(scanned)->second;
  lastRegion(ids[scanned]).end = before.regions[open].end + moved;
  lastRegion(ids[scanned]).isClosed = before.regions[open].isClosed;
  for (size_t i = open + 1; i < before.regions.size(); ++i) {
    Outline::Region region = before.regions[i];
    region.begin += moved;
    region.end += moved;
    addRegion(ids[scanned], region);
  }
}

/// Where nothing of it is left behind the start, it ends with its last child.
void OutlineEditor::measureAncestor(uint32_t scanned) {
  Node &node = nodes[ids[scanned]];
  uint32_t begin = beginOf(scanned).value;
  node.size = lastRegion(ids[scanned]).begin;
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
  std::span<Outline::Region> regions =
      outline.regionPool.run(node.firstRegion, node.regionCount);
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
