//===- ShapeState.cpp -----------------------------------------------------===//

#include "core/shape/ShapeState.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/OpInference.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace mlir;

static bool isGiven(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isFunctionBody(argument.getOwner());
}

DimExpr ShapeState::sizeOf(Value value, unsigned dim) {
  return pool.symbol(
      {DimSource::Kind::Size, isGiven(value), value.getAsOpaquePointer(), dim});
}

DimExpr ShapeState::exprOf(Dim dim) {
  DimExpr size = pool.literal(dim.size());
  return dim.isScalable() ? pool.mul(size, pool.vscale()) : size;
}

/// What the value's type says.
Shape ShapeState::declared(Value value) {
  TypeShape type = statedShape(value.getType());
  if (!type.isRanked())
    return Shape::unknown();
  Shape shape = Shape::ranked({});
  for (auto [index, dim] : llvm::enumerate(*type.dims))
    shape.dims.push_back(dim.isDynamic() ? sizeOf(value, unsigned(index))
                                         : exprOf(dim));
  return shape;
}

/// Whether the scope that is looked at may not use it, as the parser lets some
/// do: what is known of it then rests on who asked before.
bool ShapeState::isOutside(Value value) const {
  Operation *owner = value.getParentBlock()->getParentOp();
  return scopeBeingRun && !(owner && scopeBeingRun->isAncestor(owner));
}

const ValueShape *ShapeState::lookup(Value value) const {
  const ValueShape *found = known.lookup(value);
  if (!found && missing && !isOutside(value))
    missing->push_back(value);
  bool isHidden = found && (isOutside(value) || (beingRun && !isSeen(value)));
  return isHidden ? nullptr : found;
}

/// What stands for an op that does not parse has the types that its users
/// write.
static bool standsForBroken(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isPlaceholder(op);
}

Shape ShapeState::shapeOf(Value value) {
  if (options.trust == ShapeOptions::Trust::Declared)
    return declared(value);
  if (const ValueShape *found = lookup(value))
    return found->shape;
  return standsForBroken(value) ? declared(value) : Shape::unknown();
}

std::optional<Elements> ShapeState::elementsOf(Value value) {
  const ValueShape *found = lookup(value);
  if (found && found->elements)
    return found->elements;
  if (constants)
    if (std::optional<Elements> read = OpInference(*this).constantIn(value))
      return read;
  return namedElements(value, shapeOf(value));
}

/// Whether it is a list of integers that have names.
static bool isList(Value value, const Shape &shape) {
  auto tensor = dyn_cast<TensorType>(value.getType());
  return tensor && isa<IndexType, IntegerType>(tensor.getElementType()) &&
         shape.hasRankOf(1);
}

/// Its name is that which it has where the number of elements is known: that
/// may be, by what some other op states.
DimExpr ShapeState::elementOf(Value value, size_t index) {
  if (std::optional<Elements> all = elementsOf(value))
    return index < all->items.size() ? all->items[index] : DimExpr();
  Shape shape = shapeOf(value);
  bool mayBe = isList(value, shape) && !shape[0].literal();
  return mayBe && index < Elements::most
             ? pool.symbol({DimSource::Kind::Element, isGiven(value),
                            value.getAsOpaquePointer(), uint32_t(index)})
             : DimExpr();
}

/// Integers that nothing is known of, in a value of that shape, by their names.
std::optional<Elements> ShapeState::namedElements(Value value,
                                                  const Shape &shape) {
  const void *address = value.getAsOpaquePointer();
  Type type = value.getType();
  if (isa<IndexType, IntegerType>(type) || isTypeNamed(type, "torch", "int"))
    return Elements::scalar(
        pool.symbol({DimSource::Kind::Scalar, isGiven(value), address, 0}));
  auto tensor = dyn_cast<TensorType>(value.getType());
  if (!tensor || !isa<IndexType, IntegerType>(tensor.getElementType()))
    return std::nullopt;
  std::optional<int64_t> size = shape.hasRankOf(0)   ? 1
                                : shape.hasRankOf(1) ? shape[0].literal()
                                                     : std::nullopt;
  if (!size || *size < 0 || *size > int64_t(Elements::most))
    return std::nullopt;
  Elements elements;
  elements.isScalar = shape.rank() == 0;
  for (uint32_t i = 0; i < uint32_t(*size); ++i)
    elements.items.push_back(
        pool.symbol({DimSource::Kind::Element, isGiven(value), address, i}));
  return elements;
}

