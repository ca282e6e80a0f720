//===- OpShapes.h - What a shape rule sees of an op ------------*- C++ -*-===//
//
// The one interface through which rules read the inputs of an op and set its
// results. Registered ops and those of unknown dialects look the same: a name,
// operands, attributes by name. What the op lacks reads as unknown, so a rule
// need not check that the op is well-formed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_OPSHAPES_H
#define SHAPELS_SHAPE_OPSHAPES_H

#include "core/shape/DimRange.h"
#include "core/shape/OpAttributes.h"
#include "core/shape/Requirement.h"
#include "core/shape/Shape.h"
#include "core/shape/TypeShape.h"

#include "mlir/IR/Operation.h"

namespace shapels {

/// Whether the op, or one around it, says that no size in it is 1 unless a type
/// says so, as torch-mlir does of functions.
bool isInStrictFunction(mlir::Operation *op);

/// One op while its rule runs, which also records what the op implies.
class OpShapes : public OpAttributes {
public:
  /// What a rule set.
  struct Said {
    explicit Said(mlir::Operation *op)
        : results(op->getNumResults()), isDone(op->getNumResults(), false) {}

    llvm::SmallVector<ValueShape, 1> results;
    /// Which of the results have a shape.
    llvm::SmallVector<bool, 1> isDone;
    std::string_view rule;
    bool usesStated = false;
    /// Whether more was read of the op than OpShapes tells otherwise.
    bool looksAround = false;
    /// Null unless a check asks for them.
    std::vector<Rejection> *rejections = nullptr;
  };

  /// Reads from `state` and records there which facts the op implies; results,
  /// reason and rejections go to `said`. All arguments outlive it.
  OpShapes(ShapeState &state, mlir::Operation *op, Said &said);
  /// For an op that does not parse: `op` is a temporary with its operands, and
  /// `sketch` what its text tells.
  OpShapes(ShapeState &state, mlir::Operation *op, const OpSketch &sketch,
           Said &said);

  /// For rules that go by an MLIR interface; others have no use for it.
  mlir::Operation *operation() const {
    said.looksAround = true;
    return op;
  }

  /// Of the op, to tell what it made (DimSource::value).
  const void *address() const { return op; }

  //===--- Inputs ---------------------------------------------------------===//

  /// Shape::unknown() for an operand that is not there.
  Shape shape(unsigned operand);
  /// The shapes of the elements of an operand that is a list; empty where its
  /// elements are not known.
  llvm::SmallVector<Shape> shapesIn(unsigned operand);
  /// The integers in an operand, where they are tracked: one, or a list.
  std::optional<Elements> elements(unsigned operand);
  /// The same, also for a tensor of any rank, row by row, and for floats that
  /// are whole numbers.
  std::optional<Elements> wholeNumbers(unsigned operand);
  /// The integers or floats in an operand, where all are literals.
  std::optional<llvm::SmallVector<double>> numbers(unsigned operand);
  /// One element of an operand, also where their number is not known; null
  /// where it cannot be tracked.
  DimExpr element(unsigned operand, int64_t index);
  /// The integer in an operand with one element; unknown otherwise.
  DimExpr scalar(unsigned operand);
  /// The integers in an operand; nothing unless all are literals.
  std::optional<Integers> literals(unsigned operand);
  /// Whether the operand is left out, or is the `none` value that means that.
  bool isAbsent(unsigned operand) const;
  /// Whether the operand is a value without a shape: a number, a handle.
  bool isScalar(unsigned operand) const;

  /// The shape that the result's type states, for ops whose sizes nothing else
  /// tells. Dynamic sizes are unknown or, where `dynamic` is given, these in
  /// order.
  Shape stated(unsigned result, llvm::ArrayRef<DimExpr> dynamic = {});
  /// The rank that the result's type states, for ops that leave it open.
  std::optional<size_t> statedRank(unsigned result);
  llvm::SmallVector<std::optional<int64_t>, 4> statedSizes(unsigned result);

  //===--- Outputs --------------------------------------------------------===//

  void set(unsigned result, Shape shape);
  void setAll(const Shape &shape);
  void setElements(unsigned result, Elements elements);
  void setScalar(unsigned result, DimExpr value);
  void setNumbers(unsigned result, llvm::ArrayRef<double> numbers,
                  bool isScalar);
  /// A symbol for a size of a result that no rule can tell.
  DimExpr unknown(unsigned result, unsigned dim);
  /// States that the two are equal where the op executes. `how` is a verb for
  /// messages, such as "contracted". Returns the one to use for results.
  DimExpr equal(DimExpr a, DimExpr b, std::string_view how = {});
  /// States that the two broadcast with each other where the op executes.
  void broadcasts(DimExpr a, DimExpr b);
  /// States that the size is in the range where the op executes.
  void limit(DimExpr size, const DimRange &range);
  /// States that the size is 1 or `other` where the op executes.
  void stretch(DimExpr size, DimExpr other);
  /// The size to which the user gives that name.
  DimExpr named(llvm::StringRef name);
  /// States that the user's name stands for this size where the op executes.
  void call(DimExpr size, llvm::StringRef name);
  /// States that all sizes of two shapes are equal; does nothing for unknown
  /// shapes. Returns the shape to use for results.
  Shape equal(const Shape &a, const Shape &b);
  /// States that such an op is invalid: `why` continues the sentence `'the.op'
  /// ` (Requirement.h), `about` are the parts of the op to underline. Inference
  /// goes on; a check reports it (RuleCheck.h).
  void reject(const llvm::Twine &why, Subjects about = {});
  /// Whether a check asks for rejections and there is one.
  bool isRejected() const {
    return said.rejections && !said.rejections->empty();
  }
  /// Names the reason of the results for users: "matrix product".
  void because(std::string_view words) { said.rule = words; }
  bool isSet(unsigned result) const { return said.isDone[result]; }
  /// What the rule says of `part`, an op of a shape function that is run for
  /// this op. What it rejects is rejected of this op, if it `mayReject`.
  Said applyTo(mlir::Operation *part, llvm::function_ref<void(OpShapes &)> rule,
               bool mayReject);

  DimExpr literal(int64_t value) { return exprs.literal(value); }
  Elements listOf(llvm::ArrayRef<int64_t> values, bool isScalar = false);
  bool isStrict() const;

  DimExprs &exprs;

private:
  TypeShape statedType(unsigned result) const;
  std::optional<Elements> allElements(unsigned operand);

  Said &said;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPSHAPES_H
