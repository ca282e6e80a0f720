//===- OnnxQuantized.cpp - Scales and zero points of onnx -----------------===//
//
// Operands of few elements that stand for sizes of a big one.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Whether there is one for all.
bool isOne(const Shape &shape) {
  return !shape.hasRank ||
         llvm::all_of(shape.dims, [](DimExpr size) { return size.is(1); });
}

/// Of one per element of an axis. Those of blocks have the rank of the whole.
void checkPerAxis(OpShapes &op, const Shape &whole, unsigned operand) {
  Shape list = op.shape(operand);
  std::optional<size_t> axis = axisOf(op.integer({"axis"}).value_or(1), whole);
  if (axis && list.hasRankOf(1) && !isOne(list) && list[0].literal())
    op.equal(whole[*axis], list[0]);
}

/// x, scale, zero point
void scaled(OpShapes &op) {
  like<0>(op);
  Shape whole = op.shape(0);
  for (unsigned operand : {1, 2})
    if (!op.isAbsent(operand) && whole.hasRank && whole.rank() > 1)
      checkPerAxis(op, whole, operand);
  if (!op.isAbsent(2) && !isOne(op.shape(1)) && !isOne(op.shape(2)))
    op.equal(op.shape(1), op.shape(2));
}

/// One for all, of a matrix one for each row or column, else a matrix' in which
/// the other dimension is 1.
void checkZeroPoint(OpShapes &op, unsigned operand, const Shape &matrix,
                    bool isOfRows) {
  Shape point = op.shape(operand);
  if (op.isAbsent(operand) || isOne(point) || !matrix.hasRank ||
      matrix.rank() < 2)
    return;
  size_t own = matrix.rank() - (isOfRows ? 2 : 1),
         other = matrix.rank() - (isOfRows ? 1 : 2);
  if (point.rank() == 1 && matrix.rank() == 2)
    return (void)op.equal(point[0], matrix[own]);
  if (point.rank() != matrix.rank())
    return op.reject("needs its zero point $" + llvm::Twine(operand) +
                         " of rank " + llvm::Twine(matrix.rank()) +
                         ", but it has rank " + llvm::Twine(point.rank()),
                     {Subject::operand(operand)});
  for (size_t dim = 0; dim < matrix.rank(); ++dim)
    op.equal(point[dim], dim == other ? op.literal(1) : matrix[dim]);
}

/// A, B, and their zero points
void matmulInteger(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  checkZeroPoint(op, 2, a, true);
  checkZeroPoint(op, 3, b, false);
  op.set(0, matrixProduct(op, a, b));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"DequantizeLinear QuantizeLinear", scaled},
    {"MatMulInteger", matmulInteger},
};
RuleTable shapels::onnxQuantizedRules() { return {"onnx", rows}; }
