//===- Outline.cpp - Queries on an outline --------------------------------===//

#include "core/syntax/OutlineEditor.h"

#include <algorithm>

using namespace shapels;

Outline::Outline(const OpTable &ops, TextSpan text) : ops(ops) {
  OutlineEditor(*this, tables, scopes).makeAll(text);
}

OutlineChange Outline::apply(TextSpan text, ByteRange edit, uint32_t newSize) {
  return OutlineEditor(*this, tables, scopes).apply({text, edit, newSize});
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

uint32_t OutlineTables::regionIn(StatementId parent, StatementId id) const {
  if (parent == noStatement)
    return 0;
  std::span<const OutlineRegion> regions = regionsOf(parent);
  uint32_t at = order.begin(id).value - order.begin(parent).value;
  auto behind = std::partition_point(
      regions.begin(), regions.end(),
      [&](const OutlineRegion &region) { return region.begin <= at; });
  return static_cast<uint32_t>(behind - regions.begin()) - 1;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

NameOccurrence Outline::name(NameId id) const {
  const OutlineName &name = tables.nameOf(id);
  ByteOffset at = begin(id.statement) + name.begin;
  return {
      name.kind, name.isDefinition, {at, at + name.size}, id, name.resultCount};
}

std::vector<NameOccurrence> Outline::names(StatementId id) const {
  std::vector<NameOccurrence> result;
  result.reserve(nameCount(id));
  for (uint32_t i = 0; i < nameCount(id); ++i)
    result.push_back(name({id, i}));
  return result;
}

std::optional<NameOccurrence> Outline::nameAt(ByteOffset offset) const {
  std::optional<NameOccurrence> best;
  auto look = [&](StatementId inner) {
    for (StatementId id = inner; id != noStatement; id = parent(id))
      for (const NameOccurrence &name : names(id))
        if (name.range.touches(offset) &&
            (!best || best->range.begin < name.range.begin))
          best = name;
  };
  StatementId id = tables.order.lastUntil(offset);
  look(id);
  if (!best && id != noStatement && previous(id) != noStatement)
    look(previous(id));
  return best;
}

std::optional<NameId> Outline::nameStartingAt(ByteOffset offset) const {
  for (StatementId id = tables.order.lastUntil(offset); id != noStatement;
       id = parent(id)) {
    std::span<const OutlineName> names = tables.namesOf(id);
    uint32_t at = offset.value - begin(id).value;
    auto found = std::partition_point(
        names.begin(), names.end(),
        [&](const OutlineName &name) { return name.begin < at; });
    if (found != names.end() && found->begin == at)
      return NameId{id, static_cast<uint32_t>(found - names.begin())};
  }
  return std::nullopt;
}

std::string_view Outline::plainName(NameId id) const {
  const OutlineName &name = tables.nameOf(id);
  std::string_view text = tables.spellings.str(name.spelling);
  return name.kind == NameKind::Symbol ? text.substr(1) : text;
}

std::optional<NameId> Outline::definitionOf(NameId id) const {
  return knownScopes().definitionOf(*this, id);
}

std::vector<NameOccurrence> Outline::occurrencesOf(NameId definition) const {
  std::vector<NameOccurrence> result;
  const OutlineName &defining = tables.nameOf(definition);
  // Only symbols and aliases are known outside the op around them.
  StatementId around = parent(definition.statement);
  bool isLocal =
      defining.kind == NameKind::Value || defining.kind == NameKind::Block;
  bool isBounded = isLocal && around != noStatement;
  StatementId end = isBounded ? behind(around) : noStatement;
  for (StatementId id = isBounded ? around : first(); id != end; id = next(id))
    for (uint32_t i = 0; i < nameCount(id); ++i)
      if (tables.nameOf({id, i}).spelling == defining.spelling &&
          definitionOf({id, i}) == definition)
        result.push_back(name({id, i}));
  std::sort(result.begin(), result.end(), [](const auto &a, const auto &b) {
    return a.range.begin < b.range.begin;
  });
  return result;
}
