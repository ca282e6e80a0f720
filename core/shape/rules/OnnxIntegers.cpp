//===- OnnxIntegers.cpp - Sizes that onnx computes with -------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"
#include "core/shape/rules/IntegerMath.h"

#include <cmath>

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Before opset 7 the second operand's dimensions stand from `axis` on.
bool isLegacy(OpShapes &op) {
  return op.integer({"broadcast"}).value_or(0) != 0 && op.has({"axis"});
}

void legacyBroadcast(OpShapes &op) {
  op.because(broadcastRule);
  Shape a = op.shape(0), b = op.shape(1);
  op.set(0, a);
  std::optional<size_t> axis = axisOf(op.integer({"axis"}).value_or(0), a);
  if (!axis || !b.hasRank || *axis + b.rank() > a.rank())
    return;
  for (size_t dim = 0; dim < b.rank(); ++dim)
    op.broadcasts(a[*axis + dim], b[dim]);
}

void broadcastOf(OpShapes &op) {
  isLegacy(op) ? legacyBroadcast(op) : broadcast(op);
}

template <integers::Combine combineTwo>
void arithmetic(OpShapes &op) {
  broadcastOf(op);
  combine(op, combineTwo);
}

/// Of any number of operands; integers of two.
template <integers::Combine combineTwo>
void extreme(OpShapes &op) {
  broadcast(op);
  if (op.operandCount() == 2)
    combine(op, combineTwo);
}

/// Of floats, what is whole stays so; of literals any.
void multiplyAny(OpShapes &op) {
  arithmetic<integers::multiply>(op);
  std::optional<Elements> a = op.wholeNumbers(0), b = op.wholeNumbers(1);
  auto x = op.numbers(0), y = op.numbers(1);
  size_t count = a && b ? a->items.size() : x && y ? x->size() : 0;
  bool areLists = op.shape(0).rank() <= 1 && op.shape(1).rank() <= 1;
  if (count == 0 || !areLists || (b ? b->items.size() : y->size()) != count)
    return;
  if (a && b) {
    for (auto [item, factor] : llvm::zip(a->items, b->items))
      item = op.exprs.mul(item, factor);
    return op.setElements(0, *a);
  }
  for (size_t i = 0; i < count; ++i)
    (*x)[i] *= (*y)[i];
  op.setNumbers(0, *x, op.shape(0).hasRankOf(0));
}

using Round = double (*)(double);
template <Round rounding>
void rounded(OpShapes &op) {
  sameInteger(op);
  if (op.wholeNumbers(0))
    return;
  if (auto numbers = op.numbers(0)) {
    for (double &number : *numbers)
      number = rounding(number);
    op.setNumbers(0, *numbers, op.shape(0).hasRankOf(0));
  }
}

/// A float becomes an integer towards zero.
void castOf(OpShapes &op) { rounded<std::trunc>(op); }

template <Comparison how>
void compare(OpShapes &op) {
  broadcastOf(op);
  compareElements(op, how);
}

void where(OpShapes &op) {
  broadcast(op);
  selectElements(op);
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

void size(OpShapes &op) {
  op.set(0, Shape::ranked({}));
  if (Shape shape = op.shape(0); shape.hasRank)
    op.setScalar(0, op.exprs.product(shape.dims));
}

/// As MLIR's attribute, or one of ONNX's own.
void constantOf(OpShapes &op) {
  constant(op);
  if (std::optional<Integers> list = op.integers({"value_ints"}))
    op.setElements(0, op.listOf(*list));
  else if (std::optional<int64_t> value = op.integer({"value_int"}))
    op.setScalar(0, op.literal(*value));
  else if (auto floats = floatsIn(op.attribute({"value_floats"})))
    op.setNumbers(0, *floats, false);
  else if (auto number = floatsIn(op.attribute({"value_float"})))
    op.setNumbers(0, *number, true);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"And Or Pow PRelu Xor", broadcastOf, OpFamily::Broadcastable},
    {"Add", arithmetic<integers::add>, OpFamily::Broadcastable},
    {"Sub", arithmetic<integers::subtract>, OpFamily::Broadcastable},
    {"Mul", multiplyAny, OpFamily::Broadcastable},
    {"Div", arithmetic<integers::divide>, OpFamily::Broadcastable},
    {"Mod", arithmetic<integers::remainder>, OpFamily::Broadcastable},
    {"Max", extreme<integers::maximum>, OpFamily::Broadcastable},
    {"Min", extreme<integers::minimum>, OpFamily::Broadcastable},
    {"Equal", compare<Comparison::Equal>, OpFamily::Broadcastable},
    {"Less", compare<Comparison::Less>, OpFamily::Broadcastable},
    {"LessOrEqual", compare<Comparison::LessEqual>, OpFamily::Broadcastable},
    {"Greater", compare<Comparison::Greater>, OpFamily::Broadcastable},
    {"GreaterOrEqual", compare<Comparison::GreaterEqual>,
     OpFamily::Broadcastable},
    {"Where", where, OpFamily::Broadcastable},
    {"Floor", rounded<std::floor>},
    {"Ceil", rounded<std::ceil>},
    {"Identity", sameInteger},
    {"Cast CastLike", castOf},
    {"Constant", constantOf},
    {"Dim", dim},
    {"Shape", shape},
    {"Size", size},
};

RuleTable shapels::onnxIntegerRules() { return {"onnx", rows}; }
