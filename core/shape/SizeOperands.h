//===- SizeOperands.h - Operands that are sizes of a result ----*- C++ -*-===//

#ifndef SHAPELS_SHAPE_SIZEOPERANDS_H
#define SHAPELS_SHAPE_SIZEOPERANDS_H

#include "mlir/IR/Value.h"

#include <vector>

namespace shapels {

/// For each dimension of a result the operand that is its size, null for those
/// that have none. Empty for ops that do not take sizes so: for memrefs, which
/// MLIR neither infers nor reifies.
std::vector<mlir::Value> sizeOperandsOf(mlir::OpResult result);

} // namespace shapels

#endif // SHAPELS_SHAPE_SIZEOPERANDS_H
