//===- TorchWindows.cpp - Windows over torch's tensors --------------------===//
//
// Convolution, pooling, padding, and what trades channels for space.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

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

/// input, weight [in, out / groups, ...], bias, stride, padding, dilation,
/// whether it is transposed, output padding, groups
void transposedConvolution(OpShapes &op, Shape input, const Shape &weight) {
  size_t count = input.rank() - 2;
  std::optional<Integers> stride = spread(op, 3, count),
                          padding = spread(op, 4, count),
                          dilation = spread(op, 5, count),
                          added = spread(op, 7, count, Integers(count, 0));
  bool isKnown = stride && padding && dilation && added;
  std::optional<int64_t> groups = numberOf(op, 8);
  op.equal(input[1], weight[0], channels);
  input.dims[1] = groups ? op.exprs.mul(weight[1], *groups) : op.unknown(0, 1);
  for (size_t i = 0; i < count; ++i) {
    DimExpr &size = input.dims[2 + i];
    if (!isKnown) {
      size = op.unknown(0, unsigned(2 + i));
      continue;
    }
    DimExpr window =
        op.exprs.mul(op.exprs.add(weight[2 + i], -1), (*dilation)[i]);
    size = op.exprs.mul(op.exprs.add(size, -1), (*stride)[i]);
    size = op.exprs.add(op.exprs.add(size, window),
                        (*added)[i] + 1 - 2 * (*padding)[i]);
  }
  op.set(0, input);
}

/// input, weight, bias, stride, padding, dilation, and whether it is transposed
template <bool hasTransposed>
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape input = op.shape(0), weight = op.shape(1);
  std::optional<int64_t> transposed = hasTransposed ? numberOf(op, 6) : 0;
  if (!input.hasRank || !weight.hasRank || input.rank() != weight.rank() ||
      input.rank() < 3 || !transposed)
    return;
  if (*transposed)
    return transposedConvolution(op, input, weight);
  size_t count = input.rank() - 2;
  if (std::optional<int64_t> groups = numberOf(op, hasTransposed ? 8 : 6))
    op.equal(input[1], op.exprs.mul(weight[1], *groups), channels);
  if (Shape bias = op.shape(2); bias.hasRankOf(1))
    op.equal(weight[0], bias[0], "output channels");
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
  if (Shape output = op.shape(0); output.hasRank && output.rank() > 1)
    op.set(2, Shape::ranked({output[1]}));
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

//===----------------------------------------------------------------------===//
// Padding and pixels
//===----------------------------------------------------------------------===//

/// self, and how much before and behind of each of the last dimensions, the
/// last one first.
void padEnds(OpShapes &op) {
  op.because("the operand's shape, padded");
  Shape shape = op.shape(0);
  std::optional<Elements> ends = op.elements(1);
  if (!ends || !shape.hasRank || ends->items.size() > 2 * shape.rank() ||
      ends->items.size() % 2)
    return;
  for (size_t i = 0; i < ends->items.size(); i += 2) {
    DimExpr &size = shape.dims[shape.rank() - 1 - i / 2];
    size = op.exprs.add(size, op.exprs.add(ends->items[i], ends->items[i + 1]));
  }
  op.set(0, shape);
}

/// input [N, C, ...], grid [N, ..., 2]
void gridSampler(OpShapes &op) {
  op.because("input and grid");
  Shape input = op.shape(0), grid = op.shape(1);
  if (!input.hasRank || input.rank() < 3 || !grid.hasRankOf(input.rank()))
    return;
  for (size_t dim = 2; dim < input.rank(); ++dim)
    input.dims[dim] = grid[dim - 1];
  op.set(0, input);
}

/// self, factor: from space to channels, or back.
template <bool isBack>
void shufflePixels(OpShapes &op) {
  op.because("channels and space");
  Shape shape = op.shape(0);
  std::optional<int64_t> factor = numberOf(op, 1);
  if (!factor || *factor <= 0 || !shape.hasRank || shape.rank() < 3)
    return;
  auto scale = [&](size_t fromEnd, int64_t by, bool isUp) {
    DimExpr &size = shape.dims[shape.rank() - fromEnd];
    size =
        isUp ? op.exprs.mul(size, by) : op.exprs.floorDiv(size, op.literal(by));
  };
  scale(3, *factor * *factor, isBack);
  scale(2, *factor, !isBack);
  scale(1, *factor, !isBack);
  op.set(0, shape);
}

/// self, indices, the last two sizes
void unpool(OpShapes &op) {
  op.because("the list of sizes");
  Shape shape = op.shape(0);
  std::optional<Elements> sizes = op.elements(2);
  if (!sizes || !shape.hasRank || shape.rank() < sizes->items.size())
    return;
  llvm::copy(sizes->items, shape.dims.end() - ptrdiff_t(sizes->items.size()));
  op.set(0, shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"aten.convolution", convolution<true>},
    {"aten.conv1d aten.conv2d aten.conv3d", convolution<false>},
    {"aten.convolution_backward", convolutionBackward},
    {"aten.max_pool1d", pool<1, true>},
    {"aten.max_pool2d aten.max_pool2d_with_indices", pool<2, true>},
    {"aten.max_pool3d", pool<3, true>},
    {"aten.avg_pool1d", pool<1, false>},
    {"aten.avg_pool2d", pool<2, false>},
    {"aten.avg_pool3d", pool<3, false>},
    {"aten.pad aten.constant_pad_nd aten.reflection_pad1d "
     "aten.reflection_pad2d aten.reflection_pad3d aten.replication_pad1d "
     "aten.replication_pad2d aten.replication_pad3d",
     padEnds},
    {"aten.grid_sampler", gridSampler},
    {"aten.pixel_shuffle", shufflePixels<false>},
    {"aten.pixel_unshuffle", shufflePixels<true>},
    {"aten.max_unpool2d", unpool},
};
RuleTable shapels::torchWindowRules() { return {"torch", rows}; }
