//===- OpInference.cpp ----------------------------------------------------===//

#include "core/shape/OpInference.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ods/OpSyntax.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/ShapeCalls.h"
#include "core/shape/SketchInference.h"
#include "core/shape/StatedRanges.h"
#include "core/shape/StatedShape.h"
#include "core/shape/library/ShapeFunctionRun.h"
#include "core/shape/rules/Families.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace shapels;
using namespace mlir;

static bool keepsShape(OperationName name) {
  return name.hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         name.hasTrait<OpTrait::SameOperandsAndResultType>() ||
         name.hasTrait<OpTrait::Elementwise>();
}

/// Whether the trait is about all operands and results, which stand for one
/// value each.
static bool isAboutAll(const TraitDefinition &trait, const OpDefinition &op) {
  auto isNamed = [&](const ValueDefinition &value) {
    return value.arity == Arity::One &&
           llvm::is_contained(trait.arguments, value.name);
  };
  return llvm::all_of(op.operands, isNamed) &&
         llvm::all_of(op.results, isNamed);
}

/// Whether a project defines the op with one shape for all operands and
/// results.
static bool hasOneShape(const OpSyntax &op) {
  auto saysSo = [&](const TraitDefinition &trait) {
    return trait.kind == TraitDefinition::Kind::Predicate &&
           (trait.name == "AllShapesMatch" || trait.name == "AllTypesMatch") &&
           isAboutAll(trait, op.definition);
  };
  return op.hasTrait("SameOperandsAndResultShape") ||
         op.hasTrait("SameOperandsAndResultType") ||
         op.hasTrait("Elementwise") ||
         llvm::any_of(op.definition.traits, saysSo);
}

const ShapeFunction *OpInference::functionFor(const OpKind &kind,
                                              StringRef name) const {
  return state.options.functionFor && !kind.declared
             ? state.options.functionFor(name)
             : nullptr;
}

OpKind OpInference::newKind(OperationName name) const {
  OpKind kind;
  if (state.options.familyOf)
    kind.declared = state.options.familyOf(name.getStringRef());
  kind.function = functionFor(kind, name.getStringRef());
  kind.rule = findRule(name.getStringRef());
  kind.hasBroadcastTrait = name.hasTrait<OpTrait::ResultsBroadcastableShape>();
  kind.keepsShape = keepsShape(name);
  if (const OpSyntaxes *defined = definedOps(*name.getContext()))
    if (const OpSyntax *op = defined->find(name.getStringRef())) {
      kind.hasBroadcastTrait |= op->hasTrait("ResultsBroadcastableShape");
      kind.keepsShape |= hasOneShape(*op);
    }
  kind.isConstant = name.hasTrait<OpTrait::ConstantLike>();
  kind.mayCall = !kind.declared && !kind.function && CallGraph::mayCall(name);
  return kind;
}

const OpKind &OpInference::kindOf(Operation *op) {
  auto [entry, isNew] =
      state.kinds.try_emplace(op->getName().getAsOpaquePointer());
  OpKind &kind = entry->second;
  if (!isNew)
    return kind;
  kind = newKind(op->getName());
  kind.isBroadcastable =
      state.options.isBroadcastable && state.options.isBroadcastable(op);
  return kind;
}

void OpInference::infer(Operation *op) {
  if (isPlaceholder(op))
    return SketchInference(state).inferPlaceholder(op);
  const OpKind kind = kindOf(op);
  if (op->getNumResults() == 0 && !kind.function && !kind.rule && !kind.mayCall)
    return;
  if (state.beingRun)
    state.work.again.insert(op);
  state.learnt = {};
  if (state.options.isWrong && state.options.isWrong(op)) {
    for (Value result : op->getResults())
      state.setDeclared(result);
    return noteFacts(op);
  }
  std::optional<OpMemo::Look> look;
  bool isPlain = !kind.mayCall && !state.isAlone && !state.missing;
  if (isPlain && !state.conflicts.isWrong(op))
    look = state.memo.lookAt(op, [&](Value v) { return state.lookup(v); });
  if (!look || !inferAlike(op, *look))
    inferAnew(op, kind, std::move(look));
}

