//===- OutlineEditor.cpp --------------------------------------------------===//

#include "core/syntax/OutlineEditor.h"
#include "core/syntax/OutlineCommit.h"

#include <algorithm>
#include <numeric>

using namespace shapels;

OutlineChange OutlineEditor::apply(const OutlineEdit &edit) {
  if (tables.nodes.empty()) {
    makeAll(edit.text);
    OutlineChange change;
    change.added.resize(tables.nodes.size());
    std::iota(change.added.begin(), change.added.end(), 0);
    return change;
  }
  Rescan rescan = OutlineRescan(outline, tables.spellings, edit).run();
  return OutlineCommit(outline, tables, scopes, edit, std::move(rescan)).run();
}

//===----------------------------------------------------------------------===//
// A whole text
//===----------------------------------------------------------------------===//

// What an edit does with a few statements, done once with all: each gets the
// number that it has in the scan, and its names stay where the scan put them.

static void takeStatements(OutlineTables &tables, const OutlineScan &found) {
  auto count = static_cast<uint32_t>(found.statements.size());
  // The first edits are not to move them all.
  tables.nodes.reserve(count + count / 8);
  // No statement has looked less far than one before it.
  uint32_t far = 0, regions = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const OutlineScan::Statement &now = found.statements[i];
    OutlineNode &node = append(tables.nodes);
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

static void takeRegions(OutlineTables &tables, const OutlineScan &found) {
  std::vector<OutlineRegion> regions;
  regions.reserve(found.regions.size() + found.regions.size() / 8);
  regions.resize(found.regions.size());
  for (const OutlineScan::Region &region : found.regions) {
    uint32_t owner = region.statement;
    regions[tables.nodes[owner].firstRegion + region.number] =
        OutlinePlaced::fromScan(region, found.statements[owner].range.begin);
  }
  tables.regionPool.adopt(std::move(regions));
}

static void takeNames(OutlineTables &tables, OutlineScan &found) {
  auto count = static_cast<uint32_t>(found.statements.size());
  if (found.lateNames.empty())
    return tables.namePool.adopt(std::move(found.names));
  for (const OutlineScan::LateName &late : found.lateNames)
    ++tables.nodes[late.statement].nameCount;
  std::vector<OutlineName> names(found.names.size() + found.lateNames.size());
  uint32_t next = 0;
  for (uint32_t i = 0; i < count; ++i) {
    std::span<const OutlineName> own = found.namesOf(i);
    std::copy(own.begin(), own.end(), names.begin() + next);
    tables.nodes[i].firstName = next;
    next += std::exchange(tables.nodes[i].nameCount,
                          static_cast<uint32_t>(own.size()));
  }
  for (const OutlineScan::LateName &late : found.lateNames) {
    OutlineNode &node = tables.nodes[late.statement];
    names[node.firstName + node.nameCount++] = late.name;
  }
  tables.namePool.adopt(std::move(names));
}

static void placeAll(OutlineTables &tables, const OutlineScan &found) {
  auto count = static_cast<uint32_t>(found.statements.size());
  std::vector<StatementOrder::Entry> entries;
  entries.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const OutlineScan::Statement &now = found.statements[i];
    uint32_t depth =
        now.parent == noStatement ? 0 : entries[now.parent].depth + 1;
    entries.push_back({i, now.range.begin, depth, now.marks});
  }
  tables.order.assign(entries);
  tables.order.settle();
}

void OutlineEditor::makeAll(TextSpan text) {
  OutlineScan found =
      OutlineScanner(text, {}, outline.opTable(), tables.spellings, {})
          .scan({text.size()}, text.size(), {});
  scopes.forget();
  takeStatements(tables, found);
  takeRegions(tables, found);
  takeNames(tables, found);
  placeAll(tables, found);
}
