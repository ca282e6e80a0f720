//===- Verify.h - MLIR's verifier, without stopping ------------*- C++ -*-===//

#ifndef SHAPELS_IR_VERIFY_VERIFY_H
#define SHAPELS_IR_VERIFY_VERIFY_H

#include "core/base/CrashGuard.h"
#include "core/ir/verify/RegionChecks.h"
#include "core/syntax/StatementOrder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string_view>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// What came of verifying.
struct Verdict {
  WrongOps wrong;
  /// Blocks that lack a terminator, with whom that is said of: their last op,
  /// or if they are empty the op around.
  llvm::DenseMap<mlir::Block *, StatementId> unended;
  /// Whether something is wrong beyond that and beyond what each op says of
  /// itself and of its operands: with a terminator that is not the last op, a
  /// symbol, or with what an op says of its regions.
  bool hasFaultsBetween = false;
  /// Ops that were not asked about their regions, as something in them is
  /// wrong.
  llvm::DenseSet<mlir::Operation *> unjudged;
};

/// How an op is written, for `watch`.
using TextOf = llvm::function_ref<std::string_view(mlir::Operation *)>;
/// Told of an op that is not verified, because of what came of it before.
using OnSpared = llvm::function_ref<void(mlir::Operation *, Failure::Kind)>;

/// Verifies `root` and all that it nests; what is wrong goes to the context's
/// diagnostic handler. Says all that mlir::verify says, and goes on where that
/// stops: at the first wrong op of a function. Of `incomplete` ops, whose
/// regions lack something that was not parsed, only what they nest is verified.
Verdict verifyAll(mlir::Operation *root,
                  const llvm::DenseSet<mlir::Operation *> &incomplete,
                  CrashGuard &crashGuard, TextOf textOf, OnSpared onSpared);

using AreNestedRight = llvm::function_ref<bool()>;

/// Whether nothing is wrong with any of the ops, of which all is there; how
/// they stand to each other is not looked at. Of one op `areNestedRight`, if it
/// is given, says that of all that it nests. Stops at the first fault, and
/// never changes the IR: threads may ask about ops that are isolated from each
/// other, or in blocks whose order is up to date.
bool areRight(llvm::ArrayRef<mlir::Operation *> ops, CrashGuard &crashGuard,
              TextOf textOf, AreNestedRight areNestedRight = {});

/// Verifies an op of a tree that is verified otherwise, how its operands stand
/// to it, and if it is the last op of a block, or has empty ones, how they end;
/// if `isAlone` without what it nests.
void verifyAgain(mlir::Operation *op, bool isAlone, OperandChecks &operands,
                 const llvm::DenseSet<mlir::Operation *> &incomplete,
                 CrashGuard &crashGuard, TextOf textOf, OnSpared onSpared,
                 Verdict &verdict);

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_VERIFY_H
