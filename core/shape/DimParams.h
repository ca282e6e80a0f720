//===- DimParams.h - Names that functions give sizes ------------*- C++ -*-===//
//
// As exporters write them: `onnx.dim_params = "0:batch,1:sequence"` of an
// argument or a result, and encodings of types that list symbols,
// `tensor<?x?xf32, [@S0, @S1]>`.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_DIMPARAMS_H
#define SHAPELS_SHAPE_DIMPARAMS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace shapels {

/// Dimensions with their names; what is not understood is left out.
using DimParams = llvm::SmallVector<std::pair<unsigned, llvm::StringRef>>;

DimParams paramsOfArgument(mlir::FunctionOpInterface function, unsigned number);
DimParams paramsOfResult(mlir::FunctionOpInterface function, unsigned number);

/// Whether the op is a function that gives names.
bool namesSizes(mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMPARAMS_H
