//===- StatedRanges.h - Bounds that the text states ------------*- C++ -*-===//
//
// Of sizes and integers that have no number.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_STATEDRANGES_H
#define SHAPELS_SHAPE_STATEDRANGES_H

#include "core/shape/DimRange.h"

#include "mlir/IR/Types.h"

namespace shapels {

/// One for each dimension of a type with bounds, such as
/// `tensor<?x4xf32, #stablehlo.bounds<8, ?>>`; else none.
llvm::SmallVector<DimRange> statedRanges(mlir::Type type);

/// A type's text without the bounds of sizes that are no longer open; without
/// them all where none is. `type` has other sizes than the text.
std::string withoutBounds(std::string text, mlir::Type type,
                          llvm::ArrayRef<bool> isOpen);

/// One for each list in `[[#util.int.assumption<umin = 5, umax = 8>]]`, or for
/// each operand in `util.assume.int %0<umin = 5, umax = 8>, %1[<udiv = 4>,
/// <udiv = 8>]`. Of several in a list one or the other holds.
llvm::SmallVector<DimRange> assumedRanges(llvm::StringRef text);

/// What the type of the value says whose size it is.
DimRange statedRange(DimExpr size);

} // namespace shapels

#endif // SHAPELS_SHAPE_STATEDRANGES_H
