//===- RegionChecks.h - What is wrong between ops --------------*- C++ -*-===//
//
// Private to ir/. Each says all of what mlir::verify says the first of only:
// same words, same notes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_REGIONCHECKS_H
#define SHAPELS_IR_REGIONCHECKS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class Block;
class Operation;
} // namespace mlir

namespace shapels {

struct WrongOps {
  llvm::DenseSet<mlir::Operation *> ops;
  /// Those of them that need not have what others may read of them.
  llvm::DenseSet<mlir::Operation *> unreadable;
};

/// Whether a block ends as it must, and only its last op has successors.
bool checkBlock(mlir::Block &block);

/// Whether a block ends as it must. Costs nothing for what is in it.
bool checkBlockEnd(mlir::Block &block);

/// Whether the operands of the ops directly in `parent`'s regions dominate
/// them. The blocks must be right.
bool checkDominance(mlir::Operation *parent);

/// The same of one op.
bool checkOperands(mlir::Operation *op);

/// Whether every symbol that `table` holds is defined once, and used as it may
/// be. `wrong.ops` are not asked about their symbols, nor is who refers to
/// `wrong.unreadable` ones; of every other op `begin` is told.
bool checkSymbols(mlir::Operation *table, const WrongOps &wrong,
                  llvm::function_ref<void(mlir::Operation *)> begin);

} // namespace shapels

#endif // SHAPELS_IR_REGIONCHECKS_H
