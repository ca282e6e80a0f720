//===- StatedShape.h - Shapes that types state, any dialect's --*- C++ -*-===//

#ifndef SHAPELS_SHAPE_STATEDSHAPE_H
#define SHAPELS_SHAPE_STATEDSHAPE_H

#include "core/shape/TypeShape.h"

#include "mlir/IR/TypeRange.h"

namespace shapels {

/// As shapeOf(), and for types of dialects that are not built in where their
/// text states a shape: `!torch.vtensor<[2,?],f32>`, `!x.buffer<2x?xf32>`.
TypeShape statedShape(mlir::Type type);
std::vector<TypeShape> statedShapes(mlir::TypeRange types);

/// What a type's text says, as far as it can be told without an MLIRContext; of
/// what it cannot the rank is unknown.
TypeShape writtenShape(llvm::StringRef type);

/// Whether values of the type have no shape: numbers, handles. What is not
/// known may have one.
bool isScalarType(mlir::Type type);

/// Whether it is `!dialect.name`, of a dialect that is not built in.
bool isTypeNamed(mlir::Type type, llvm::StringRef dialect,
                 llvm::StringRef name);

/// `type` with other sizes, as MLIR writes it; nothing where it cannot have
/// them.
std::optional<std::string> typeTextWith(mlir::Type type,
                                        const std::vector<Dim> &dims);

} // namespace shapels

#endif // SHAPELS_SHAPE_STATEDSHAPE_H
