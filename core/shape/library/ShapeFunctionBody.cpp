//===- ShapeFunctionBody.cpp ----------------------------------------------===//

#include "core/shape/library/ShapeFunctionBody.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/library/ShapeFunctionRun.h"
#include "core/shape/rules/Families.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace shapels;
using namespace mlir;

/// Ops that are run for one op. Ranks and lists are short.
static constexpr unsigned mostSteps = 10'000;
/// Calls in calls.
static constexpr unsigned mostDepth = 32;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueShape ShapeFunctionBody::get(Value value) const {
  const ValueShape *found = state.known.lookup(value);
  return found ? *found : ValueShape();
}

auto ShapeFunctionBody::get(ValueRange values) const -> Values {
  Values result;
  for (Value value : values)
    result.push_back(get(value));
  return result;
}

/// What nobody knows of a value is something else in each round of a loop.
ValueShape ShapeFunctionBody::withoutNames(Value value, ValueShape known) {
  llvm::DenseMap<const DimNode *, DimExpr> others;
  llvm::unique_function<DimExpr(DimExpr)> replaced = [&](DimExpr expr) {
    if (expr->kind != DimKind::Symbol)
      return state.pool.rebuild(expr, [&](DimExpr e) { return replaced(e); });
    if (!isOwn(expr))
      return expr;
    DimExpr &other = others[expr.get()];
    return other ? other : other = state.pool.unknown();
  };
  for (DimExpr &size : known.shape.dims)
    size = replaced(size);
  if (known.elements)
    for (DimExpr &item : known.elements->items)
      item = replaced(item);
  if (!known.elements &&
      isa<IndexType, IntegerType, shape::SizeType>(value.getType()))
    known.elements = Elements::scalar(state.pool.unknown());
  bool isOpenList = !known.elements && known.shape.hasRankOf(1) &&
                    isa<TensorType>(value.getType());
  if (isOpenList)
    known.shape = Shape::unknown();
  return known;
}

void ShapeFunctionBody::set(Value value, ValueShape known) {
  own.insert(value.getAsOpaquePointer());
  state.set(value, withoutNames(value, std::move(known)));
}

DimExpr ShapeFunctionBody::integer(Value value) const {
  ValueShape known = get(value);
  bool isOne = known.elements && known.elements->items.size() == 1 &&
               !known.elements->areBits;
  return isOne ? known.elements->items[0] : DimExpr();
}

std::optional<int64_t> ShapeFunctionBody::literal(Value value) const {
  DimExpr known = integer(value);
  return known ? known.literal() : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

auto ShapeFunctionBody::call(Operation *op, Values arguments) -> MaybeValues {
  auto function = dyn_cast_if_present<FunctionOpInterface>(op);
  if (!function || function.isExternal() || depth == mostDepth ||
      function.getNumArguments() != arguments.size())
    return std::nullopt;
  KnownShapes::Map values;
  auto [around, earlier] = state.known.looking();
  state.known.look(op->getParentOp(), &values);
  ++depth;
  MaybeValues returned = run(function.getFunctionBody(), std::move(arguments));
  --depth;
  state.known.look(around, earlier);
  return returned;
}

/// The op that ends the block; null where there is none, or too much was run.
Operation *ShapeFunctionBody::runBlock(Block &block, Values arguments) {
  if (block.getNumArguments() != arguments.size())
    return nullptr;
  for (auto [argument, known] : llvm::zip(block.getArguments(), arguments))
    set(argument, std::move(known));
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      return &op;
    if (++steps > mostSteps)
      return nullptr;
    runOp(&op);
  }
  return nullptr;
}

/// The block that the branch goes to, with its arguments; null where that is
/// not known, or it is no branch.
Block *ShapeFunctionBody::follow(Operation *end, Values &arguments) {
  if (auto branch = dyn_cast<cf::BranchOp>(end)) {
    arguments = get(branch.getDestOperands());
    return branch.getDest();
  }
  auto branch = dyn_cast<cf::CondBranchOp>(end);
  std::optional<int64_t> truth =
      branch ? literal(branch.getCondition()) : std::nullopt;
  if (!truth)
    return nullptr;
  arguments = get(*truth ? branch.getTrueDestOperands()
                         : branch.getFalseDestOperands());
  return *truth ? branch.getTrueDest() : branch.getFalseDest();
}

