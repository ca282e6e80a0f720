//===- ShapeFlow.cpp - Shapes through blocks and regions ------------------===//

#include "core/shape/ShapeFlow.h"
#include "core/shape/FlowSources.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeNests.h"
#include "core/shape/ShapeScopes.h"
#include "core/shape/ShapeUpdate.h"

#include "llvm/ADT/DenseSet.h"

using namespace shapels;
using namespace mlir;

/// Loops converge in two or three rounds; what has not by then is given up. So
/// is what is carried by loops nested deeper, whose rounds multiply.
static constexpr unsigned mostRounds = 8, mostLoopDepth = 5;

/// Rounds after which only shapes are carried: integers take longer to settle.
static constexpr unsigned roundsWithElements = 2;

/// More are not kept, for edits.
static constexpr unsigned mostKeptRounds = 3;

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

/// Counted from the right; what differs is a size of `at`, of its own.
Shape ShapeFlow::merge(const Shape &a, const Shape &b, Value at) {
  if (a == b)
    return a;
  Shape result;
  result.hasRank = a.hasRank && b.hasRank && a.rank() == b.rank();
  if (result.hasRank) {
    for (unsigned dim = 0; dim < a.rank(); ++dim)
      result.dims.push_back(a[dim] == b[dim] ? a[dim] : state.sizeOf(at, dim));
    return result;
  }
  size_t common = 0;
  while (common < std::min(a.rank(), b.rank()) &&
         a[a.rank() - 1 - common] == b[b.rank() - 1 - common])
    ++common;
  result.dims.assign(a.dims.end() - common, a.dims.end());
  return result;
}

ValueShape ShapeFlow::merge(const ValueShape &a, const ValueShape &b,
                            Value at) {
  ValueShape result;
  result.shape = merge(a.shape, b.shape, at);
  if (a.elements && b.elements && *a.elements == *b.elements)
    result.elements = a.elements;
  result.isStated = a.isStated || b.isStated;
  result.rule = a.rule;
  return result;
}

/// True if consumers of the value see another one then.
bool ShapeFlow::setSeen(Value value, ValueShape &&shape) {
  const ValueShape *before = state.known.lookup(value);
  bool isShapeSeen = state.options.trust == ShapeOptions::Trust::Arguments;
  bool isChanged = !before || shape.elements != before->elements ||
                   (isShapeSeen && shape.shape != before->shape);
  state.set(value, std::move(shape));
  return isChanged;
}

