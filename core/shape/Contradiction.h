//===- Contradiction.h - Facts that cannot hold together -------*- C++ -*-===//
//
// Private to shape/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CONTRADICTION_H
#define SHAPELS_SHAPE_CONTRADICTION_H

#include "core/shape/DimRange.h"
#include "core/shape/Equalities.h"

#include <string>

namespace shapels {

/// What one op implies where it executes.
struct SizeFacts {
  using Pair = Equalities::Pair;
  using Limit = std::pair<DimExpr, DimRange>;

  /// Equal sizes.
  llvm::SmallVector<Pair, 1> pairs;
  llvm::SmallVector<Limit, 0> limits;
  /// The first size is 1 or the second one: it may broadcast.
  llvm::SmallVector<Pair, 0> choices;
  /// Why there can be no such op, as its rule says it; empty where it does not.
  std::string rejection;

  bool empty() const {
    return pairs.empty() && limits.empty() && choices.empty() &&
           rejection.empty();
  }
  /// Whether it equates symbols and numbers, and says no more.
  bool isSimple() const;
  friend bool operator==(const SizeFacts &, const SizeFacts &) = default;
};

using FactList = std::vector<const SizeFacts *>;

/// The closure of facts: what equals what, and between which numbers it is.
class Consequences {
public:
  Consequences(DimExprs &exprs, const FactList &facts);

  /// Whether no sizes meet all of them.
  bool isContradictory() const { return isImpossible; }
  /// The representative of the size's class.
  DimExpr canonical(DimExpr size) { return closure.canonical(size); }
  /// The number that a size is beside 1, where it may broadcast to that.
  std::optional<int64_t> choiceOf(DimExpr size) const;

private:
  void learn();
  void checkPairs();
  void addRange(DimExpr size, const DimRange &range);
  void addChoice(DimExpr size, DimExpr other);
  bool derive();

  DimExprs &exprs;
  const FactList &facts;
  Equalities closure;
  std::vector<SizeFacts::Pair> pairs;
  llvm::DenseMap<const DimNode *, DimRange> ranges;
  llvm::DenseMap<const DimNode *, int64_t> choices;
  std::vector<SizeFacts::Pair> derived;
  bool isImpossible = false;
};

bool isContradictory(DimExprs &exprs, const FactList &facts);

/// Of `candidates`, which contradict `last`, few that do so: without any of
/// them the others do not. By number, in order.
std::vector<size_t> minimalReasons(DimExprs &exprs, const FactList &candidates,
                                   const SizeFacts &last);

} // namespace shapels

#endif // SHAPELS_SHAPE_CONTRADICTION_H
