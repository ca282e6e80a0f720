//===- OnnxProducts.cpp - Products, windows, reductions of onnx -----------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include <algorithm>
#include <cmath>

using namespace shapels;
using namespace shapels::rules;

namespace {

void reduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  Shape source = op.shape(0);
  bool keeps = op.integer({"keepdims"}).value_or(1) != 0;
  bool hasAxes = op.has({"axes"}) || !op.isAbsent(1) ||
                 !op.integers({"axes"}).value_or(Integers()).empty();
  std::optional<Integers> axes = axesOf(op, 1);
  if (op.integer({"noop_with_empty_axes"}).value_or(0) != 0 && !hasAxes)
    return op.set(0, source);
  if (!hasAxes) {
    axes.emplace();
    for (size_t i = 0; i < source.rank(); ++i)
      axes->push_back(int64_t(i));
  }
  if (axes)
    return op.set(0, reduced(op, source, *axes, keeps));
  Shape list = op.shape(1);
  int64_t count = list.hasRankOf(1) ? list[0].literal().value_or(0) : 0;
  // No axes may be all of them.
  if (!source.hasRank || (!keeps && count == 0))
    return;
  size_t rank = source.rank() - (keeps ? 0 : size_t(count));
  Shape result = Shape::ranked({});
  for (unsigned dim = 0; rank <= source.rank() && dim < rank; ++dim)
    result.dims.push_back(op.unknown(0, dim));
  if (rank <= source.rank())
    op.set(0, result);
}

void argReduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  bool keeps = op.integer({"keepdims"}).value_or(1) != 0;
  op.set(0,
         reduced(op, op.shape(0), {op.integer({"axis"}).value_or(0)}, keeps));
}

/// As numpy.matmul has it.
template <unsigned right>
void matmul(OpShapes &op) {
  op.because("matrix product");
  op.set(0, matrixProduct(op, op.shape(0), op.shape(right)));
}

/// Says that the shape broadcasts to the other, which stays as it is.
void mustStretch(OpShapes &op, const Shape &shape, const Shape &to) {
  if (!shape.hasRank || shape.rank() > to.rank())
    return;
  for (size_t i = 1; i <= shape.rank(); ++i)
    if (DimExpr size = shape[shape.rank() - i]; size.literal() && !size.is(1))
      op.equal(to[to.rank() - i], size, "broadcast");
}

void gemm(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  if (op.integer({"transA"}).value_or(0) && a.hasRankOf(2))
    std::swap(a.dims[0], a.dims[1]);
  if (op.integer({"transB"}).value_or(0) && b.hasRankOf(2))
    std::swap(b.dims[0], b.dims[1]);
  if (a.hasRankOf(2) && b.hasRankOf(2))
    op.equal(a[1], b[0], contracted);
  Shape result = Shape::ranked({a.hasRankOf(2) ? a[0] : op.unknown(0, 0),
                                b.hasRankOf(2) ? b[1] : op.unknown(0, 1)});
  if (!op.isAbsent(2))
    mustStretch(op, op.shape(2), result);
  op.set(0, result);
}

/// The spatial part of convolutions and pooling, behind two dimensions.
bool appendSpatial(OpShapes &op, const Shape &input,
                   llvm::ArrayRef<DimExpr> windows, Shape &result) {
  size_t count = windows.size();
  if (!input.hasRankOf(count + 2))
    return false;
  Integers ones(count, 1),
      strides = op.integers({"strides"}).value_or(ones),
      dilations = op.integers({"dilations"}).value_or(ones),
      pads = op.integers({"pads"}).value_or(Integers(2 * count, 0));
  std::string automatic = op.text({"auto_pad"});
  bool isSame = llvm::StringRef(automatic).starts_with("SAME");
  bool isValid = automatic == "VALID";
  bool isCeil = op.integer({"ceil_mode"}).value_or(0) != 0;
  if (strides.size() != count || dilations.size() != count ||
      pads.size() != 2 * count || llvm::is_contained(strides, 0))
    return false;
  for (size_t i = 0; i < count; ++i) {
    int64_t padding = isValid ? 0 : pads[i] + pads[count + i];
    // Which of the last windows count in ceil mode is not agreed on.
    bool isOpen = isCeil && !input[i + 2].literal();
    result.dims.push_back(
        isSame   ? op.exprs.ceilDiv(input[i + 2], op.literal(strides[i]))
        : isOpen ? op.unknown(0, unsigned(i) + 2)
                 : windowed(op, input[i + 2], windows[i], padding, strides[i],
                            dilations[i], isCeil));
  }
  return true;
}

void pool(OpShapes &op) {
  op.because("pooling");
  Shape input = op.shape(0);
  std::optional<Integers> kernel = op.integers({"kernel_shape"});
  if (!kernel || !input.hasRankOf(kernel->size() + 2))
    return;
  Shape result = Shape::ranked({input[0], input[1]});
  if (appendSpatial(op, input, op.listOf(*kernel).items, result))
    op.setAll(result);
}

