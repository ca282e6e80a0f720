//===- ShapeScopes.h - What is looked at as a whole -------------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPESCOPES_H
#define SHAPELS_SHAPE_SHAPESCOPES_H

#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeScopes {
public:
  explicit ShapeScopes(ShapeState &state) : state(state) {}

  /// The outermost scope around the block; null where it is in none.
  static mlir::Operation *scopeOf(mlir::Block *block);
  static bool areInOneScope(mlir::Value a, mlir::Value b);
  bool isOtherScope(mlir::Operation *op) const;
  /// See ShapeAnalysis::update() and ShapeAnalysis::settle().
  void update();
  void settle(mlir::Block *block);
  /// And what is known of the value, be it without the rest of its function.
  void settle(mlir::Value value);
  void runScope(mlir::Operation *scope, mlir::Operation *root);

private:
  void judgeOps();

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPESCOPES_H
