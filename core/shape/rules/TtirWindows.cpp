//===- TtirWindows.cpp - Windows and heads of ttir and ttnn ---------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// One value for all, or one each.
Integers spread(std::optional<Integers> list, size_t count, int64_t other) {
  if (!list || list->empty())
    return Integers(count, other);
  return list->size() == 1 ? Integers(count, list->front()) : *list;
}

/// Sizes of spatial dimensions, and channels; which dimension of the input is
/// which.
struct Places {
  llvm::SmallVector<size_t> spatial;
  size_t channels;
};

/// Behind the batch, channels last, unless the op says something else.
std::optional<Places> placesOf(OpShapes &op, const Shape &input, size_t count) {
  if (!input.hasRankOf(count + 2))
    return std::nullopt;
  auto dimOf = [&](OpShapes::Names name, size_t other) {
    return axisOf(op.integer(name).value_or(int64_t(other)), input);
  };
  std::optional<size_t> depth = dimOf({"depth_dim"}, 1),
                        height = dimOf({"height_dim"}, count - 1),
                        width = dimOf({"width_dim"}, count),
                        channels = dimOf({"channel_dim"}, count + 1);
  if (!depth || !height || !width || !channels)
    return std::nullopt;
  if (count == 2)
    return Places{{*height, *width}, *channels};
  return Places{{*depth, *height, *width}, *channels};
}

/// In older texts each dimension has an attribute of its own.
Integers integersOf(OpShapes &op, OpShapes::Names names, int64_t other) {
  Integers result;
  for (llvm::StringRef name : names)
    result.push_back(op.integer({name}).value_or(other));
  return result;
}

/// How windows move. Of two dimensions four paddings are top, left, bottom,
/// right; of more, all beginnings and then all ends.
struct Moves {
  Integers stride, dilation, padding;

  Moves(OpShapes &op, size_t count)
      : stride(spread(op.integers({"stride"}), count, 1)),
        dilation(spread(op.integers({"dilation"}), count, 1)),
        padding(spread(op.integers({"padding"}), count, 0)) {
    if (op.has({"stride_height", "padding_top", "dilation_height"})) {
      stride = integersOf(op, {"stride_height", "stride_width"}, 1);
      dilation = integersOf(op, {"dilation_height", "dilation_width"}, 1);
      padding = integersOf(
          op,
          {"padding_top", "padding_left", "padding_bottom", "padding_right"},
          0);
    }
    if (padding.size() == count)
      padding.append(padding.begin(), padding.end());
    isKnown = stride.size() == count && dilation.size() == count &&
              padding.size() == 2 * count &&
              llvm::all_of(stride, [](int64_t step) { return step > 0; });
  }
  bool isKnown = false;
};

/// The input with its spatial dimensions as windows leave them; nothing where
/// that is not known.
std::optional<Shape> windows(OpShapes &op, llvm::ArrayRef<DimExpr> kernel) {
  Shape input = op.shape(0);
  size_t count = kernel.size();
  Moves moves(op, count);
  std::optional<Places> places = placesOf(op, input, count);
  if (!places || !moves.isKnown || op.has({"flattened_compat_info"}) ||
      op.integer({"is_convtranspose2d"}).value_or(0) != 0)
    return std::nullopt;
  bool isCeil = op.integer({"ceil_mode"}).value_or(0) != 0;
  for (auto [i, dim] : llvm::enumerate(places->spatial)) {
    if (isCeil && !input[dim].literal())
      return std::nullopt;
    input.dims[dim] = windowed(op, input[dim], kernel[i],
                               moves.padding[i] + moves.padding[i + count],
                               moves.stride[i], moves.dilation[i], isCeil);
  }
  return input;
}

/// Weights [output, input per group, spatial...].
template <size_t spatial>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(1);
  std::optional<Places> places = placesOf(op, input, spatial);
  if (!places || !weight.hasRankOf(spatial + 2))
    return;
  int64_t groups = op.integer({"groups"}).value_or(1);
  op.equal(input[places->channels], op.exprs.mul(weight[1], groups), channels);
  std::optional<Shape> result =
      windows(op, llvm::ArrayRef(weight.dims).drop_front(2));
  if (!result)
    return;
  result->dims[places->channels] = weight[0];
  op.set(0, *result);
}

