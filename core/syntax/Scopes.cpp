//===- Scopes.cpp ---------------------------------------------------------===//

#include "core/syntax/Scopes.h"
#include "core/syntax/OpFacts.h"
#include "core/syntax/Outline.h"

#include <algorithm>
#include <utility>

using namespace shapels;

static constexpr uint32_t allRegions = ~0u;

/// What a definition is found by. Other names of a header may be arguments of
/// the op's regions.
Scopes::Key Scopes::keyOf(const Outline &outline, NameId definition) {
  const OutlineName &name = outline.parts().nameOf(definition);
  if (!name.isDefinition)
    return {definition.statement, allRegions, name.spelling};
  return keyAround(outline, definition.statement, name.spelling);
}

/// What a name of the statement is found by in the region that holds it.
Scopes::Key Scopes::keyAround(const Outline &outline, StatementId id,
                              Spelling name) {
  StatementId parent = outline.parent(id);
  return {parent, outline.parts().regionIn(parent, id), name};
}

uint32_t Scopes::hashOf(const Key &key) {
  uint64_t hash = (uint64_t(key.statement) << 32 | key.name) + key.region;
  return static_cast<uint32_t>(hash * 0x9E3779B97F4A7C15ull >> 32);
}

void Scopes::update(const Outline &outline, StatementId id, bool isAdded) {
  auto put = [&](HashIndex<NameId> &index, uint32_t hash, NameId name) {
    isAdded ? index.insert(hash, name) : index.erase(hash, name);
  };
  bool hasRegions = outline.kind(id) == StatementKind::Operation &&
                    !outline.parts().regionsOf(id).empty();
  std::span<const OutlineName> names = outline.parts().namesOf(id);
  for (uint32_t i = 0; i < names.size(); ++i) {
    const OutlineName &name = names[i];
    if (name.isDefinition && name.kind == NameKind::Symbol)
      put(symbols, name.spelling, {id, i});
    if (!name.isDefinition && (!hasRegions || name.kind != NameKind::Value))
      continue;
    bool isOnlySigil = name.size < 2; // And no name to MLIR.
    if (name.kind == NameKind::Symbol || isOnlySigil)
      continue;
    put(scoped, hashOf(keyOf(outline, {id, i})), {id, i});
    if (counts.size() <= name.spelling)
      counts.resize(std::max<size_t>(name.spelling + 1, counts.size() * 2));
    counts[name.spelling] += isAdded ? 1 : -1;
  }
}

Scopes::Scopes(const Outline &outline) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    update(outline, id, true);
  scoped.makeRoom();
  symbols.makeRoom();
}

static bool isEarlier(const Outline &outline, NameId a, NameId b) {
  return std::pair(outline.begin(a.statement), a.index) <
         std::pair(outline.begin(b.statement), b.index);
}

/// The first definition in the text counts.
std::optional<NameId> Scopes::find(const Outline &outline,
                                   const Key &key) const {
  std::optional<NameId> first;
  scoped.visit(hashOf(key), [&](NameId name) {
    if (keyOf(outline, name) == key &&
        (!first || isEarlier(outline, name, *first)))
      first = name;
    return false;
  });
  return first;
}

size_t Scopes::count(const Outline &outline, const Key &key) const {
  size_t result = 0;
  scoped.visit(hashOf(key), [&](NameId name) {
    result += keyOf(outline, name) == key;
    return false;
  });
  return result;
}

/// Whether the op is a function in its own syntax, in which what its header
/// names are its arguments.
bool Scopes::namesArguments(const Outline &outline, StatementId id) {
  std::span<const OutlineRegion> regions = outline.parts().regionsOf(id);
  return !regions.empty() &&
         regions.front().opening != OutlineRegion::Opening::Paren &&
         namesFunction(outline.opName(id));
}

/// Whether the header's name is its own, whatever `around` defines. MLIR lets
/// no function that it knows name what is named around it; of what is not built
/// in, nobody knows that.
bool Scopes::hidesNames(const Outline &outline, NameId ofHeader,
                        StatementId around) {
  return namesArguments(outline, ofHeader.statement) &&
         outline.opTable().isUnknown(outline.opName(around));
}

/// Whether the arguments in the op's header are visible in what it nests.
bool Scopes::hasArgumentsIn(const Outline &outline, StatementId op,
                            StatementId nested) {
  return outline.parts().regionIn(op, nested) == 0 ||
         !hasArgumentsOfFirstRegion(outline.opName(op));
}

/// Looks outwards, through the headers of the ops around: what a header names
/// is its own only where nothing around defines it, or where that is hidden.
/// The results of its op are there behind that.
std::optional<NameId> Scopes::findValue(const Outline &outline, StatementId use,
                                        Spelling name) const {
  std::optional<NameId> ofHeader;
  if (name >= counts.size() || counts[name] == 0)
    return ofHeader;
  StatementId from = noStatement;
  for (StatementId at = use; at != noStatement;
       from = std::exchange(at, outline.parent(at))) {
    if (auto found = find(outline, {at, allRegions, name});
        found && !(ofHeader && hidesNames(outline, *ofHeader, at)) &&
        (from == noStatement || hasArgumentsIn(outline, at, from)))
      ofHeader = found;
    if (ofHeader && ofHeader->statement == at &&
        hidesNames(outline, *ofHeader, at))
      return ofHeader;
    if (auto found = find(outline, keyAround(outline, at, name)))
      return ofHeader && ofHeader->statement == found->statement ? ofHeader
                                                                 : found;
  }
  return ofHeader;
}

