//===- Affine.cpp - Index arithmetic by affine maps -----------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace shapels;
using namespace mlir;

namespace {

/// Values for a map's dimensions, then its symbols.
DimExpr evaluate(DimExprs &exprs, AffineExpr expr, ArrayRef<DimExpr> values,
                 unsigned dimCount) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return exprs.literal(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return values[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return values[dimCount + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  DimExpr a = evaluate(exprs, binary.getLHS(), values, dimCount);
  DimExpr b = evaluate(exprs, binary.getRHS(), values, dimCount);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return exprs.add(a, b);
  case AffineExprKind::Mul:
    return exprs.mul(a, b);
  case AffineExprKind::Mod:
    return exprs.mod(a, b);
  case AffineExprKind::FloorDiv:
    return exprs.floorDiv(a, b);
  case AffineExprKind::CeilDiv:
    return exprs.ceilDiv(a, b);
  default:
    return exprs.unknown();
  }
}

/// What the op's map gives for its operands.
SmallVector<DimExpr> results(OpShapes &op) {
  auto map = dyn_cast_if_present<AffineMapAttr>(op.attribute({"map"}));
  if (!map || map.getValue().getNumInputs() != op.operandCount())
    return {};
  SmallVector<DimExpr> values, all;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    values.push_back(op.scalar(i));
  for (AffineExpr expr : map.getValue().getResults())
    all.push_back(
        evaluate(op.exprs, expr, values, map.getValue().getNumDims()));
  return all;
}

void apply(OpShapes &op) {
  SmallVector<DimExpr> all = results(op);
  if (all.size() == 1)
    op.setScalar(0, all[0]);
}

template <bool isMin>
void extreme(OpShapes &op) {
  SmallVector<DimExpr> all = results(op);
  if (all.empty())
    return;
  DimExpr best = all[0];
  for (DimExpr other : drop_begin(all))
    best = isMin ? op.exprs.min(best, other) : op.exprs.max(best, other);
  op.setScalar(0, best);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"apply", apply},
    {"min", extreme<true>},
    {"max", extreme<false>},
    {"vector_load", rules::stated},
};

RuleTable shapels::affineRules() { return {"affine", rows}; }
