//===- DimParams.h - Names of sizes in ONNX models --------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_DIMPARAMS_H
#define SHAPELS_SHAPE_DIMPARAMS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace shapels {

/// The attribute of a function's arguments and results.
inline constexpr llvm::StringLiteral dimParamsName = "onnx.dim_params";

/// `0:batch,1:sequence`: dimensions with their names. What is not so is left
/// out.
inline llvm::SmallVector<std::pair<unsigned, llvm::StringRef>>
dimParamsOf(llvm::StringRef list) {
  llvm::SmallVector<std::pair<unsigned, llvm::StringRef>> result;
  for (llvm::StringRef item : llvm::split(list, ',')) {
    auto [number, name] = item.split(':');
    unsigned dim = 0;
    if (!number.trim().getAsInteger(10, dim) && !name.trim().empty())
      result.emplace_back(dim, name.trim());
  }
  return result;
}

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMPARAMS_H
