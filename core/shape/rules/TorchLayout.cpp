//===- TorchLayout.cpp - Parts, windows and products of torch's tensors ---===//

#include "shapels/shape/Rules.h"
#include "shapels/shape/rules/Families.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

void scalarTensor(OpShapes &op) {
  op.because("a scalar");
  op.set(0, Shape::ranked({}));
}

void toScalar(OpShapes &op) {
  if (std::optional<Elements> all = op.elements(0);
      all && all->items.size() == 1)
    op.setScalar(0, all->items[0]);
}

Elements extentsOf(const Shape &shape) {
  Elements extents;
  extents.items.assign(shape.dims.begin(), shape.dims.end());
  return extents;
}

void shapeAsTensor(OpShapes &op) {
  op.because("the rank of the operand");
  Shape shape = op.shape(0);
  if (!shape.hasRank)
    return;
  op.set(0, Shape::ranked({op.literal(int64_t(shape.rank()))}));
  op.setElements(0, extentsOf(shape));
}

void sizes(OpShapes &op) {
  if (Shape shape = op.shape(0); shape.hasRank)
    op.setElements(0, extentsOf(shape));
}

void item(OpShapes &op) {
  std::optional<Elements> all = op.elements(0);
  std::optional<int64_t> index = numberOf(op, 1);
  if (!all || !index)
    return;
  *index += *index < 0 ? int64_t(all->items.size()) : 0;
  if (*index >= 0 && *index < int64_t(all->items.size()))
    op.setScalar(0, all->items[size_t(*index)]);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// self, dim, start, end, step
void slice(OpShapes &op) {
  op.because("the slice's bounds");
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axisOf(op, 1, shape);
  if (!dim)
    return;
  std::optional<int64_t> size = shape[*dim].literal(), step = numberOf(op, 4),
                         start = numberOf(op, 2), end = numberOf(op, 3);
  DimExpr result = op.unknown(0, unsigned(*dim));
  constexpr int64_t farAway = int64_t(1) << 31;
  if (start == 0 && step == 1 && end && *end >= farAway)
    result = shape[*dim];
  else if (size && step && *step > 0 && start && end) {
    int64_t first = std::clamp<int64_t>(*start < 0 ? *start + *size : *start, 0,
                                        *size),
            last =
                std::clamp<int64_t>(*end < 0 ? *end + *size : *end, 0, *size);
    result = op.literal(last <= first ? 0 : (last - first + *step - 1) / *step);
  }
  shape.dims[*dim] = result;
  op.set(0, shape);
}

void select(OpShapes &op) {
  op.because("without the axis");
  Shape shape = op.shape(0);
  if (std::optional<int64_t> dim = numberOf(op, 1))
    op.set(0, reduced(op, shape, {*dim}, false));
}

void indexSelect(OpShapes &op) {
  op.because("operand and indices");
  Shape shape = op.shape(0), index = op.shape(2);
  std::optional<size_t> dim = axisOf(op, 1, shape);
  if (!dim || !index.hasRank || index.rank() > 1)
    return;
  shape.dims[*dim] = index.rank() ? index[0] : op.literal(1);
  op.set(0, shape);
}

void cat(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> dim = numberOf(op, 1))
    op.set(0, concatenated(op, op.shapesIn(0), *dim));
}

void repeat(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<Elements> counts = op.elements(1);
  if (!counts || !shape.hasRank || counts->items.size() < shape.rank())
    return;
  while (shape.rank() < counts->items.size())
    shape.dims.insert(shape.dims.begin(), op.literal(1));
  for (auto [size, count] : llvm::zip(shape.dims, counts->items))
    size = op.exprs.mul(size, count);
  op.set(0, shape);
}

/// self, dim, keepdim; one result or two.
void reduceDim(OpShapes &op) {
  op.because("the operand's shape, reduced");
  std::optional<int64_t> dim = numberOf(op, 1), keeps = numberOf(op, 2);
  if (dim && keeps)
    op.setAll(reduced(op, op.shape(0), {*dim}, *keeps != 0));
}

//===----------------------------------------------------------------------===//
// Windows and products
//===----------------------------------------------------------------------===//

/// One number for all, or one each; `other` where nothing is given.
std::optional<Integers> spread(OpShapes &op, unsigned operand, size_t count,
                               std::optional<Integers> other = std::nullopt) {
  std::optional<Integers> list = op.literals(operand);
  if (!list)
    return std::nullopt;
  if (list->empty())
    return other;
  if (list->size() == 1)
    return Integers(count, list->front());
  return list->size() == count ? list : std::nullopt;
}

