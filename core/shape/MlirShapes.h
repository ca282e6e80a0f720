//===- MlirShapes.h - Shapes of MLIR's types -------------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_MLIRSHAPES_H
#define SHAPELS_SHAPE_MLIRSHAPES_H

#include "core/shape/TypeShape.h"

#include "mlir/IR/TypeRange.h"

namespace shapels {

TypeShape shapeOf(mlir::Type type);
std::vector<TypeShape> shapesOf(mlir::TypeRange types);

/// `type` with other dimensions; null where `type` cannot have them (a vector
/// of unknown size, a type without a shape).
mlir::Type withShape(mlir::Type type, const std::vector<Dim> &dims);

/// A tensor with those sizes, of which multiples of vscale are left open.
mlir::Type tensorOf(const TypeShape &shape, mlir::Type element);

} // namespace shapels

#endif // SHAPELS_SHAPE_MLIRSHAPES_H
