//===- RegionChecks.h - What is wrong between ops --------------*- C++ -*-===//
//
// Private to ir/. Each says all of what mlir::verify says the first of only:
// same words, same notes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_VERIFY_REGIONCHECKS_H
#define SHAPELS_IR_VERIFY_REGIONCHECKS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <vector>

namespace mlir {
class Block;
class DominanceInfo;
class Operation;
class Region;
} // namespace mlir

namespace shapels {

struct WrongOps {
  llvm::DenseSet<mlir::Operation *> ops;
  /// Those of them that need not have what others may read of them.
  llvm::DenseSet<mlir::Operation *> unreadable;
};

/// Whether the op has no successors, or is the last one of its block, and these
/// are beside it.
bool checkSuccessors(mlir::Operation &op);

/// Whether a block ends with a terminator, if it has to. Of an empty one it is
/// said of the op around. Costs nothing for what is in it.
bool checkBlockEnd(mlir::Block &block);
/// The same, unsaid.
bool isEnded(mlir::Block &block);

/// Whether the operands of the ops directly in `parent`'s regions dominate
/// them. A block that lacks its end leads nowhere: what is said then holds
/// wherever it will lead.
bool checkDominance(mlir::Operation *parent);

/// Whether the operands of the op dominate it whichever block leads to which.
bool isDominatedAnyway(mlir::Operation *op);

/// Whether the operands of ops, asked about one after the other, dominate them.
class OperandChecks {
public:
  OperandChecks();
  ~OperandChecks();

  bool check(mlir::Operation *op);
  /// The ops in the region of which it would say something, how deep ever they
  /// are nested.
  std::vector<mlir::Operation *> findUndominated(mlir::Region &region);

private:
  mlir::DominanceInfo &info();

  std::unique_ptr<mlir::DominanceInfo> known;
};

/// Whether every symbol that `table` holds is defined once, and used as it may
/// be. `wrong.ops` are not asked about their symbols, nor is who refers to
/// `wrong.unreadable` ones; of every other op `begin` is told.
bool checkSymbols(mlir::Operation *table, const WrongOps &wrong,
                  llvm::function_ref<void(mlir::Operation *)> begin);

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_REGIONCHECKS_H
