//===- HloIntegers.cpp - Sizes that stablehlo and mhlo compute with -------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"
#include "core/shape/rules/IntegerMath.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

template <integers::Combine combineTwo>
void arithmetic(OpShapes &op) {
  elementwise(op);
  combine(op, combineTwo);
}

/// Of literals bit by bit; 1 and 0 stand for true and false too.
DimExpr both(DimExprs &e, DimExpr a, DimExpr b) {
  if (a.is(0) || b.is(0))
    return e.literal(0);
  if (a.literal() && b.literal())
    return e.literal(*a.literal() & *b.literal());
  return a == b ? a : e.unknown();
}
DimExpr either(DimExprs &e, DimExpr a, DimExpr b) {
  if (a.is(0) || b.is(0))
    return a.is(0) ? b : a;
  if (a.literal() && b.literal())
    return e.literal(*a.literal() | *b.literal());
  return a == b ? a : e.unknown();
}

void sign(OpShapes &op) {
  elementwise(op);
  std::optional<Integers> values = op.literals(0);
  if (!values)
    return;
  for (int64_t &value : *values)
    value = (value > 0) - (value < 0);
  op.setElements(0, op.listOf(*values, op.shape(0).hasRankOf(0)));
}

/// `EQ`, in an attribute's text or as the first word of the custom form.
std::optional<Comparison> comparisonOf(OpShapes &op) {
  std::string text = op.text({"comparison_direction"});
  llvm::StringRef words = text.empty() ? op.written() : text;
  constexpr std::pair<llvm::StringLiteral, Comparison> names[] = {
      {"EQ", Comparison::Equal},   {"NE", Comparison::NotEqual},
      {"LT", Comparison::Less},    {"LE", Comparison::LessEqual},
      {"GT", Comparison::Greater}, {"GE", Comparison::GreaterEqual}};
  std::optional<Comparison> found;
  size_t first = words.npos;
  for (auto [name, comparison] : names)
    if (size_t at = words.find(name); at < first) {
      first = at;
      found = comparison;
    }
  return found;
}

void compare(OpShapes &op) {
  elementwise(op);
  if (std::optional<Comparison> how = comparisonOf(op))
    compareElements(op, *how);
}

/// Operand N is a scalar for all, or has the shape.
void scalarOrSame(OpShapes &op, unsigned operand, const Shape &shape) {
  Shape own = op.shape(operand);
  if (!own.hasRank || !shape.hasRank || own.rank() == 0)
    return;
  if (own.rank() != shape.rank())
    return op.reject("needs $" + llvm::Twine(operand) +
                         " to be a scalar or of rank " +
                         llvm::Twine(shape.rank()) + ", but it has rank " +
                         llvm::Twine(own.rank()),
                     {Subject::operand(operand)});
  op.equal(own, shape);
}

/// The predicate is a scalar for all, or one for each.
void select(OpShapes &op) {
  op.because("same shape as the operands");
  op.setAll(op.equal(op.shape(1), op.shape(2)));
  scalarOrSame(op, 0, op.shape(1));
  selectElements(op);
}

void clamp(OpShapes &op) {
  like<1>(op);
  scalarOrSame(op, 0, op.shape(1));
  scalarOrSame(op, 2, op.shape(1));
  std::optional<Elements> least = op.elements(0), value = op.elements(1),
                          most = op.elements(2);
  if (!least || !value || !most)
    return;
  auto at = [](const Elements &list, size_t i) {
    return list.items.size() == 1 ? list.items[0] : list.items[i];
  };
  for (const Elements *bound : {&*least, &*most})
    if (bound->items.size() != 1 && bound->items.size() != value->items.size())
      return;
  for (auto [i, item] : llvm::enumerate(value->items))
    item = op.exprs.min(op.exprs.max(item, at(*least, i)), at(*most, i));
  op.setElements(0, *value);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"add", arithmetic<integers::add>, OpFamily::SameShape},
    {"subtract", arithmetic<integers::subtract>, OpFamily::SameShape},
    {"multiply", arithmetic<integers::multiply>, OpFamily::SameShape},
    {"divide", arithmetic<integers::divide>, OpFamily::SameShape},
    {"remainder", arithmetic<integers::remainder>, OpFamily::SameShape},
    {"minimum", arithmetic<integers::minimum>, OpFamily::SameShape},
    {"maximum", arithmetic<integers::maximum>, OpFamily::SameShape},
    {"and", arithmetic<both>, OpFamily::SameShape},
    {"or", arithmetic<either>, OpFamily::SameShape},
    {"sign", sign, OpFamily::SameShape},
    {"compare", compare, OpFamily::SameShape},
    {"select", select},
    {"clamp", clamp},
};

RuleTable shapels::hloIntegerRules() { return {"stablehlo mhlo", rows}; }