/// What the region yields or returns.
auto ShapeFunctionBody::run(Region &region, Values arguments) -> MaybeValues {
  Block *block = region.empty() ? nullptr : &region.front();
  while (block) {
    Operation *end = runBlock(*block, std::move(arguments));
    if (!end || ++steps > mostSteps)
      return std::nullopt;
    arguments = {};
    if (end->getNumSuccessors() == 0)
      return get(end->getOperands());
    block = follow(end, arguments);
  }
  return std::nullopt;
}

/// Of one that may not run: what it implies is not known to hold.
auto ShapeFunctionBody::runDoubtful(Region &region) -> MaybeValues {
  LearntFacts certain = state.learnt;
  bool wasDoubtful = std::exchange(isDoubtful, true);
  MaybeValues yielded = run(region, {});
  isDoubtful = wasDoubtful;
  state.learnt = std::move(certain);
  return yielded;
}

//===----------------------------------------------------------------------===//
// Ops with regions
//===----------------------------------------------------------------------===//

/// One of two, by a truth that is not known.
auto ShapeFunctionBody::chosen(DimExpr truth, llvm::ArrayRef<ValueShape> then,
                               llvm::ArrayRef<ValueShape> otherwise) -> Values {
  Values result(then.size());
  for (auto [index, a] : llvm::enumerate(then)) {
    if (index >= otherwise.size())
      break;
    const ValueShape &b = otherwise[index];
    auto choose = [&](auto &to, const auto &from) {
      for (auto [one, other] : llvm::zip(to, from))
        one = rules::chosen(state.pool, truth, one, other);
    };
    result[index] = a;
    if (a.shape.hasRankOf(b.shape.rank()) && b.shape.hasRank)
      choose(result[index].shape.dims, b.shape.dims);
    else
      result[index].shape = Shape::unknown();
    if (a.elements && b.elements && !a.elements->areBits &&
        !b.elements->areBits &&
        a.elements->items.size() == b.elements->items.size())
      choose(result[index].elements->items, b.elements->items);
    else
      result[index].elements.reset();
  }
  return result;
}

auto ShapeFunctionBody::runIf(scf::IfOp op) -> MaybeValues {
  DimExpr truth = integer(op.getCondition());
  std::optional<int64_t> known = truth ? truth.literal() : std::nullopt;
  if (known) {
    Region &taken = *known ? op.getThenRegion() : op.getElseRegion();
    return taken.empty() ? Values() : run(taken, {});
  }
  MaybeValues then = runDoubtful(op.getThenRegion());
  MaybeValues otherwise =
      op.getElseRegion().empty() ? Values() : runDoubtful(op.getElseRegion());
  if (!then || !otherwise)
    return std::nullopt;
  return chosen(truth ? truth : state.pool.unknown(), *then, *otherwise);
}

auto ShapeFunctionBody::runFor(scf::ForOp op) -> MaybeValues {
  std::optional<int64_t> from = literal(op.getLowerBound()),
                         to = literal(op.getUpperBound()),
                         by = literal(op.getStep());
  if (!from || !to || !by || *by <= 0)
    return std::nullopt;
  Values values = get(op.getInitArgs());
  for (int64_t i = *from; i < *to; i += *by) {
    ValueShape number;
    number.elements = Elements::scalar(state.pool.literal(i));
    values.insert(values.begin(), std::move(number));
    MaybeValues next = run(op.getRegion(), std::move(values));
    if (!next || *by > *to - i)
      return next;
    values = std::move(*next);
  }
  return values;
}

auto ShapeFunctionBody::runWhile(scf::WhileOp op) -> MaybeValues {
  Values values = get(op.getInits());
  while (steps < mostSteps) {
    MaybeValues tested = run(op.getBefore(), std::move(values));
    if (!tested || tested->empty() || !tested->front().elements ||
        tested->front().elements->items.size() != 1)
      return std::nullopt;
    std::optional<int64_t> goesOn =
        tested->front().elements->items[0].literal();
    tested->erase(tested->begin());
    if (!goesOn)
      return std::nullopt;
    if (!*goesOn)
      return tested;
    MaybeValues next = run(op.getAfter(), std::move(*tested));
    if (!next)
      return std::nullopt;
    values = std::move(*next);
  }
  return std::nullopt;
}

auto ShapeFunctionBody::runReduce(shape::ReduceOp op) -> MaybeValues {
  std::optional<Elements> extents = get(op.getShape()).elements;
  if (!extents)
    return std::nullopt;
  Values values = get(op.getInitVals());
  for (auto [index, extent] : llvm::enumerate(extents->items)) {
    ValueShape number, size;
    number.elements = Elements::scalar(state.pool.literal(int64_t(index)));
    size.elements = Elements::scalar(extent);
    values.insert(values.begin(), {std::move(number), std::move(size)});
    MaybeValues next = run(op.getRegion(), std::move(values));
    if (!next)
      return std::nullopt;
    values = std::move(*next);
  }
  return values;
}

