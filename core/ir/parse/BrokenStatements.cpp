//===- BrokenStatements.cpp -----------------------------------------------===//

#include "core/ir/parse/BrokenStatements.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

void BrokenStatements::add(const Outline &outline, StatementId id,
                           mlir::Operation *marker) {
  erase(id);
  markers[id] = marker;
  parents.add(outline.parent(id), id);
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    Spelling name = outline.spelling({id, index});
    names.add(name, id);
    if (outline.isDefinition({id, index}))
      definitions.add(name, id);
  }
}

void BrokenStatements::erase(StatementId id) {
  markers.erase(id);
  parents.forget(id);
  names.forget(id);
  definitions.forget(id);
}

bool BrokenStatements::areNestedIn(const Outline &outline,
                                   StatementId around) const {
  return llvm::any_of(markers, [&](const auto &entry) {
    return outline.nests(around, entry.first);
  });
}

void BrokenStatements::addPlaceholder(StatementId id, mlir::Operation *op) {
  placeholders[op] = id;
  byStatement[id].push_back(op);
}

void BrokenStatements::erasePlaceholder(mlir::Operation *op) {
  auto found = placeholders.find(op);
  if (found == placeholders.end())
    return;
  auto own = byStatement.find(found->second);
  llvm::erase(own->second, op);
  if (own->second.empty())
    byStatement.erase(own);
  placeholders.erase(found);
}
