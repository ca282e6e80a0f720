//===- FlowSources.h - What flows into a value -----------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_FLOWSOURCES_H
#define SHAPELS_SHAPE_FLOWSOURCES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace shapels {

/// What a terminator hands to an argument of that successor; null where it does
/// not say.
mlir::Value handedBy(mlir::Operation *branch, unsigned successor,
                     mlir::BlockArgument argument);

/// The values that control flow hands to a block's argument, or to a result of
/// an op with branches or a loop; each once, those from outside a loop first.
/// Empty for other values, and where a branch to the block does not say what
/// it hands over. MLIR's interfaces are asked of ops only that verified.
llvm::SmallVector<mlir::Value, 2>
flowsInto(mlir::Value value,
          llvm::function_ref<bool(mlir::Operation *)> isVerified);

} // namespace shapels

#endif // SHAPELS_SHAPE_FLOWSOURCES_H
