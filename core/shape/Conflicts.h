//===- Conflicts.h - Ops that contradict those before them -----*- C++ -*-===//
//
// Private to shape/. Ops are judged in the order of the text, those of a region
// after all that execute whenever it does: the first op that cannot hold
// together with what is before it is wrong, teaches nothing, and the next one
// is judged without it. The verdict follows from the ops as they are, and is
// found again for those that share sizes with what changed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CONFLICTS_H
#define SHAPELS_SHAPE_CONFLICTS_H

#include "core/shape/FactGroups.h"

namespace shapels {

struct Conflict {
  /// Ops whose facts contradict the op's, in the order of the text: without any
  /// of them the others do not. None where the op contradicts itself.
  llvm::SmallVector<mlir::Operation *, 2> reasons;
  friend bool operator==(const Conflict &, const Conflict &) = default;
};

class Conflicts {
public:
  explicit Conflicts(DimExprs &exprs) : exprs(exprs) {}

  /// What the op implies where it executes, instead of what it did before.
  void set(mlir::Operation *op, SizeFacts facts);
  /// An op that is not there any more.
  void forget(const void *op);
  /// Does not judge the op, whose verdict rests on itself, until hear().
  void giveUp(mlir::Operation *op);
  void hear(mlir::Operation *op) { givenUp.erase(op); }

  /// Brings the verdicts up to date. Returns the ops that are wrong now and
  /// were not, or the other way around.
  std::vector<mlir::Operation *> judge();
  bool isWrong(mlir::Operation *op) const { return wrong.contains(op); }

  /// Null where the op is not wrong.
  const Conflict *find(mlir::Operation *op) const;
  const SizeFacts *factsOf(mlir::Operation *op) const;
  /// Few ops, in the order of the text, by which the size is `number` wherever
  /// `block` executes; none where that does not follow from ops, or from many.
  std::vector<mlir::Operation *> reasonsFor(mlir::Block *block, DimExpr size,
                                            int64_t number);
  /// The ops of which something else may be said since this was asked the last
  /// time, in no order.
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
