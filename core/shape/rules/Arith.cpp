//===- Arith.cpp - arith and index ----------------------------------------===//
//
// The other ops of arith, and those of math, are elementwise by MLIR's traits.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

using Combine = DimExpr (*)(DimExprs &, DimExpr, DimExpr);

/// Of integers and of tensors of them; wrapping around is not modelled, so
/// only for what is as wide as an index.
template <Combine combineTwo>
void integers(OpShapes &op) {
  elementwise(op);
  combine(op, combineTwo);
}

DimExpr add(DimExprs &e, DimExpr a, DimExpr b) { return e.add(a, b); }
DimExpr subtract(DimExprs &e, DimExpr a, DimExpr b) { return e.sub(a, b); }
DimExpr multiply(DimExprs &e, DimExpr a, DimExpr b) { return e.mul(a, b); }
DimExpr floorDivide(DimExprs &e, DimExpr a, DimExpr b) {
  return e.floorDiv(a, b);
}
DimExpr ceilDivide(DimExprs &e, DimExpr a, DimExpr b) {
  return e.ceilDiv(a, b);
}
/// Rounds towards zero, as floorDiv does where nothing is negative.
DimExpr divide(DimExprs &e, DimExpr a, DimExpr b) {
  return a->isNonNegative && b->isNonNegative ? e.floorDiv(a, b) : e.unknown();
}
DimExpr remainder(DimExprs &e, DimExpr a, DimExpr b) {
  return a->isNonNegative && b->isNonNegative ? e.mod(a, b) : e.unknown();
}
DimExpr minimum(DimExprs &e, DimExpr a, DimExpr b) { return e.min(a, b); }
DimExpr maximum(DimExprs &e, DimExpr a, DimExpr b) { return e.max(a, b); }

/// Of unsigned ones only what cannot be negative.
void compare(OpShapes &op) {
  elementwise(op);
  constexpr Comparison comparisons[] = {
      Comparison::Equal,       Comparison::NotEqual,  Comparison::Less,
      Comparison::LessEqual,   Comparison::Greater,   Comparison::GreaterEqual,
      Comparison::Less,        Comparison::LessEqual, Comparison::Greater,
      Comparison::GreaterEqual};
  std::optional<int64_t> predicate = op.integer({"predicate", "pred"});
  if (!predicate || *predicate < 0 || *predicate >= 10)
    return;
  auto mayBeNegative = [](const std::optional<Elements> &elements) {
    return elements && llvm::any_of(elements->items, [](DimExpr item) {
             return !item->isNonNegative;
           });
  };
  bool isUnsigned = *predicate >= 6;
  if (!isUnsigned ||
      (!mayBeNegative(op.elements(0)) && !mayBeNegative(op.elements(1))))
    compareElements(op, comparisons[*predicate]);
}

/// The condition may be a scalar.
void select(OpShapes &op) {
  op.because("same shape as the operands");
  op.set(0, op.equal(op.shape(1), op.shape(2)));
  selectElements(op);
}

} // namespace

static constexpr RuleRow arithRows[] = {
    {"constant", constant},
    {"addi", integers<add>},
    {"subi", integers<subtract>},
    {"muli", integers<multiply>},
    {"floordivsi", integers<floorDivide>},
    {"ceildivsi ceildivui", integers<ceilDivide>},
    {"divsi divui", integers<divide>},
    {"remsi remui", integers<remainder>},
    {"minsi minui", integers<minimum>},
    {"maxsi maxui", integers<maximum>},
    {"index_cast index_castui extsi extui trunci sitofp uitofp fptosi fptoui "
     "extf "
     "truncf",
     sameInteger},
    {"cmpi", compare},
    {"select", select},
};

RuleTable shapels::arithRules() { return {"arith", arithRows}; }

static constexpr RuleRow indexRows[] = {
    {"constant", constant},
    {"add", integers<add>},
    {"sub", integers<subtract>},
    {"mul", integers<multiply>},
    {"floordivs", integers<floorDivide>},
    {"ceildivs ceildivu", integers<ceilDivide>},
    {"divs divu", integers<divide>},
    {"rems remu", integers<remainder>},
    {"mins minu", integers<minimum>},
    {"maxs maxu", integers<maximum>},
    {"casts castu", sameInteger},
};

RuleTable shapels::indexRules() { return {"index", indexRows}; }