/// As ops like it were, if there were any.
bool OpInference::inferAlike(Operation *op, const OpMemo::Look &look) {
  const OpMemo::Shapes *results = state.memo.find(look);
  if (!results)
    return false;
  for (auto [result, shape] : llvm::zip(op->getResults(), *results))
    state.known.set(result, shape);
  noteFacts(op);
  return true;
}

void OpInference::inferAnew(Operation *op, const OpKind &kind,
                            std::optional<OpMemo::Look> look) {
  uint32_t symbols = state.pool.symbolsAsked();
  const Summary *summary =
      kind.mayCall ? ShapeCalls(state).summaryAt(op) : nullptr;
  state.pool.startOp(op);
  OpShapes::Said said(op);
  OpShapes view(state, op, said);
  std::vector<Rejection> rejections;
  said.rejections = &rejections;
  applyRules(view, kind);
  if (summary)
    ShapeCalls(state).applySummary(view, *summary, said);
  state.pool.startOp(nullptr);
  if (!rejections.empty())
    state.learnt.rejection = std::move(rejections.front().why);
  Pairs declared = declaredSizes(op, said);
  OpMemo::Shapes shapes;
  for (OpResult result : op->getResults()) {
    ValueShape &value = said.results[result.getResultNumber()];
    value.isStated = said.usesStated;
    value.rule = said.rule;
    if (state.conflicts.isWrong(op))
      state.setDeclared(result);
    else
      state.set(result, std::move(value));
    shapes.push_back(state.known.lookup(result));
  }
  bool isSilent = declared.empty() && state.learnt.empty() &&
                  state.learnt.names.empty() && !said.looksAround;
  if (look && isSilent)
    state.memo.add(std::move(*look), std::move(shapes),
                   state.pool.symbolsAsked() != symbols);
  noteFacts(op, declared);
}

static void applyDeclared(OpFamily family, OpShapes &view) {
  if (family == OpFamily::Broadcastable)
    rules::broadcast(view);
  else if (family == OpFamily::SameShape && view.operandCount())
    rules::elementwise(view);
}

/// The first of: the family that the user declares, the user's shape function,
/// the rule of that name, the Broadcastable trait, what MLIR's traits and
/// interfaces say.
void OpInference::applyRules(OpShapes &view, const OpKind &kind) {
  if (kind.declared)
    return applyDeclared(*kind.declared, view);
  if (kind.function)
    return runShapeFunction(state, *kind.function, view);
  if (kind.rule)
    return kind.rule(view);
  if (kind.isBroadcastable)
    return rules::broadcast(view);
  if (kind.hasBroadcastTrait)
    return rules::broadcast(view);
  if (kind.keepsShape && view.operandCount())
    return rules::elementwise(view);
  Operation *op = view.operation();
  if (op->getNumResults() == 0 || !op->isRegistered() ||
      (state.options.isSound && !state.options.isSound(op)))
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
bool OpInference::goesByDeclared(Operation *op) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    TypeShape type = statedShape(operand.getType());
    if (!type.isRanked())
      return true;
    Shape shape = state.shapeOf(operand);
    return shape.hasRankOf(type.rank()) &&
           llvm::all_of(llvm::zip(*type.dims, shape.dims), [&](auto both) {
             auto [dim, expr] = both;
             return dim.isDynamic() || dimOf(expr) == dim;
           });
  });
}

void OpInference::inferByInterface(OpShapes &view) {
  Operation *op = view.operation();
  auto typed = dyn_cast<InferTypeOpInterface>(op);
  bool restsOnSound = llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return !definition || !state.options.isSound ||
           state.options.isSound(definition);
  });
  if (!typed || !restsOnSound || !goesByDeclared(op))
    return;
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](mlir::Diagnostic &) { return success(); });
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
                               : state.exprOf(size));
    view.set(unsigned(result), shape);
  }
}

//===----------------------------------------------------------------------===//
// Integers of constants
//===----------------------------------------------------------------------===//

/// Ops that are looked into for one check: most shapes are one or two away.
static constexpr size_t mostConstants = 12;

static bool mayHoldIntegers(mlir::Value value) {
  mlir::Type element = mlir::getElementTypeOrSelf(value.getType());
  if (llvm::isa<mlir::FloatType, mlir::ComplexType>(element))
    return false;
  TypeShape shape = statedShape(value.getType());
  if (!shape.isRanked() || shape.rank() == 0)
    return true;
  Dim first = shape.dims->front();
  return shape.rank() == 1 &&
         (!first.isStatic() || first.size() <= int64_t(Elements::most));
}

