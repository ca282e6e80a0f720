//===- TfWindows.cpp - tf and tfl: convolutions, pooling, layers ----------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Where an image of `spatial` dimensions has its batch, its first size and its
/// channels.
struct Layout {
  unsigned batch = 0, spatial = 1, channels;
};

std::optional<Layout> layoutOf(OpShapes &op, unsigned count) {
  std::string format = op.text({"data_format"});
  if (format.empty() || format == "NHWC" || format == "NDHWC")
    return Layout{0, 1, count + 1};
  if (format == "NCHW" || format == "NCDHW")
    return Layout{0, 2, 1};
  return std::nullopt;
}

/// Nothing where padding is neither; a window of size 1 makes SAME of
/// windowed().
std::optional<DimExpr> slid(OpShapes &op, DimExpr size, DimExpr window,
                            int64_t stride, int64_t dilation) {
  std::string padding = op.text({"padding"});
  if (stride <= 0)
    return std::nullopt;
  if (padding == "SAME")
    return op.exprs.ceilDiv(size, op.literal(stride));
  if (padding == "VALID")
    return windowed(op, size, window, 0, stride, dilation);
  return std::nullopt;
}

/// tf: `strides` and `dilations` have one number for each dimension of the
/// image.
void slide(OpShapes &op, llvm::ArrayRef<DimExpr> windows,
           std::optional<DimExpr> channels) {
  Shape image = op.shape(0);
  auto count = static_cast<unsigned>(windows.size());
  std::optional<Layout> layout = layoutOf(op, count);
  Integers ones(count + 2, 1);
  Integers strides = op.integers({"strides"}).value_or(Integers()),
           dilations = op.integers({"dilations"}).value_or(ones);
  if (!layout || !image.hasRankOf(count + 2) || strides.size() != count + 2 ||
      dilations.size() != count + 2 || strides[layout->batch] != 1 ||
      strides[layout->channels] != 1)
    return;
  for (unsigned i = 0; i < count; ++i) {
    unsigned dim = layout->spatial + i;
    std::optional<DimExpr> size =
        slid(op, image[dim], windows[i], strides[dim], dilations[dim]);
    image.dims[dim] = size ? *size : op.unknown(0, dim);
  }
  if (channels)
    image.dims[layout->channels] = *channels;
  op.set(0, image);
}

/// Groups may share the channels of the image.
void checkChannels(OpShapes &op, DimExpr image, DimExpr filter) {
  std::optional<int64_t> all = image.literal(), own = filter.literal();
  if (all && own && *own > 0 && *all % *own != 0)
    op.reject("has " + llvm::Twine(*all) +
                  " input channels in $0, which do not divide into groups of "
                  "the " +
                  llvm::Twine(*own) + " in $1",
              {Subject::operand(1), Subject::operand(0)});
}

/// The filter is height, width, input and output channels.
void convolution(OpShapes &op) {
  op.because("convolution");
  Shape image = op.shape(0), filter = op.shape(1);
  if (!filter.hasRank || filter.rank() < 3)
    return;
  std::optional<Layout> layout = layoutOf(op, unsigned(filter.rank()) - 2);
  if (layout && image.hasRankOf(filter.rank()))
    checkChannels(op, image[layout->channels], filter[filter.rank() - 2]);
  slide(op, llvm::ArrayRef(filter.dims).drop_back(2), filter.dims.back());
}

void depthwise(OpShapes &op) {
  op.because("convolution");
  if (Shape filter = op.shape(1); filter.hasRankOf(4))
    slide(op, {filter[0], filter[1]}, op.exprs.mul(filter[2], filter[3]));
}

void pool(OpShapes &op) {
  op.because("pooling");
  Integers kernel = op.integers({"ksize"}).value_or(Integers());
  if (kernel.size() < 3)
    return;
  std::optional<Layout> layout = layoutOf(op, unsigned(kernel.size()) - 2);
  if (layout && kernel[layout->batch] == 1 && kernel[layout->channels] == 1)
    slide(op,
          llvm::ArrayRef(op.listOf(kernel).items)
              .slice(layout->spatial, kernel.size() - 2),
          std::nullopt);
}

