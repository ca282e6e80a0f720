//===- FlowSources.h - What flows into a value -----------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_FLOWSOURCES_H
#define SHAPELS_SHAPE_FLOWSOURCES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace shapels {

/// The values that control flow hands to a block's argument, or to a result of
/// an op with branches or a loop, by MLIR's interfaces; each once, those from
/// outside a loop first. Empty for other values. The ops must have verified.
llvm::SmallVector<mlir::Value, 2> flowsInto(mlir::Value value);

} // namespace shapels

#endif // SHAPELS_SHAPE_FLOWSOURCES_H