void globalPool(OpShapes &op) {
  op.because("pooling");
  Shape result = op.shape(0);
  for (size_t dim = 2; dim < result.rank(); ++dim)
    result.dims[dim] = op.literal(1);
  op.set(0, result);
}

/// `hasBias`: behind the weight.
template <unsigned weight, bool hasBias>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), kernel = op.shape(weight);
  if (!input.hasRank || !kernel.hasRank || input.rank() != kernel.rank() ||
      input.rank() < 3)
    return;
  op.equal(input[1], op.exprs.mul(kernel[1], op.integer({"group"}).value_or(1)),
           channels);
  if (Shape bias = op.shape(2); hasBias && bias.hasRankOf(1))
    op.equal(kernel[0], bias[0], "output channels");
  if (auto sizes = op.integers({"kernel_shape"});
      sizes && sizes->size() + 2 == kernel.rank())
    for (auto [size, stated] :
         llvm::zip(llvm::drop_begin(kernel.dims, 2), *sizes))
      op.equal(size, op.literal(stated), "kernel_shape");
  Shape result = Shape::ranked({input[0], kernel[0]});
  if (appendSpatial(op, input, llvm::ArrayRef(kernel.dims).drop_front(2),
                    result))
    op.set(0, result);
}

void oneHot(OpShapes &op) {
  op.because("a new axis of that depth");
  Shape result = op.shape(0);
  std::optional<Elements> depth = op.elements(1);
  int64_t axis = op.integer({"axis"}).value_or(-1);
  axis += axis < 0 ? int64_t(result.rank()) + 1 : 0;
  if (!result.hasRank || axis < 0 || axis > int64_t(result.rank()))
    return;
  bool isKnown = depth && depth->items.size() == 1;
  result.dims.insert(result.dims.begin() + axis,
                     isKnown ? depth->items[0] : op.unknown(0, unsigned(axis)));
  op.set(0, result);
}

void range(OpShapes &op) {
  op.because("limit, start and delta");
  std::optional<Elements> start = op.elements(0), limit = op.elements(1),
                          delta = op.elements(2);
  DimExpr size = op.unknown(0, 0);
  if (start && limit && delta && start->items.size() == 1 &&
      limit->items.size() == 1 && delta->items.size() == 1 &&
      delta->items[0].literal().value_or(0) > 0)
    size = op.exprs.max(
        op.exprs.ceilDiv(op.exprs.sub(limit->items[0], start->items[0]),
                         delta->items[0]),
        op.literal(0));
  auto x = op.numbers(0), y = op.numbers(1), step = op.numbers(2);
  if (x && y && step && x->size() == 1 && y->size() == 1 && step->size() == 1 &&
      (*step)[0] != 0)
    size = op.literal(
        int64_t(std::max(0.0, std::ceil(((*y)[0] - (*x)[0]) / (*step)[0]))));
  op.set(0, Shape::ranked({size}));
}

void scalarResult(OpShapes &op) { op.set(0, Shape::ranked({})); }

/// The quantized tensor, and the two numbers that it is scaled by.
void dynamicQuantize(OpShapes &op) {
  op.setAll(Shape::ranked({}));
  op.set(0, op.shape(0));
}

void window(OpShapes &op) {
  std::optional<Elements> size = op.elements(0);
  bool isKnown = size && size->items.size() == 1;
  op.set(0, Shape::ranked({isKnown ? size->items[0] : op.unknown(0, 0)}));
}

/// Box indices of three integers each, as many as are left.
void nonMaxSuppression(OpShapes &op) {
  op.set(0, Shape::ranked({op.unknown(0, 0), op.literal(3)}));
}

void einsumOf(OpShapes &op) {
  op.because("the equation");
  op.set(0, einsum(op, op.text({"equation"})));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"OptionalHasElement", scalarResult},
    {"ReduceL1 ReduceL1V13 ReduceL2 ReduceL2V13 ReduceLogSum "
     "ReduceLogSumV13 ReduceLogSumExp ReduceLogSumExpV13 ReduceMax "
     "ReduceMaxV13 ReduceMaxV18 ReduceMean ReduceMeanV13 ReduceMin "
     "ReduceMinV13 ReduceMinV18 ReduceProd ReduceProdV13 ReduceSum "
     "ReduceSumV11 ReduceSumSquare ReduceSumSquareV13",
     reduce},
    {"ArgMax ArgMin", argReduce},
    {"MatMul", matmul<1>},
    {"QLinearMatMul", matmul<3>},
    {"Gemm", gemm},
    {"Conv", convolution<1, true>},
    {"ConvInteger", convolution<1, false>},
    {"QLinearConv", convolution<3, false>},
    {"AveragePool MaxPoolSingleOut MaxPool LpPool", pool},
    {"GlobalAveragePool GlobalMaxPool GlobalLpPool", globalPool},
    {"OneHot", oneHot},
    {"Range", range},
    {"DynamicQuantizeLinear", dynamicQuantize},
    {"HannWindow HammingWindow BlackmanWindow", window},
    {"NonMaxSuppression", nonMaxSuppression},
    {"Einsum", einsumOf},
};

RuleTable shapels::onnxProductRules() { return {"onnx", rows}; }
