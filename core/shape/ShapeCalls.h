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

  /// See ShapeAnalysis::summaryAt().
  const Summary *summaryAt(mlir::Operation *call);
  /// See ShapeAnalysis::summaryOf(); the function must be inferred.
  const Summary *summaryOf(mlir::Operation *function);
  void applySummary(OpShapes &view, const Summary &summary,
                    OpShapes::Said &said);
  std::optional<CallFault> callFault(mlir::Operation *call);
  /// Infers the scope, or if that is null all ops below `root` that are in
  /// none, after the functions that they call.
  void runScopes(mlir::Operation *scope, mlir::Operation *root);
  /// Infers the functions of changed calls that were not inferred yet.
  void settleCallees();
  /// Queues the calls whose summaries have changed. Returns whether there are
  /// any.
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
