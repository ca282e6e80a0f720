//===- Ttir.cpp - ttir and ttnn -------------------------------------------===//
//
// Older texts hand the result's storage to an op as its last operand, made by
// an `empty`; it says nothing that the inputs do not.
//
//===----------------------------------------------------------------------===//

#include "shapels/shape/Rules.h"
#include "shapels/shape/rules/Families.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

/// The operands without the storage.
unsigned inputCount(OpShapes &op) {
  unsigned count = op.operandCount();
  mlir::Operation *last =
      count > 1 ? op.operation()->getOperand(count - 1).getDefiningOp()
                : nullptr;
  return last && last->getName().getStringRef().ends_with(".empty") ? count - 1
                                                                    : count;
}

void sizedByShape(OpShapes &op) {
  op.because("the attribute 'shape'");
  std::optional<Integers> sizes = op.integers({"shape"});
  if (!sizes)
    return stated(op);
  Shape shape = Shape::ranked(op.listOf(*sizes).items);
  // In a reshape -1 is what remains.
  if (op.operandCount() && llvm::is_contained(*sizes, -1))
    shape = reshaped(op, op.shape(0), op.listOf(*sizes), /*zeroCopies=*/false);
  op.set(0, shape);
}

/// Each dimension as many times as the attribute says.
void repeat(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<Integers> counts = op.integers(
      {"broadcast_dimensions", "repeat_dimensions", "repeat_dims", "shape"});
  if (!counts || !shape.hasRankOf(counts->size()))
    return;
  for (auto [size, count] : llvm::zip(shape.dims, *counts))
    size = op.exprs.mul(size, count);
  op.set(0, shape);
}

void slice(OpShapes &op) {
  op.because("the slice's bounds");
  std::optional<Integers> begins = op.integers({"begins"}),
                          ends = op.integers({"ends"}),
                          steps = op.integers({"step"});
  Shape source = op.shape(0), shape = Shape::ranked({});
  if (!begins || !ends || !steps || !source.hasRankOf(begins->size()) ||
      ends->size() != begins->size() || steps->size() != begins->size())
    return;
  for (size_t dim = 0; dim < source.rank(); ++dim) {
    std::optional<int64_t> size = source[dim].literal();
    int64_t begin = (*begins)[dim], end = (*ends)[dim], step = (*steps)[dim];
    if (!size || step == 0) {
      shape.dims.push_back(op.unknown(0, unsigned(dim)));
      continue;
    }
    begin += begin < 0 ? *size : 0;
    end += end < 0 ? *size : 0;
    int64_t gap = step > 0 ? end - begin : begin - end;
    int64_t width = step > 0 ? step : -step;
    shape.dims.push_back(
        op.literal(std::max<int64_t>(0, (gap + width - 1) / width)));
  }
  op.set(0, shape);
}

void permute(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.integers({"permutation"})));
}

std::optional<size_t> axis(OpShapes &op, OpShapes::Names names,
                           const Shape &shape) {
  std::optional<int64_t> value = op.integer(names);
  return value ? axisOf(*value, shape) : std::nullopt;
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  Shape shape = op.shape(0);
  std::optional<size_t> a = axis(op, {"dim0"}, shape),
                        b = axis(op, {"dim1"}, shape);
  if (!a || !b)
    return;
  std::swap(shape.dims[*a], shape.dims[*b]);
  op.set(0, shape);
}

void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  llvm::SmallVector<Shape> shapes;
  for (unsigned i = 0; i < inputCount(op); ++i)
    shapes.push_back(op.shape(i));
  if (std::optional<int64_t> dim = op.integer({"dim"}))
    op.set(0, concatenated(op, shapes, *dim));
}

void unsqueezed(OpShapes &op) { unsqueeze(op, op.integer({"dim"})); }

void squeeze(OpShapes &op) {
  op.because("without the axis");
  if (std::optional<int64_t> dim = op.integer({"dim"}))
    op.set(0, reduced(op, op.shape(0), {*dim}, false));
}

/// Of no axes, of all.
void reduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  Shape shape = op.shape(0);
  Integers axes = op.integers({"dim_arg", "dim"}).value_or(Integers());
  for (size_t dim = 0; axes.empty() && dim < shape.rank(); ++dim)
    axes.push_back(int64_t(dim));
  if (shape.hasRank)
    op.set(0,
           reduced(op, shape, axes, op.integer({"keep_dim"}).value_or(0) != 0));
}