std::string_view ShapeState::textOf(Operation *op) const {
  return options.textOf && !op->isRegistered() ? options.textOf(op)
                                               : std::string_view();
}

void ShapeState::learn(DimExpr a, DimExpr b, bool isName) {
  if ((options.trust == ShapeOptions::Trust::Arguments || constants) && a != b)
    (isName ? learnt.names : learnt.pairs).emplace_back(a, b);
}

void ShapeState::learn(DimExpr size, const DimRange &range) {
  if (options.trust != ShapeOptions::Trust::Arguments || range == DimRange())
    return;
  learnt.limits.emplace_back(size, range);
  if (std::optional<int64_t> number = range.number())
    learn(size, pool.literal(*number));
}

void ShapeState::learnChoice(DimExpr size, DimExpr other) {
  if (options.trust != ShapeOptions::Trust::Arguments)
    return;
  if (size->kind != DimKind::Broadcast)
    learnt.choices.emplace_back(size, other);
  for (DimExpr part : size->operands)
    if (size->kind == DimKind::Broadcast)
      learnt.choices.emplace_back(part, other);
}

DimExpr ShapeState::named(Operation *op, llvm::StringRef name) {
  Operation *function = functionAround(op->getBlock());
  return pool.named(name, function ? function : op);
}

/// What the result's type says, as of an op that teaches no more.
void ShapeState::setDeclared(Value result) {
  ValueShape value;
  value.shape = declared(result);
  value.isStated = result.getDefiningOp()->getNumRegions() == 0;
  set(result, std::move(value));
}

/// Of the region that it is in; null where that has one block.
BlockOrder *ShapeState::orderOf(Block *block) const {
  auto nest = nests.find(block->getParentOp());
  if (nest == nests.end())
    return nullptr;
  const auto &orders = nest->second.orders;
  unsigned region = block->getParent()->getRegionNumber();
  return region < orders.size() ? orders[region].get() : nullptr;
}

/// In the order in which all is inferred for the first time.
bool ShapeState::isBefore(const Place &a, const Place &b) const {
  return shapels::isBefore(a, b, [this](Block *x, Block *y) {
    BlockOrder *order = orderOf(x);
    unsigned rankX = order ? order->rankOf(x) : 0;
    unsigned rankY = order ? order->rankOf(y) : 0;
    return rankX == rankY ? compareInText(x, y) : rankX < rankY ? -1 : 1;
  });
}

/// Whether the value comes before what is inferred again, as when all is
/// inferred for the first time, or is part of it.
bool ShapeState::isSeen(Value value) const {
  Place place{value.getParentBlock(), value.getDefiningOp()};
  if (cycleBeingRun)
    return isInCycle(place.block) || isBefore(place, beingRun);
  if (place.op && place.block == beingRun.block)
    return beingRun.op &&
           (place.op == beingRun.op || place.op->isBeforeInBlock(beingRun.op));
  if (!place.op && beingRun.op &&
      (place.block == beingRun.block || place.block->isEntryBlock()))
    return true;
  Operation *around = place.block ? place.block->getParentOp() : nullptr;
  return (beingRun.op && around && beingRun.op->isAncestor(around)) ||
         isBefore(place, beingRun);
}

/// Whether it is in the one that is inferred again.
bool ShapeState::isInCycle(Block *block) const {
  Region *region = beingRun.block->getParent();
  Block *own = block ? region->findAncestorBlockInRegion(*block) : nullptr;
  return own && orderOf(own)->componentOf(own) == cycleBeingRun;
}
