//===- OpShapes.h - What a shape rule sees of an op ------------*- C++ -*-===//
//
// The one interface through which rules read their inputs and say what follows
// from them. Registered ops and those of unknown dialects look the same: a
// name, operands, attributes by name. What is not there reads as unknown, so a
// rule need not trust that an op is well-formed.
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

class OpShapes : public OpAttributes {
public:
  /// What a rule said of an op.
  struct Said {
    explicit Said(mlir::Operation *op)
        : results(op->getNumResults()), isDone(op->getNumResults(), false) {}

    llvm::SmallVector<ValueShape, 1> results;
    /// Which of the results have a shape.
    llvm::SmallVector<bool, 1> isDone;
    std::string_view rule;
    bool usesStated = false;
    /// Null unless they are asked for.
    std::vector<Rejection> *rejections = nullptr;
  };

  /// Reads from `state`; writes what the op implies there, and the rest to
  /// `said`. All outlive it.
  OpShapes(ShapeState &state, mlir::Operation *op, Said &said);
  /// `op` stands for one of which only that is known, and goes.
  OpShapes(ShapeState &state, mlir::Operation *op, const OpSketch &sketch,
           Said &said);

  //===--- Inputs ---------------------------------------------------------===//

  Shape shape(unsigned operand);
  /// Of an operand that is a list: the shapes of what it is made of; none where
  /// that is not known.
  llvm::SmallVector<Shape> shapesIn(unsigned operand);
  /// The integers in an operand, where they are tracked: one, or a list.
  std::optional<Elements> elements(unsigned operand);
  /// And those of a tensor of any rank, row by row, or of floats that are
  /// whole.
  std::optional<Elements> wholeNumbers(unsigned operand);
  /// Of either, where all are literals.
  std::optional<llvm::SmallVector<double>> numbers(unsigned operand);
  /// One of them, also where their number is not known; null where there is
  /// none that could be tracked.
  DimExpr element(unsigned operand, int64_t index);
  /// The integer that an operand is.
  DimExpr scalar(unsigned operand);
  /// The literals in an operand; nothing if one is not known.
  std::optional<Integers> literals(unsigned operand);
  /// Whether the operand is left out, or stands for one that is.
  bool isAbsent(unsigned operand) const;
  /// Whether the operand is a value without a shape: a number, a handle.
  bool isScalar(unsigned operand) const;

  /// What the result's type states, for ops that say their sizes nowhere else.
  /// Dynamic ones are unknown, or `dynamic`, in order, where these are given.
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
  /// A size that no rule can tell; it has a name.
  DimExpr unknown(unsigned result, unsigned dim);
  /// Where the op executes the two are equal; `how` it makes them so, as in
  /// "contracted". Returns the one to go on with.
  DimExpr equal(DimExpr a, DimExpr b, std::string_view how = {});
  /// Where the op executes the two broadcast with each other.
  void broadcasts(DimExpr a, DimExpr b);
  /// And where it executes the size is in the range.
  void limit(DimExpr size, const DimRange &range);
  /// And where it executes the size, which broadcasts, is 1 or `other`.
  void stretch(DimExpr size, DimExpr other);
  /// What the user calls a size.
  DimExpr named(llvm::StringRef name);
  /// And where it executes that is what the user calls this size.
  void call(DimExpr size, llvm::StringRef name);
  /// All of two shapes; unknown ones tell nothing.
  Shape equal(const Shape &a, const Shape &b);
  /// Says that there can be no such op, why, in the user's words behind
  /// `'the.op' ` (Requirement.h), and of which part of it. Inference goes on; a
  /// check reports it (RuleCheck.h).
  void reject(const llvm::Twine &why, Subjects about = {});
  /// Whether that was said, where a check asks.
  bool isRejected() const {
    return said.rejections && !said.rejections->empty();
  }
  /// What inferred it, in the user's words.
  void because(std::string_view words) { said.rule = words; }
  bool isSet(unsigned result) const { return said.isDone[result]; }

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
