//===- BrokenStatements.h - What does not parse in a unit ------*- C++ -*-===//

#ifndef SHAPELS_IR_PARSE_BROKENSTATEMENTS_H
#define SHAPELS_IR_PARSE_BROKENSTATEMENTS_H

#include "core/base/Rare.h"
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

  bool empty() const { return parts->markers.empty(); }
  size_t size() const { return parts->markers.size(); }
  /// Null where it parses.
  mlir::Operation *brokenOpOf(StatementId id) const {
    auto found = parts->markers.find(id);
    return found == parts->markers.end() ? nullptr : found->second.op;
  }
  /// Whether some are directly in the statement.
  bool areIn(StatementId parent) const {
    return parts->parents.contains(parent);
  }
  bool areNestedIn(const Outline &outline, StatementId around) const;
  /// Those that have the name in their text.
  std::vector<StatementId> naming(Spelling name) const {
    return parts->names.usersOf(name);
  }
  /// The names that it was written to define when it was added.
  llvm::SmallVector<Spelling, 1> definedBy(StatementId id) const;

  void addPlaceholder(StatementId id, mlir::Operation *op);
  void erasePlaceholder(mlir::Operation *op);
  bool isPlaceholder(mlir::Operation *op) const {
    return parts->placeholders.contains(op);
  }
  llvm::SmallVector<mlir::Operation *, 1> placeholdersOf(StatementId id) const {
    return parts->byStatement.lookup(id);
  }

private:
  struct Marker {
    mlir::Operation *op = nullptr;
    StatementId parent = noStatement;
    llvm::SmallVector<Spelling, 1> definitions;
  };
  struct Parts {
    llvm::DenseMap<StatementId, Marker> markers;
    /// How many are directly in a statement, or at the top.
    llvm::DenseMap<int64_t, uint32_t> parents;
    ReverseIndex<Spelling> names;
    llvm::DenseMap<mlir::Operation *, StatementId> placeholders;
    llvm::DenseMap<StatementId, llvm::SmallVector<mlir::Operation *, 1>>
        byStatement;
  };
  /// Most units have none.
  Rare<Parts> parts;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_BROKENSTATEMENTS_H
