//===- ShapeAnalysis.cpp --------------------------------------------------===//

#include "core/shape/ShapeAnalysis.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeCalls.h"
#include "core/shape/ShapeScopes.h"
#include "core/shape/ShapeUpdate.h"
#include "core/shape/SketchInference.h"
#include "core/shape/StatedRanges.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/TypeUtilities.h"

using namespace shapels;
using namespace mlir;

Dim shapels::dimOf(DimExpr size) {
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

Shape ShapeAnalysis::symbolic(Value value) {
  const ValueShape *found = find(value);
  if (!found)
    return Shape::unknown();
  Shape shape = found->shape;
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
  const ValueShape *found = find(value);
  std::optional<Elements> elements =
      found && found->elements ? found->elements
                               : state.namedElements(value, symbolic(value));
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

const ValueShape *ShapeAnalysis::find(Value value) {
  ShapeScopes(state).settle(value);
  return state.known.lookup(value);
}

static Operation *functionOf(Value value) {
  return functionAround(value.getParentBlock());
}

DimExpr ShapeAnalysis::canonical(Value at, DimExpr size) {
  return state.facts.canonical(functionOf(at), size);
}

DimRange ShapeAnalysis::range(Value at, DimExpr size) {
  auto known = [&](DimExpr part) {
    return state.facts.limitOf(functionOf(at), part) & statedRange(part);
  };
  DimExpr other = canonical(at, size);
  return (rangeOf(size, known) & rangeOf(other, known))
      .beside(rangeOf(other, [](DimExpr) { return DimRange(); }));
}

llvm::SmallVector<DimRange> ShapeAnalysis::ranges(Value value) {
  llvm::SmallVector<DimRange> stated = statedRanges(value.getType());
  const ValueShape *found = find(value);
  if (!found || !found->shape.hasRank)
    return stated;
  stated.resize(found->shape.rank());
  for (auto [all, size] : llvm::zip(stated, found->shape.dims))
    all = all & range(value, size);
  return stated;
}

Shape ShapeAnalysis::symbolic(const OpSketch &sketch, unsigned number) {
  auto found = llvm::find_if(sketch.operands, [](Value v) { return v; });
  if (found == sketch.operands.end() || number >= sketch.results.size())
    return Shape::unknown();
  Value known = *found;
  settle(known.getParentBlock());
  state.scopeBeingRun = ShapeScopes::scopeOf(known.getParentBlock());
  OpSketch inScope = sketch;
  for (Value &operand : inScope.operands)
    if (operand && !ShapeScopes::areInOneScope(operand, known))
      operand = {};
  Shape shape = SketchInference(state)
                    .inferSketch(inScope, number, known.getContext())
                    .shape;
  for (DimExpr &dim : shape.dims)
    dim = canonical(known, dim);
  return shape;
}

std::vector<Operation *> ShapeAnalysis::takeJudged() {
  std::vector<Operation *> ops = state.conflicts.takeChanged();
  llvm::append_range(ops, state.explained.takeVector());
  return ops;
}

std::vector<Operation *> ShapeAnalysis::reasonsFor(Value at, DimExpr size,
                                                   int64_t number) {
  ShapeScopes(state).settle(at);
  return state.conflicts.reasonsFor(at.getParentBlock(), size, number);
}

bool ShapeAnalysis::isMostlyGarbage() const {
  static constexpr size_t someEdits = 10'000;
  return state.kept() > 2 * state.used + someEdits;
}

//===----------------------------------------------------------------------===//
// What others do
//===----------------------------------------------------------------------===//

void ShapeAnalysis::update() { ShapeScopes(state).update(); }

void ShapeAnalysis::settle(Block *block) { ShapeScopes(state).settle(block); }

bool ShapeAnalysis::isSettled(Block *block) const {
  return state.scopes.contains(scopeOf(block));
}

Operation *ShapeAnalysis::scopeOf(Block *block) {
  return ShapeScopes::scopeOf(block);
}

const Summary *ShapeAnalysis::summaryAt(Operation *call) {
  return ShapeCalls(state).summaryAt(call);
}

const Summary *ShapeAnalysis::summaryOf(Operation *function) {
  if (function->getNumRegions() != 1 || function->getRegion(0).empty())
    return nullptr;
  settle(&function->getRegion(0).front());
  return ShapeCalls(state).summaryOf(function);
}

std::optional<CallFault> ShapeAnalysis::callFault(Operation *call) {
  return ShapeCalls(state).callFault(call);
}

void ShapeAnalysis::change(llvm::ArrayRef<Operation *> changed,
                           llvm::ArrayRef<const void *> erased) {
  ShapeUpdate(state).change(changed, erased);
}
