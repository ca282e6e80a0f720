//===- Reification.h - Sizes by MLIR's reifyResultShapes -------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_REIFICATION_H
#define SHAPELS_SHAPE_REIFICATION_H

#include "core/shape/SizeExpression.h"
#include "core/shape/TypeShape.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace shapels {

struct ReifiedDim {
  /// What the operands make it.
  Dim size;
  /// Nothing where it is not known how the size comes about. A number where
  /// the op states it whatever its operands are.
  std::optional<SizeExpression> source;
};

/// What an op that implements ReifyRankedShapedTypeOpInterface says of one of
/// its results; nothing for other ops. The op must have verified. `shapeOf`:
/// the most that is known of an operand.
std::optional<std::vector<ReifiedDim>>
reifyShape(mlir::OpResult result,
           llvm::function_ref<TypeShape(mlir::Value)> shapeOf);

} // namespace shapels

#endif // SHAPELS_SHAPE_REIFICATION_H
