//===- ShapeFunctionBody.h - The ops of a shape function, run ---*- C++ -*-===//
//
// Private to shape/. Made for one run. What is known of the values of functions
// is kept apart from what is known of the section's, one map for each call.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONBODY_H
#define SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONBODY_H

#include "core/shape/KnownShapes.h"
#include "core/shape/ShapeState.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace shapels {

class ShapeFunctionBody {
public:
  using Values = llvm::SmallVector<ValueShape, 2>;

  /// Both outlive it; `view` is of the op that the function is run for.
  ShapeFunctionBody(ShapeState &state, OpShapes &view)
      : state(state), view(view) {}

  /// What the function returns; nothing where it cannot be told.
  std::optional<Values> call(mlir::Operation *function, Values arguments);
  /// Whether it is the name of a value in a function that was run.
  bool isOwn(DimExpr symbol) const {
    return own.contains(symbol->source.value);
  }

  /// Whether ops of that name can be run.
  static bool canRun(mlir::Operation *op);

private:
  using MaybeValues = std::optional<Values>;

  MaybeValues run(mlir::Region &region, Values arguments);
  mlir::Operation *runBlock(mlir::Block &block, Values arguments);
  mlir::Block *follow(mlir::Operation *end, Values &arguments);
  void runOp(mlir::Operation *op);
  void applyRule(mlir::Operation *op);
  MaybeValues runNested(mlir::Operation *op);
  MaybeValues runCall(mlir::Operation *op);
  MaybeValues runIf(mlir::scf::IfOp op);
  MaybeValues runFor(mlir::scf::ForOp op);
  MaybeValues runWhile(mlir::scf::WhileOp op);
  MaybeValues runReduce(mlir::shape::ReduceOp op);
  MaybeValues runGenerate(mlir::tensor::GenerateOp op);
  MaybeValues runWithShape(mlir::shape::WithOp op);
  MaybeValues runDoubtful(mlir::Region &region);
  Values chosen(DimExpr truth, llvm::ArrayRef<ValueShape> then,
                llvm::ArrayRef<ValueShape> otherwise);

  ValueShape get(mlir::Value value) const;
  Values get(mlir::ValueRange values) const;
  void set(mlir::Value value, ValueShape known);
  ValueShape withoutNames(mlir::Value value, ValueShape known);
  /// The integer that the value is; null where it is none that is known.
  DimExpr integer(mlir::Value value) const;
  std::optional<int64_t> literal(mlir::Value value) const;

  ShapeState &state;
  OpShapes &view;
  llvm::DenseSet<const void *> own;
  unsigned steps = 0, depth = 0;
  /// In what may not run at all nothing is rejected.
  bool isDoubtful = false;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONBODY_H
