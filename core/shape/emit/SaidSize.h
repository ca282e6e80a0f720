//===- SaidSize.h - What `shape.with_shape` says of a value ----*- C++ -*-===//
//
// Private to shape/emit and to what tells where sizes come from.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_SAIDSIZE_H
#define SHAPELS_SHAPE_EMIT_SAIDSIZE_H

#include "core/shape/ShapeAnalysis.h"

namespace shapels {

/// What a `shape.with_shape` of the value says of a size, in terms of
/// arguments; null where none does.
DimExpr saidSize(ShapeAnalysis &analysis, mlir::Value value, unsigned dim);

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_SAIDSIZE_H
