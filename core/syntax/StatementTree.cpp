//===- StatementTree.cpp --------------------------------------------------===//

#include "core/syntax/StatementTree.h"

#include <algorithm>

using namespace shapels;

StatementId StatementTree::firstChild(StatementId id) const {
  if (id == noStatement)
    return first();
  StatementId child = next(id);
  return child != noStatement &&
                 tables.order.depth(child) > tables.order.depth(id)
             ? child
             : noStatement;
}

StatementId StatementTree::nextSibling(StatementId id) const {
  StatementId other = next(id);
  if (other != noStatement &&
      tables.order.depth(other) > tables.order.depth(id))
    other = behind(id);
  return other != noStatement &&
                 tables.order.depth(other) == tables.order.depth(id)
             ? other
             : noStatement;
}

StatementId StatementTree::previousSibling(StatementId id) const {
  uint32_t depth = tables.order.depth(id);
  StatementId other = previous(id);
  while (other != noStatement && tables.order.depth(other) > depth)
    other = parent(other);
  return other != noStatement && tables.order.depth(other) == depth
             ? other
             : noStatement;
}

std::vector<StatementId> StatementTree::children(StatementId id,
                                                 uint32_t region) const {
  std::vector<StatementId> result;
  for (StatementId child = firstChild(id); child != noStatement;
       child = nextSibling(child))
    if (tables.regionIn(id, child) == region)
      result.push_back(child);
  return result;
}

bool StatementTree::nests(StatementId ancestor, StatementId id) const {
  return ancestor == noStatement ||
         (id != noStatement && range(ancestor).contains(begin(id)));
}

Statement StatementTree::statement(StatementId id) const {
  const OutlineNode &node = tables.nodes[id];
  ByteOffset at = begin(id), name = at + node.nameBegin;
  StatementId around = parent(id);
  return {node.kind,
          {at, at + node.size},
          {name, name + static_cast<uint32_t>(opName(id).size())},
          around,
          tables.regionIn(around, id),
          static_cast<uint32_t>(tables.regionsOf(id).size())};
}

std::vector<RegionText> StatementTree::regions(StatementId id) const {
  std::vector<RegionText> result;
  ByteOffset at = begin(id);
  for (const OutlineRegion &region : tables.regionsOf(id))
    result.push_back({static_cast<uint32_t>(result.size()),
                      {at + region.begin, at + region.end},
                      region.isClosed,
                      region.opening != OutlineRegion::Opening::Missing});
  return result;
}

bool StatementTree::lacksBrace(StatementId id) const {
  return std::ranges::any_of(
      tables.regionsOf(id), [](const OutlineRegion &region) {
        return region.opening == OutlineRegion::Opening::Missing;
      });
}

std::optional<RegionText> StatementTree::openRegion(StatementId id) const {
  if (tables.regionsOf(id).empty() || tables.regionsOf(id).back().isClosed)
    return std::nullopt;
  return regions(id).back();
}

StatementId StatementTree::openAt(ByteOffset offset) const {
  StatementId id = tables.order.lastUntil(offset);
  while (id != noStatement && !openRegion(id))
    id = parent(id);
  return id;
}

StatementId StatementTree::statementAt(ByteOffset offset) const {
  StatementId id = tables.order.lastUntil(offset);
  while (id != noStatement && !range(id).touches(offset))
    id = parent(id);
  return id;
}

StatementId StatementTree::statementStartingAt(ByteOffset offset) const {
  StatementId id = tables.order.lastUntil(offset);
  return id != noStatement && begin(id) == offset ? id : noStatement;
}
