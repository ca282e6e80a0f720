//===- TosaShapes.cpp - Shapes as values: !tosa.shape<N> ------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

using Combine = DimExpr (*)(DimExprs &, DimExpr, DimExpr);
template <Combine combineTwo>
void shapes(OpShapes &op) {
  combine(op, combineTwo);
}
DimExpr addTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.add(a, b); }
DimExpr subTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.sub(a, b); }
DimExpr mulTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.mul(a, b); }
DimExpr minTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.min(a, b); }
DimExpr maxTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.max(a, b); }
DimExpr modTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.mod(a, b); }
DimExpr floorTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.floorDiv(a, b); }
DimExpr ceilTwo(DimExprs &e, DimExpr a, DimExpr b) { return e.ceilDiv(a, b); }

void dimension(OpShapes &op) {
  Shape shape = op.shape(0);
  std::optional<int64_t> axis = op.integer({"axis"});
  if (std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt)
    op.setElements(0, Elements{{shape[*dim]}, false});
}

void concatShapes(OpShapes &op) {
  Elements all;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> part = op.elements(i);
    if (!part)
      return;
    llvm::append_range(all.items, part->items);
  }
  op.setElements(0, all);
}

void sliceShape(OpShapes &op) {
  std::optional<Elements> all = op.elements(0);
  std::optional<Integers> start = op.literals(1), size = op.literals(2);
  if (!all || !start || !size || start->size() != 1 || size->size() != 1)
    return;
  int64_t from = start->front(), count = size->front();
  if (from < 0 || count < 0 || from + count > int64_t(all->items.size()))
    return;
  Elements part;
  part.items.assign(all->items.begin() + from,
                    all->items.begin() + from + count);
  op.setElements(0, part);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"add_shape", shapes<addTwo>},
    {"sub_shape", shapes<subTwo>},
    {"mul_shape", shapes<mulTwo>},
    {"min_shape", shapes<minTwo>},
    {"max_shape", shapes<maxTwo>},
    {"mod_shape", shapes<modTwo>},
    {"div_floor_shape", shapes<floorTwo>},
    {"div_ceil_shape", shapes<ceilTwo>},
    {"concat_shape", concatShapes},
    {"slice_shape", sliceShape},
    {"dim", dimension},
};

RuleTable shapels::tosaShapeRules() { return {"tosa", rows}; }
