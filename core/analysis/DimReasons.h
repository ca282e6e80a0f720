//===- DimReasons.h - Where a size comes from, in words --------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DIMREASONS_H
#define SHAPELS_ANALYSIS_DIMREASONS_H

#include "core/shape/Dependence.h"
#include "core/shape/SizeExpression.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// Returns the name that the text has for a value.
using NameOf = llvm::function_ref<std::string(mlir::Value)>;

/// Returns the number that is known of a value, a size or an element.
using NumberOf =
    llvm::function_ref<std::optional<int64_t>(const SizeExpression &)>;

/// Expressions longer than this, in bytes, are replaced in a hover by a list of
/// the sizes that they depend on.
inline constexpr size_t longestExpression = 90;

/// `a`, `a and b`, `a, b and c`; of many the first ones.
std::string listedShort(std::vector<std::string> items);

/// `? from dim 0 of %a + 2`, or `3 + 2 = 5 from dim 0 of %a + 2`; empty where
/// nothing is known.
std::string reasonOf(std::string_view size,
                     const std::optional<SizeExpression> &source, NameOf nameOf,
                     NumberOf numberOf);

/// `14 from dim 1 of %input, dim 1 of %w and the attributes`; empty where
/// nothing is known.
std::string reasonOf(std::string_view size, const DimDependence &dependence,
                     mlir::Operation *op, NameOf nameOf);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DIMREASONS_H
