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

  /// See ShapeAnalysis::change().
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
  /// Ops, and blocks whose arguments are to be inferred again, in program
  /// order.
  using Queue = std::set<Place, ByPlace>;
  /// What has to be inferred again because of one op.
  struct Unit {
    Place place;
    /// All blocks of a cycle in the control flow, if it is one; else null.
    BlockOrder::Component *cycle = nullptr;
    /// The loop-like op in each of whose rounds it is inferred; null for none.
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
