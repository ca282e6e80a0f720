//===- Families.h - Rules that many ops share ------------------*- C++ -*-===//
//
// What the tables of the dialects are made of. Each sets all that it can say
// of the op's results and leaves the rest unknown.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_RULES_FAMILIES_H
#define SHAPELS_SHAPE_RULES_FAMILIES_H

#include "core/shape/OpShapes.h"

namespace shapels::rules {

//===--- Whole ops --------------------------------------------------------===//

/// Every shaped operand and result has the same shape.
void elementwise(OpShapes &op);
/// Operands broadcast from the right, as numpy and the Broadcastable trait do.
void broadcast(OpShapes &op);
/// Results have the shape of operand N.
template <unsigned N>
void like(OpShapes &op) {
  op.because("same shape as the operand");
  op.setAll(op.shape(N));
}
/// Result N has the shape of operand N.
void pairwise(OpShapes &op);
/// The type says it all: constants and the like.
void stated(OpShapes &op);
/// Dynamic sizes are operands, in order.
void statedWithOperands(OpShapes &op);
/// Ends a function, whose results have the names that it gives their sizes.
void returned(OpShapes &op);
/// Results have none: handles, tokens, numbers that are not tracked.
inline void noShape(OpShapes &) {}
/// A constant: stated sizes, and the integers in it.
void constant(OpShapes &op);
/// Results have the shapes of the destinations (DestinationStyleOpInterface).
void destination(OpShapes &op);
/// A structured op of linalg, by its indexing maps.
void structured(OpShapes &op);
/// Another type for the same sizes: as the operand, and what the type adds is
/// an assumption.
void cast(OpShapes &op);
/// An integer stays the same integer.
void sameInteger(OpShapes &op);
/// The extents of the operand, as a tensor or as `!shape.shape`.
void shapeOf(OpShapes &op);

/// How a product makes two sizes equal.
inline constexpr std::string_view contracted = "contracted";
/// And a convolution.
inline constexpr std::string_view channels = "input channels";

/// Operand 0 is a truth that must hold: what it says of sizes.
void require(OpShapes &op);

//===--- Parts of rules ---------------------------------------------------===//

/// The number that an operand is.
std::optional<int64_t> numberOf(OpShapes &op, unsigned operand);
/// The axis of the shape that an operand is.
std::optional<size_t> axisOf(OpShapes &op, unsigned operand,
                             const Shape &shape);
/// The first operand with a new axis of size 1 at `at`.
void unsqueeze(OpShapes &op, std::optional<int64_t> at);
Shape broadcastShapes(OpShapes &op, llvm::ArrayRef<Shape> shapes);
DimExpr broadcastDims(OpShapes &op, DimExpr a, DimExpr b);
/// Negative axes count from the end; nothing where it is none.
std::optional<size_t> axisOf(int64_t axis, const Shape &shape);
/// Axes as an attribute or as an operand.
std::optional<Integers> axesOf(OpShapes &op, unsigned operand);
/// Without the axes, or with 1 in their place.
Shape reduced(OpShapes &op, const Shape &shape, llvm::ArrayRef<int64_t> axes,
              bool keepsAxes);
Shape permuted(const Shape &shape, std::optional<Integers> permutation);
/// Two operands have other ranks, and need one.
void rejectRanks(OpShapes &op, unsigned first, unsigned second);
Shape concatenated(OpShapes &op, llvm::ArrayRef<Shape> shapes, int64_t axis);
/// Every shaped operand from `first` on.
llvm::SmallVector<Shape> shapesFrom(OpShapes &op, unsigned first);
/// Of static sizes in which `dynamic` (MLIR's marker) stands for the next
/// operand from `firstOperand` on.
Shape mixed(OpShapes &op, llvm::ArrayRef<int64_t> sizes, unsigned firstOperand);
/// A tensor's shape from the elements of an index tensor; sizes below 0 are
/// unknown.
Shape fromElements(OpShapes &op, const Elements &elements, unsigned result);
/// As a reshape operand has it: -1 is what remains of `source`, and 0 the size
/// of the same dimension of `source` where `zeroCopies`.
Shape reshaped(OpShapes &op, const Shape &source, const Elements &target,
               bool zeroCopies);
/// (size + padding - ((window - 1) * dilation + 1)) / stride + 1
DimExpr windowed(OpShapes &op, DimExpr size, DimExpr window, int64_t padding,
                 int64_t stride, int64_t dilation, bool isCeil = false);
/// The size with `interior` between any two elements, and both ends.
DimExpr padded(OpShapes &op, DimExpr size, DimExpr low, DimExpr high,
               DimExpr interior);
/// As numpy.matmul has it: leading dimensions broadcast, a vector is a matrix
/// of one row or column that is dropped again.
Shape matrixProduct(OpShapes &op, Shape a, Shape b);
/// The result and its integers, as reshaped() has it of operand 0.
void reshapeTo(OpShapes &op, const Elements &target, bool zeroCopies);
/// Dimension numbers of a product of a and b.
struct ProductDims {
  Integers batchA, batchB, sumA, sumB, leftOutOfB = {};
};
/// Batch dimensions, then those of each side that are neither summed nor left
/// out.
Shape generalProduct(OpShapes &op, const Shape &a, const Shape &b,
                     const ProductDims &dims);
/// Says that the two have as many elements.
void keepCount(OpShapes &op, const Shape &a, const Shape &b);
/// The integers of operand 0, which the result has in another shape.
void reshapeElements(OpShapes &op, const Shape &shape);
/// Dimension numbers of stablehlo's gather.
struct GatherDims {
  Integers offset, collapsed, batching;
  int64_t indexVector = 0;
};
/// The batch of the indices, with slices of the sizes at the offsets.
Shape gathered(const Shape &indices, llvm::ArrayRef<DimExpr> sizes,
               const GatherDims &dims);
Shape collapsed(OpShapes &op, const Shape &shape,
                llvm::ArrayRef<Integers> groups);
/// `ij,jk->ik` over the operands; an ellipsis broadcasts.
Shape einsum(OpShapes &op, llvm::StringRef equation);
/// `[[0, 1], [2]]`.
llvm::SmallVector<Integers> groupsOf(mlir::Attribute attribute);
/// `sizes` without the unit dimensions that the result's type drops.
Shape rankReduced(OpShapes &op, const Shape &sizes, unsigned result);
enum class Comparison : uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
};
/// Of the integers of operands 0 and 1: 1 where it holds, else 0.
void compareElements(OpShapes &op, Comparison how);
/// Of the integers of operands 1 and 2, by the truth in operand 0.
void selectElements(OpShapes &op);
/// Whether it is 1 where something holds, else 0.
bool isTruth(DimExpr value);
/// `then` where the truth is 1, else `otherwise`.
DimExpr chosen(DimExprs &e, DimExpr truth, DimExpr then, DimExpr otherwise);
/// Of integers: operands 0 and 1, combined; one may be one for all.
template <typename Combine>
void combine(OpShapes &op, Combine combine) {
  std::optional<Elements> a = op.elements(0), b = op.elements(1);
  if (!a || !b)
    return;
  size_t countA = a->items.size(), countB = b->items.size();
  if (countA != countB && countA != 1 && countB != 1)
    return;
  Elements result;
  result.isScalar = a->isScalar && b->isScalar;
  for (size_t i = 0; i < (countA == 1 ? countB : countA); ++i)
    result.items.push_back(combine(op.exprs, a->items[countA == 1 ? 0 : i],
                                   b->items[countB == 1 ? 0 : i]));
  op.setElements(0, result);
}

} // namespace shapels::rules

#endif // SHAPELS_SHAPE_RULES_FAMILIES_H
