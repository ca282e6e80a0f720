//===- SizeWriter.h - A size as ops of arith -------------------*- C++ -*-===//
//
// One expression, over what its parts are already. Ops are folded as they are
// made. Where a divisor is 0, of which an expression claims nothing, the ops
// divide by 1: they never trap.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_SIZEWRITER_H
#define SHAPELS_SHAPE_EMIT_SIZEWRITER_H

#include "core/shape/DimExpr.h"

#include "mlir/IR/Builders.h"

namespace shapels {

class SizeWriter {
public:
  /// What a part of the expression is; not null.
  using ValueOf = llvm::function_ref<mlir::Value(DimExpr)>;

  /// Puts ops where the builder is, which outlives it.
  SizeWriter(mlir::OpBuilder &builder, mlir::Location place)
      : builder(builder), place(place) {}

  /// Of an expression that is no symbol.
  mlir::Value write(DimExpr expr, ValueOf valueOf);
  /// Whether a Select chooses what is `then`, as an i1.
  mlir::Value compare(DimExpr select, ValueOf valueOf);
  mlir::Value constant(int64_t value);

private:
  using Values = llvm::ArrayRef<mlir::Value>;

  template <typename Op>
  mlir::Value make(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<Op>(place, a, b);
  }
  mlir::Value product(const DimTerm &term, ValueOf valueOf);
  mlir::Value sum(DimExpr expr, ValueOf valueOf);
  mlir::Value divisor(DimExpr expr, mlir::Value value);
  mlir::Value divide(DimExpr expr, mlir::Value a, mlir::Value b);
  mlir::Value modulo(DimExpr expr, mlir::Value a, mlir::Value b);
  mlir::Value isEqual(mlir::Value a, int64_t b);
  mlir::Value choose(mlir::Value condition, mlir::Value then,
                     mlir::Value otherwise);
  mlir::Value broadcast(Values sizes);

  mlir::OpBuilder &builder;
  mlir::Location place;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_SIZEWRITER_H