/// The definition in the nearest symbol table around, or inside the symbol
/// that a nested reference names before.
std::optional<NameId> Scopes::findSymbol(const Outline &outline,
                                         NameId use) const {
  const OutlineName &name = outline.parts().nameOf(use);
  StatementId near = use.statement;
  if (name.isNestedReference)
    if (auto outer = definitionOf(outline, {use.statement, use.index - 1}))
      near = outer->statement;
  auto sharedWith = [&](StatementId other) {
    uint32_t count = 1;
    for (StatementId at = near; at != noStatement; at = outline.parent(at))
      count += outline.nests(at, other);
    return count;
  };
  std::optional<NameId> best;
  uint32_t bestShared = 0;
  symbols.visit(name.spelling, [&](NameId other) {
    uint32_t shared = sharedWith(other.statement);
    if (shared > bestShared ||
        (shared == bestShared && isEarlier(outline, other, *best)))
      best = other, bestShared = shared;
    return false;
  });
  return best;
}

std::optional<NameId> Scopes::definitionOf(const Outline &outline,
                                           NameId id) const {
  const OutlineName &name = outline.parts().nameOf(id);
  if (name.isDefinition)
    return id;
  switch (name.kind) {
  case NameKind::Value:
    return findValue(outline, id.statement, name.spelling);
  case NameKind::Block:
    return find(outline, keyAround(outline, id.statement, name.spelling));
  case NameKind::Symbol:
    return findSymbol(outline, id);
  case NameKind::AttributeAlias:
  case NameKind::TypeAlias:
    return find(outline, {noStatement, 0, name.spelling});
  }
  return std::nullopt;
}

bool Scopes::headerDefines(const Outline &outline, StatementId id,
                           Spelling name, const Ask &isUse) const {
  Key key{id, allRegions, name};
  bool isFound = false;
  scoped.visit(hashOf(key), [&](NameId other) {
    isFound = keyOf(outline, other) == key && !(isUse && isUse(other));
    return isFound;
  });
  return isFound;
}

/// Whether what a statement nests defines the name, in regions of its own.
bool Scopes::isDefinedBelow(const Outline &outline, StatementId around,
                            Spelling name, const Ask &isUse) const {
  for (StatementId child = outline.firstChild(around); child != noStatement;
       child = outline.nextSibling(child))
    if (!outline.parts().regionsOf(child).empty() &&
        (headerDefines(outline, child, name, isUse) ||
         definesIn(outline, child, name) ||
         isDefinedBelow(outline, child, name, isUse)))
      return true;
  return false;
}

bool Scopes::isDefinedElsewhere(const Outline &outline, NameId definition,
                                const Ask &isUse) const {
  Spelling name = outline.spelling(definition);
  if (name >= counts.size() || counts[name] < 2)
    return false;
  Key key = keyAround(outline, definition.statement, name);
  if (count(outline, key) > 1 ||
      isDefinedBelow(outline, key.statement, name, isUse))
    return true;
  for (StatementId at = key.statement; at != noStatement;
       at = outline.parent(at))
    if (find(outline, {at, allRegions, name}) ||
        find(outline, keyAround(outline, at, name)))
      return true;
  return false;
}

std::optional<NameId> Scopes::earlierDefinition(const Outline &outline,
                                                NameId definition) const {
  // The results of an op are there behind what it nests.
  auto isBefore = [&](const std::optional<NameId> &other) {
    return other && isEarlier(outline, *other, definition) &&
           !(outline.parts().nameOf(*other).isDefinition &&
             other->statement != definition.statement &&
             outline.nests(other->statement, definition.statement));
  };
  Key key =
      keyAround(outline, definition.statement, outline.spelling(definition));
  for (;;) {
    auto found = find(outline, key);
    if (isBefore(found))
      return found;
    if (key.statement == noStatement)
      return std::nullopt;
    // What a header names may be defined around it.
    found = find(outline, {key.statement, allRegions, key.name});
    if (isBefore(found) && definitionOf(outline, *found) == found)
      return found;
    key = keyAround(outline, key.statement, key.name);
  }
}

bool Scopes::isDefinedIn(const Outline &outline, StatementId around,
                         Spelling name, const Ask &isUse) const {
  return name < counts.size() && counts[name] > 0 &&
         (definesIn(outline, around, name) ||
          isDefinedBelow(outline, around, name, isUse));
}

bool Scopes::definesIn(const Outline &outline, StatementId around,
                       Spelling name) const {
  auto regions =
      static_cast<uint32_t>(outline.parts().regionsOf(around).size());
  for (uint32_t region = 0; region < regions; ++region)
    if (find(outline, {around, region, name}))
      return true;
  return false;
}