void setWindows(OpShapes &op, Shape result, llvm::ArrayRef<DimExpr> kernel,
                const std::optional<Integers> &strides,
                const std::optional<Integers> &padding,
                const std::optional<Integers> &dilations, bool isCeil) {
  size_t count = kernel.size(), first = result.rank() - count;
  bool isKnown = strides && padding && dilations &&
                 llvm::all_of(*strides, [](int64_t s) { return s > 0; });
  for (size_t i = 0; i < count; ++i) {
    DimExpr &size = result.dims[first + i];
    bool isOpen = !isKnown || (isCeil && !size.literal());
    size = isOpen ? op.unknown(0, unsigned(first + i))
                  : windowed(op, size, kernel[i], 2 * (*padding)[i],
                             (*strides)[i], (*dilations)[i], isCeil);
  }
  op.setAll(result);
}

/// input, weight, bias, stride, padding, dilation, and whether it is transposed
template <bool hasTransposed>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(1);
  std::optional<int64_t> transposed = hasTransposed ? numberOf(op, 6) : 0;
  if (!input.hasRank || !weight.hasRank || input.rank() != weight.rank() ||
      input.rank() < 3 || transposed != 0)
    return;
  size_t count = input.rank() - 2;
  input.dims[1] = weight[0];
  setWindows(op, input, llvm::ArrayRef(weight.dims).drop_front(2),
             spread(op, 3, count), spread(op, 4, count), spread(op, 5, count),
             false);
}

/// grad_output, input, weight
void convolutionBackward(OpShapes &op) {
  op.because("same shape as the operand");
  op.set(0, op.shape(1));
  op.set(1, op.shape(2));
}

/// self, kernel, stride, padding, then dilation, ceil_mode, or that only.
template <unsigned count, bool hasDilation>
void pool(OpShapes &op) {
  op.because("pooling");
  Shape input = op.shape(0);
  std::optional<Integers> kernel = spread(op, 1, count);
  std::optional<int64_t> isCeil = numberOf(op, hasDilation ? 5 : 4);
  if (!kernel || !isCeil || !input.hasRank || input.rank() < count)
    return;
  setWindows(op, input, op.listOf(*kernel).items, spread(op, 2, count, kernel),
             spread(op, 3, count),
             hasDilation ? spread(op, 4, count) : Integers(count, 1),
             *isCeil != 0);
}

/// query, key, value
void attention(OpShapes &op) {
  op.because("query and value");
  Shape query = op.shape(0), value = op.shape(2);
  if (!query.hasRank || !value.hasRank || query.rank() == 0 ||
      value.rank() == 0)
    return;
  query.dims.back() = value.dims.back();
  op.set(0, query);
}

void product(OpShapes &op) {
  op.because("matrix product");
  op.set(0, matrixProduct(op, op.shape(0), op.shape(1)));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"prim.NumToTensor.Scalar aten.tensor.int aten.tensor.float "
     "aten.tensor.bool",
     scalarTensor},
    {"aten.item aten.Int.Tensor", toScalar},
    {"aten._shape_as_tensor", shapeAsTensor},
    {"aten.size", sizes},
    {"aten.__getitem__.t", item},
    {"aten.Float.Tensor aten.Bool.Tensor prim.dtype "
     "overwrite.tensor.contents constant.none constant.float constant.str "
     "constant.device prim.device",
     noShape},
    {"dtype.calculate shape.calculate prim.If prim.Loop", stated},
    {"aten.slice.Tensor", slice},
    {"aten.select.int", select},
    {"aten.index_select", indexSelect},
    {"aten.cat", cat},
    {"aten.repeat", repeat},
    {"aten.prod.dim_int aten.max.dim aten.min.dim", reduceDim},
    {"aten.convolution", convolution<true>},
    {"aten.conv1d aten.conv2d aten.conv3d", convolution<false>},
    {"aten.convolution_backward", convolutionBackward},
    {"aten.max_pool1d", pool<1, true>},
    {"aten.max_pool2d aten.max_pool2d_with_indices", pool<2, true>},
    {"aten.max_pool3d", pool<3, true>},
    {"aten.avg_pool1d", pool<1, false>},
    {"aten.avg_pool2d", pool<2, false>},
    {"aten.avg_pool3d", pool<3, false>},
    {"aten.scaled_dot_product_attention hop_flex_attention", attention},
    {"aten._scaled_mm aten._scaled_mm_v2", product},
    {"quantized_decomposed.dequantize_per_channel "
     "quantized_decomposed.dequantize_per_tensor "
     "quantized_decomposed.quantize_per_channel "
     "quantized_decomposed.quantize_per_tensor onnx.rotary_embedding "
     "aten._make_per_channel_quantized_tensor",
     like<0>},
};
RuleTable shapels::torchLayoutRules() { return {"torch", rows}; }

static constexpr RuleRow conversionRows[] = {
    {"from_builtin_tensor to_builtin_tensor", like<0>},
};
RuleTable shapels::torchConversionRules() {
  return {"torch_c", conversionRows};
}
