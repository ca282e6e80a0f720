//===- Products.cpp - Windows, matrix products, einsum --------------------===//

#include "shapels/shape/rules/Families.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

DimExpr rules::windowed(OpShapes &op, DimExpr size, DimExpr window,
                        int64_t padding, int64_t stride, int64_t dilation,
                        bool isCeil) {
  if (stride <= 0)
    return op.exprs.unknown();
  DimExprs &e = op.exprs;
  DimExpr reach = e.add(e.mul(e.add(window, -1), dilation), 1);
  DimExpr room = e.sub(e.add(size, padding), reach);
  DimExpr steps = isCeil ? e.ceilDiv(room, op.literal(stride))
                         : e.floorDiv(room, op.literal(stride));
  return e.add(steps, 1);
}

Shape rules::matrixProduct(OpShapes &op, Shape a, Shape b) {
  if (!a.hasRank || !b.hasRank || a.rank() == 0 || b.rank() == 0)
    return Shape::unknown();
  bool isRow = a.rank() == 1, isColumn = b.rank() == 1;
  if (isRow)
    a.dims.insert(a.dims.begin(), op.literal(1));
  if (isColumn)
    b.dims.push_back(op.literal(1));
  op.equal(a.dims.back(), b[b.rank() - 2], contracted);
  Shape result =
      broadcastShapes(op, {Shape::ranked(llvm::ArrayRef(a.dims).drop_back(2)),
                           Shape::ranked(llvm::ArrayRef(b.dims).drop_back(2))});
  if (!isRow)
    result.dims.push_back(a[a.rank() - 2]);
  if (!isColumn)
    result.dims.push_back(b.dims.back());
  return result;
}

/// The letters that stand once, in their order: what an equation without an
/// arrow means.
static std::string implicitOutput(llvm::StringRef letters) {
  std::string output;
  for (char letter = 'A'; letter <= 'z'; ++letter)
    if (letters.count(letter) == 1)
      output += letter;
  return output;
}

Shape rules::einsum(OpShapes &op, llvm::StringRef equation) {
  auto [inputs, output] = equation.split("->");
  if (equation.contains('.') || equation.contains(' '))
    return Shape::unknown();
  std::string implicit = implicitOutput(inputs);
  if (!equation.contains("->"))
    output = implicit;
  llvm::DenseMap<char, DimExpr> sizes;
  unsigned number = 0;
  for (llvm::StringRef letters : llvm::split(inputs, ',')) {
    Shape shape = op.shape(number++);
    if (!shape.hasRankOf(letters.size()))
      continue;
    for (auto [dim, letter] : llvm::enumerate(letters)) {
      DimExpr &size = sizes[letter];
      size = size ? broadcastDims(op, size, shape[dim]) : shape[dim];
    }
  }
  Shape result = Shape::ranked({});
  for (auto [dim, letter] : llvm::enumerate(output))
    result.dims.push_back(sizes.count(letter) ? sizes[letter]
                                              : op.unknown(0, unsigned(dim)));
  return result;
}

DimExpr rules::padded(OpShapes &op, DimExpr size, DimExpr low, DimExpr high,
                      DimExpr interior) {
  DimExprs &e = op.exprs;
  // Nothing lies between the elements of an empty dimension.
  DimExpr gaps = interior.is(0)
                     ? op.literal(0)
                     : e.mul(e.max(e.add(size, -1), op.literal(0)), interior);
  return e.add(e.add(size, gaps), e.add(low, high));
}
