//===- ProgramOrder.h - What comes first in the text -----------*- C++ -*-===//
//
// Private to shape/. The order of ops and values that are there, which edits
// elsewhere do not change.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_PROGRAMORDER_H
#define SHAPELS_SHAPE_PROGRAMORDER_H

#include "core/shape/DimExpr.h"

#include "mlir/IR/Operation.h"

namespace shapels {

/// An op; or the arguments of a block, which come first in it.
struct Place {
  mlir::Block *block = nullptr;
  mlir::Operation *op = nullptr;

  static Place of(mlir::Operation *op) { return {op->getBlock(), op}; }
  explicit operator bool() const { return block || op; }
  friend bool operator==(const Place &, const Place &) = default;
};

/// Negative where the first of two blocks of a region comes first, else
/// positive.
using OrderOfBlocks = llvm::function_ref<int(mlir::Block *, mlir::Block *)>;

/// Whether `a` ends before `b` does: what is nested in an op comes before it.
bool isBefore(Place a, Place b, OrderOfBlocks order);
/// In the text.
int compareInText(mlir::Block *a, mlir::Block *b);

/// The terminators that lead to the block, with the number of the successor
/// that it is, by the ranks of their blocks: MLIR's own order rests on edits.
llvm::SmallVector<std::pair<mlir::Operation *, unsigned>>
branchesTo(mlir::Block &block,
           llvm::function_ref<unsigned(mlir::Block *)> rankOf);

/// Where the value is that a source is of; of what nobody can say, the op that
/// made it.
mlir::Block *blockOf(const DimSource &source);

/// Negative, 0 or positive; 0 for the same one only.
int compare(const DimSource &a, const DimSource &b);

} // namespace shapels

#endif // SHAPELS_SHAPE_PROGRAMORDER_H