void matmul(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  auto flip = [&](Shape &shape, OpShapes::Names names) {
    if (op.integer(names).value_or(0) && shape.hasRank && shape.rank() >= 2)
      std::swap(shape.dims[shape.rank() - 1], shape.dims[shape.rank() - 2]);
  };
  flip(a, {"transpose_a"});
  flip(b, {"transpose_b"});
  op.set(0, matrixProduct(op, a, b));
}

void dotGeneral(OpShapes &op) {
  op.because("dot dimension numbers");
  Shape a = op.shape(0), b = op.shape(1), shape = Shape::ranked({});
  auto list = [&](OpShapes::Names names) {
    return op.integers(names).value_or(Integers());
  };
  Integers batchA = list({"batch_dims_lhs"}), batchB = list({"batch_dims_rhs"}),
           sumA = list({"contract_dims_lhs"}),
           sumB = list({"contract_dims_rhs"});
  if (!a.hasRank || !b.hasRank || !op.has({"contract_dims_lhs"}))
    return;
  for (int64_t dim : batchA)
    if (std::optional<size_t> from = axisOf(dim, a))
      shape.dims.push_back(a[*from]);
  auto appendFree = [&](const Shape &side, const Integers &batch,
                        const Integers &sum) {
    for (size_t dim = 0; dim < side.rank(); ++dim)
      if (!llvm::is_contained(batch, int64_t(dim)) &&
          !llvm::is_contained(sum, int64_t(dim)))
        shape.dims.push_back(side[dim]);
  };
  appendFree(a, batchA, sumA);
  appendFree(b, batchB, sumB);
  op.set(0, shape);
}

/// One value for all, or one each.
Integers spread(std::optional<Integers> list, size_t count, int64_t other) {
  if (!list || list->empty())
    return Integers(count, other);
  return list->size() == 1 ? Integers(count, list->front()) : *list;
}

/// Height and width behind the batch, or where the op says: its input has
/// channels last. Paddings are top, left, bottom, right.
void windows(OpShapes &op, llvm::ArrayRef<DimExpr> kernel,
             std::optional<DimExpr> channels) {
  Shape input = op.shape(0);
  Integers strides = spread(op.integers({"stride"}), 2, 1),
           dilations = spread(op.integers({"dilation"}), 2, 1),
           padding = spread(op.integers({"padding"}), 2, 0);
  if (padding.size() == 2)
    padding = {padding[0], padding[1], padding[0], padding[1]};
  if (!input.hasRankOf(4) || op.has({"flattened_compat_info"}) ||
      strides.size() != 2 || dilations.size() != 2 || padding.size() != 4 ||
      strides[0] <= 0 || strides[1] <= 0)
    return;
  bool isCeil = op.integer({"ceil_mode"}).value_or(0) != 0;
  int64_t places[] = {op.integer({"height_dim"}).value_or(1),
                      op.integer({"width_dim"}).value_or(2)};
  for (size_t i = 0; i < 2; ++i) {
    std::optional<size_t> dim = axisOf(places[i], input);
    if (!dim || (isCeil && !input[*dim].literal()))
      return;
    input.dims[*dim] =
        windowed(op, input[*dim], kernel[i], padding[i] + padding[i + 2],
                 strides[i], dilations[i], isCeil);
  }
  std::optional<size_t> last =
      axisOf(op.integer({"channel_dim"}).value_or(3), input);
  if (channels && last)
    input.dims[*last] = *channels;
  op.set(0, input);
}

void conv2d(OpShapes &op) {
  op.because("convolution");
  Shape weight = op.shape(1);
  if (weight.hasRankOf(4))
    windows(op, {weight[2], weight[3]}, weight[0]);
}

void pool2d(OpShapes &op) {
  op.because("pooling");
  Integers kernel = spread(op.integers({"kernel"}), 2, 0);
  if (kernel.size() == 2 && op.has({"kernel"}))
    windows(op, op.listOf(kernel).items, std::nullopt);
}

/// Whether batch, height and width are one dimension follows from layouts;
/// channels are last.
void flatConv2d(OpShapes &op) {
  op.because("convolution");
  std::optional<int64_t> channels = op.integer({"out_channels"});
  Shape shape = op.shape(0);
  if (!channels || !shape.hasRankOf(4))
    return;
  for (unsigned dim = 0; dim < 3; ++dim)
    shape.dims[dim] = op.unknown(0, dim);
  shape.dims[3] = op.literal(*channels);
  op.set(0, shape);
}

