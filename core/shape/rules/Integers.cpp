//===- Integers.cpp - Integers that ops have, compare, pass on ------------===//
//---------------===//

#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

using namespace shapels;
using rules::Comparison;

/// `dense<[1, 2]> : tensor<2xi64>`, in a custom form.
static void writtenConstant(OpShapes &op) {
  Shape shape = op.stated(0);
  llvm::StringRef text = op.written();
  std::optional<Integers> integers = integersInText(
      ("value = " + text.drop_front(std::min(text.find("dense<"), text.size())))
          .str(),
      "value");
  std::optional<llvm::SmallVector<double>> numbers = denseInText(text);
  if (!shape.hasRank)
    return;
  int64_t count = op.exprs.product(shape.dims).literal().value_or(0);
  auto fill = [&](auto &list) {
    if (list.size() == 1 && count > 1 && count <= int64_t(Elements::most))
      list.assign(size_t(count), list.front());
    return int64_t(list.size()) == count;
  };
  bool areWhole = !numbers || llvm::all_of(*numbers, [](double number) {
    return std::trunc(number) == number;
  });
  if (integers && areWhole && fill(*integers))
    op.setElements(0, op.listOf(*integers, shape.rank() == 0));
  else if (numbers && fill(*numbers))
    op.setNumbers(0, *numbers, shape.rank() == 0);
}

void rules::constant(OpShapes &op) {
  stated(op);
  mlir::Attribute value = op.attribute({"value", "values"});
  auto dense = llvm::dyn_cast_if_present<mlir::DenseElementsAttr>(value);
  bool isScalar = !dense || dense.getType().getRank() == 0;
  if (std::optional<Integers> integers = integersIn(value))
    op.setElements(0, op.listOf(*integers, isScalar));
  else if (std::optional<llvm::SmallVector<double>> floats = floatsIn(value))
    op.setNumbers(0, *floats, isScalar);
  else if (!value && !op.written().empty())
    writtenConstant(op);
}

/// Whether a < b, where that is known: sizes are never negative.
static std::optional<bool> isLess(DimExprs &e, DimExpr a, DimExpr b) {
  if (e.sub(e.sub(b, a), e.literal(1))->isNonNegative)
    return true;
  if (e.sub(a, b)->isNonNegative)
    return false;
  return std::nullopt;
}

static std::optional<bool> isEqual(DimExprs &e, DimExpr a, DimExpr b) {
  if (a == b)
    return true;
  return isLess(e, a, b).value_or(false) || isLess(e, b, a).value_or(false) ||
                 areEqual(e, a, b) == Grade::Impossible
             ? std::optional(false)
             : std::nullopt;
}

/// 1 where it is so, else 0, also where only the size will tell.
static DimExpr truth(DimExprs &e, std::optional<bool> isSo,
                     DimPredicate predicate, DimExpr a, DimExpr b) {
  if (isSo)
    return e.literal(*isSo);
  return e.select(predicate, a, b, e.literal(1), e.literal(0));
}

static DimExpr truthOf(DimExprs &e, Comparison how, DimExpr a, DimExpr b) {
  auto less = [&](DimExpr x, DimExpr y) {
    return truth(e, isLess(e, x, y), DimPredicate::Less, x, y);
  };
  auto notGreater = [&](DimExpr x, DimExpr y) {
    std::optional<bool> isGreater = isLess(e, y, x);
    return truth(e, isGreater ? std::optional(!*isGreater) : std::nullopt,
                 DimPredicate::LessEqual, x, y);
  };
  switch (how) {
  case Comparison::Equal:
    return truth(e, isEqual(e, a, b), DimPredicate::Equal, a, b);
  case Comparison::NotEqual:
    if (std::optional<bool> areSame = isEqual(e, a, b))
      return e.literal(!*areSame);
    return e.unknown();
  case Comparison::Less:
    return less(a, b);
  case Comparison::LessEqual:
    return notGreater(a, b);
  case Comparison::Greater:
    return less(b, a);
  case Comparison::GreaterEqual:
    return notGreater(b, a);
  }
  return e.unknown();
}

void rules::compareElements(OpShapes &op, Comparison how) {
  combine(op, [&](DimExprs &e, DimExpr a, DimExpr b) {
    return truthOf(e, how, a, b);
  });
}

/// Truths in truths are few; each makes the expression longer.
static constexpr unsigned mostNested = 4;

static DimExpr chosenBy(DimExprs &e, DimExpr truth, DimExpr then,
                        DimExpr otherwise, unsigned depth) {
  if (then == otherwise)
    return then;
  if (truth.literal())
    return truth.is(0) ? otherwise : then;
  if (!rules::isTruth(truth) || depth == mostNested)
    return e.unknown();
  auto part = [&](size_t operand) {
    return chosenBy(e, truth->operands[operand], then, otherwise, depth + 1);
  };
  return e.select(truth->predicate, truth->operands[0], truth->operands[1],
                  part(2), part(3));
}

bool rules::isTruth(DimExpr value) {
  return value.is(0) || value.is(1) ||
         (value->kind == DimKind::Select && isTruth(value->operands[2]) &&
          isTruth(value->operands[3]));
}

DimExpr rules::chosen(DimExprs &e, DimExpr truth, DimExpr then,
                      DimExpr otherwise) {
  return chosenBy(e, truth, then, otherwise, 0);
}

void rules::selectElements(OpShapes &op) {
  std::optional<Elements> truth = op.elements(0), then = op.elements(1),
                          otherwise = op.elements(2);
  if (!truth || !then || !otherwise ||
      then->items.size() != otherwise->items.size())
    return;
  size_t count = then->items.size();
  if (truth->items.size() != 1 && truth->items.size() != count)
    return;
  for (size_t i = 0; i < count; ++i)
    then->items[i] =
        chosen(op.exprs, truth->items[truth->items.size() == 1 ? 0 : i],
               then->items[i], otherwise->items[i]);
  op.setElements(0, *then);
}

void rules::keepCount(OpShapes &op, const Shape &a, const Shape &b) {
  if (!a.hasRank || !b.hasRank)
    return;
  uint32_t failures = op.exprs.failures();
  DimExpr countA = op.exprs.product(a.dims), countB = op.exprs.product(b.dims);
  bool isKnown = op.exprs.failures() == failures &&
                 !(countA.literal() && countB.literal());
  if (isKnown && countA != countB)
    op.equal(countA, countB, "the same number of elements");
}

void rules::reshapeTo(OpShapes &op, const Elements &target, bool zeroCopies) {
  Shape source = op.shape(0), result = reshaped(op, source, target, zeroCopies);
  // What may be -1 or 0 is no size.
  if (llvm::all_of(target.items, [&](DimExpr size) {
        return zeroCopies ? bool(size.literal()) && !size.is(-1)
                          : size->isNonNegative;
      }))
    keepCount(op, source, result);
  op.set(0, result);
  reshapeElements(op, result);
}

void rules::reshapeElements(OpShapes &op, const Shape &shape) {
  std::optional<Elements> elements = op.wholeNumbers(0);
  if (!elements || !shape.hasRank)
    return;
  elements->isScalar = shape.rank() == 0;
  op.setElements(0, *elements);
}
