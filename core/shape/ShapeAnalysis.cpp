//===- ShapeAnalysis.cpp - Values, and the order of rules -----------------===//

#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/MlirShapes.h"
#include "shapels/shape/StatedShape.h"
#include "shapels/shape/rules/Families.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isGiven(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isFunctionBody(argument.getOwner());
}

DimExpr ShapeAnalysis::sizeOf(Value value, unsigned dim) {
  return pool.symbol(
      {DimSource::Kind::Size, isGiven(value), value.getAsOpaquePointer(), dim});
}

DimExpr ShapeAnalysis::exprOf(Dim dim) {
  DimExpr size = pool.literal(dim.size());
  return dim.isScalable() ? pool.mul(size, pool.vscale()) : size;
}

Dim ShapeAnalysis::dimOf(DimExpr size) {
  if (std::optional<int64_t> literal = size.literal())
    return *literal >= 0 ? Dim::fixed(*literal) : Dim::dynamic();
  if (size->kind == DimKind::VScale)
    return Dim::scalable(1);
  if (size->kind != DimKind::Sum || size->terms.size() != 1)
    return Dim::dynamic();
  const DimTerm &term = size->terms.front();
  bool isScalable = term.factors.size() == 1 &&
                    term.factors[0]->kind == DimKind::VScale &&
                    term.coefficient > 0;
  return isScalable ? Dim::scalable(term.coefficient) : Dim::dynamic();
}

