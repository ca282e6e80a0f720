//===- Tosa.cpp -----------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

//===----------------------------------------------------------------------===//
// Elementwise, reductions, data layout
//===----------------------------------------------------------------------===//

/// The third operand of tosa.mul is a scale.
void multiply(OpShapes &op) {
  op.because(broadcastRule);
  op.set(0, broadcastShapes(op, {op.shape(0), op.shape(1)}));
}

template <bool keepsAxis>
void reduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  if (std::optional<int64_t> axis = op.integer({"axis"}))
    op.set(0, reduced(op, op.shape(0), {*axis}, keepsAxis));
}

void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = op.integer({"axis"}))
    op.set(0, concatenated(op, shapesFrom(op, 0), *axis));
}

void pad(OpShapes &op) {
  op.because("the operand's shape, padded");
  Shape shape = op.shape(0);
  std::optional<Elements> padding = op.elements(1);
  if (!shape.hasRank)
    return;
  if (padding && padding->items.size() != 2 * shape.rank())
    padding.reset();
  for (unsigned dim = 0; dim < shape.rank(); ++dim)
    shape.dims[dim] =
        padding ? op.exprs.add(shape[dim],
                               op.exprs.add(padding->items[2 * dim],
                                            padding->items[2 * dim + 1]))
                : op.unknown(0, dim);
  op.set(0, shape);
}

void reshape(OpShapes &op) {
  op.because("the shape operand");
  if (std::optional<Elements> target = op.elements(1))
    reshapeTo(op, *target, /*zeroCopies=*/false);
}

/// A size of -1 reaches to the end.
void slice(OpShapes &op) {
  op.because("the size operand");
  std::optional<Elements> start = op.elements(1), size = op.elements(2);
  Shape input = op.shape(0);
  if (!size)
    return;
  Shape shape = fromElements(op, *size, 0);
  for (unsigned dim = 0; dim < shape.rank(); ++dim)
    if (!size->items[dim]->isNonNegative) // It may be -1.
      shape.dims[dim] = op.unknown(0, dim);
  if (start && input.hasRankOf(shape.rank()) &&
      start->items.size() == shape.rank())
    for (size_t dim = 0; dim < shape.rank(); ++dim)
      if (size->items[dim].is(-1))
        shape.dims[dim] = op.exprs.sub(input[dim], start->items[dim]);
  op.set(0, shape);
}

void tile(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape shape = op.shape(0);
  std::optional<Elements> counts = op.elements(1);
  if (!shape.hasRank)
    return;
  // MLIR does not say what a count of -1 means.
  bool isKnown =
      counts && counts->items.size() == shape.rank() &&
      llvm::none_of(counts->items, [](DimExpr count) { return count.is(-1); });
  for (unsigned dim = 0; dim < shape.rank(); ++dim)
    shape.dims[dim] = isKnown ? op.exprs.mul(shape[dim], counts->items[dim])
                              : op.unknown(0, dim);
  op.set(0, shape);
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.integers({"perms"})));
}

/// values [N, K, C], indices [N, W]
void gather(OpShapes &op) {
  op.because("values and indices");
  Shape values = op.shape(0), indices = op.shape(1);
  DimExpr batch, width = op.unknown(0, 1), channels = op.unknown(0, 2);
  if (values.hasRankOf(3))
    batch = values[0], channels = values[2];
  if (indices.hasRankOf(2)) {
    batch = batch ? op.equal(batch, indices[0]) : indices[0];
    width = indices[1];
  }
  op.set(0, Shape::ranked({batch ? batch : op.unknown(0, 0), width, channels}));
}

//===----------------------------------------------------------------------===//
// Products, windows, transforms
//===----------------------------------------------------------------------===//

/// A dimension of a shape that must have that rank; unknown if it has not.
DimExpr dimOf(OpShapes &op, const Shape &shape, size_t rank, size_t dim,
              unsigned resultDim) {
  return shape.hasRankOf(rank) ? shape[dim] : op.unknown(0, resultDim);
}

template <bool isTransposed>
void matmul(OpShapes &op) {
  op.because("[N, H, C] times [N, C, W]");
  unsigned other = isTransposed ? 2 : 1;
  Shape a = op.shape(0), b = op.shape(other);
  // Each block of data has a scale.
  if (isTransposed && op.shape(1).hasRankOf(3)) {
    Shape scale = op.shape(1);
    if (!a.hasRankOf(3))
      a = Shape::ranked({scale[0], scale[1], op.exprs.unknown()});
    a.dims[0] = op.equal(a[0], scale[0]);
  }
  DimExpr batch = dimOf(op, a.hasRank ? a : b, 3, 0, 0);
  if (!isTransposed && a.hasRankOf(3) && b.hasRankOf(3)) {
    batch = op.equal(a[0], b[0]);
    op.equal(a[2], b[1]);
  }
  // Weights of one batch serve all.
  if (isTransposed && b.hasRankOf(3))
    batch = a.hasRankOf(3) ? a[0] : op.unknown(0, 0);
  op.set(0, Shape::ranked({batch, dimOf(op, a, 3, 1, 1),
                           dimOf(op, b, 3, isTransposed ? 1 : 2, 2)}));
}

