//===- BrokenStatements.h - What does not parse in a unit ------*- C++ -*-===//

#ifndef SHAPELS_IR_PARSE_BROKENSTATEMENTS_H
#define SHAPELS_IR_PARSE_BROKENSTATEMENTS_H

#include "core/syntax/Outline.h"
#include "core/syntax/ReverseIndex.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// The statements that do not parse, with the markers in their places and the
/// placeholders, which define those of their values that others use.
class BrokenStatements {
public:
  /// Also where it is broken already, and is written otherwise now.
  void add(const Outline &outline, StatementId id, mlir::Operation *marker);
  void erase(StatementId id);

  bool empty() const { return markers.empty(); }
  size_t size() const { return markers.size(); }
  /// Null where it parses.
  mlir::Operation *brokenOpOf(StatementId id) const {
    return markers.lookup(id);
  }
  /// Whether some are directly in the statement.
  bool areIn(StatementId parent) const { return parents.isNeeded(parent); }
  bool areNestedIn(const Outline &outline, StatementId around) const;
  /// Those that have the name in their text.
  std::vector<StatementId> naming(Spelling name) const {
    return names.usersOf(name);
  }
  /// The names that it was written to define when it was added.
  std::vector<Spelling> definedBy(StatementId id) const {
    return definitions.neededBy(id);
  }

  void addPlaceholder(StatementId id, mlir::Operation *op);
  void erasePlaceholder(mlir::Operation *op);
  bool isPlaceholder(mlir::Operation *op) const {
    return placeholders.contains(op);
  }
  llvm::SmallVector<mlir::Operation *, 1> placeholdersOf(StatementId id) const {
    return byStatement.lookup(id);
  }

private:
  llvm::DenseMap<StatementId, mlir::Operation *> markers;
  ReverseIndex<StatementId> parents;
  ReverseIndex<Spelling> names, definitions;
  llvm::DenseMap<mlir::Operation *, StatementId> placeholders;
  llvm::DenseMap<StatementId, llvm::SmallVector<mlir::Operation *, 1>>
      byStatement;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_BROKENSTATEMENTS_H
