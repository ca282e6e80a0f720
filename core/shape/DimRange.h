//===- DimRange.h - Between which numbers a size is ------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_DIMRANGE_H
#define SHAPELS_SHAPE_DIMRANGE_H

#include "core/shape/DimExpr.h"

namespace shapels {

/// What is known of an integer beside what it equals.
struct DimRange {
  /// Both included; nothing where there is no bound.
  std::optional<int64_t> least, most;
  /// A divisor.
  int64_t multipleOf = 1;

  static DimRange exactly(int64_t value);
  /// At most that; a size.
  static DimRange upTo(int64_t most) { return {0, most}; }
  /// What both say.
  DimRange operator&(const DimRange &other) const;
  /// What one or the other says.
  DimRange operator|(const DimRange &other) const;
  /// Without what the other says already.
  DimRange beside(const DimRange &other) const;
  /// Where it leaves one number.
  std::optional<int64_t> number() const {
    return least == most ? least : std::nullopt;
  }
  /// `at most 8`, `5 to 10, a multiple of 4`; empty where it says no more than
  /// that sizes are not negative.
  std::string words() const;
  friend bool operator==(const DimRange &, const DimRange &) = default;
};

/// Of the expression, by what is `known` of its parts.
DimRange rangeOf(DimExpr expr, llvm::function_ref<DimRange(DimExpr)> known);

} // namespace shapels

#endif // SHAPELS_SHAPE_DIMRANGE_H
