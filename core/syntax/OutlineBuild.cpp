//===- OutlineBuild.cpp - Statements from their parts ---------------------===//
//
// What a statement has before, in and behind the scan.
//
//===----------------------------------------------------------------------===//

#include "core/syntax/OutlineBuild.h"

#include <algorithm>

using namespace shapels;

void OutlineBuild::run() {
  for (uint32_t i = 0; i < scan.count(); ++i)
    nameCounts.push_back(static_cast<uint32_t>(scan.found.namesOf(i).size()));
  for (const OutlineScan::LateName &late : scan.found.lateNames)
    ++nameCounts[late.statement];
  for (uint32_t i = 0; i < scan.count(); ++i)
    if (placed.isScanned(i))
      scan.isAncestor(i) ? beginAncestor(i) : begin(i);
  addNames();
  addRegions();
  // From the inside out: what is open at the start is as long as what it nests.
  for (uint32_t i = scan.count(); i-- > 0;)
    placed.isScanned(i) ? finish(i) : shiftBehind(placed.ids[i]);
}

void OutlineBuild::begin(uint32_t scanned) {
  const OutlineScan::Statement &now = scan.found.statements[scanned];
  OutlineNode &node = tables.nodes[placed.ids[scanned]];
  node.kind = now.kind;
  node.size = now.range.size();
  node.nameBegin = now.nameBegin - now.range.begin.value;
  node.name = now.name;
  node.reach = now.reach - now.range.begin.value;
  makeRoom(scanned, 0);
}

void OutlineBuild::beginAncestor(uint32_t scanned) {
  const OutlinePlaced::Former &before =
      placed.formers.find(placed.ids[scanned])->second;
  uint32_t namesBefore = 0;
  while (namesBefore < before.names.size() &&
         before.begin + before.names[namesBefore].begin < scan.from)
    ++namesBefore;
  makeRoom(scanned, namesBefore);
  for (uint32_t i = 0; i < namesBefore; ++i)
    addName(placed.ids[scanned], before.names[i]);
  uint32_t open = scan.found.regions[scanned].number;
  for (uint32_t i = 0; i <= open; ++i)
    addRegion(placed.ids[scanned], before.regions[i]);
}

/// For the names and regions in front of the scan, in it, and behind it.
void OutlineBuild::makeRoom(uint32_t scanned, uint32_t namesBefore) {
  uint32_t names = namesBefore + nameCounts[scanned];
  size_t regions = scan.found.statements[scanned].regionCount;
  if (placed.isOpenAtEnd(scanned)) {
    names += static_cast<uint32_t>(namesBehind(scanned).size());
    // It goes on in the region with the number that it had.
    regions = placed.formers.find(placed.ids[scanned])->second.regions.size();
  }
  OutlineNode &node = tables.nodes[placed.ids[scanned]];
  node.firstName = tables.namePool.allocate(names);
  node.firstRegion = tables.regionPool.allocate(static_cast<uint32_t>(regions));
}

void OutlineBuild::addName(StatementId id, const OutlineName &name) {
  OutlineNode &node = tables.nodes[id];
  tables.namePool.at(node.firstName + node.nameCount++) = name;
}

/// Of what is open at the end.
std::span<const OutlineName> OutlineBuild::namesBehind(uint32_t scanned) const {
  const OutlinePlaced::Former &before =
      placed.formers.find(placed.ids[scanned])->second;
  auto behind = std::partition_point(
      before.names.begin(), before.names.end(), [&](const OutlineName &name) {
        return before.begin + name.begin < placed.syncBegin;
      });
  return {behind, before.names.end()};
}

void OutlineBuild::addRegion(StatementId id, const OutlineRegion &region) {
  ++tables.nodes[id].regionCount;
  lastRegion(id) = region;
}

OutlineRegion &OutlineBuild::lastRegion(StatementId id) {
  const OutlineNode &node = tables.nodes[id];
  return tables.regionPool.at(node.firstRegion + node.regionCount - 1);
}

void OutlineBuild::addNames() {
  for (uint32_t i = 0; i < scan.count(); ++i)
    for (const OutlineName &name : scan.found.namesOf(i))
      addName(placed.ids[i], name);
  for (const OutlineScan::LateName &late : scan.found.lateNames)
    addName(placed.ids[late.statement], late.name);
}

void OutlineBuild::addRegions() {
  for (uint32_t i = 0; i < scan.found.regions.size(); ++i) {
    const OutlineScan::Region &region = scan.found.regions[i];
    // The first ones are those that the ancestors were in.
    if (scan.isAncestor(i) && !placed.isScanned(i))
      continue;
    StatementId id = placed.ids[region.statement];
    OutlineRegion now = OutlinePlaced::fromScan(
        region, placed.beginOf(outline, region.statement));
    if (scan.isAncestor(i)) {
      lastRegion(id).end = now.end;
      lastRegion(id).isClosed = now.isClosed;
    } else {
      addRegion(id, now);
    }
  }
}

void OutlineBuild::finish(uint32_t scanned) {
  if (placed.isOpenAtEnd(scanned))
    addBehind(scanned);
  else if (scan.isAncestor(scanned))
    measureAncestor(scanned);
}

/// What the statement has behind the scan.
void OutlineBuild::addBehind(uint32_t scanned) {
  const OutlinePlaced::Former &before =
      placed.formers.find(placed.ids[scanned])->second;
  uint32_t moved =
      before.begin.value + edit.delta - placed.beginOf(outline, scanned).value;
  tables.nodes[placed.ids[scanned]].size = before.size + moved;
  for (OutlineName name : namesBehind(scanned)) {
    name.begin += moved;
    addName(placed.ids[scanned], name);
  }
  uint32_t open = placed.openAtEnd.find(scanned)->second;
  lastRegion(placed.ids[scanned]).end = before.regions[open].end + moved;
  lastRegion(placed.ids[scanned]).isClosed = before.regions[open].isClosed;
  for (size_t i = open + 1; i < before.regions.size(); ++i) {
    OutlineRegion region = before.regions[i];
    region.begin += moved;
    region.end += moved;
    addRegion(placed.ids[scanned], region);
  }
}

/// Where nothing of it is left behind the start, it ends with its last child.
void OutlineBuild::measureAncestor(uint32_t scanned) {
  OutlineNode &node = tables.nodes[placed.ids[scanned]];
  uint32_t begin = placed.beginOf(outline, scanned).value;
  node.size = lastRegion(placed.ids[scanned]).begin;
  if (StatementId child = placed.lastChild[scanned]; child != noStatement)
    node.size = outline.range(child).end.value - begin;
  if (ByteOffset end = scan.found.statements[scanned].range.end; end.value != 0)
    node.size = std::max(node.size, end.value - begin);
}

/// Of an op that was open all the time only what is behind the edit moves.
void OutlineBuild::shiftBehind(StatementId id) {
  OutlineNode &node = tables.nodes[id];
  uint32_t behind = edit.range.end.value - outline.begin(id).value;
  node.size += edit.delta;
  std::span<OutlineRegion> regions =
      tables.regionPool.run(node.firstRegion, node.regionCount);
  for (auto region = regions.rbegin();
       region != regions.rend() && region->end >= behind; ++region) {
    region->end += edit.delta;
    if (region->begin >= behind)
      region->begin += edit.delta;
  }
  std::span<OutlineName> names =
      tables.namePool.run(node.firstName, node.nameCount);
  for (auto name = names.rbegin();
       name != names.rend() && name->begin >= behind; ++name)
    name->begin += edit.delta;
}
