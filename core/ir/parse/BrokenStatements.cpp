//===- BrokenStatements.cpp -----------------------------------------------===//

#include "core/ir/parse/BrokenStatements.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

void BrokenStatements::add(const Outline &outline, StatementId id,
                           mlir::Operation *marker) {
  erase(id);
  Parts &own = parts.change();
  Marker &added = own.markers[id];
  added.op = marker;
  added.parent = outline.parent(id);
  ++own.parents[added.parent];
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    Spelling name = outline.spelling({id, index});
    own.names.add(name, id);
    if (outline.isDefinition({id, index}) &&
        !llvm::is_contained(added.definitions, name))
      added.definitions.push_back(name);
  }
}

void BrokenStatements::erase(StatementId id) {
  if (empty())
    return;
  Parts &own = parts.change();
  auto found = own.markers.find(id);
  if (found == own.markers.end())
    return;
  if (--own.parents[found->second.parent] == 0)
    own.parents.erase(found->second.parent);
  own.markers.erase(found);
  own.names.forget(id);
}

llvm::SmallVector<Spelling, 1>
BrokenStatements::definedBy(StatementId id) const {
  return parts->markers.lookup(id).definitions;
}

bool BrokenStatements::areNestedIn(const Outline &outline,
                                   StatementId around) const {
  return llvm::any_of(parts->markers, [&](const auto &entry) {
    return outline.nests(around, entry.first);
  });
}

void BrokenStatements::addPlaceholder(StatementId id, mlir::Operation *op) {
  Parts &own = parts.change();
  own.placeholders[op] = id;
  own.byStatement[id].push_back(op);
}

void BrokenStatements::erasePlaceholder(mlir::Operation *op) {
  if (!isPlaceholder(op))
    return;
  auto &[markers, parents, names, placeholders, byStatement] = parts.change();
  auto found = placeholders.find(op);
  auto own = byStatement.find(found->second);
  llvm::erase(own->second, op);
  if (own->second.empty())
    byStatement.erase(own);
  placeholders.erase(found);
}
