//===- TfIndices.cpp - tf and tfl: parts, copies, choices -----------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

/// The axis is the first operand.
void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = numberOf(op, 0))
    op.set(0, concatenated(op, shapesFrom(op, 1), *axis));
}

/// Begin and size; a size of -1 is the rest.
void slice(OpShapes &op) {
  op.because("the size operand");
  Shape source = op.shape(0);
  std::optional<Elements> begin = op.elements(1), size = op.elements(2);
  for (unsigned i = 0; i < source.rank(); ++i) {
    bool isKnown = size && i < size->items.size();
    std::optional<int64_t> count =
        isKnown ? size->items[i].literal() : std::nullopt;
    bool isRest = count && *count == -1 && begin && i < begin->items.size();
    source.dims[i] = count && *count >= 0 ? op.literal(*count)
                     : isRest ? op.exprs.sub(source[i], begin->items[i])
                              : op.unknown(0, i);
  }
  if (source.hasRank)
    op.set(0, source);
}

/// Of one dimension: from where, how many; nothing where a number is missing.
struct Part {
  int64_t begin, count, stride;
};

/// A strided slice without ellipsis and new axes.
class StridedSlice {
public:
  explicit StridedSlice(OpShapes &op)
      : op(op), begins(op.literals(1)), ends(op.literals(2)),
        strides(op.literals(3)) {}

  void infer();

private:
  bool isMasked(const char *mask, size_t dim) const {
    return dim < 64 && (op.integer({mask}).value_or(0) >> dim & 1);
  }
  std::optional<Part> partOf(size_t dim, std::optional<int64_t> whole) const;
  DimExpr sizeOf(const Shape &source, size_t dim, unsigned result) const;
  void inferElements();

  OpShapes &op;
  std::optional<Integers> begins, ends, strides;
};

std::optional<Part> StridedSlice::partOf(size_t dim,
                                         std::optional<int64_t> whole) const {
  bool isFromStart = isMasked("begin_mask", dim);
  bool isToEnd = isMasked("end_mask", dim);
  int64_t stride = (*strides)[dim];
  auto given = [&](const std::optional<Integers> &list) {
    return list && dim < list->size();
  };
  if (!whole || stride <= 0 || (!isFromStart && !given(begins)) ||
      (!isToEnd && !given(ends)))
    return std::nullopt;
  auto within = [&](int64_t place) {
    return std::clamp<int64_t>(place < 0 ? place + *whole : place, 0, *whole);
  };
  int64_t begin = isFromStart ? 0 : within((*begins)[dim]);
  int64_t end = isToEnd ? *whole : within((*ends)[dim]);
  return Part{begin, std::max<int64_t>(0, (end - begin + stride - 1) / stride),
              stride};
}

DimExpr StridedSlice::sizeOf(const Shape &source, size_t dim,
                             unsigned result) const {
  bool isAll = isMasked("begin_mask", dim) && isMasked("end_mask", dim);
  if (isAll && (*strides)[dim] > 0)
    return op.exprs.ceilDiv(source[dim], op.literal((*strides)[dim]));
  std::optional<Part> part = partOf(dim, source[dim].literal());
  return part ? op.literal(part->count) : op.unknown(0, result);
}

/// Of a list of integers, as a shape is.
void StridedSlice::inferElements() {
  std::optional<Elements> source = op.elements(0);
  if (!source || source->isScalar || strides->size() != 1)
    return;
  auto whole = static_cast<int64_t>(source->items.size());
  if (isMasked("shrink_axis_mask", 0)) {
    int64_t at = begins && begins->size() == 1 ? begins->front() : whole;
    at += at < 0 ? whole : 0;
    if (at >= 0 && at < whole)
      op.setScalar(0, source->items[at]);
    return;
  }
  std::optional<Part> part = partOf(0, whole);
  if (!part)
    return;
  Elements some;
  for (int64_t i = 0; i < part->count; ++i)
    some.items.push_back(source->items[part->begin + i * part->stride]);
  op.setElements(0, some);
}

void StridedSlice::infer() {
  op.because("begin, end and strides");
  Shape source = op.shape(0), result = Shape::ranked({});
  if (!source.hasRank || !strides || strides->size() > source.rank() ||
      op.integer({"ellipsis_mask"}).value_or(0) != 0 ||
      op.integer({"new_axis_mask"}).value_or(0) != 0)
    return;
  for (size_t dim = 0; dim < source.rank(); ++dim)
    if (dim >= strides->size())
      result.dims.push_back(source[dim]);
    else if (!isMasked("shrink_axis_mask", dim))
      result.dims.push_back(sizeOf(source, dim, unsigned(result.rank())));
  op.set(0, result);
  inferElements();
}

void stridedSlice(OpShapes &op) { StridedSlice(op).infer(); }

/// As many as there are; where each is, for each of the operand's.
void unique(OpShapes &op) {
  op.because("what occurs in the operand");
  op.set(0, Shape::ranked({op.unknown(0, 0)}));
  if (op.resultCount() > 1)
    op.set(1, op.shape(0));
}

