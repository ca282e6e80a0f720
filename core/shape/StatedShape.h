//===- StatedShape.h - Shapes that types state, any dialect's --*- C++ -*-===//

#ifndef SHAPELS_SHAPE_STATEDSHAPE_H
#define SHAPELS_SHAPE_STATEDSHAPE_H

#include "shapels/shape/TypeShape.h"

#include "mlir/IR/Types.h"

namespace shapels {

/// As shapeOf(), and for types of dialects that are not built in where their
/// text states a shape: `!torch.vtensor<[2,?],f32>`.
TypeShape statedShape(mlir::Type type);

/// `type` with other sizes, as MLIR writes it; nothing where it cannot have
/// them.
std::optional<std::string> typeTextWith(mlir::Type type,
                                        const std::vector<Dim> &dims);

} // namespace shapels

#endif // SHAPELS_SHAPE_STATEDSHAPE_H
