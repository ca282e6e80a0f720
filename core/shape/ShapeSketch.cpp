//===- ShapeSketch.cpp - Ops that do not parse ----------------------------===//

#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/OpSketch.h"
#include "shapels/shape/Scratch.h"
#include "shapels/shape/ShapeAnalysis.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace mlir;

static constexpr llvm::StringLiteral sketchName("shapels.sketch");

/// A tensor with those sizes; what its elements are nobody asks.
static Type typeOf(const TypeShape &shape, MLIRContext *context) {
  Type element = Float32Type::get(context);
  if (!shape.isRanked())
    return UnrankedTensorType::get(element);
  SmallVector<int64_t> sizes;
  for (Dim dim : *shape.dims)
    sizes.push_back(dim.isStatic() ? dim.size() : ShapedType::kDynamic);
  return RankedTensorType::get(sizes, element);
}

ShapeAnalysis::OpKind ShapeAnalysis::kindOf(const OpSketch &sketch,
                                            MLIRContext *context) const {
  // A name that nobody knows would stay in the context for good.
  if (auto name = RegisteredOperationName::lookup(sketch.name, context))
    return newKind(*name);
  OpKind kind;
  if (options.familyOf)
    kind.declared = options.familyOf(sketch.name);
  kind.rule = findRule(sketch.name);
  return kind;
}

/// What of a result of that number and type the rule can tell. Nothing that it
/// implies beside that is kept: the op is not there yet.
ValueShape ShapeAnalysis::inferSketch(const OpSketch &sketch, unsigned number,
                                      Type type) {
  MLIRContext *context = type.getContext();
  OpKind kind = kindOf(sketch, context);
  if (!kind.isKnown() || number >= sketch.results.size())
    return {};
  Scratch scratch(context);
  OperationState state(UnknownLoc::get(context), sketchName);
  for (Value operand : sketch.operands)
    state.operands.push_back(
        operand ? operand : scratch.unknown(typeOf(TypeShape(), context)));
  for (auto [index, result] : llvm::enumerate(sketch.results))
    state.types.push_back(index == number ? type : typeOf(result, context));
  Operation *op = Operation::create(state);
  scratch.block()->push_back(op);
  OpShapes view(*this, op, sketch);
  applyRules(view, kind);
  learnt = {};
  return std::move(view.results[number]);
}

static bool hasUnknown(DimExpr expr) {
  return llvm::any_of(leavesOf(expr), [](DimExpr leaf) {
    return leaf->source.kind == DimSource::Kind::Nothing;
  });
}

/// What stands for the value of an op that does not parse. What its users write
/// outweighs what a sketch makes of it.
void ShapeAnalysis::inferPlaceholder(Operation *op) {
  if (op->getNumResults() != 1 || !options.sketchOf)
    return;
  Value value = op->getResult(0);
  known.erase(value);
  sketched.insert(op);
  auto sketch = options.sketchOf(op);
  if (!sketch)
    return;
  auto &[text, number] = *sketch;
  for (Value &operand : text.operands)
    if (operand && !areInOneScope(operand, value))
      operand = {};
  pool.startOp(op);
  ValueShape result = inferSketch(text, number, value.getType());
  pool.startOp(nullptr);
  Shape type = declared(value);
  if (type.hasRank && !result.shape.hasRankOf(type.rank()))
    result.shape = type;
  for (size_t dim = 0; dim < type.rank(); ++dim)
    if (type[dim].literal() || hasUnknown(result.shape[dim]))
      result.shape.dims[dim] = type[dim];
  if (result.shape.hasRank || result.elements)
    set(value, std::move(result));
}

Shape ShapeAnalysis::symbolic(const OpSketch &sketch, unsigned number) {
  auto found = llvm::find_if(sketch.operands, [](Value v) { return v; });
  if (found == sketch.operands.end() || number >= sketch.results.size())
    return Shape::unknown();
  Value known = *found;
  settle(known);
  scopeBeingRun = scopeOf(known.getParentBlock());
  OpSketch inScope = sketch;
  for (Value &operand : inScope.operands)
    if (operand && !areInOneScope(operand, known))
      operand = {};
  Shape shape = inferSketch(inScope, number,
                            typeOf(sketch.results[number], known.getContext()))
                    .shape;
  for (DimExpr &dim : shape.dims)
    dim = canonical(known, dim);
  return shape;
}
