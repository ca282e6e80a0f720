//===- Onnx.cpp - onnx ----------------------------------------------------===//

#include "shapels/shape/Rules.h"
#include "shapels/shape/rules/Families.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

using Combine = DimExpr (*)(DimExprs &, DimExpr, DimExpr);
template <Combine combineTwo>
void arithmetic(OpShapes &op) {
  broadcast(op);
  combine(op, combineTwo);
}
DimExpr add(DimExprs &e, DimExpr a, DimExpr b) { return e.add(a, b); }
DimExpr subtract(DimExprs &e, DimExpr a, DimExpr b) { return e.sub(a, b); }
DimExpr multiply(DimExprs &e, DimExpr a, DimExpr b) { return e.mul(a, b); }
DimExpr divide(DimExprs &e, DimExpr a, DimExpr b) {
  return a->isNonNegative && b->isNonNegative ? e.floorDiv(a, b) : e.unknown();
}

void dim(OpShapes &op) {
  op.set(0, Shape::ranked({op.literal(1)}));
  Shape shape = op.shape(0);
  std::optional<int64_t> axis = op.integer({"axis"});
  if (std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt)
    op.setElements(0, Elements{{shape[*dim]}, false});
}

/// The extents, or those from `start` up to `end`.
void shape(OpShapes &op) {
  op.because("the rank of the operand");
  Shape source = op.shape(0);
  if (!source.hasRank)
    return;
  auto rank = int64_t(source.rank());
  auto clamped = [&](int64_t index) {
    return std::clamp<int64_t>(index < 0 ? index + rank : index, 0, rank);
  };
  int64_t start = clamped(op.integer({"start"}).value_or(0));
  int64_t end = clamped(op.integer({"end"}).value_or(rank));
  Elements extents;
  if (start < end)
    extents.items.assign(source.dims.begin() + start,
                         source.dims.begin() + end);
  op.set(0, Shape::ranked({op.literal(int64_t(extents.items.size()))}));
  op.setElements(0, extents);
}

/// As MLIR's attribute, or one of ONNX's own.
void constantOf(OpShapes &op) {
  constant(op);
  if (std::optional<Integers> list = op.integers({"value_ints"}))
    op.setElements(0, op.listOf(*list));
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  Shape source = op.shape(0);
  if (op.has({"perm"}) || !op.written().empty())
    return op.set(0, permuted(source, op.integers({"perm"})));
  std::reverse(source.dims.begin(), source.dims.end());
  op.set(0, source.hasRank ? source : Shape::unknown());
}

void reshape(OpShapes &op) {
  op.because("the shape operand");
  bool zeroCopies = op.integer({"allowzero"}).value_or(0) == 0;
  if (std::optional<Elements> target = op.elements(1))
    return op.set(0, reshaped(op, op.shape(0), *target, zeroCopies));
  Shape list = op.shape(1), result = Shape::ranked({});
  std::optional<int64_t> rank =
      list.hasRankOf(1) ? list[0].literal() : std::nullopt;
  for (unsigned i = 0; rank && i < *rank && i < Elements::most; ++i)
    result.dims.push_back(op.unknown(0, i));
  if (rank && result.rank() == size_t(*rank))
    op.set(0, result);
}

void concat(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = op.integer({"axis"}))
    op.set(0, concatenated(op, shapesFrom(op, 0), *axis));
  Elements all;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> part = op.elements(i);
    if (!part || part->isScalar)
      return;
    llvm::append_range(all.items, part->items);
  }
  op.setElements(0, all);
}

void squeeze(OpShapes &op) {
  op.because("without the axes");
  bool hasAxes = op.has({"axes"}) || !op.isAbsent(1);
  std::optional<Integers> axes = axesOf(op, 1);
  if (hasAxes && axes)
    op.set(0, reduced(op, op.shape(0), *axes, false));
  if (std::optional<Elements> elements = op.elements(0);
      elements && elements->items.size() == 1)
    op.setScalar(0, elements->items[0]);
}

void unsqueeze(OpShapes &op) {
  op.because("new axes of size 1");
  Shape source = op.shape(0);
  std::optional<Integers> axes = axesOf(op, 1);
  if (!axes || !source.hasRank)
    return;
  size_t rank = source.rank() + axes->size();
  llvm::SmallVector<bool> isNew(rank, false);
  for (int64_t axis : *axes) {
    axis += axis < 0 ? int64_t(rank) : 0;
    if (axis < 0 || axis >= int64_t(rank))
      return;
    isNew[size_t(axis)] = true;
  }
  if (size_t(llvm::count(isNew, true)) != axes->size())
    return;
  Shape result = Shape::ranked({});
  const DimExpr *next = source.dims.begin();
  for (bool isOne : isNew)
    result.dims.push_back(isOne ? op.literal(1) : *next++);
  op.set(0, result);
  if (std::optional<Elements> elements = op.elements(0);
      elements && source.rank() == 0)
    op.setElements(0, Elements{elements->items, false});
}

