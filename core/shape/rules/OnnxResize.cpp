//===- OnnxResize.cpp - Scales, crops and paddings of onnx ----------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include <cmath>

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Which dimensions a list is for: all, or those of `axes`. Nothing where that
/// is not known.
std::optional<llvm::SmallVector<size_t>>
dimensionsOf(OpShapes &op, const Shape &shape, std::optional<Integers> axes,
             bool hasAxes) {
  llvm::SmallVector<size_t> dims;
  if (!shape.hasRank || (hasAxes && !axes))
    return std::nullopt;
  for (size_t dim = 0; !hasAxes && dim < shape.rank(); ++dim)
    dims.push_back(dim);
  for (int64_t axis : axes.value_or(Integers()))
    if (std::optional<size_t> dim = axisOf(axis, shape); dim && hasAxes)
      dims.push_back(*dim);
    else
      return std::nullopt;
  return dims;
}

/// floor(size * scale), where that is known.
DimExpr scaled(OpShapes &op, DimExpr size, double scale, unsigned dim) {
  std::optional<int64_t> literal = size.literal();
  if (scale == 1)
    return size;
  if (literal && scale > 0)
    return op.literal(int64_t(std::floor(double(*literal) * scale)));
  bool isWhole = scale > 0 && std::trunc(scale) == scale && scale < 1 << 20;
  return isWhole ? op.exprs.mul(size, int64_t(scale)) : op.unknown(0, dim);
}

/// Operands: input, region, scales, sizes; older ones have fewer, or an
/// attribute.
template <unsigned scalesAt, unsigned sizesAt>
void resize(OpShapes &op) {
  op.because("scales or sizes");
  Shape result = op.shape(0);
  if (!result.hasRank)
    return;
  bool hasAxes = op.has({"axes"});
  auto dims = dimensionsOf(op, result, op.integers({"axes"}), hasAxes);
  std::string policy = op.text({"keep_aspect_ratio_policy"});
  std::optional<Elements> sizes = op.elements(sizesAt);
  auto scales = op.numbers(scalesAt);
  if (auto list = floatsIn(op.attribute({"scales"})))
    scales = list;
  bool isCropped =
      op.text({"coordinate_transformation_mode"}) == "tf_crop_and_resize";
  bool hasSizes = dims && sizes && sizes->items.size() == dims->size() &&
                  (policy.empty() || policy == "stretch");
  bool hasScales = dims && scales && scales->size() == dims->size() &&
                   !isCropped && (op.isAbsent(sizesAt) || !sizes);
  if (!hasSizes && !hasScales) {
    for (unsigned dim = 0; dim < result.rank(); ++dim)
      if (!dims || llvm::is_contained(*dims, dim))
        result.dims[dim] = op.unknown(0, dim);
    return op.set(0, result);
  }
  for (auto [i, dim] : llvm::enumerate(*dims))
    result.dims[dim] =
        hasSizes ? sizes->items[i]
                 : scaled(op, result[dim], (*scales)[i], unsigned(dim));
  op.set(0, result);
}

/// Beginnings, then ends, of all dimensions or of those that operand 3 names.
void padded(OpShapes &op, std::optional<Elements> pads,
            std::optional<Integers> axes, bool hasAxes) {
  op.because("the operand's shape, padded");
  Shape result = op.shape(0);
  if (!result.hasRank)
    return;
  auto dims = dimensionsOf(op, result, std::move(axes), hasAxes);
  if (dims && pads && pads->items.size() != 2 * dims->size())
    op.reject(
        "has " + llvm::Twine(pads->items.size()) +
            " paddings for the two ends of " + llvm::Twine(dims->size()) +
            " dimensions",
        {op.has({"pads"}) ? Subject::attribute("pads") : Subject::operand(1)});
  bool isKnown = dims && pads && pads->items.size() == 2 * dims->size();
  for (unsigned dim = 0; dim < result.rank() && !isKnown; ++dim)
    if (!dims || llvm::is_contained(*dims, dim))
      result.dims[dim] = op.unknown(0, dim);
  size_t count = isKnown ? dims->size() : 0;
  for (size_t i = 0; i < count; ++i)
    result.dims[(*dims)[i]] =
        op.exprs.add(result[(*dims)[i]],
                     op.exprs.add(pads->items[i], pads->items[i + count]));
  op.set(0, result);
}

void pad(OpShapes &op) {
  padded(op, op.elements(1), op.literals(3), !op.isAbsent(3));
}

void padByAttribute(OpShapes &op) {
  if (std::optional<Integers> pads = op.integers({"pads"}))
    padded(op, op.listOf(*pads), std::nullopt, false);
}

void centerCropPad(OpShapes &op) {
  op.because("the shape operand");
  Shape result = op.shape(0);
  auto dims = dimensionsOf(op, result, op.integers({"axes"}), op.has({"axes"}));
  std::optional<Elements> sizes = op.elements(1);
  bool isKnown = dims && sizes && sizes->items.size() == dims->size();
  if (!result.hasRank)
    return;
  for (unsigned dim = 0; dim < result.rank() && !isKnown; ++dim)
    if (!dims || llvm::is_contained(*dims, dim))
      result.dims[dim] = op.unknown(0, dim);
  for (size_t i = 0; isKnown && i < dims->size(); ++i)
    result.dims[(*dims)[i]] = sizes->items[i];
  op.set(0, result);
}

/// What max pooling left, the other way round; operand 2 may state it.
void maxUnpool(OpShapes &op) {
  op.because("the pooling that it undoes");
  Shape shape = op.shape(0);
  if (!op.isAbsent(2)) {
    if (std::optional<Elements> sizes = op.elements(2))
      op.set(0, fromElements(op, *sizes, 0));
    return;
  }
  std::optional<Integers> kernel = op.integers({"kernel_shape"});
  size_t count = kernel ? kernel->size() : 0;
  Integers strides = op.integers({"strides"}).value_or(Integers(count, 1)),
           pads = op.integers({"pads"}).value_or(Integers(2 * count, 0));
  if (!kernel || !shape.hasRankOf(count + 2) || strides.size() != count ||
      pads.size() != 2 * count)
    return;
  DimExprs &e = op.exprs;
  for (size_t i = 0; i < count; ++i)
    shape.dims[i + 2] = e.add(e.mul(e.add(shape[i + 2], -1), strides[i]),
                              (*kernel)[i] - pads[i] - pads[i + count]);
  op.set(0, shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"Resize ResizeV18 ResizeV13 ResizeV11", resize<2, 3>},
    {"ResizeV10 Upsample UpsampleV9 UpsampleV7", resize<1, ~0u>},
    {"Pad PadV18 PadV13", pad},
    {"PadV2", padByAttribute},
    {"CenterCropPad", centerCropPad},
    {"MaxUnpool", maxUnpool},
};

RuleTable shapels::onnxResizeRules() { return {"onnx", rows}; }