/// tfl: an attribute each.
void slideLite(OpShapes &op, DimExpr height, DimExpr width,
               std::optional<DimExpr> channels) {
  Shape image = op.shape(0);
  std::optional<int64_t> strides[] = {op.integer({"stride_h"}),
                                      op.integer({"stride_w"})};
  int64_t dilations[] = {op.integer({"dilation_h_factor"}).value_or(1),
                         op.integer({"dilation_w_factor"}).value_or(1)};
  DimExpr windows[] = {height, width};
  if (!image.hasRankOf(4) || !strides[0] || !strides[1])
    return;
  for (unsigned i = 0; i < 2; ++i) {
    std::optional<DimExpr> size =
        slid(op, image[i + 1], windows[i], *strides[i], dilations[i]);
    image.dims[i + 1] = size ? *size : op.unknown(0, i + 1);
  }
  if (channels)
    image.dims[3] = *channels;
  op.set(0, image);
}

/// The filter is output channels, height, width, input channels; of a depthwise
/// one 1, height, width, output channels.
template <unsigned channels>
void convolutionLite(OpShapes &op) {
  op.because("convolution");
  Shape image = op.shape(0), filter = op.shape(1);
  if (!filter.hasRankOf(4))
    return;
  if (channels == 0 && image.hasRankOf(4))
    checkChannels(op, image[3], filter[3]);
  slideLite(op, filter[1], filter[2], filter[channels]);
}

void poolLite(OpShapes &op) {
  op.because("pooling");
  std::optional<int64_t> height = op.integer({"filter_height"}),
                         width = op.integer({"filter_width"});
  if (height && width)
    slideLite(op, op.literal(*height), op.literal(*width), std::nullopt);
}

/// The image as a matrix of as many columns as the weights have, unless it
/// keeps its dimensions.
void fullyConnected(OpShapes &op) {
  op.because("the rows of the operand, and of the weights");
  Shape image = op.shape(0), weights = op.shape(1);
  if (!image.hasRank || image.rank() == 0 || !weights.hasRankOf(2))
    return;
  bool keepsRank = op.integer({"keep_num_dims"}).value_or(0) != 0;
  bool isMatrix = image.rank() == 2 && image[1] == weights[1];
  // The verifier goes by the number of elements alone.
  Shape type = op.stated(0);
  if (!keepsRank && type.hasRank && !type.hasRankOf(2))
    return;
  if (!keepsRank && !isMatrix)
    image = Shape::ranked({op.unknown(0, 0), weights[0]});
  image.dims.back() = weights[0];
  op.set(0, image);
}

/// What is behind the first result is there for each channel.
void batchNorm(OpShapes &op) {
  op.because("same shape as the operand, and one number for each channel");
  op.set(0, op.shape(0));
  for (unsigned i = 1; i < op.resultCount() && i < 5; ++i)
    op.set(i, op.shape(1));
}

/// Images of the height and width that operand 1 says.
void resize(OpShapes &op) {
  op.because("the size operand");
  Shape image = op.shape(0);
  std::optional<Elements> size = op.elements(1);
  if (!image.hasRankOf(4))
    return;
  bool isKnown = size && size->items.size() == 2;
  for (unsigned i = 0; i < 2; ++i)
    image.dims[i + 1] = isKnown ? size->items[i] : op.unknown(0, i + 1);
  op.set(0, image);
}

void einsumOf(OpShapes &op) {
  op.because("the equation");
  op.set(0, einsum(op, op.text({"equation"})));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"Conv2D Conv3D", convolution},
    {"DepthwiseConv2dNative", depthwise},
    {"MaxPool AvgPool MaxPool3D AvgPool3D", pool},
    {"conv_2d", convolutionLite<0>},
    {"depthwise_conv_2d", convolutionLite<3>},
    {"max_pool_2d average_pool_2d", poolLite},
    {"fully_connected", fullyConnected},
    {"FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3", batchNorm},
    {"ResizeBilinear ResizeNearestNeighbor resize_bilinear "
     "resize_nearest_neighbor",
     resize},
    {"Einsum", einsumOf},
};
RuleTable shapels::tfWindowRules() { return {"tf tfl", rows}; }