/// Weights [input, output per group, height, width].
void convTranspose2d(OpShapes &op) {
  op.because("convolution");
  Shape shape = op.shape(0), weight = op.shape(1);
  std::optional<Places> places = placesOf(op, shape, 2);
  Moves moves(op, 2);
  Integers extra = spread(op.integers({"output_padding"}), 2, 0);
  if (!places || !weight.hasRankOf(4) || !moves.isKnown || extra.size() != 2 ||
      !op.has({"stride"}) || op.has({"flattened_compat_info"}))
    return;
  op.equal(shape[places->channels], weight[0], channels);
  DimExprs &e = op.exprs;
  for (auto [i, dim] : llvm::enumerate(places->spatial)) {
    DimExpr gaps = e.mul(e.add(shape[dim], -1), moves.stride[i]);
    DimExpr reach = e.mul(e.add(weight[i + 2], -1), moves.dilation[i]);
    int64_t rest = extra[i] + 1 - moves.padding[i] - moves.padding[i + 2];
    shape.dims[dim] = e.add(e.add(gaps, reach), rest);
  }
  shape.dims[places->channels] =
      e.mul(weight[1], op.integer({"groups"}).value_or(1));
  op.set(0, shape);
}

void pool2d(OpShapes &op) {
  op.because("pooling");
  Integers kernel = spread(op.integers({"kernel"}), 2, 0);
  if (kernel.size() != 2 || !op.has({"kernel"}))
    return;
  if (std::optional<Shape> shape = windows(op, op.listOf(kernel).items))
    op.setAll(*shape);
}

void globalPool2d(OpShapes &op) {
  op.because("pooling");
  Shape shape = op.shape(0);
  std::optional<Places> places = placesOf(op, shape, 2);
  if (!places)
    return;
  for (size_t dim : places->spatial)
    shape.dims[dim] = op.literal(1);
  op.set(0, shape);
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

/// [batch, heads, sequence, size] to [batch, sequence, heads * size]
void concatenateHeads(OpShapes &op) {
  op.because("heads, one behind the other");
  Shape shape = op.shape(0);
  if (shape.hasRankOf(4))
    op.set(0, Shape::ranked(
                  {shape[0], shape[2], op.exprs.mul(shape[1], shape[3])}));
}

/// Query, key and value in the last dimension of [batch, sequence, hidden], or
/// the query alone and key and value in another operand.
void splitHeads(OpShapes &op) {
  op.because("heads of the hidden size");
  Shape shape = op.shape(0);
  std::optional<int64_t> heads = op.integer({"num_heads"});
  int64_t others = op.integer({"num_kv_heads"}).value_or(heads.value_or(0));
  if (!shape.hasRankOf(3) || !heads || *heads <= 0 || others <= 0)
    return;
  bool isApart = op.operandCount() > 1 && op.shape(1).hasRankOf(3);
  DimExpr size = op.exprs.floorDiv(
      shape[2], op.literal(isApart ? *heads : *heads + 2 * others));
  auto part = [&](int64_t count, bool isTransposed) {
    return Shape::ranked({shape[0], op.literal(count),
                          isTransposed ? size : shape[1],
                          isTransposed ? shape[1] : size});
  };
  op.set(0, part(*heads, false));
  op.set(1, part(others, op.integer({"transpose_key"}).value_or(0) != 0));
  op.set(2, part(others, false));
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

} // namespace

static constexpr RuleRow windowRows[] = {
    {"conv2d", convolution<2>},
    {"conv3d", convolution<3>},
    {"conv_transpose2d", convTranspose2d},
    {"max_pool2d avg_pool2d max_pool2d_with_indices", pool2d},
    {"global_avg_pool2d", globalPool2d},
};
RuleTable shapels::ttirWindowRules() { return {"ttir", windowRows}; }

static constexpr RuleRow headRows[] = {
    {"upsample upsample2d", upsample2d},
    {"concatenate_heads", concatenateHeads},
    {"split_query_key_value_and_split_heads", splitHeads},
    {"flash_mla_prefill", latentAttention},
};
RuleTable shapels::ttirHeadRules() { return {"ttir ttnn", headRows}; }

static constexpr RuleRow deviceRows[] = {
    {"conv2d conv_transpose2d", flatConv2d},
    {"capture_or_execute_trace execute_trace nlp_concat_heads_decode "
     "nlp_create_qkv_heads_decode generic d2m_subgraph tt_lang_op "
     "distribute_tensor",
     stated},
    {"begin_trace_capture end_trace_capture get_device", noShape},
};
RuleTable shapels::ttnnRules() { return {"ttnn", deviceRows}; }
