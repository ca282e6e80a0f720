//===- Products.cpp - Windows, matrix products, einsum --------------------===//

#include "core/shape/rules/Families.h"

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

namespace {
/// What the labels of an equation stand for.
struct Labels {
  llvm::DenseMap<char, DimExpr> sizes;
  /// Of the ellipses, broadcast with each other.
  llvm::SmallVector<Shape> others;

  void take(OpShapes &op, const Shape &shape, llvm::StringRef letters);
};
} // namespace

void Labels::take(OpShapes &op, const Shape &shape, llvm::StringRef letters) {
  auto [before, behind] = letters.split("...");
  bool hasOthers = before.size() != letters.size();
  size_t named = before.size() + behind.size();
  if (!shape.hasRank ||
      (hasOthers ? shape.rank() < named : shape.rank() != named)) {
    if (hasOthers)
      others.push_back(Shape::unknown());
    return;
  }
  llvm::ArrayRef<DimExpr> dims(shape.dims);
  auto unite = [&](llvm::StringRef labels, llvm::ArrayRef<DimExpr> own) {
    for (auto [label, dim] : llvm::zip(labels, own)) {
      DimExpr &size = sizes[label];
      size = size ? rules::broadcastDims(op, size, dim) : dim;
    }
  };
  unite(before, dims.take_front(before.size()));
  unite(behind, dims.take_back(behind.size()));
  if (hasOthers)
    others.push_back(
        Shape::ranked(dims.drop_front(before.size()).drop_back(behind.size())));
}

Shape rules::einsum(OpShapes &op, llvm::StringRef equation) {
  std::string text = equation.str();
  llvm::erase(text, ' ');
  auto [inputs, output] = llvm::StringRef(text).split("->");
  std::string implicit;
  if (!llvm::StringRef(text).contains("->")) {
    implicit = (inputs.contains('.') ? "..." : "") + implicitOutput(inputs);
    output = implicit;
  }
  Labels labels;
  unsigned number = 0;
  for (llvm::StringRef letters : llvm::split(inputs, ','))
    labels.take(op, op.shape(number++), letters);
  Shape others = labels.others.empty() ? Shape::ranked({})
                                       : broadcastShapes(op, labels.others);
  if (!others.hasRank)
    return Shape::unknown();
  Shape result = Shape::ranked({});
  auto append = [&](llvm::StringRef letters) {
    for (char label : letters) {
      DimExpr size = labels.sizes.lookup(label);
      result.dims.push_back(size ? size
                                 : op.unknown(0, unsigned(result.rank())));
    }
  };
  auto [before, behind] = output.split("...");
  append(before);
  if (before.size() != output.size())
    llvm::append_range(result.dims, others.dims);
  append(behind);
  return result;
}

Shape rules::generalProduct(OpShapes &op, const Shape &a, const Shape &b,
                            const ProductDims &dims) {
  if (!a.hasRank || !b.hasRank || dims.batchA.size() != dims.batchB.size())
    return Shape::unknown();
  Shape shape = Shape::ranked({});
  for (auto [x, y] : llvm::zip(dims.batchA, dims.batchB)) {
    std::optional<size_t> dimA = axisOf(x, a), dimB = axisOf(y, b);
    if (!dimA || !dimB)
      return Shape::unknown();
    shape.dims.push_back(op.equal(a[*dimA], b[*dimB]));
  }
  for (auto [x, y] : llvm::zip(dims.sumA, dims.sumB))
    if (std::optional<size_t> dimA = axisOf(x, a), dimB = axisOf(y, b);
        dimA && dimB)
      op.equal(a[*dimA], b[*dimB], contracted);
  for (size_t dim = 0; dim < a.rank(); ++dim)
    if (!llvm::is_contained(dims.batchA, int64_t(dim)) &&
        !llvm::is_contained(dims.sumA, int64_t(dim)))
      shape.dims.push_back(a[dim]);
  for (size_t dim = 0; dim < b.rank(); ++dim)
    if (!llvm::is_contained(dims.batchB, int64_t(dim)) &&
        !llvm::is_contained(dims.sumB, int64_t(dim)) &&
        !llvm::is_contained(dims.leftOutOfB, int64_t(dim)))
      shape.dims.push_back(b[dim]);
  return shape;
}

Shape rules::gathered(const Shape &indices, llvm::ArrayRef<DimExpr> sizes,
                      const GatherDims &dims) {
  if (!indices.hasRank)
    return Shape::unknown();
  Shape::Dims slice, batch;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(dims.collapsed, int64_t(dim)) &&
        !llvm::is_contained(dims.batching, int64_t(dim)))
      slice.push_back(size);
  for (auto [dim, size] : llvm::enumerate(indices.dims))
    if (int64_t(dim) != dims.indexVector)
      batch.push_back(size);
  if (dims.offset.size() != slice.size())
    return Shape::unknown();
  Shape shape = Shape::ranked({});
  size_t nextSlice = 0, nextBatch = 0, rank = slice.size() + batch.size();
  for (size_t dim = 0; dim < rank; ++dim) {
    bool isOffset = llvm::is_contained(dims.offset, int64_t(dim));
    if (isOffset ? nextSlice == slice.size() : nextBatch == batch.size())
      return Shape::unknown();
    shape.dims.push_back(isOffset ? slice[nextSlice++] : batch[nextBatch++]);
  }
  return shape;
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
