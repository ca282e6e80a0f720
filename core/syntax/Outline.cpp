//===- Outline.cpp - Queries on an outline --------------------------------===//

#include "shapels/syntax/Outline.h"

#include <algorithm>

using namespace shapels;

namespace {

template <typename Range>
auto firstFrom(const Range &range, ByteOffset offset) {
  return std::lower_bound(
      range.begin(), range.end(), offset,
      [](const auto &item, ByteOffset at) { return item.range.begin < at; });
}

} // namespace

StatementId Outline::statementAt(ByteOffset offset) const {
  auto after = firstFrom(statements, offset + 1);
  if (after == statements.begin())
    return noStatement;
  auto id = static_cast<StatementId>(after - statements.begin()) - 1;
  while (id != noStatement && !statements[id].range.touches(offset))
    id = statements[id].parent;
  return id;
}

StatementId Outline::statementStartingAt(ByteOffset offset) const {
  auto found = firstFrom(statements, offset);
  if (found == statements.end() || found->range.begin != offset)
    return noStatement;
  return static_cast<StatementId>(found - statements.begin());
}

const NameOccurrence *Outline::nameAt(ByteOffset offset) const {
  auto after = firstFrom(names, offset + 1);
  if (after == names.begin() || !std::prev(after)->range.touches(offset))
    return nullptr;
  return &*std::prev(after);
}

std::vector<const NameOccurrence *>
Outline::namesOf(StatementId statement) const {
  std::vector<const NameOccurrence *> result;
  ByteRange range = statements[statement].range;
  for (auto it = firstFrom(names, range.begin);
       it != names.end() && it->range.begin < range.end; ++it)
    if (it->statement == statement)
      result.push_back(&*it);
  return result;
}

std::vector<RegionText> Outline::regionsOf(StatementId statement) const {
  std::vector<RegionText> result;
  auto it = std::partition_point(
      regions.begin(), regions.end(), [&](const RegionText &region) {
        return region.inside.begin < statements[statement].range.begin;
      });
  for (; result.size() < statements[statement].regionCount; ++it)
    if (it->statement == statement)
      result.push_back(*it);
  return result;
}