/// One spatial dimension; windows are given by the weights' or the kernel's.
struct Spatial {
  Integers pad, stride, dilation;

  Spatial(OpShapes &op, size_t count)
      : pad(op.integers({"pad"}).value_or(Integers())),
        stride(op.integers({"stride"}).value_or(Integers())),
        dilation(op.integers({"dilation"}).value_or(Integers(count, 1))) {
    isKnown = pad.size() == 2 * count && stride.size() == count &&
              dilation.size() == count;
  }
  DimExpr output(OpShapes &op, DimExpr input, DimExpr window, size_t i) const {
    return windowed(op, input, window, pad[2 * i] + pad[2 * i + 1], stride[i],
                    dilation[i]);
  }
  bool isKnown = false;
};

/// Input N, spatial..., C; weights O, spatial..., I; bias O or 1.
template <size_t spatial, unsigned weightOperand, unsigned biasOperand>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(weightOperand),
        bias = op.shape(biasOperand);
  Spatial window(op, spatial);
  size_t rank = spatial + 2;
  if (input.hasRankOf(rank) && weight.hasRankOf(rank))
    op.equal(input.dims.back(), weight.dims.back(), rules::channels);
  Shape shape = Shape::ranked({dimOf(op, input, rank, 0, 0)});
  for (unsigned i = 1; i <= spatial; ++i)
    shape.dims.push_back(window.isKnown && input.hasRankOf(rank) &&
                                 weight.hasRankOf(rank)
                             ? window.output(op, input[i], weight[i], i - 1)
                             : op.unknown(0, i));
  DimExpr channels = dimOf(op, weight, rank, 0, unsigned(rank) - 1);
  if (!weight.hasRankOf(rank) && bias.hasRankOf(1) && bias[0].literal() &&
      !bias[0].is(1))
    channels = bias[0];
  shape.dims.push_back(channels);
  op.set(0, shape);
}

/// Weights [height, width, C, multiplier].
void depthwise(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(1), bias = op.shape(2);
  Spatial window(op, 2);
  Shape shape = Shape::ranked({dimOf(op, input, 4, 0, 0)});
  for (unsigned i = 1; i <= 2; ++i)
    shape.dims.push_back(window.isKnown && input.hasRankOf(4) &&
                                 weight.hasRankOf(4)
                             ? window.output(op, input[i], weight[i - 1], i - 1)
                             : op.unknown(0, i));
  DimExpr channels = op.unknown(0, 3);
  if (weight.hasRankOf(4))
    channels = op.exprs.mul(input.hasRankOf(4)
                                ? op.equal(input[3], weight[2], rules::channels)
                                : weight[2],
                            weight[3]);
  else if (bias.hasRankOf(1) && bias[0].literal() && !bias[0].is(1))
    channels = bias[0];
  shape.dims.push_back(channels);
  op.set(0, shape);
}

/// (input - 1) * stride + padding + window
void transposedConvolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(1), bias = op.shape(2);
  std::optional<Integers> pad = op.integers({"out_pad"}),
                          stride = op.integers({"stride"});
  bool isKnown = pad && stride && pad->size() == 4 && stride->size() == 2 &&
                 input.hasRankOf(4) && weight.hasRankOf(4);
  if (input.hasRankOf(4) && weight.hasRankOf(4))
    op.equal(input[3], weight[3], rules::channels);
  Shape shape = Shape::ranked({dimOf(op, input, 4, 0, 0)});
  for (unsigned i = 1; i <= 2; ++i) {
    if (!isKnown) {
      shape.dims.push_back(op.unknown(0, i));
      continue;
    }
    int64_t padding = (*pad)[2 * i - 2] + (*pad)[2 * i - 1];
    DimExpr steps = op.exprs.mul(op.exprs.add(input[i], -1), (*stride)[i - 1]);
    shape.dims.push_back(op.exprs.add(op.exprs.add(steps, weight[i]), padding));
  }
  DimExpr channels = dimOf(op, weight, 4, 0, 3);
  if (!weight.hasRankOf(4) && bias.hasRankOf(1) && bias[0].literal() &&
      !bias[0].is(1))
    channels = bias[0];
  shape.dims.push_back(channels);
  op.set(0, shape);
}

