//===- LocalShapes.h - What one op does with its operands ------*- C++ -*-===//
//
// For the words of a hover: an op's rule is asked again, with a symbol for each
// size and each integer of its operands, whatever is known of them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LOCALSHAPES_H
#define SHAPELS_SHAPE_LOCALSHAPES_H

#include "core/shape/ShapeAnalysis.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <functional>
#include <memory>

namespace shapels {

class LocalShapes {
public:
  /// Ranks and integers of an operand.
  using Known = std::function<ValueShape(mlir::Value)>;
  /// An analysis that knows nothing yet.
  using MakeAnalysis = std::function<std::unique_ptr<ShapeAnalysis>()>;

  /// Both are called until it is destroyed.
  LocalShapes(MakeAnalysis make, Known known);
  ~LocalShapes();

  /// Over sizes and integers of the operands of the result's op, which the
  /// symbols name; null where the rule does not tell. `rank`: the result's, as
  /// it is known.
  struct Local {
    DimExpr expr;
    /// A number that rests on integers in operands.
    bool isFromIntegers = false;
    explicit operator bool() const { return bool(expr); }
  };
  Local size(mlir::OpResult result, size_t rank, size_t dim);
  /// The same of the integers in a result.
  Local element(mlir::OpResult result, size_t count, size_t index);
  /// A size of an operand that must equal `size` where the op executes, for
  /// which the predicate holds; null where there is none.
  DimExpr equalSize(mlir::Operation *op, DimExpr size,
                    llvm::function_ref<bool(const DimSource &)> isWanted);

private:
  /// By falling use for an explanation: where a rule goes by numbers, symbols
  /// do not do.
  static constexpr unsigned attemptCount = 3;
  struct Attempt {
    /// Without results until it is asked.
    ShapeAnalysis::Alone said;
    std::vector<DimExpr> sizes;
  };
  using Attempts = std::array<Attempt, attemptCount>;
  void run(mlir::Operation *op, unsigned number);
  Local first(llvm::function_ref<DimExpr(const ValueShape &)> read,
              mlir::OpResult result);

  MakeAnalysis make;
  Known known;
  /// One for each attempt, whatever the op.
  std::array<std::unique_ptr<ShapeAnalysis>, attemptCount> analyses;
  llvm::DenseMap<mlir::Operation *, Attempts> ops;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_LOCALSHAPES_H