/// As setSeen().
bool ShapeFlow::flow(Value from, Value to) {
  ValueShape incoming;
  incoming.shape = state.shapeOf(from);
  if (state.carriesElements)
    incoming.elements = state.elementsOf(from);
  incoming.rule = "what flows into it";
  const ValueShape *before = state.known.lookup(to);
  return setSeen(to,
                 before ? merge(*before, incoming, to) : std::move(incoming));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void ShapeFlow::bindGiven(BlockArgument argument) {
  ValueShape value;
  value.shape = state.declared(argument);
  value.rule = argumentRule;
  state.set(argument, std::move(value));
}

void ShapeFlow::bindUnknown(Value value) { state.set(value, ValueShape()); }

void ShapeFlow::bindArguments(Region &region, bool areGiven) {
  for (BlockArgument argument : region.getArguments())
    areGiven ? bindGiven(argument) : bindUnknown(argument);
}

/// `part` is `whole` without its first dimension, of which there is one in each
/// round.
void ShapeFlow::bindSlice(Value whole, Value part) {
  Shape shape = state.shapeOf(whole);
  if (shape.hasRank && shape.rank() > 0)
    shape.dims.erase(shape.dims.begin());
  else
    shape = Shape::unknown();
  ValueShape value;
  value.shape = std::move(shape);
  value.rule = "a part of what flows into it";
  state.set(part, std::move(value));
}

/// There are as many parts as the slices have.
void ShapeFlow::bindGathered(Value part, Value whole,
                             const RegionFlows::Flows &slices) {
  DimExpr rounds = state.sizeOf(whole, 0);
  for (auto [from, to] : slices)
    if (Shape shape = state.shapeOf(from); shape.hasRank && shape.rank() > 0)
      rounds = shape[0];
  Shape shape = state.shapeOf(part);
  if (shape.hasRank)
    shape.dims.insert(shape.dims.begin(), rounds);
  ValueShape value;
  value.shape = shape.hasRank ? std::move(shape) : Shape::unknown();
  value.rule = "gathered from all rounds";
  state.set(whole, std::move(value));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void ShapeFlow::runRegion(Region &region) {
  if (region.hasOneBlock())
    runBlock(region.front());
  else if (!region.empty())
    runBlocks(region);
}

void ShapeFlow::runBlock(Block &block) {
  for (Operation &op : block)
    runOp(&op);
}

/// What the predecessors hand to the block's arguments, as far as control may
/// come from there; `isForward`: those that come first only. True if consumers
/// of these see something else then.
bool ShapeFlow::flowInto(Block &block, const BlockOrder &order,
                         bool isForward) {
  bool isChanged = false;
  auto rankOf = [&](Block *each) { return order.rankOf(each); };
  for (auto [branch, successor] : branchesTo(block, rankOf)) {
    Block *from = branch->getBlock();
    if (!order.componentOf(from) ||
        (isForward && rankOf(from) >= rankOf(&block)))
      continue;
    for (BlockArgument argument : block.getArguments()) {
      Value operand = handedBy(branch, successor, argument);
      if (!operand)
        isChanged |= setSeen(argument, ValueShape());
      else if (state.lookup(operand)) // Else nobody got there yet.
        isChanged |= flow(operand, argument);
    }
  }
  return isChanged;
}

/// What blocks hand to all of them, those that come behind included. True if
/// that changes what is seen.
bool ShapeFlow::flowBack(const BlockOrder::Component &component,
                         const BlockOrder &order) {
  bool isChanged = false;
  for (Block *block : component.blocks)
    if (!block->isEntryBlock())
      isChanged |= flowInto(*block, order);
  return isChanged;
}

/// In rounds, where blocks lead back; in one if that changes nothing.
void ShapeFlow::runComponent(BlockOrder::Component &component,
                             const BlockOrder &order) {
  bool carriedElements = state.carriesElements;
  state.carriesElements = true;
  for (Block *block : component.blocks) {
    if (!block->isEntryBlock())
      flowInto(*block, order, /*isForward=*/true);
    runBlock(*block);
  }
  component.isSteady = !component.isCyclic || !flowBack(component, order);
  bool isStable = component.isSteady;
  for (unsigned round = 1; round <= mostRounds && !isStable; ++round) {
    isStable = true;
    for (Block *block : component.blocks) {
      state.carriesElements = round <= roundsWithElements;
      if (round == mostRounds && !block->isEntryBlock())
        llvm::for_each(block->getArguments(),
                       [&](Value argument) { bindUnknown(argument); });
      else if (!block->isEntryBlock())
        isStable &= !flowInto(*block, order);
      runBlock(*block);
    }
  }
  state.carriesElements = carriedElements;
}

void ShapeFlow::runBlocks(Region &region) {
  BlockOrder &order = ShapeNests(state).newOrder(region);
  for (Block &block : llvm::drop_begin(region))
    for (BlockArgument argument : block.getArguments())
      state.known.erase(argument);
  for (BlockOrder::Component &component : order.components())
    runComponent(component, order);
  for (Block &block : region)
    if (!order.componentOf(&block)) {
      for (BlockArgument argument : block.getArguments())
        bindUnknown(argument);
      runBlock(block);
    }
}

//===----------------------------------------------------------------------===//
// Ops with regions
//===----------------------------------------------------------------------===//

/// True if it changes what enters one of the first regions.
bool ShapeFlow::flowAll(const RegionFlows::Flows &flows, unsigned regions) {
  bool isChanged = false;
  for (auto [from, to] : flows) {
    auto argument = dyn_cast<BlockArgument>(to);
    isChanged |= flow(from, to) && argument &&
                 argument.getParentRegion()->getRegionNumber() < regions;
  }
  return isChanged;
}

/// Beside what is carried there are induction variables and the like, which
/// nothing flows into.
void ShapeFlow::bindCarried(Operation *op, const RegionFlows &flows,
                            const llvm::SmallDenseSet<Value> &fed,
                            bool isGivenUp) {
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (!fed.contains(argument) && !flows.isByInterface())
        bindGiven(argument);
      else if (isGivenUp || !fed.contains(argument))
        bindUnknown(argument);
  for (auto [whole, part] : flows.slices())
    bindSlice(whole, part);
}

void ShapeFlow::bindAllGathered(Operation *op, const RegionFlows &flows) {
  RegionFlows::Flows slices = flows.slices();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (auto [part, whole] : flows.gathered(block))
        bindGathered(part, whole, slices);
}

/// Of its regions' arguments, and of the results that something flows into.
void ShapeFlow::forgetFed(Operation *op,
                          const llvm::SmallDenseSet<Value> &fed) {
  for (Region &region : op->getRegions())
    for (Value argument : region.getArguments())
      state.known.erase(argument);
  for (Value result : op->getResults())
    if (fed.contains(result))
      state.known.erase(result);
}

static bool areOfOneBlock(Operation *op) {
  return llvm::all_of(op->getRegions(),
                      [](Region &region) { return region.hasOneBlock(); });
}

/// True if the rounds can be gone through again, as a replay does: what changed
/// in the regions is then inferred again in each, and nothing else may differ.
bool ShapeFlow::runRegions(Operation *op, const RegionFlows &flows,
                           Rounds &rounds, bool isReplay) {
  llvm::SmallDenseSet<Value> fed;
  for (auto [from, to] : flows.all())
    fed.insert(to);
  forgetFed(op, fed);
  ++state.loopDepth;
  bool isStable = false, isGivenUp = false, isSame = true;
  bool carriedElements = state.carriesElements;
  unsigned round = 0, end = isReplay ? unsigned(rounds.size()) : mostRounds + 1;
  for (; round < end && !isStable && isSame; ++round) {
    state.carriesElements = round <= roundsWithElements;
    if (isReplay)
      state.known.look(op, round + 1 < end ? &rounds[round].nested : nullptr);
    else
      rounds.emplace_back();
    if (!isReplay && round)
      ShapeUpdate(state).forgetOps(op);
    flowAll(flows.entering(), 0);
    isGivenUp = round == mostRounds || state.loopDepth > mostLoopDepth;
    bindCarried(op, flows, fed, isGivenUp);
    isStable = true;
    for (Region &region : op->getRegions()) {
      isSame &= runRound(region, rounds[round], isReplay);
      for (Block &block : region)
        isStable &=
            !flowAll(flows.leaving(block), region.getRegionNumber() + 1) ||
            isGivenUp;
    }
    if (!isReplay && !isStable && round + 1 < mostKeptRounds)
      rounds[round].nested = ShapeNests(state).nestedShapes(op);
  }
  if (isReplay)
    state.known.look(nullptr, nullptr);
  --state.loopDepth;
  state.carriesElements = carriedElements;
  bindAllGathered(op, flows);
  return isReplay ? isSame && isStable && round == end
                  : isStable && !isGivenUp && round <= mostKeptRounds &&
                        (round == 1 || areOfOneBlock(op));
}

/// False where a replay enters the region with something else.
bool ShapeFlow::runRound(Region &region, Round &round, bool isReplay) {
  if (isReplay) {
    bool isSame = ShapeNests(state).isEnteredAsBefore(region, round);
    ShapeUpdate(state).runChildren(region);
    return isSame;
  }
  for (Value argument : region.getArguments())
    round.entered.push_back(state.known.lookup(argument));
  runNested(region);
  return true;
}

/// In which its op's results are not known.
void ShapeFlow::runNested(Region &region) {
  SmallVector<std::pair<Value, const ValueShape *>> hidden;
  for (Value result : region.getParentOp()->getResults())
    if (const ValueShape *shape = state.known.lookup(result)) {
      hidden.emplace_back(result, shape);
      state.known.erase(result);
    }
  runRegion(region);
  for (auto [result, shape] : hidden)
    state.known.set(result, shape);
}

/// Of an op with flows: its results, by those and by its rule. Else as
/// runRegions().
bool ShapeFlow::runFlows(Operation *op, const RegionFlows &flows,
                         Rounds &rounds, bool isReplay) {
  // What nothing flows into is what the rule says; MLIR's interface may know
  // less than the rule.
  bool hasRule = OpInference(state).kindOf(op).rule;
  if (hasRule && !flows.isByInterface())
    OpInference(state).infer(op);
  else
    for (Value result : op->getResults())
      state.known.erase(result);
  bool isKept = runRegions(op, flows, rounds, isReplay);
  if (hasRule && flows.isByInterface())
    OpInference(state).infer(op);
  return isKept;
}

void ShapeFlow::runOp(Operation *op) {
  if (op->getNumRegions() == 0)
    return OpInference(state).infer(op);
  state.nests.erase(op);
  if (auto flows = ShapeNests(state).flowsOf(op)) {
    Rounds rounds;
    if (runFlows(op, *flows, rounds, /*isReplay=*/false))
      ShapeNests(state).keepNest(op, &*flows, std::move(rounds));
    return;
  }
  if (!ShapeScopes(state).isOtherScope(op)) {
    for (Region &region : op->getRegions()) {
      bindArguments(region, true);
      runRegion(region);
    }
    ShapeNests(state).keepNest(op, nullptr, {});
  }
  OpInference(state).infer(op);
}
