//===- ShapeUpdate.h - What is inferred again after edits -------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPEUPDATE_H
#define SHAPELS_SHAPE_SHAPEUPDATE_H

#include "core/shape/ShapeState.h"

#include <set>

namespace shapels {

class ShapeUpdate {
public:
  explicit ShapeUpdate(ShapeState &state) : state(state) {}

  /// As IrWork has them: ops that are to be inferred again, and addresses that
  /// are nobody's or somebody else's now.
  void change(llvm::ArrayRef<mlir::Operation *> now,
              llvm::ArrayRef<const void *> erased);
  void runChanged();
  void runChildren(mlir::Region &region);
  void forgetNested(mlir::Operation *op);
  void forgetOps(mlir::Operation *op);

private:
  struct ByPlace {
    bool operator()(const Place &a, const Place &b) const {
      return state->isBefore(a, b);
    }
    const ShapeState *state;
  };
  /// Ops, and blocks whose arguments are looked at again.
  using Queue = std::set<Place, ByPlace>;
  /// What is inferred again for the sake of an op.
  struct Unit {
    Place place;
    /// The blocks that lead back, all of them, if it is that.
    BlockOrder::Component *cycle = nullptr;
    /// The op in whose rounds it is, if it is looked at in each of them.
    mlir::Operation *inRounds = nullptr;
    /// What hands on to those behind it what is known then.
    llvm::SmallVector<mlir::Operation *> around;
  };
  /// Values, with what was known of them.
  using Before = llvm::SmallVector<std::pair<mlir::Value, const ValueShape *>>;
  void runQueue();
  void runAgain(mlir::Operation *op, Queue &queue);
  void runAgain(mlir::Block *block, Queue &queue);
  void runCycle(BlockOrder::Component &cycle, Queue &queue);
  void runWhole(mlir::Operation *op);
  Unit unitOf(mlir::Operation *op, mlir::Operation *scope);
  void enqueue(mlir::Operation *op, Queue &queue);
  void enqueue(mlir::Operation *op, mlir::Operation *scope, Queue &queue);
  void enqueueSuccessors(mlir::Operation *op, Queue &queue);
  void note(mlir::ValueRange values, Before &before) const;
  void enqueueUsers(const Before &before, Queue &queue);
  bool isInWhole(const Place &place) const;

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEUPDATE_H
