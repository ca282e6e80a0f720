//===- Onnx.cpp - onnx ----------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::rules;

namespace {

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
    return reshapeTo(op, *target, zeroCopies);
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

/// As many dimensions fewer as there are axes, whichever these are.
void withoutAxes(OpShapes &op, size_t count) {
  Shape source = op.shape(0), result = Shape::ranked({});
  if (!source.hasRank || count > source.rank())
    return;
  for (unsigned dim = 0; dim < source.rank() - count; ++dim)
    result.dims.push_back(op.unknown(0, dim));
  op.set(0, result);
}

/// How many axes an operand names.
std::optional<int64_t> axisCount(OpShapes &op, unsigned operand) {
  Shape list = op.shape(operand);
  return list.hasRankOf(1) ? list[0].literal() : std::nullopt;
}

/// All dimensions of size 1 go. Of a `?` the result's rank tells.
void squeezeAll(OpShapes &op) {
  Shape source = op.shape(0), result = Shape::ranked({});
  bool isKnown = source.hasRank;
  for (DimExpr size : source.dims) {
    isKnown &= bool(size.literal());
    if (!size.is(1))
      result.dims.push_back(size);
  }
  if (isKnown || (source.hasRank && op.statedRank(0) == result.rank()))
    op.set(0, result);
}

void squeeze(OpShapes &op) {
  op.because("without the axes");
  bool hasAxes = op.has({"axes"}) || !op.isAbsent(1);
  std::optional<Integers> axes = axesOf(op, 1);
  std::optional<int64_t> count = axisCount(op, 1);
  if (hasAxes && axes) {
    for (int64_t axis : *axes)
      if (std::optional<size_t> dim = axisOf(axis, op.shape(0)))
        op.equal(op.shape(0)[*dim], op.literal(1), "squeezed");
    op.set(0, reduced(op, op.shape(0), *axes, false));
  } else if (hasAxes && count) {
    withoutAxes(op, size_t(*count));
  } else if (!hasAxes) {
    squeezeAll(op);
  }
  std::optional<size_t> rank = op.statedRank(0);
  if (std::optional<Elements> elements = op.wholeNumbers(0);
      elements && (elements->items.size() == 1 || rank.value_or(0) > 0)) {
    elements->isScalar = rank.value_or(0) == 0;
    op.setElements(0, *elements);
  }
}

void unsqueeze(OpShapes &op) {
  op.because("new axes of size 1");
  Shape source = op.shape(0);
  std::optional<Integers> axes = axesOf(op, 1);
  if (!source.hasRank)
    return;
  if (!axes) {
    Shape result = Shape::ranked({});
    std::optional<int64_t> count = axisCount(op, 1);
    for (unsigned dim = 0; count && dim < source.rank() + *count; ++dim)
      result.dims.push_back(op.unknown(0, dim));
    return count ? op.set(0, result) : void();
  }
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
  reshapeElements(op, result);
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

/// The attribute says it.
void random(OpShapes &op) {
  op.because("the attribute 'shape'");
  std::optional<Integers> sizes = op.integers({"shape"});
  if (!sizes)
    return stated(op);
  op.set(0, Shape::ranked(op.listOf(*sizes).items));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"Return", returned},
    {"Mean Sum BitShift BitwiseAnd BitwiseOr BitwiseXor", broadcast},
    {"Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Celu Clip ClipV11 "
     "ClipV12 ClipV6 Cos Cosh CumSum Elu Erf Exp "
     "Gelu HardSigmoid HardSwish Hardmax "
     "IsInf IsNaN LRN LeakyRelu Log LogSoftmax LpNormalization Mish Neg Not "
     "RandomNormalLike RandomUniformLike Reciprocal Relu "
     "ReverseSequence Round Selu Shrink "
     "Sigmoid Sign Sin Sinh Softmax SoftmaxV11 Softplus Softsign Sqrt Swish "
     "Tan Tanh ThresholdedRelu Trilu Dropout EyeLike "
     "GroupNormalization GroupNormalizationV18 MeanVarianceNormalization "
     "RotaryEmbedding CumProd LayoutTransform",
     like<0>},
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
    {"RandomNormal RandomUniform", random},
};

RuleTable shapels::onnxRules() { return {"onnx", rows}; }
