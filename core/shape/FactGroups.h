//===- FactGroups.h - Ops that imply the same ------------------*- C++ -*-===//
//
// Private to shape/. What ops of all functions imply, such that an edit finds
// the facts that share sizes with those it changed, and no others. Ops of one
// block that imply the same are one group: what follows costs as much as there
// are different facts.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_FACTGROUPS_H
#define SHAPELS_SHAPE_FACTGROUPS_H

#include "core/shape/Contradiction.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <memory>

namespace shapels {

struct FactGroup {
  SizeFacts facts;
  /// All of it executes when one op does, as far as it gets.
  mlir::Block *block = nullptr;
  llvm::SmallPtrSet<mlir::Operation *, 1> ops;

  /// In the text.
  mlir::Operation *first();

private:
  friend class FactGroups;
  /// Null where it is not known.
  mlir::Operation *known = nullptr;
};

/// Whether `a` ends before `b` does.
bool isInText(mlir::Operation *a, mlir::Operation *b);

class FactGroups {
public:
  /// What the op implies, instead of what it did before.
  void set(mlir::Operation *op, mlir::Block *block, SizeFacts facts);
  /// An op that is not there any more.
  void forget(const void *op);
  /// Of the op; null where it implies nothing.
  const FactGroup *find(const mlir::Operation *op) const {
    return ops.lookup(op);
  }

  using Component = std::vector<FactGroup *>;
  /// The groups that share sizes, directly or through others, with what changed
  /// since this was asked the last time; in no order.
  std::vector<Component> takeTouched();
  /// Those that share sizes, directly or through others, with the expression.
  Component around(DimExpr expr) const;

private:
  FactGroup *groupOf(mlir::Block *block, SizeFacts &&facts);
  void touch(const FactGroup &group);
  void erase(FactGroup *group);
  void addNear(const DimNode *symbol, llvm::DenseSet<FactGroup *> &seen,
               Component &component) const;
  void reach(Component &component, llvm::DenseSet<FactGroup *> &seen) const;

  /// By hash.
  llvm::DenseMap<size_t, llvm::SmallVector<std::unique_ptr<FactGroup>, 1>> all;
  llvm::DenseMap<const void *, FactGroup *> ops;
  /// By the symbols that they speak of.
  llvm::DenseMap<const DimNode *, llvm::SmallVector<FactGroup *, 1>> bySymbol;
  /// Symbols of which something else is said now, and groups without any.
  llvm::DenseSet<const DimNode *> touchedSymbols;
  llvm::DenseSet<FactGroup *> touchedGroups;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_FACTGROUPS_H
