//===- LocalShapes.h - What one op does with its operands ------*- C++ -*-===//
//
// For the words of a hover: an op's rule is asked again, with a symbol for each
// size and each integer of its operands, whatever is known of them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LOCALSHAPES_H
#define SHAPELS_SHAPE_LOCALSHAPES_H

#include "shapels/shape/Shape.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <functional>
#include <memory>

namespace shapels {

class ShapeAnalysis;

class LocalShapes {
public:
  /// Ranks and integers of an operand.
  using Known = std::function<ValueShape(mlir::Value)>;
  /// An analysis that knows nothing yet.
  using MakeAnalysis = std::function<std::unique_ptr<ShapeAnalysis>()>;

  /// Both are called until it is destroyed.
  LocalShapes(mlir::Operation *op, MakeAnalysis make, Known known);
  ~LocalShapes();

  /// Over sizes and integers of the op's operands, which the symbols name; null
  /// where the rule does not tell. `rank`: the result's, as it is known.
  struct Local {
    DimExpr expr;
    /// A number that rests on integers in operands.
    bool isFromIntegers = false;
    explicit operator bool() const { return bool(expr); }
  };
  Local size(mlir::Value result, size_t rank, size_t dim);
  /// The same of the integers in a result.
  Local element(mlir::Value result, size_t count, size_t index);
  /// A size of an operand that must equal `size` where the op executes, for
  /// which the predicate holds; null where there is none.
  DimExpr equalSize(DimExpr size,
                    llvm::function_ref<bool(const DimSource &)> isWanted);

private:
  /// By falling use for an explanation: where a rule goes by numbers, symbols
  /// do not do.
  static constexpr unsigned attemptCount = 3;
  struct Attempt {
    std::unique_ptr<ShapeAnalysis> analysis;
    std::vector<DimExpr> sizes;
  };
  void run(unsigned number);
  Local first(llvm::function_ref<DimExpr(const Attempt &)> read,
              mlir::Value result);

  mlir::Operation *op;
  MakeAnalysis make;
  Known known;
  std::array<Attempt, attemptCount> attempts;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_LOCALSHAPES_H