/// Heights and widths, channels last.
void upsample2d(OpShapes &op) {
  op.because("the operand's shape, enlarged");
  Integers scale = spread(op.integers({"scale_factor"}), 2, 0);
  Shape shape = op.shape(0);
  if (!shape.hasRankOf(4) || scale.size() != 2 || scale[0] <= 0 ||
      scale[1] <= 0)
    return;
  shape.dims[1] = op.exprs.mul(shape[1], scale[0]);
  shape.dims[2] = op.exprs.mul(shape[2], scale[1]);
  op.set(0, shape);
}

/// The query, with the values' last dimension.
void latentAttention(OpShapes &op) {
  op.because("query and value");
  Shape shape = op.shape(0);
  std::optional<int64_t> last = op.integer({"head_dim_v"});
  if (!last || !shape.hasRank || shape.rank() == 0)
    return;
  shape.dims.back() = op.literal(*last);
  op.set(0, shape);
}

void embedding(OpShapes &op) {
  op.because("weight and indices");
  Shape shape = op.shape(0), weight = op.shape(1);
  if (!shape.hasRank || !weight.hasRank || weight.rank() == 0)
    return;
  shape.dims.push_back(weight.dims.back());
  op.set(0, shape);
}

void repeatInterleave(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<int64_t> count = op.integer({"repeats"});
  std::optional<size_t> dim = axis(op, {"dim"}, shape);
  if (!count || !dim)
    return;
  shape.dims[*dim] = op.exprs.mul(shape[*dim], *count);
  op.set(0, shape);
}

void topK(OpShapes &op) {
  op.because("k of the axis");
  Shape shape = op.shape(0);
  std::optional<int64_t> k = op.integer({"k"});
  std::optional<size_t> dim = axisOf(op.integer({"dim"}).value_or(-1), shape);
  if (!k || !dim)
    return;
  shape.dims[*dim] = op.literal(*k);
  op.setAll(shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"add subtract multiply div divide remainder maximum minimum pow atan2 eq "
     "ne gt ge lt le logical_and logical_or logical_xor bitwise_and "
     "bitwise_or bitwise_xor logical_left_shift logical_right_shift where",
     broadcast},
    {"abs neg negate exp expm1 log log1p sqrt rsqrt cbrt reciprocal sin cos "
     "tan atan tanh sigmoid relu relu6 silu gelu leaky_relu hardsigmoid mish "
     "erf erfc sign floor ceil round isfinite logical_not bitwise_not "
     "clamp_scalar softmax typecast to_layout cumsum "
     "fill_cache update_cache paged_update_cache paged_fill_cache rms_norm "
     "layer_norm group_norm batch_norm_inference quantize dequantize "
     "requantize all_reduce collective_permute reverse scatter "
     "to_memory_config to_tensor_spec to_device from_device to_dtype copy "
     "distributed_rms_norm rotary_embedding rotary_embedding_llama "
     "scaled_dot_product_attention scaled_dot_product_attention_decode "
     "chunked_scaled_dot_product_attention "
     "paged_scaled_dot_product_attention_decode clone assign",
     like<0>},
    {"gather", like<1>},
    {"reshape full zeros ones empty", sizedByShape},
    {"constant arange mesh_shard rand all_gather reduce_scatter all_to_all "
     "index_select prepare_conv2d_weights prepare_conv2d_bias",
     stated},
    {"broadcast repeat", repeat},
    {"slice slice_static", slice},
    {"permute", permute},
    {"transpose", transpose},
    {"concat", concat},
    {"unsqueeze", unsqueezed},
    {"squeeze", squeeze},
    {"sum mean max min prod reduce_or reduce_and argmax", reduce},
    {"matmul linear", matmul},
    {"dot_general", dotGeneral},
    {"embedding", embedding},
    {"repeat_interleave", repeatInterleave},
    {"topk", topK},
    {"sort", like<0>},
    {"upsample upsample2d", upsample2d},
    {"flash_mla_prefill", latentAttention},
};
RuleTable shapels::ttirRules() { return {"ttir ttnn", rows}; }

static constexpr RuleRow windowRows[] = {
    {"conv2d", conv2d},
    {"max_pool2d avg_pool2d max_pool2d_with_indices", pool2d},
};
RuleTable shapels::ttirWindowRules() { return {"ttir", windowRows}; }

static constexpr RuleRow deviceRows[] = {
    {"conv2d conv_transpose2d", flatConv2d},
    {"capture_or_execute_trace execute_trace nlp_concat_heads_decode "
     "nlp_create_qkv_heads_decode generic d2m_subgraph tt_lang_op "
     "distribute_tensor",
     stated},
    {"begin_trace_capture end_trace_capture get_device", noShape},
};
RuleTable shapels::ttnnRules() { return {"ttnn", deviceRows}; }