/// A list, whose size is known.
auto ShapeFunctionBody::runGenerate(tensor::GenerateOp op) -> MaybeValues {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || type.getRank() != 1)
    return std::nullopt;
  std::optional<int64_t> count = type.isDynamicDim(0)
                                     ? literal(op.getDynamicExtents().front())
                                     : std::optional(type.getDimSize(0));
  if (!count || *count < 0 || *count > int64_t(Elements::most))
    return std::nullopt;
  ValueShape list;
  list.shape = Shape::ranked({state.pool.literal(*count)});
  list.elements = Elements();
  for (int64_t i = 0; i < *count; ++i) {
    ValueShape number;
    number.elements = Elements::scalar(state.pool.literal(i));
    MaybeValues item = run(op.getRegion(), {number});
    if (!item || item->size() != 1 || !item->front().elements ||
        item->front().elements->items.size() != 1)
      return std::nullopt;
    list.elements->items.push_back(item->front().elements->items[0]);
  }
  return Values{list};
}

/// The value in another shape: what functions pass on to each other.
auto ShapeFunctionBody::runWithShape(shape::WithOp op) -> MaybeValues {
  ValueShape value = get(op.getOperand());
  std::optional<Elements> extents = get(op.getShape()).elements;
  value.shape = extents ? Shape::ranked(extents->items) : Shape::unknown();
  return Values{value};
}

auto ShapeFunctionBody::runCall(Operation *op) -> MaybeValues {
  auto caller = cast<CallOpInterface>(op);
  return call(caller.resolveCallable(), get(caller.getArgOperands()));
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

static ShapeRule ruleOf(Operation *op) {
  return isa<cf::AssertOp>(op) ? rules::require
                               : findRule(op->getName().getStringRef());
}

static bool isRunNested(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp, shape::ReduceOp,
             shape::AssumingOp, shape::WithOp, tensor::GenerateOp,
             CallOpInterface>(op);
}

bool ShapeFunctionBody::canRun(Operation *op) {
  return isRunNested(op) || ruleOf(op) ||
         (op->hasTrait<OpTrait::IsTerminator>() &&
          (op->getNumSuccessors() == 0 ||
           isa<cf::BranchOp, cf::CondBranchOp>(op)));
}

auto ShapeFunctionBody::runNested(Operation *op) -> MaybeValues {
  return llvm::TypeSwitch<Operation *, MaybeValues>(op)
      .Case([&](scf::IfOp op) { return runIf(op); })
      .Case([&](scf::ForOp op) { return runFor(op); })
      .Case([&](scf::WhileOp op) { return runWhile(op); })
      .Case([&](shape::ReduceOp op) { return runReduce(op); })
      .Case([&](shape::AssumingOp op) { return run(op.getDoRegion(), {}); })
      .Case([&](shape::WithOp op) { return runWithShape(op); })
      .Case([&](tensor::GenerateOp op) { return runGenerate(op); })
      .Default([&](Operation *op) { return runCall(op); });
}

/// Only ops that state what must hold reject anything: what others cannot be
/// computed of is not known.
void ShapeFunctionBody::applyRule(Operation *op) {
  bool mayReject = !isDoubtful && (isa<cf::AssertOp>(op) ||
                                   isa<shape::ShapeDialect>(op->getDialect()));
  OpShapes::Said said = view.applyTo(op, ruleOf(op), mayReject);
  for (auto [result, known] : llvm::zip(op->getResults(), said.results))
    set(result, std::move(known));
}

void ShapeFunctionBody::runOp(Operation *op) {
  for (Value result : op->getResults())
    set(result, ValueShape());
  if (isPlaceholder(op))
    return;
  if (isRunNested(op)) {
    if (MaybeValues yielded = runNested(op))
      for (auto [result, known] : llvm::zip(op->getResults(), *yielded))
        set(result, std::move(known));
  } else if (ruleOf(op)) {
    applyRule(op);
  }
}

std::vector<Operation *> shapels::opsThatCannotRun(Operation *function) {
  std::vector<Operation *> unknown;
  function->walk([&](Operation *op) {
    if (op != function && !isPlaceholder(op) && !ShapeFunctionBody::canRun(op))
      unknown.push_back(op);
  });
  return unknown;
}
