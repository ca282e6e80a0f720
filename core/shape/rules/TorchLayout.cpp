//===- TorchLayout.cpp - Parts and products of torch's tensors ------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include <algorithm>
#include <cstdlib>

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
  // By a scalar some make a size of 1, and others drop the dimension.
  if (!dim || !index.hasRankOf(1))
    return;
  shape.dims[*dim] = index[0];
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

/// self, dim, sizes, of which one may be -1.
void unflatten(OpShapes &op) {
  op.because("one dimension made several");
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axisOf(op, 1, shape);
  std::optional<Elements> sizes = op.elements(2);
  if (!dim || !sizes)
    return;
  Shape parts = reshaped(op, Shape::ranked({shape[*dim]}), *sizes, false);
  llvm::ArrayRef<DimExpr> dims(shape.dims);
  Shape result = Shape::ranked(dims.take_front(*dim));
  llvm::append_range(result.dims, parts.dims);
  llvm::append_range(result.dims, dims.drop_front(*dim + 1));
  op.set(0, result);
}

/// self, offset: a matrix of a vector, or a vector of a matrix.
void diagonal(OpShapes &op) {
  op.because("the diagonal");
  Shape shape = op.shape(0);
  std::optional<int64_t> offset = numberOf(op, 1);
  if (!offset || !shape.hasRank)
    return;
  if (shape.rank() == 1) {
    DimExpr size = op.exprs.add(shape[0], std::abs(*offset));
    return op.set(0, Shape::ranked({size, size}));
  }
  bool isMain = shape.rank() == 2 && *offset == 0;
  if (shape.rank() == 2)
    op.set(0, Shape::ranked({isMain ? op.exprs.min(shape[0], shape[1])
                                    : op.unknown(0, 0)}));
}

/// Repeats, and how many there are together.
void repeatInterleave(OpShapes &op) {
  op.because("the number of elements");
  DimExpr count = op.unknown(0, 0);
  if (!op.isAbsent(1))
    count = op.scalar(1);
  op.set(0, Shape::ranked({count}));
}

/// Where they are depends on data, and so does how many.
void nonzero(OpShapes &op) {
  op.because("the rank of the operand");
  if (Shape shape = op.shape(0); shape.hasRank)
    op.set(0, Shape::ranked(
                  {op.unknown(0, 0), op.literal(int64_t(shape.rank()))}));
}

void someOf(OpShapes &op) { op.set(0, Shape::ranked({op.unknown(0, 0)})); }

/// indices, the number of classes or -1
void oneHot(OpShapes &op) {
  op.because("indices and classes");
  Shape shape = op.shape(0);
  if (!shape.hasRank)
    return;
  std::optional<int64_t> classes = numberOf(op, 1);
  shape.dims.push_back(classes.value_or(-1) >= 0
                           ? op.literal(*classes)
                           : op.unknown(0, unsigned(shape.rank())));
  op.set(0, shape);
}

/// self, n or none, dim: of a real signal one half of it.
void realFourier(OpShapes &op) {
  op.because("half of the spectrum");
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axisOf(op, 2, shape);
  if (!dim)
    return;
  DimExpr size = op.isAbsent(1) ? shape[*dim] : op.scalar(1);
  shape.dims[*dim] = op.exprs.add(op.exprs.floorDiv(size, op.literal(2)), 1);
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
// Products
//===----------------------------------------------------------------------===//

/// query, key, value; behind the output what is said of each row of it.
void attention(OpShapes &op) {
  op.because("query and value");
  Shape query = op.shape(0), value = op.shape(2);
  if (!query.hasRank || !value.hasRank || query.rank() == 0 ||
      value.rank() == 0)
    return;
  Shape rows = Shape::ranked(llvm::ArrayRef(query.dims).drop_back());
  op.setAll(rows);
  query.dims.back() = value.dims.back();
  op.set(0, query);
}

/// input, batch1, batch2: the batches are added up.
void addBatched(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(1), b = op.shape(2);
  if (a.hasRankOf(3) && b.hasRankOf(3))
    op.set(0, Shape::ranked({a[1], b[2]}));
}

/// input1, input2, weight [out, in1, in2], bias
void bilinear(OpShapes &op) {
  op.because("input and weight");
  Shape shape = op.shape(0), weight = op.shape(2);
  if (!shape.hasRank || shape.rank() == 0 || !weight.hasRankOf(3))
    return;
  shape.dims.back() = weight[0];
  op.set(0, shape);
}

/// input, normalized_shape; behind the output mean and deviation.
void layerNorm(OpShapes &op) {
  op.because("same shape as the operand");
  Shape shape = op.shape(0);
  std::optional<Elements> normalized = op.elements(1);
  if (normalized && shape.hasRank && normalized->items.size() <= shape.rank()) {
    Shape kept = shape;
    for (size_t i = 0; i < normalized->items.size(); ++i)
      kept.dims[shape.rank() - 1 - i] = op.literal(1);
    op.setAll(kept);
  }
  op.set(0, shape);
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
    {"aten.unflatten.int", unflatten},
    {"aten.diag", diagonal},
    {"aten.repeat_interleave.Tensor", repeatInterleave},
    {"aten.nonzero", nonzero},
    {"torchvision.nms", someOf},
    {"aten.one_hot", oneHot},
    {"aten.fft_rfft", realFourier},
    {"aten.native_layer_norm", layerNorm},
    {"aten.addbmm", addBatched},
    {"aten.bilinear", bilinear},
    {"aten.scaled_dot_product_attention hop_flex_attention", attention},
    {"aten._scaled_mm aten._scaled_mm_v2", product},
    {"quantized_decomposed.dequantize_per_channel "
     "quantized_decomposed.dequantize_per_tensor "
     "quantized_decomposed.quantize_per_channel "
     "quantized_decomposed.quantize_per_tensor onnx.rotary_embedding "
     "aten._make_per_channel_quantized_tensor aten.quantize_per_channel "
     "aten.fake_quantize_per_channel_affine_cachemask "
     "aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams "
     "aten.instance_norm aten.channel_shuffle",
     like<0>},
};
RuleTable shapels::torchLayoutRules() { return {"torch", rows}; }

static constexpr RuleRow conversionRows[] = {
    {"from_builtin_tensor to_builtin_tensor", like<0>},
};
RuleTable shapels::torchConversionRules() {
  return {"torch_c", conversionRows};
}
