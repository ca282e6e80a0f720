//===- LinearRow.h - Differences of sizes as linear forms -------*- C++ -*-===//
//
// For plain elimination, which shares no code with what is tested.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_UNIT_SHAPE_LINEARROW_H
#define SHAPELS_TESTS_UNIT_SHAPE_LINEARROW_H

#include "shapels/shape/DimExpr.h"

#include <cmath>
#include <map>
#include <vector>

namespace shapels {

/// Coefficients by factors; those of the number have none.
using LinearRow = std::map<std::vector<const DimNode *>, double>;

/// `a - b`.
inline LinearRow differenceOf(DimExprs &exprs, DimExpr a, DimExpr b) {
  LinearRow row;
  for (auto [expr, sign] : {std::pair(a, 1), std::pair(b, -1)})
    for (const DimTerm &term : exprs.termsOf(expr)) {
      LinearRow::key_type key;
      for (DimExpr factor : term.factors)
        key.push_back(factor.get());
      row[key] += double(sign * term.coefficient);
    }
  std::erase_if(row, [](const auto &entry) { return entry.second == 0; });
  return row;
}

inline void subtract(LinearRow &row, const LinearRow &other, double times) {
  for (const auto &[key, value] : other)
    row[key] -= times * value;
  std::erase_if(
      row, [](const auto &entry) { return std::abs(entry.second) < 1e-9; });
}

} // namespace shapels

#endif // SHAPELS_TESTS_UNIT_SHAPE_LINEARROW_H
