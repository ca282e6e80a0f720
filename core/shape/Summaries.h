//===- Summaries.h - What a function does with sizes -----------*- C++ -*-===//
//
// The summary of a function for its calls: the sizes that it returns in terms
// of those of its arguments, and what it requires of these. Each call
// substitutes the sizes of its own operands, so sizes of different calls are
// never made equal.
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
    /// Nothing where one of them is not in terms of arguments.
    std::optional<Elements> elements;
    friend bool operator==(const Result &, const Result &) = default;
  };
  using Pair = std::pair<DimExpr, DimExpr>;
  using Limit = std::pair<DimExpr, DimRange>;

  mlir::Operation *function = nullptr;
  std::vector<Result> results;
  /// What the function requires if it returns. The first of each pair is a
  /// symbol: the expression that it must equal, or the range that it must be
  /// in.
  std::vector<Pair> equal;
  std::vector<Limit> limits;
  friend bool operator==(const Summary &, const Summary &) = default;
};

/// The expression, which may belong to other `exprs`, with `stand` of each
/// symbol in its place; null where `stand` returns null for one.
DimExpr substitute(DimExprs &exprs, DimExpr expr,
                   llvm::function_ref<DimExpr(const DimSource &)> stand);

/// The number of the function's argument that a source belongs to.
std::optional<unsigned> argumentOf(mlir::Operation *function,
                                   const DimSource &source);

/// A size or integer of a call that the function cannot take.
struct CallFault {
  mlir::Operation *function = nullptr;
  /// The size or integer of an argument, its value in the call, and the range
  /// that the function requires.
  DimExpr size;
  int64_t given = 0;
  DimRange needed;
  /// The expression over the arguments that it must equal; null if the function
  /// requires a range.
  DimExpr other;
  /// The op in the function that requires it; null where it follows from no
  /// single op.
  mlir::Operation *reason = nullptr;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SUMMARIES_H
