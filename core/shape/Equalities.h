//===- Equalities.h - Which sizes are known to be equal --------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_EQUALITIES_H
#define SHAPELS_SHAPE_EQUALITIES_H

#include "shapels/shape/DimExpr.h"

#include "llvm/ADT/DenseMap.h"

namespace shapels {

/// A union-find over expressions: each class has one representative, a number
/// where it is known, else what is given in preference to what is computed.
/// A linear equality is solved for one of its symbols: `a + b = 1024` makes
/// `a + b` a number.
class Equalities {
public:
  explicit Equalities(DimExprs &exprs) : exprs(exprs) {}

  /// False where the two cannot be equal; nothing is learnt then.
  bool unite(DimExpr a, DimExpr b);
  /// The representative of the expression's class.
  DimExpr canonical(DimExpr expr);
  bool empty() const { return replaced.empty(); }

private:
  DimExpr compute(DimExpr expr);
  bool solve(DimExpr difference);
  void replace(DimExpr what, DimExpr with);

  DimExprs &exprs;
  llvm::DenseMap<const DimNode *, DimExpr> replaced;
  /// What canonical() has said since the last equality.
  llvm::DenseMap<const DimNode *, DimExpr> known;
  unsigned depth = 0;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EQUALITIES_H