void flatten(OpShapes &op) {
  op.because("two dimensions");
  Shape source = op.shape(0);
  int64_t axis = op.integer({"axis"}).value_or(1);
  axis += axis < 0 ? int64_t(source.rank()) : 0;
  if (!source.hasRank || axis < 0 || axis > int64_t(source.rank()))
    return;
  llvm::ArrayRef<DimExpr> dims(source.dims);
  op.set(0, Shape::ranked({op.exprs.product(dims.take_front(size_t(axis))),
                           op.exprs.product(dims.drop_front(size_t(axis)))}));
}

/// Where start, end and step are numbers and the size is one, or the slice
/// starts at 0 and ends at the end.
DimExpr sliced(OpShapes &op, DimExpr size, DimExpr start, DimExpr end,
               int64_t step, unsigned dim) {
  DimExprs &e = op.exprs;
  std::optional<int64_t> from = start.literal(), to = end.literal();
  if (from && to && size.literal()) {
    int64_t n = *size.literal();
    if (n == 0)
      return op.literal(0);
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1;
    int64_t first = std::clamp(*from < 0 ? *from + n : *from, int64_t(0), high);
    int64_t last = std::clamp(*to < 0 ? *to + n : *to, low, high);
    int64_t gap = step > 0 ? last - first : first - last;
    int64_t width = step > 0 ? step : -step;
    return op.literal(gap <= 0 ? 0 : (gap + width - 1) / width);
  }
  constexpr int64_t farAway = int64_t(1) << 31;
  bool isToEnd = to && *to >= farAway - 1;
  if (from == 0 && step == 1 && (isToEnd || end == size))
    return size;
  if (from && *from >= 0 && step > 0 && isToEnd)
    return e.ceilDiv(e.max(e.add(size, -*from), op.literal(0)),
                     op.literal(step));
  return op.unknown(0, dim);
}

/// Operands: data, starts, ends, axes, steps.
void slice(OpShapes &op) {
  op.because("the slice's bounds");
  Shape result = op.shape(0);
  if (!result.hasRank)
    return;
  std::optional<Elements> starts = op.elements(1), ends = op.elements(2);
  std::optional<Integers> axes = op.literals(3), steps = op.literals(4);
  if (op.isAbsent(3) && starts) {
    axes.emplace();
    for (size_t i = 0; i < starts->items.size(); ++i)
      axes->push_back(int64_t(i));
  }
  if (op.isAbsent(4) && starts)
    steps.emplace(Integers(starts->items.size(), 1));
  bool isKnown =
      starts && ends && axes && steps && starts->items.size() == axes->size() &&
      ends->items.size() == axes->size() && steps->size() == axes->size() &&
      !llvm::is_contained(*steps, 0);
  if (!isKnown && !axes) {
    for (unsigned dim = 0; dim < result.rank(); ++dim)
      result.dims[dim] = op.unknown(0, dim);
    return op.set(0, result);
  }
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    std::optional<size_t> dim = axisOf(axis, result);
    if (!dim)
      return;
    result.dims[*dim] =
        isKnown ? sliced(op, result[*dim], starts->items[i], ends->items[i],
                         (*steps)[i], unsigned(*dim))
                : op.unknown(0, unsigned(*dim));
  }
  op.set(0, result);
  // Part of a shape is a shape.
  std::optional<Elements> all = op.elements(0);
  std::optional<int64_t> size =
      result.rank() == 1 ? result[0].literal() : std::nullopt;
  if (!all || !isKnown || !size || axes->size() != 1 || steps->front() != 1 ||
      !starts->items[0].literal())
    return;
  auto count = int64_t(all->items.size());
  int64_t first = *starts->items[0].literal();
  first = std::clamp<int64_t>(first < 0 ? first + count : first, 0, count);
  if (first + *size > count)
    return;
  Elements part;
  part.items.assign(all->items.begin() + first,
                    all->items.begin() + first + *size);
  op.setElements(0, part);
}

/// Parts by operand 1 or the attribute `split`, else equal ones.
void split(OpShapes &op) {
  op.because("the operand, in parts");
  Shape source = op.shape(0);
  std::optional<size_t> axis = axisOf(op.integer({"axis"}).value_or(0), source);
  if (!axis)
    return;
  std::optional<Elements> parts = op.elements(1);
  bool isGiven = op.has({"split"}) || !op.isAbsent(1);
  if (std::optional<Integers> list = op.integers({"split"}))
    parts = op.listOf(*list);
  std::optional<int64_t> whole = source[*axis].literal();
  int64_t count = op.resultCount();
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    Shape part = source;
    part.dims[*axis] = op.unknown(i, unsigned(*axis));
    if (isGiven && parts && parts->items.size() == op.resultCount())
      part.dims[*axis] = parts->items[i];
    else if (!isGiven && whole && count > 0) {
      // The last one is what remains.
      int64_t each = (*whole + count - 1) / count;
      part.dims[*axis] =
          op.literal(std::max<int64_t>(0, std::min(each, *whole - each * i)));
    }
    op.set(i, part);
  }
}

