//===- ProgramOrder.h - What comes first in the text -----------*- C++ -*-===//
//
// Private to shape/. The order of ops and values that are there, which edits
// elsewhere do not change.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_PROGRAMORDER_H
#define SHAPELS_SHAPE_PROGRAMORDER_H

#include "shapels/shape/DimExpr.h"

#include "mlir/IR/Operation.h"

namespace shapels {

/// Whether `a` ends before `b` does: what is nested in an op comes before it.
bool isBefore(mlir::Operation *a, mlir::Operation *b);

/// The value that a source is of; of what nobody can say, the op that made it.
mlir::Block *blockOf(const DimSource &source);

/// Negative, 0 or positive; 0 for the same one only.
int compare(const DimSource &a, const DimSource &b);

} // namespace shapels

#endif // SHAPELS_SHAPE_PROGRAMORDER_H
