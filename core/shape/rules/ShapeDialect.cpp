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

/// 1 where the sizes are equal, else 0.
DimExpr truthOfEqual(OpShapes &op, DimExpr a, DimExpr b) {
  Grade grade = areEqual(op.exprs, a, b);
  if (grade != Grade::Possible)
    return op.literal(grade == Grade::Proved);
  return op.exprs.select(DimPredicate::Equal, a, b, op.literal(1),
                         op.literal(0));
}

/// Whether the two broadcast.
Grade broadcastGrade(OpShapes &op, DimExpr a, DimExpr b) {
  return a.is(1) || b.is(1)           ? Grade::Proved
         : a.literal() && b.literal() ? areEqual(op.exprs, a, b)
         : a == b                     ? Grade::Proved
                                      : Grade::Possible;
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

/// The operand as it is, with the integers in it.
void valueOf(OpShapes &op) {
  op.set(0, op.shape(0));
  if (std::optional<Elements> all = op.wholeNumbers(0))
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

void rejectRanks(OpShapes &op, const Elements &a, const Elements &b) {
  if (a.items.size() != b.items.size())
    op.reject("needs shapes of one rank, but they have " +
              llvm::Twine(a.items.size()) + " and " +
              llvm::Twine(b.items.size()));
}

/// All of these shapes are equal, or nothing behind executes.
void mustBeEqual(OpShapes &op) {
  std::optional<Elements> first = op.elements(0);
  for (unsigned i = 1; first && i < op.operandCount(); ++i)
    if (std::optional<Elements> other = op.elements(i)) {
      rejectRanks(op, *first, *other);
      op.equal(Shape::ranked(first->items), Shape::ranked(other->items));
    }
}

/// Two that are one: shapes, or sizes. Of an unknown one the other tells all.
void meet(OpShapes &op) {
  std::optional<Elements> a = op.elements(0), b = op.elements(1);
  if (!a || !b) {
    if (a || b)
      op.setElements(0, a ? *a : *b);
    return;
  }
  rejectRanks(op, *a, *b);
  if (a->items.size() != b->items.size())
    return;
  for (auto [one, other] : llvm::zip(a->items, b->items))
    one = op.equal(one, other);
  if (a->isScalar)
    op.setElements(0, *a);
  else
    extents(op, a->items);
}

/// 1 where all shapes are equal, else 0.
void areEqualShapes(OpShapes &op) {
  std::optional<Elements> first = op.elements(0);
  DimExpr all = op.literal(1);
  for (unsigned i = 1; i < op.operandCount(); ++i) {
    std::optional<Elements> other = op.elements(i);
    if (!first || !other)
      return;
    if (first->items.size() != other->items.size())
      return op.setScalar(0, op.literal(0));
    for (auto [a, b] : llvm::zip(first->items, other->items))
      all = chosen(op.exprs, all, truthOfEqual(op, a, b), op.literal(0));
  }
  op.setScalar(0, all);
}

/// 1 where the shapes are known to broadcast, 0 where they cannot.
void areBroadcastable(OpShapes &op) {
  Grade all = Grade::Proved;
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> other = op.elements(i);
    if (!other)
      return;
    for (auto [at, size] : llvm::enumerate(llvm::reverse(other->items))) {
      if (at == sizes.size())
        sizes.push_back(size);
      Grade one = broadcastGrade(op, sizes[at], size);
      all = std::max(all, one);
      sizes[at] = op.exprs.broadcast(sizes[at], size);
    }
  }
  if (all != Grade::Possible)
    op.setScalar(0, op.literal(all == Grade::Proved));
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
DimExpr minimum(DimExprs &e, DimExpr a, DimExpr b) { return e.min(a, b); }
DimExpr maximum(DimExprs &e, DimExpr a, DimExpr b) { return e.max(a, b); }
/// Sizes are not negative.
DimExpr div(DimExprs &e, DimExpr a, DimExpr b) { return e.floorDiv(a, b); }

} // namespace

void rules::require(OpShapes &op) {
  DimExpr truth = op.scalar(0);
  if (truth.is(0))
    op.reject("does not hold");
  while (truth->kind == DimKind::Select && truth->operands[3].is(0)) {
    if (truth->predicate == DimPredicate::Equal)
      op.equal(truth->operands[0], truth->operands[1]);
    truth = truth->operands[2];
  }
}

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
    {"value_of debug_print", valueOf},
    {"to_extent_tensor from_extent_tensor value_as_shape", sameExtents},
    {"size_to_index index_to_size", sameSize},
    {"with_shape", withShape},
    {"cstr_eq", mustBeEqual},
    {"cstr_require", require},
    {"meet", meet},
    {"shape_eq", areEqualShapes},
    {"is_broadcastable", areBroadcastable},
    {"const_witness assuming_all", noShape},
    {"min", sizes<minimum>},
    {"max", sizes<maximum>},
    {"cstr_broadcastable", mustBroadcast},
    {"add", sizes<add>},
    {"mul", sizes<mul>},
    {"div", sizes<div>},
};

RuleTable shapels::shapeRules() { return {"shape", rows, /*isJudged=*/false}; }
