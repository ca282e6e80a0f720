//===- SketchInference.cpp - Ops that do not parse ------------------------===//

#include "core/shape/SketchInference.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/OpInference.h"
#include "core/shape/OpSketch.h"
#include "core/shape/Scratch.h"
#include "core/shape/ShapeScopes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace mlir;

static constexpr llvm::StringLiteral sketchName("shapels.sketch");

/// A tensor with those sizes; what its elements are nobody asks.
static Type typeOf(const TypeShape &shape, MLIRContext *context) {
  return tensorOf(shape, Float32Type::get(context));
}

OpKind SketchInference::kindOf(const OpSketch &sketch,
                               MLIRContext *context) const {
  // A name that nobody knows would stay in the context for good.
  if (auto name = RegisteredOperationName::lookup(sketch.name, context))
    return OpInference(state).newKind(*name);
  OpKind kind;
  if (state.options.familyOf)
    kind.declared = state.options.familyOf(sketch.name);
  kind.function = OpInference(state).functionFor(kind, sketch.name);
  kind.rule = findRule(sketch.name);
  return kind;
}

/// What of a result of that number and type the rule can tell. Nothing that it
/// implies beside that is kept: the op is not there yet.
ValueShape SketchInference::inferSketch(const OpSketch &sketch, unsigned number,
                                        Type type) {
  MLIRContext *context = type.getContext();
  OpKind kind = kindOf(sketch, context);
  if (!kind.isKnown() || number >= sketch.results.size())
    return {};
  Scratch scratch(context);
  OperationState made(UnknownLoc::get(context), sketchName);
  for (Value operand : sketch.operands)
    made.operands.push_back(
        operand ? operand : scratch.unknown(typeOf(TypeShape(), context)));
  for (auto [index, result] : llvm::enumerate(sketch.results))
    made.types.push_back(index == number ? type : typeOf(result, context));
  Operation *op = Operation::create(made);
  scratch.block()->push_back(op);
  OpShapes::Said said(op);
  OpShapes view(state, op, sketch, said);
  OpInference(state).applyRules(view, kind);
  state.learnt = {};
  return std::move(said.results[number]);
}

ValueShape SketchInference::inferSketch(const OpSketch &sketch, unsigned number,
                                        MLIRContext *context) {
  return inferSketch(sketch, number, typeOf(sketch.results[number], context));
}

static bool hasUnknown(DimExpr expr) {
  return llvm::any_of(leavesOf(expr), [](DimExpr leaf) {
    return leaf->source.kind == DimSource::Kind::Nothing;
  });
}

/// What stands for the value of an op that does not parse. What its users write
/// outweighs what a sketch makes of it.
void SketchInference::inferPlaceholder(Operation *op) {
  if (op->getNumResults() != 1 || !state.options.sketchOf)
    return;
  Value value = op->getResult(0);
  state.known.erase(value);
  state.work.sketched.insert(op);
  auto sketch = state.options.sketchOf(op);
  if (!sketch)
    return;
  auto &[text, number] = *sketch;
  for (Value &operand : text.operands)
    if (operand && !ShapeScopes::areInOneScope(operand, value))
      operand = {};
  state.pool.startOp(op);
  ValueShape result = inferSketch(text, number, value.getType());
  state.pool.startOp(nullptr);
  Shape type = state.declared(value);
  if (type.hasRank && !result.shape.hasRankOf(type.rank()))
    result.shape = type;
  for (size_t dim = 0; dim < type.rank(); ++dim)
    if (type[dim].literal() || hasUnknown(result.shape[dim]))
      result.shape.dims[dim] = type[dim];
  if (result.shape.hasRank || result.elements)
    state.set(value, std::move(result));
}
