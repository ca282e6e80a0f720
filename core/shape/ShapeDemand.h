//===- ShapeDemand.h - Few ops, without their function ----------*- C++ -*-===//
//
// Private to shape/. By declared types, what is known of a value rests on few
// others: those whose integers its op reads. They are looked at without the
// rest of the function, and what is known of them is what it is with it. It
// holds until something changes or the function is looked at. Made for one
// call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPEDEMAND_H
#define SHAPELS_SHAPE_SHAPEDEMAND_H

#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeDemand {
public:
  explicit ShapeDemand(ShapeState &state) : state(state) {}

  /// False where it takes the function.
  bool infer(mlir::Value value);
  /// All that was found so.
  void forget();

  /// Ops that are looked at, each twice or less, before the function is. Tests
  /// set it to 0.
  static unsigned mostSteps;

private:
  bool inferIn(mlir::Operation *scope, mlir::Value value);
  bool demand(mlir::Operation *scope, mlir::Value value, mlir::Operation *user);
  void note(mlir::ValueRange values);

  ShapeState &state;
  llvm::SmallVector<mlir::Operation *> pending;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEDEMAND_H
