//===- IntegerMath.h - Arithmetic on the integers of tensors ----*- C++ -*-===//
//
// For combine(), of two elements each.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULES_INTEGERMATH_H
#define SHAPELS_SHAPE_RULES_INTEGERMATH_H

#include "core/shape/DimExpr.h"

namespace shapels::rules::integers {

using Combine = DimExpr (*)(DimExprs &, DimExpr, DimExpr);

inline DimExpr add(DimExprs &e, DimExpr a, DimExpr b) { return e.add(a, b); }
inline DimExpr subtract(DimExprs &e, DimExpr a, DimExpr b) {
  return e.sub(a, b);
}
inline DimExpr multiply(DimExprs &e, DimExpr a, DimExpr b) {
  return e.mul(a, b);
}
inline DimExpr minimum(DimExprs &e, DimExpr a, DimExpr b) {
  return e.min(a, b);
}
inline DimExpr maximum(DimExprs &e, DimExpr a, DimExpr b) {
  return e.max(a, b);
}
/// Of what may be negative it depends on the dialect which way they round.
inline DimExpr divide(DimExprs &e, DimExpr a, DimExpr b) {
  return a->isNonNegative && b->isNonNegative ? e.floorDiv(a, b) : e.unknown();
}
inline DimExpr remainder(DimExprs &e, DimExpr a, DimExpr b) {
  return a->isNonNegative && b->isNonNegative ? e.mod(a, b) : e.unknown();
}

} // namespace shapels::rules::integers

#endif // SHAPELS_SHAPE_RULES_INTEGERMATH_H
