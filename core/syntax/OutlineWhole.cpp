//===- OutlineWhole.cpp - An outline from the scan of a whole text --------===//
//
// What an edit does with a few statements, done once with all: each gets the
// number that it has in the scan, and its names stay where the scan put them.
//
//===----------------------------------------------------------------------===//

#include "shapels/syntax/OutlineEditor.h"

#include <algorithm>

using namespace shapels;

void OutlineEditor::makeAll() {
  scan();
  outline.scopes.forget();
  takeStatements();
  takeRegions();
  takeNames();
  placeAll();
}

void OutlineEditor::takeStatements() {
  // The first edits are not to move them all.
  nodes.reserve(count() + count() / 8);
  // No statement has looked less far than one before it.
  uint32_t far = 0, regions = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    const OutlineScan::Statement &now = found.statements[i];
    Node &node = append(nodes);
    uint32_t begin = now.range.begin.value;
    far = std::max(far, now.reach);
    node.size = now.range.size();
    node.nameBegin = now.nameBegin - begin;
    node.name = now.name;
    node.reach = far - begin;
    node.firstName = now.firstName;
    node.nameCount = static_cast<uint32_t>(found.namesOf(i).size());
    node.firstRegion = regions;
    node.regionCount = now.regionCount;
    node.kind = now.kind;
    regions += now.regionCount;
  }
}

void OutlineEditor::takeRegions() {
  std::vector<Outline::Region> regions;
  regions.reserve(found.regions.size() + found.regions.size() / 8);
  regions.resize(found.regions.size());
  for (const OutlineScan::Region &region : found.regions) {
    uint32_t owner = region.statement;
    regions[nodes[owner].firstRegion + region.number] =
        fromScan(region, found.statements[owner].range.begin);
  }
  outline.regionPool.adopt(std::move(regions));
}

void OutlineEditor::takeNames() {
  if (found.lateNames.empty())
    return outline.namePool.adopt(std::move(found.names));
  for (const OutlineScan::LateName &late : found.lateNames)
    ++nodes[late.statement].nameCount;
  std::vector<Outline::Name> names(found.names.size() + found.lateNames.size());
  uint32_t next = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    std::span<const Outline::Name> own = found.namesOf(i);
    std::copy(own.begin(), own.end(), names.begin() + next);
    nodes[i].firstName = next;
    next +=
        std::exchange(nodes[i].nameCount, static_cast<uint32_t>(own.size()));
  }
  for (const OutlineScan::LateName &late : found.lateNames) {
    Node &node = nodes[late.statement];
    names[node.firstName + node.nameCount++] = late.name;
  }
  outline.namePool.adopt(std::move(names));
}

void OutlineEditor::placeAll() {
  std::vector<StatementOrder::Entry> entries;
  entries.reserve(count());
  for (uint32_t i = 0; i < count(); ++i) {
    const OutlineScan::Statement &now = found.statements[i];
    uint32_t depth =
        now.parent == noStatement ? 0 : entries[now.parent].depth + 1;
    entries.push_back({i, now.range.begin, depth, now.marks});
  }
  outline.order.assign(entries);
  outline.order.settle();
}
