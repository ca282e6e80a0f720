//===- ShapeAnalysis.cpp - Values, and the order of rules -----------------===//

#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/MlirShapes.h"
#include "shapels/shape/Rules.h"
#include "shapels/shape/StatedShape.h"
#include "shapels/shape/rules/Families.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether a region of the op runs as a whole when it is called, as a
/// function's does.
static bool isFunctionLike(Operation *op) {
  return op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
         (!op->isRegistered() && isa_and_present<ModuleOp>(op->getParentOp()));
}

static bool isInFunctionBody(Block *block) {
  return block && block->getParentOp() && block->isEntryBlock() &&
         isFunctionLike(block->getParentOp());
}

bool ShapeAnalysis::isGiven(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isInFunctionBody(argument.getOwner());
}

DimExpr ShapeAnalysis::sizeOf(Value value, unsigned dim) {
  return pool.symbol(
      {DimSource::Kind::Size, isGiven(value), value.getAsOpaquePointer(), dim});
}

DimExpr ShapeAnalysis::exprOf(Dim dim) {
  DimExpr size = pool.literal(dim.size());
  return dim.isScalable() ? pool.mul(size, pool.vscale()) : size;
}

Dim ShapeAnalysis::dimOf(DimExpr expr) {
  DimExpr size = canonical(expr);
  if (std::optional<int64_t> literal = size.literal())
    return *literal >= 0 ? Dim::fixed(*literal) : Dim::dynamic();
  SmallVector<DimTerm, 2> terms = pool.termsOf(size);
  bool isScalable = terms.size() == 1 && terms[0].factors.size() == 1 &&
                    terms[0].factors[0]->kind == DimKind::VScale &&
                    terms[0].coefficient > 0;
  return isScalable ? Dim::scalable(terms[0].coefficient) : Dim::dynamic();
}

Shape ShapeAnalysis::canonical(Shape shape) {
  if (!equalities.empty())
    for (DimExpr &dim : shape.dims)
      dim = canonical(dim);
  return shape;
}

Elements ShapeAnalysis::canonical(Elements elements) {
  if (!equalities.empty())
    for (DimExpr &item : elements.items)
      item = canonical(item);
  return elements;
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

const ValueShape *ShapeAnalysis::find(Value value) const {
  auto found = known.find(value);
  return found == known.end() ? nullptr : &found->second;
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
  const ValueShape *found = find(value);
  if (found)
    return canonical(found->shape);
  return standsForBroken(value) ? declared(value) : Shape::unknown();
}

std::optional<Elements> ShapeAnalysis::elementsOf(Value value) {
  const ValueShape *found = find(value);
  if (found && found->elements)
    return canonical(*found->elements);
  const void *address = value.getAsOpaquePointer();
  if (isa<IndexType, IntegerType>(value.getType()))
    return Elements::scalar(
        pool.symbol({DimSource::Kind::Scalar, isGiven(value), address, 0}));
  auto tensor = dyn_cast<TensorType>(value.getType());
  if (!tensor || !isa<IndexType, IntegerType>(tensor.getElementType()))
    return std::nullopt;
  Shape shape = shapeOf(value);
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

/// Only where the op executes whenever its function does: what holds in a
/// branch or a loop's body holds there.
void ShapeAnalysis::learn(Operation *op, DimExpr a, DimExpr b) {
  if (options.trust == Trust::Arguments && a != b &&
      isInFunctionBody(op->getBlock()))
    equalities.unite(a, b);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void ShapeAnalysis::infer(Operation *op) {
  if (isPlaceholder(op))
    return;
  if (op->getNumResults() == 0 && !findRule(op->getName().getStringRef()))
    return;
  OpShapes view(*this, op);
  applyRules(view);
  for (OpResult result : op->getResults()) {
    ValueShape &value = view.results[result.getResultNumber()];
    value.isStated = view.usesStated;
    value.rule = view.rule;
    known[result] = std::move(value);
  }
}

static bool keepsShape(Operation *op) {
  return op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         op->hasTrait<OpTrait::Elementwise>();
}

static void applyDeclared(OpFamily family, OpShapes &view) {
  if (family == OpFamily::Broadcastable)
    rules::broadcast(view);
  else if (family == OpFamily::SameShape && view.operandCount())
    rules::elementwise(view);
}

/// The first of: what the user says, the rule of that name, the Broadcastable
/// trait, what MLIR's traits and interfaces say.
void ShapeAnalysis::applyRules(OpShapes &view) {
  Operation *op = view.op;
  if (auto family = options.familyOf ? options.familyOf(op) : std::nullopt)
    return applyDeclared(*family, view);
  if (ShapeRule rule = findRule(view.name()))
    return rule(view);
  if (options.isBroadcastable && options.isBroadcastable(op))
    return rules::broadcast(view);
  if (op->getNumResults() == 0 || !op->isRegistered() ||
      (options.isSound && !options.isSound(op)))
    return;
  if (op->hasTrait<OpTrait::ResultsBroadcastableShape>())
    return rules::broadcast(view);
  if (keepsShape(op) && op->getNumOperands())
    return rules::elementwise(view);
  if (isa<linalg::LinalgOp>(op))
    return rules::structured(view);
  if (isa<DestinationStyleOpInterface>(op))
    return rules::destination(view);
  if (op->hasTrait<OpTrait::ConstantLike>())
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