/// The data's shape, with that of the indices in the axis' place; batch
/// dimensions are in both.
void gathered(OpShapes &op, std::optional<int64_t> at) {
  op.because("data and indices");
  if (!at)
    return;
  Shape data = op.shape(0), indices = op.shape(1);
  std::optional<size_t> axis = axisOf(*at, data);
  int64_t batch = op.integer({"batch_dims"}).value_or(0);
  if (!axis || !indices.hasRank || batch < 0 ||
      batch > int64_t(indices.rank()) || batch > int64_t(*axis))
    return;
  Shape result = data;
  result.dims.erase(result.dims.begin() + *axis);
  result.dims.insert(result.dims.begin() + *axis, indices.dims.begin() + batch,
                     indices.dims.end());
  op.set(0, result);
}

void gather(OpShapes &op) { gathered(op, 0); }
void gatherByOperand(OpShapes &op) { gathered(op, numberOf(op, 2)); }
void gatherByAttribute(OpShapes &op) {
  gathered(op, op.integer({"axis"}).value_or(0));
}

/// The last size of the indices says how many dimensions they go into.
void gatherNd(OpShapes &op) {
  op.because("data and indices");
  Shape data = op.shape(0), indices = op.shape(1);
  if (!data.hasRank || !indices.hasRank || indices.rank() == 0)
    return;
  std::optional<int64_t> depth = indices.dims.back().literal();
  if (!depth || *depth > int64_t(data.rank()))
    return;
  indices.dims.pop_back();
  indices.dims.append(data.dims.begin() + *depth, data.dims.end());
  op.set(0, indices);
}

/// The axis is the first operand; as many parts as results.
void split(OpShapes &op) {
  op.because("the operand, in equal parts");
  Shape source = op.shape(1);
  std::optional<size_t> axis = axisOf(op, 0, source);
  if (!axis || op.resultCount() == 0)
    return;
  source.dims[*axis] =
      op.exprs.floorDiv(source[*axis], op.literal(int64_t(op.resultCount())));
  op.setAll(source);
}

/// Sizes and the axis are operands; a size of -1 is the rest.
void splitBySizes(OpShapes &op) {
  op.because("the operand, in parts");
  Shape source = op.shape(0);
  std::optional<size_t> axis = axisOf(op, 2, source);
  std::optional<Integers> sizes = op.literals(1);
  if (!axis)
    return;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    Shape part = source;
    bool isKnown = sizes && i < sizes->size() && (*sizes)[i] >= 0;
    part.dims[*axis] = isKnown ? op.literal((*sizes)[i])
                               : op.unknown(i, static_cast<unsigned>(*axis));
    op.set(i, part);
  }
}

void unpack(OpShapes &op) {
  op.because("without the axis");
  Shape source = op.shape(0);
  if (auto axis = axisOf(op.integer({"axis"}).value_or(0), source)) {
    source.dims.erase(source.dims.begin() + *axis);
    op.setAll(source);
  }
}

void tile(OpShapes &op) {
  op.because("the operand, repeated");
  Shape source = op.shape(0);
  std::optional<Elements> times = op.elements(1);
  bool isKnown = times && times->items.size() == source.rank();
  for (unsigned i = 0; i < source.rank(); ++i)
    source.dims[i] =
        isKnown ? op.exprs.mul(source[i], times->items[i]) : op.unknown(0, i);
  if (source.hasRank)
    op.set(0, source);
}

/// A new axis, as long as operand 1 says.
void oneHot(OpShapes &op) {
  op.because("the indices, with a new axis");
  Shape indices = op.shape(0);
  int64_t axis = op.integer({"axis"}).value_or(-1);
  axis += axis < 0 ? int64_t(indices.rank()) + 1 : 0;
  if (!indices.hasRank || axis < 0 || axis > int64_t(indices.rank()))
    return;
  DimExpr depth = op.scalar(1);
  indices.dims.insert(indices.dims.begin() + axis,
                      depth ? depth : op.unknown(0, unsigned(axis)));
  op.set(0, indices);
}

/// The places of what is true, a row each.
void where(OpShapes &op) {
  op.because("a row for each place");
  if (Shape source = op.shape(0); source.hasRank)
    op.set(0, Shape::ranked(
                  {op.unknown(0, 0), op.literal(int64_t(source.rank()))}));
}

void topK(OpShapes &op) {
  op.because("the operand's shape, with the number of results last");
  Shape source = op.shape(0);
  if (!source.hasRank || source.rank() == 0)
    return;
  DimExpr count = op.scalar(1);
  source.dims.back() =
      count ? count : op.unknown(0, unsigned(source.rank()) - 1);
  op.setAll(source);
}

void scalar(OpShapes &op) { op.setAll(Shape::ranked({})); }

} // namespace

static constexpr RuleRow rows[] = {
    {"Concat", concat},
    {"Slice slice", slice},
    {"StridedSlice strided_slice", stridedSlice},
    {"Unique unique", unique},
    {"Gather", gather},
    {"GatherV2", gatherByOperand},
    {"gather", gatherByAttribute},
    {"GatherNd gather_nd", gatherNd},
    {"Split split", split},
    {"SplitV split_v", splitBySizes},
    {"Unpack unpack", unpack},
    {"Tile tile", tile},
    {"OneHot one_hot", oneHot},
    {"Where where", where},
    {"TopKV2 topk_v2", topK},
    {"Size L2Loss", scalar},
};
RuleTable shapels::tfIndexRules() { return {"tf tfl", rows}; }