void pool(OpShapes &op) {
  op.because("pooling");
  Shape input = op.shape(0);
  std::optional<Integers> kernel = op.integers({"kernel"});
  Spatial window(op, 2);
  Shape shape = Shape::ranked({dimOf(op, input, 4, 0, 0)});
  for (unsigned i = 1; i <= 2; ++i)
    shape.dims.push_back(
        window.isKnown && kernel && kernel->size() == 2 && input.hasRankOf(4)
            ? window.output(op, input[i], op.literal((*kernel)[i - 1]), i - 1)
            : op.unknown(0, i));
  shape.dims.push_back(dimOf(op, input, 4, 3, 3));
  op.set(0, shape);
}

/// ((input - 1) * numerator - offset + border) / denominator + 1
void resize(OpShapes &op) {
  op.because("scale, offset and border");
  Shape input = op.shape(0);
  std::optional<Integers> scale = op.literals(1), offset = op.literals(2),
                          border = op.literals(3);
  bool isKnown = input.hasRankOf(4) && scale && offset && border &&
                 scale->size() == 4 && offset->size() == 2 &&
                 border->size() == 2 && (*scale)[1] > 0 && (*scale)[3] > 0;
  Shape shape = Shape::ranked({dimOf(op, input, 4, 0, 0)});
  for (unsigned i = 0; i < 2; ++i) {
    if (!isKnown) {
      shape.dims.push_back(op.unknown(0, i + 1));
      continue;
    }
    DimExpr reach = op.exprs.add(
        op.exprs.mul(op.exprs.add(input[i + 1], -1), (*scale)[2 * i]),
        (*border)[i] - (*offset)[i]);
    shape.dims.push_back(op.exprs.add(
        op.exprs.floorDiv(reach, op.literal((*scale)[2 * i + 1])), 1));
  }
  shape.dims.push_back(dimOf(op, input, 4, 3, 3));
  op.set(0, shape);
}

/// One scale per block of the last dimension.
void toBlockScaled(OpShapes &op) {
  op.because("a scale for each block");
  Shape shape = op.shape(0);
  op.set(0, shape);
  std::string block = op.text({"block_size"});
  int64_t size = 0;
  llvm::StringRef digits = llvm::StringRef(block).rtrim("> ");
  digits = digits.drop_front(digits.rfind('_') + 1);
  if (!shape.hasRank || shape.rank() == 0 || digits.getAsInteger(10, size) ||
      size <= 0)
    return;
  shape.dims.back() = op.exprs.floorDiv(shape.dims.back(), op.literal(size));
  op.set(1, shape);
}

/// Of real numbers half the spectrum is enough.
void realFft(OpShapes &op) {
  op.because("half the spectrum");
  Shape shape = op.shape(0);
  if (!shape.hasRankOf(3))
    return;
  shape.dims[2] = op.exprs.add(op.exprs.floorDiv(shape[2], op.literal(2)), 1);
  op.setAll(shape);
}

void fft(OpShapes &op) {
  op.because("same shape as the operands");
  op.setAll(op.equal(op.shape(0), op.shape(1)));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"add sub arithmetic_right_shift bitwise_and bitwise_or bitwise_xor "
     "equal greater greater_equal intdiv logical_and logical_left_shift "
     "logical_or logical_right_shift logical_xor maximum minimum pow select",
     broadcast},
    {"mul", multiply},
    {"abs bitwise_not cast ceil clamp clz cos erf exp floor identity log "
     "logical_not negate reciprocal reverse rsqrt sigmoid sin tanh table "
     "rescale scatter",
     like<0>},
    {"apply_scale", elementwise},
    {"reduce_all reduce_any reduce_max reduce_min reduce_product reduce_sum",
     reduce<true>},
    {"argmax", reduce<false>},
    {"concat", concat},
    {"pad", pad},
    {"reshape", reshape},
    {"slice", slice},
    {"tile", tile},
    {"transpose", transpose},
    {"gather", gather},
    {"matmul", matmul<false>},
    {"matmul_t_block_scaled", matmul<true>},
    {"cast_from_block_scaled", like<0>},
    {"cast_to_block_scaled", toBlockScaled},
    {"conv2d", convolution<2, 1, 2>},
    {"conv3d", convolution<3, 1, 2>},
    {"depthwise_conv2d", depthwise},
    {"transpose_conv2d", transposedConvolution},
    {"avg_pool2d max_pool2d", pool},
    {"resize", resize},
    {"rfft2d", realFft},
    {"fft2d", fft},
    {"const const_shape", constant},
    {"variable_read", stated},
};

RuleTable shapels::tosaRules() { return {"tosa", rows}; }
