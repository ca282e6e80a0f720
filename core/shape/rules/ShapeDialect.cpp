//===- ShapeDialect.cpp - shape -------------------------------------------===//
//
// `!shape.shape`, `!shape.size` and tensors of extents are tracked alike, as
// elements.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

void extents(OpShapes &op, llvm::ArrayRef<DimExpr> items) {
  Elements elements;
  elements.items.assign(items.begin(), items.end());
  op.set(0, Shape::ranked({op.literal(int64_t(items.size()))}));
  op.setElements(0, elements);
}

void constShape(OpShapes &op) {
  std::optional<Integers> sizes = op.integers({"shape"});
  if (!sizes)
    return;
  llvm::SmallVector<DimExpr> items;
  for (int64_t size : *sizes)
    items.push_back(mlir::ShapedType::isDynamic(size) ? op.exprs.unknown()
                                                      : op.literal(size));
  extents(op, items);
}

void fromExtents(OpShapes &op) {
  llvm::SmallVector<DimExpr> items;
  for (unsigned i = 0; i < op.operandCount() && i <= Elements::most; ++i)
    items.push_back(op.scalar(i));
  extents(op, items);
}

void getExtent(OpShapes &op) {
  if (std::optional<int64_t> index = numberOf(op, 1))
    if (DimExpr extent = op.element(0, *index))
      op.setScalar(0, extent);
}

/// shape.dim: of a shaped value.
void dim(OpShapes &op) {
  Shape shape = op.shape(0);
  std::optional<int64_t> index = numberOf(op, 1);
  if (index && shape.hasRank && *index >= 0 && *index < int64_t(shape.rank()))
    op.setScalar(0, shape[size_t(*index)]);
}

void rank(OpShapes &op) {
  if (std::optional<Elements> all = op.elements(0))
    op.setScalar(0, op.literal(int64_t(all->items.size())));
}

void numElements(OpShapes &op) {
  if (std::optional<Elements> all = op.elements(0))
    op.setScalar(0, op.exprs.product(all->items));
}

void broadcastExtents(OpShapes &op) {
  llvm::SmallVector<Shape> shapes;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> all = op.elements(i);
    if (!all)
      return op.set(0, op.stated(0));
    shapes.push_back(Shape::ranked(all->items));
  }
  extents(op, broadcastShapes(op, shapes).dims);
}

void concat(OpShapes &op) {
  std::optional<Elements> a = op.elements(0), b = op.elements(1);
  if (!a || !b)
    return op.set(0, op.stated(0));
  llvm::append_range(a->items, b->items);
  extents(op, a->items);
}

void splitAt(OpShapes &op) {
  std::optional<Elements> all = op.elements(0);
  std::optional<Integers> at = op.literals(1);
  for (unsigned part = 0; part < op.resultCount(); ++part)
    op.set(part, op.stated(part));
  if (!all || !at || at->size() != 1)
    return;
  auto size = int64_t(all->items.size());
  int64_t index = at->front() < 0 ? at->front() + size : at->front();
  if (index < 0 || index > size)
    return;
  llvm::ArrayRef<DimExpr> items(all->items);
  for (unsigned part = 0; part < 2; ++part) {
    auto half = part ? items.drop_front(size_t(index))
                     : items.take_front(size_t(index));
    op.set(part, Shape::ranked({op.literal(int64_t(half.size()))}));
    op.setElements(part, Elements{{half.begin(), half.end()}, false});
  }
}

/// Whichever of the operands it is: where they are the same.
void anyOf(OpShapes &op) {
  std::optional<Elements> first = op.elements(0);
  for (unsigned i = 1; first && i < op.operandCount(); ++i)
    if (std::optional<Elements> other = op.elements(i);
        !other || other->items != first->items)
      first.reset();
  if (first)
    extents(op, first->items);
  else
    op.set(0, op.stated(0));
}

/// The operand again, in another type for extents.
void sameExtents(OpShapes &op) {
  if (std::optional<Elements> all = op.elements(0))
    extents(op, all->items);
  else
    op.set(0, op.stated(0));
}

void sameSize(OpShapes &op) {
  if (std::optional<Elements> all = op.elements(0))
    op.setElements(0, *all);
}

/// The value has that shape: somebody says so.
void withShape(OpShapes &op) {
  if (op.resultCount() == 0)
    return;
  std::optional<Elements> all = op.elements(1);
  Shape shape = op.shape(0);
  op.set(0, all ? op.equal(shape, Shape::ranked(all->items)) : shape);
}

/// All of these shapes are equal, or nothing behind executes.
void mustBeEqual(OpShapes &op) {
  std::optional<Elements> first = op.elements(0);
  for (unsigned i = 1; first && i < op.operandCount(); ++i)
    if (std::optional<Elements> other = op.elements(i))
      op.equal(Shape::ranked(first->items), Shape::ranked(other->items));
}

/// These shapes broadcast, or nothing behind executes: where no `?` expands,
/// sizes are equal.
void mustBroadcast(OpShapes &op) {
  llvm::SmallVector<Shape> shapes;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (std::optional<Elements> all = op.elements(i))
      shapes.push_back(Shape::ranked(all->items));
  broadcastShapes(op, shapes);
}

using Combine = DimExpr (*)(DimExprs &, DimExpr, DimExpr);
template <Combine combineTwo>
void sizes(OpShapes &op) {
  combine(op, combineTwo);
}
DimExpr add(DimExprs &e, DimExpr a, DimExpr b) { return e.add(a, b); }
DimExpr mul(DimExprs &e, DimExpr a, DimExpr b) { return e.mul(a, b); }
/// Sizes are not negative.
DimExpr div(DimExprs &e, DimExpr a, DimExpr b) { return e.floorDiv(a, b); }

} // namespace

static constexpr RuleRow rows[] = {
    {"shape_of", shapeOf},
    {"const_shape", constShape},
    {"const_size", constant},
    {"from_extents", fromExtents},
    {"get_extent", getExtent},
    {"dim", dim},
    {"rank", rank},
    {"num_elements", numElements},
    {"broadcast", broadcastExtents},
    {"concat", concat},
    {"split_at", splitAt},
    {"any", anyOf},
    {"value_of", like<0>},
    {"to_extent_tensor from_extent_tensor value_as_shape", sameExtents},
    {"size_to_index index_to_size", sameSize},
    {"with_shape", withShape},
    {"cstr_eq", mustBeEqual},
    {"cstr_broadcastable", mustBroadcast},
    {"add", sizes<add>},
    {"mul", sizes<mul>},
    {"div", sizes<div>},
};

RuleTable shapels::shapeRules() { return {"shape", rows, /*isJudged=*/false}; }