/// What the rule of the op that defines the value says is in it.
std::optional<Elements> OpInference::constantIn(mlir::Value value) {
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  if (!result || isPlaceholder(result.getOwner()) ||
      state.constants->size() >= mostConstants || !mayHoldIntegers(value))
    return std::nullopt;
  state.constants->push_back(result.getOwner());
  ShapeRule rule = kindOf(result.getOwner()).rule;
  if (!rule)
    return std::nullopt;
  LearntFacts mine = std::exchange(state.learnt, {});
  OpShapes::Said said(result.getOwner());
  OpShapes view(state, result.getOwner(), said);
  rule(view);
  state.learnt = std::move(mine);
  return said.results[result.getResultNumber()].elements;
}

//===----------------------------------------------------------------------===//
// What the op implies
//===----------------------------------------------------------------------===//

/// Those of the sizes that the facts are about.
static void addStatedRanges(SizeFacts &all) {
  for (const auto &[a, b] : all.pairs)
    for (DimExpr size : {a, b})
      if (DimRange range = statedRange(size); range != DimRange())
        all.limits.emplace_back(size, range);
}

/// The function that executes the op whenever it is called; null where there is
/// none. `shape.assuming` runs its body, or nothing is defined any more.
static Operation *functionRunning(Operation *op) {
  while (isa_and_present<shape::AssumingOp>(op->getParentOp()))
    op = op->getParentOp();
  return isFunctionBody(op->getBlock()) ? op->getParentOp() : nullptr;
}

/// Padding and tiles may be part of what a type with an encoding says.
static bool isExact(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || !tensor.getEncoding();
}

/// That results have the sizes of their types, where those are inferred.
OpInference::Pairs OpInference::declaredSizes(Operation *op,
                                              const OpShapes::Said &said) {
  Pairs pairs;
  if (state.options.trust != ShapeOptions::Trust::Arguments || state.isAlone)
    return pairs;
  for (OpResult result : op->getResults()) {
    const Shape &shape = said.results[result.getResultNumber()].shape;
    TypeShape type = statedShape(result.getType());
    if (!type.isRanked() || !shape.hasRankOf(type.rank()) ||
        !isExact(result.getType()))
      continue;
    for (auto [size, dim] : llvm::zip(shape.dims, *type.dims))
      if (dim.isStatic() && !size.is(dim.size()))
        pairs.emplace_back(size, state.pool.literal(dim.size()));
  }
  return pairs;
}

/// Such as an element of an op's shape operand.
static bool isInteger(DimExpr size) {
  return size->kind == DimKind::Symbol &&
         (size->source.kind == DimSource::Kind::Element ||
          size->source.kind == DimSource::Kind::Scalar);
}

/// What an op implies holds only where it executes: in a branch or a loop's
/// body that is not whenever the function does. A size that is `declared` tells
/// the integer by which the op makes it.
void OpInference::noteFacts(Operation *op,
                            llvm::ArrayRef<SizeFacts::Pair> declared) {
  if (state.isAlone)
    return;
  bool isWrong = state.conflicts.isWrong(op);
  auto isGuess = [&] {
    return state.options.isGuess && state.options.isGuess(op);
  };
  if (Operation *function = functionRunning(op)) {
    llvm::SmallVector<Facts::Pair> pairs;
    if (!isWrong) {
      llvm::append_range(pairs, state.learnt.pairs);
      llvm::append_range(pairs, state.learnt.names);
      if (!declared.empty() && !isGuess())
        llvm::copy_if(declared, std::back_inserter(pairs),
                      [](const auto &pair) { return isInteger(pair.first); });
    }
    state.facts.set(op, function, pairs,
                    isWrong ? llvm::ArrayRef<Facts::Limit>()
                            : state.learnt.limits);
  }
  if (state.options.trust != ShapeOptions::Trust::Arguments)
    return;
  SizeFacts all = std::move(state.learnt);
  all.pairs.append(declared.begin(), declared.end());
  addStatedRanges(all);
  bool isHeard = !all.empty() && functionAround(op->getBlock()) && !isGuess();
  state.conflicts.set(op, isHeard ? std::move(all) : SizeFacts());
}
