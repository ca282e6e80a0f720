//===- ShapeCalls.h - Shapes across calls -----------------------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPECALLS_H
#define SHAPELS_SHAPE_SHAPECALLS_H

#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeCalls {
public:
  explicit ShapeCalls(ShapeState &state) : state(state) {}

  /// What the function that the op calls does; null where that is not known.
  const Summary *summaryAt(mlir::Operation *call);
  void applySummary(OpShapes &view, const Summary &summary,
                    OpShapes::Said &said);
  std::optional<CallFault> callFault(mlir::Operation *call);
  /// Looks at the scope, or at what is in none below `root`, and at what that
  /// calls before.
  void runScopes(mlir::Operation *scope, mlir::Operation *root);
  /// Functions that calls which changed are of, if nobody looked at them yet.
  void settleCallees();
  /// Whether calls are to be inferred again by what is known now.
  bool followCalls();

private:
  static mlir::Operation *callerOf(mlir::Operation *call);
  llvm::SmallVector<DimExpr> givenTo(mlir::Operation *function);
  Summary summarize(mlir::Operation *function);
  mlir::Operation *reasonFor(mlir::Operation *function, DimExpr size,
                             DimExpr other);

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPECALLS_H