/// What the value's type says.
Shape ShapeAnalysis::declared(Value value) {
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
bool ShapeAnalysis::isOutside(Value value) const {
  Operation *owner = value.getParentBlock()->getParentOp();
  return scopeBeingRun && !(owner && scopeBeingRun->isAncestor(owner));
}

const ValueShape *ShapeAnalysis::lookup(Value value) const {
  const ValueShape *found = known.lookup(value);
  bool isHidden = found && (isOutside(value) || (beingRun && !isSeen(value)));
  return isHidden ? nullptr : found;
}

/// What stands for an op that does not parse has the types that its users
/// write.
static bool standsForBroken(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isPlaceholder(op);
}

Shape ShapeAnalysis::shapeOf(Value value) {
  if (options.trust == Trust::Declared)
    return declared(value);
  if (const ValueShape *found = lookup(value))
    return found->shape;
  return standsForBroken(value) ? declared(value) : Shape::unknown();
}

std::optional<Elements> ShapeAnalysis::elementsOf(Value value) {
  const ValueShape *found = lookup(value);
  if (found && found->elements)
    return found->elements;
  if (constants)
    if (std::optional<Elements> read = constantIn(value))
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
DimExpr ShapeAnalysis::elementOf(Value value, size_t index) {
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
std::optional<Elements> ShapeAnalysis::namedElements(Value value,
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

//===----------------------------------------------------------------------===//
// What features ask
//===----------------------------------------------------------------------===//

Shape ShapeAnalysis::symbolic(Value value) {
  const ValueShape *known = find(value);
  if (!known)
    return Shape::unknown();
  Shape shape = known->shape;
  for (DimExpr &dim : shape.dims)
    dim = canonical(value, dim);
  return shape;
}

std::optional<std::vector<Dim>> ShapeAnalysis::sizes(Value value) {
  Shape shape = symbolic(value);
  if (!shape.hasRank)
    return std::nullopt;
  std::vector<Dim> sizes;
  for (DimExpr dim : shape.dims)
    sizes.push_back(dimOf(dim));
  return sizes;
}

std::optional<Elements> ShapeAnalysis::elements(Value value) {
  const ValueShape *known = find(value);
  std::optional<Elements> elements =
      known && known->elements ? known->elements
                               : namedElements(value, symbolic(value));
  TypeShape type = statedShape(value.getType());
  bool areIntegers = elements && !elements->areBits &&
                     (!type.isRanked() || type.rank() <= 1) &&
                     !isa<FloatType>(getElementTypeOrSelf(value.getType()));
  if (!areIntegers)
    return std::nullopt;
  for (DimExpr &item : elements->items)
    item = canonical(value, item);
  return elements;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

std::string_view ShapeAnalysis::textOf(Operation *op) const {
  return options.textOf && !op->isRegistered() ? options.textOf(op)
                                               : std::string_view();
}

static bool keepsShape(OperationName name) {
  return name.hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         name.hasTrait<OpTrait::SameOperandsAndResultType>() ||
         name.hasTrait<OpTrait::Elementwise>();
}

ShapeAnalysis::OpKind ShapeAnalysis::newKind(OperationName name) const {
  OpKind kind;
  if (options.familyOf)
    kind.declared = options.familyOf(name.getStringRef());
  kind.rule = findRule(name.getStringRef());
  kind.hasBroadcastTrait = name.hasTrait<OpTrait::ResultsBroadcastableShape>();
  kind.keepsShape = keepsShape(name);
  kind.isConstant = name.hasTrait<OpTrait::ConstantLike>();
  kind.mayCall = !kind.declared && CallGraph::mayCall(name);
  return kind;
}

const ShapeAnalysis::OpKind &ShapeAnalysis::kindOf(Operation *op) {
  auto [entry, isNew] = kinds.try_emplace(op->getName().getAsOpaquePointer());
  OpKind &kind = entry->second;
  if (!isNew)
    return kind;
  kind = newKind(op->getName());
  kind.isBroadcastable = options.isBroadcastable && options.isBroadcastable(op);
  return kind;
}

void ShapeAnalysis::infer(Operation *op) {
  if (isPlaceholder(op))
    return inferPlaceholder(op);
  const OpKind kind = kindOf(op);
  if (op->getNumResults() == 0 && !kind.rule && !kind.mayCall)
    return;
  if (beingRun)
    again.insert(op);
  learnt = {};
  if (options.isWrong && options.isWrong(op)) {
    for (Value result : op->getResults())
      setDeclared(result);
    return noteFacts(op);
  }
  const Summary *summary = kind.mayCall ? summaryAt(op) : nullptr;
  pool.startOp(op);
  OpShapes view(*this, op);
  std::vector<Rejection> rejections;
  view.rejections = &rejections;
  applyRules(view, kind);
  if (summary)
    applySummary(view, *summary);
  pool.startOp(nullptr);
  if (!rejections.empty())
    learnt.rejection = std::move(rejections.front().why);
  llvm::SmallVector<SizeFacts::Pair, 1> declared = declaredSizes(view);
  for (OpResult result : op->getResults()) {
    ValueShape &value = view.results[result.getResultNumber()];
    value.isStated = view.usesStated;
    value.rule = view.rule;
    if (conflicts.isWrong(op))
      setDeclared(result);
    else
      set(result, std::move(value));
  }
  noteFacts(op, declared);
}

static void applyDeclared(OpFamily family, OpShapes &view) {
  if (family == OpFamily::Broadcastable)
    rules::broadcast(view);
  else if (family == OpFamily::SameShape && view.operandCount())
    rules::elementwise(view);
}

/// The first of: what the user says, the rule of that name, the Broadcastable
/// trait, what MLIR's traits and interfaces say.
void ShapeAnalysis::applyRules(OpShapes &view, const OpKind &kind) {
  Operation *op = view.op;
  if (kind.declared)
    return applyDeclared(*kind.declared, view);
  if (kind.rule)
    return kind.rule(view);
  if (kind.isBroadcastable)
    return rules::broadcast(view);
  if (kind.hasBroadcastTrait)
    return rules::broadcast(view);
  if (kind.keepsShape && op->getNumOperands())
    return rules::elementwise(view);
  if (op->getNumResults() == 0 || !op->isRegistered() ||
      (options.isSound && !options.isSound(op)))
    return;
  if (isa<linalg::LinalgOp>(op))
    return rules::structured(view);
  if (isa<DestinationStyleOpInterface>(op))
    return rules::destination(view);
  if (kind.isConstant)
    return rules::stated(view);
  inferByInterface(view);
}

/// Whether what is known of the operands is at least what they declare, which
/// is all that MLIR's interfaces look at.
bool ShapeAnalysis::goesByDeclared(Operation *op) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    TypeShape type = statedShape(operand.getType());
    if (!type.isRanked())
      return true;
    Shape shape = shapeOf(operand);
    return shape.hasRankOf(type.rank()) &&
           llvm::all_of(llvm::zip(*type.dims, shape.dims), [&](auto both) {
             auto [dim, expr] = both;
             return dim.isDynamic() || dimOf(expr) == dim;
           });
  });
}

void ShapeAnalysis::inferByInterface(OpShapes &view) {
  Operation *op = view.op;
  auto typed = dyn_cast<InferTypeOpInterface>(op);
  bool restsOnSound = llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return !definition || !options.isSound || options.isSound(definition);
  });
  if (!typed || !restsOnSound || !goesByDeclared(op))
    return;
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](Diagnostic &) { return success(); });
  SmallVector<Type> types;
  if (failed(typed.inferReturnTypes(op->getContext(), std::nullopt,
                                    op->getOperands(), op->getAttrDictionary(),
                                    op->getPropertiesStorage(),
                                    op->getRegions(), types)))
    return;
  view.because(interfaceRule);
  for (auto [result, type] : llvm::enumerate(types)) {
    TypeShape inferred = statedShape(type);
    if (!inferred.isRanked() || result >= view.resultCount())
      continue;
    Shape shape = Shape::ranked({});
    for (auto [dim, size] : llvm::enumerate(*inferred.dims))
      shape.dims.push_back(size.isDynamic()
                               ? view.unknown(unsigned(result), unsigned(dim))
                               : exprOf(size));
    view.set(unsigned(result), shape);
  }
}
