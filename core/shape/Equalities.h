//===- Equalities.h - Which sizes are known to be equal --------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_EQUALITIES_H
#define SHAPELS_SHAPE_EQUALITIES_H

#include "core/shape/DimExpr.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace shapels {

/// The order of two sources, as that of compare().
using SourceOrder =
    llvm::function_ref<int(const DimSource &, const DimSource &)>;

/// Of expressions; it rests on the order of sources alone, not on which was
/// made first.
int compare(DimExpr a, DimExpr b, SourceOrder order);

/// A union-find over expressions: each class has one representative, a number
/// where it is known, else what is given in preference to what is computed.
/// A linear equality is solved for one of its symbols: `a + b = 1024` makes
/// `a + b` a number.
class Equalities {
public:
  using Pair = std::pair<DimExpr, DimExpr>;

  explicit Equalities(DimExprs &exprs) : exprs(exprs) {}

  /// Forgets what it knew and learns these, whatever order they come in. What
  /// cannot be equal is left out.
  void learn(std::vector<Pair> pairs, SourceOrder order);
  /// The representative of the expression's class.
  DimExpr canonical(DimExpr expr);
  bool empty() const { return replaced.empty(); }

private:
  DimExpr compute(DimExpr expr);
  void unite(DimExpr a, DimExpr b, SourceOrder order);
  DimExpr withProducts(DimExpr sum);
  bool solve(DimExpr difference, SourceOrder order);
  bool solveFor(DimExpr difference, bool isProduct, SourceOrder order);
  void replace(DimExpr what, DimExpr with);

  struct Known {
    DimExpr canonical;
    uint32_t time = 0;
  };

  DimExprs &exprs;
  llvm::DenseMap<const DimNode *, DimExpr> replaced;
  /// What canonical() said, and when.
  llvm::DenseMap<const DimNode *, Known> known;
  /// Goes on with each replacement, when what is known of others may change.
  uint32_t time = 1;
  unsigned depth = 0;
  /// How many expressions may still be computed: by learn(), while it runs, or
  /// for the one that is asked about.
  uint64_t fuel = 0;
  bool isLearning = false;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EQUALITIES_H