void gather(OpShapes &op) {
  op.because("data and indices");
  Shape data = op.shape(0), indices = op.shape(1);
  std::optional<size_t> axis = axisOf(op.integer({"axis"}).value_or(0), data);
  if (axis && indices.hasRank) {
    Shape result = Shape::ranked(llvm::ArrayRef(data.dims).take_front(*axis));
    llvm::append_range(result.dims, indices.dims);
    llvm::append_range(result.dims,
                       llvm::ArrayRef(data.dims).drop_front(*axis + 1));
    op.set(0, result);
  }
  std::optional<Elements> all = op.elements(0);
  std::optional<Integers> list = op.literals(1);
  if (!all || !list || !indices.hasRank || indices.rank() > 1)
    return;
  Elements chosen;
  chosen.isScalar = indices.rank() == 0;
  for (int64_t index : *list) {
    index += index < 0 ? int64_t(all->items.size()) : 0;
    if (index < 0 || index >= int64_t(all->items.size()))
      return;
    chosen.items.push_back(all->items[size_t(index)]);
  }
  op.setElements(0, chosen);
}

void expand(OpShapes &op) {
  op.because("the shape operand, broadcast");
  if (std::optional<Elements> target = op.elements(1))
    op.set(0, broadcastShapes(op, {op.shape(0), fromElements(op, *target, 0)}));
}

void tile(OpShapes &op) {
  op.because("the operand's shape, repeated");
  Shape result = op.shape(0);
  std::optional<Elements> counts = op.elements(1);
  for (unsigned dim = 0; dim < result.rank(); ++dim)
    result.dims[dim] = counts && counts->items.size() == result.rank()
                           ? op.exprs.mul(result[dim], counts->items[dim])
                           : op.unknown(0, dim);
  if (result.hasRank)
    op.set(0, result);
}

/// Operand 1: all beginnings, then all ends; operand 3 may choose axes.
void pad(OpShapes &op) {
  op.because("the operand's shape, padded");
  Shape result = op.shape(0);
  std::optional<Elements> pads = op.elements(1);
  if (!result.hasRank)
    return;
  bool isKnown =
      pads && op.isAbsent(3) && pads->items.size() == 2 * result.rank();
  for (unsigned dim = 0; dim < result.rank(); ++dim)
    result.dims[dim] =
        isKnown ? op.exprs.add(result[dim],
                               op.exprs.add(pads->items[dim],
                                            pads->items[dim + result.rank()]))
                : op.unknown(0, dim);
  op.set(0, result);
}

/// The elements of operand 0 are the sizes.
} // namespace

static constexpr RuleRow rows[] = {
    {"And Equal Greater GreaterOrEqual Less LessOrEqual Max Min Mean Mod Or "
     "Pow PRelu Sum Where Xor BitShift BitwiseAnd BitwiseOr BitwiseXor",
     broadcast},
    {"Add", arithmetic<add>, OpFamily::Broadcastable},
    {"Sub", arithmetic<subtract>, OpFamily::Broadcastable},
    {"Mul", arithmetic<multiply>, OpFamily::Broadcastable},
    {"Div", arithmetic<divide>, OpFamily::Broadcastable},
    {"Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Clip ClipV11 "
     "ClipV12 ClipV6 Cos Cosh CumSum Elu Erf Exp "
     "Floor Gelu HardSigmoid HardSwish Hardmax Identity InstanceNormalization "
     "IsInf IsNaN LRN LeakyRelu Log LogSoftmax LpNormalization Mish Neg Not "
     "RandomNormalLike RandomUniformLike Reciprocal Relu "
     "ReverseSequence Round Selu Shrink "
     "Sigmoid Sign Sin Sinh Softmax SoftmaxV11 Softplus Softsign Sqrt Swish "
     "Tan Tanh ThresholdedRelu Trilu BatchNormalizationInferenceMode "
     "GroupNormalization GroupNormalizationV18 MeanVarianceNormalization "
     "RotaryEmbedding CumProd LayoutTransform",
     like<0>},
    {"Cast CastLike", sameInteger},
    {"Constant", constantOf},
    {"Dim", dim},
    {"Shape", shape},
    {"Transpose", transpose},
    {"Reshape", reshape},
    {"Concat", concat},
    {"Squeeze SqueezeV11", squeeze},
    {"Unsqueeze UnsqueezeV11", unsqueeze},
    {"Flatten", flatten},
    {"Slice", slice},
    {"Split SplitV13 SplitV11", split},
    {"Gather", gather},
    {"Expand", expand},
    {"Tile", tile},
    {"Pad PadV18 PadV13", pad},
    {"RandomNormal RandomUniform EyeLike", stated},
};

RuleTable shapels::onnxRules() { return {"onnx", rows}; }
