//===- CheckedTypes.h - What needs no second check -------------*- C++ -*-===//
//
// Private to analysis/. Ops are many, and names and types few: of an op of the
// same name and types as one before it nothing else is said, where what is said
// rests on these alone.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_CHECKEDTYPES_H
#define SHAPELS_ANALYSIS_CHECKEDTYPES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace shapels {

/// A cache for one pass of checks: op names with operand and result types about
/// which no rule reports anything. For one context, whose types it compares by
/// address, and one configuration.
class CheckedTypes {
public:
  /// Whether nothing is reported about ops with this name and these types.
  bool areRight(mlir::Operation *op) const {
    auto found = byName.find(op->getName());
    return found != byName.end() &&
           (found->second.isNeverWrong ||
            llvm::any_of(found->second.right,
                         [op](const Types &types) { return types.areOf(op); }));
  }
  /// Nothing is reported about ops with this name and these types.
  void noteRight(mlir::Operation *op) {
    Known &known = byName[op->getName()];
    if (known.right.size() < most)
      known.right.emplace_back();
    known.right[known.next++ % most] = {
        llvm::SmallVector<mlir::Type, 2>(op->getOperandTypes()),
        llvm::SmallVector<mlir::Type, 1>(op->getResultTypes())};
  }
  /// Nothing is ever reported about ops of this name.
  void noteNeverWrong(mlir::Operation *op) {
    byName[op->getName()].isNeverWrong = true;
  }

private:
  struct Types {
    llvm::SmallVector<mlir::Type, 2> operands;
    llvm::SmallVector<mlir::Type, 1> results;

    bool areOf(mlir::Operation *op) const {
      return llvm::equal(operands, op->getOperandTypes()) &&
             llvm::equal(results, op->getResultTypes());
    }
  };
  struct Known {
    bool isNeverWrong = false;
    /// The last types that were noted, in a ring.
    llvm::SmallVector<Types, 0> right;
    size_t next = 0;
  };
  static constexpr size_t most = 8;

  llvm::DenseMap<mlir::OperationName, Known> byName;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_CHECKEDTYPES_H
