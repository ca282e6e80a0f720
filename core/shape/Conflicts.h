//===- Conflicts.h - Ops that contradict those before them -----*- C++ -*-===//
//
// Private to shape/. Finds the ops whose facts contradict others. Ops are
// judged in the order of the text, those of a region after all ops that execute
// whenever the region does. The first op that contradicts the ops before it is
// wrong; its facts are left out, and the next op is judged without them. The
// verdict depends on the ops as they are; after a change it is found again for
// ops that share sizes with the changed ones.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CONFLICTS_H
#define SHAPELS_SHAPE_CONFLICTS_H

#include "core/shape/FactGroups.h"

namespace shapels {

struct Conflict {
  /// A minimal set of ops whose facts together contradict the op's, in the
  /// order of the text (QuickXplain, Junker 2004). Empty where the op
  /// contradicts itself.
  llvm::SmallVector<mlir::Operation *, 2> reasons;
  friend bool operator==(const Conflict &, const Conflict &) = default;
};

class Conflicts {
public:
  explicit Conflicts(DimExprs &exprs) : exprs(exprs) {}

  /// Replaces the facts that hold where the op executes.
  void set(mlir::Operation *op, SizeFacts facts);
  /// Forgets an op that is gone.
  void forget(const void *op);
  /// Leaves the op unjudged until hear(), because its verdict would depend on
  /// itself.
  void giveUp(mlir::Operation *op);
  void hear(mlir::Operation *op) { givenUp.erase(op); }

  /// Brings the verdicts up to date. Returns the ops that became wrong or
  /// right.
  std::vector<mlir::Operation *> judge();
  bool isWrong(mlir::Operation *op) const { return wrong.contains(op); }

  /// The op's conflict; null if the op is not wrong.
  const Conflict *find(mlir::Operation *op) const;
  const SizeFacts *factsOf(mlir::Operation *op) const;
  /// A few ops, in the order of the text, from which it follows that the size
  /// is `number` wherever `block` executes; none where it does not follow from
  /// ops, or only from many.
  std::vector<mlir::Operation *> reasonsFor(mlir::Block *block, DimExpr size,
                                            int64_t number);
  /// The ops whose conflict may have changed since the last call, in no order.
  std::vector<mlir::Operation *> takeChanged();

private:
  using Component = FactGroups::Component;
  using Verdicts = llvm::DenseMap<mlir::Operation *, Conflict>;

  void judge(const Component &component, Verdicts &found);
  void judgeBlock(llvm::ArrayRef<FactGroup *> ordered,
                  llvm::DenseSet<FactGroup *> &bad, Verdicts &found);

  DimExprs &exprs;
  FactGroups groups;
  Verdicts wrong;
  llvm::DenseSet<const void *> givenUp;
  llvm::SetVector<mlir::Operation *> changed;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_CONFLICTS_H
