//===- Summaries.h - What a function does with sizes -----------*- C++ -*-===//
//
// What calls of a function go by: the sizes that it returns in terms of those
// of its arguments, and what it needs of these. Each call puts the sizes of its
// own operands in: those of different calls are never made equal.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SUMMARIES_H
#define SHAPELS_SHAPE_SUMMARIES_H

#include "core/shape/DimRange.h"
#include "core/shape/Shape.h"

#include "mlir/IR/Operation.h"

#include <vector>

namespace shapels {

/// Symbols are sizes and integers of the function's arguments.
struct Summary {
  struct Result {
    /// A size that is not in terms of arguments is null.
    Shape shape;
    /// Nothing where one of them is not.
    std::optional<Elements> elements;
    friend bool operator==(const Result &, const Result &) = default;
  };
  using Pair = std::pair<DimExpr, DimExpr>;
  using Limit = std::pair<DimExpr, DimRange>;

  mlir::Operation *function = nullptr;
  std::vector<Result> results;
  /// The first of each is a symbol: what it must equal, or be in, where the
  /// function comes to its end.
  std::vector<Pair> equal;
  std::vector<Limit> limits;
  friend bool operator==(const Summary &, const Summary &) = default;
};

/// The expression, which may be of other `exprs`, over what stands for its
/// symbols; null where something has no such.
DimExpr substitute(DimExprs &exprs, DimExpr expr,
                   llvm::function_ref<DimExpr(const DimSource &)> stand);

/// Which argument of the function a source is of; nothing where of none.
std::optional<unsigned> argumentOf(mlir::Operation *function,
                                   const DimSource &source);

/// What a call gives the function that it cannot take.
struct CallFault {
  mlir::Operation *function = nullptr;
  /// Of an argument: what it is given, and what it had to be.
  DimExpr size;
  int64_t given = 0;
  DimRange needed;
  /// What it had to equal, over the arguments; null where it is a range.
  DimExpr other;
  /// The op in the function that completes what it needs; null where it is not
  /// one that says so.
  mlir::Operation *reason = nullptr;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SUMMARIES_H
