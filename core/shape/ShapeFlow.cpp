//===- ShapeFlow.cpp - Shapes through blocks and regions ------------------===//

#include "shapels/shape/FlowSources.h"
#include "shapels/shape/ShapeAnalysis.h"

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
Shape ShapeAnalysis::merge(const Shape &a, const Shape &b, Value at) {
  if (a == b)
    return a;
  Shape result;
  result.hasRank = a.hasRank && b.hasRank && a.rank() == b.rank();
  if (result.hasRank) {
    for (unsigned dim = 0; dim < a.rank(); ++dim)
      result.dims.push_back(a[dim] == b[dim] ? a[dim] : sizeOf(at, dim));
    return result;
  }
  size_t common = 0;
  while (common < std::min(a.rank(), b.rank()) &&
         a[a.rank() - 1 - common] == b[b.rank() - 1 - common])
    ++common;
  result.dims.assign(a.dims.end() - common, a.dims.end());
  return result;
}

ValueShape ShapeAnalysis::merge(const ValueShape &a, const ValueShape &b,
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
bool ShapeAnalysis::setSeen(Value value, ValueShape &&shape) {
  const ValueShape *before = known.lookup(value);
  bool isShapeSeen = options.trust == Trust::Arguments;
  bool isChanged = !before || shape.elements != before->elements ||
                   (isShapeSeen && shape.shape != before->shape);
  set(value, std::move(shape));
  return isChanged;
}

/// As setSeen().
bool ShapeAnalysis::flow(Value from, Value to) {
  ValueShape incoming;
  incoming.shape = shapeOf(from);
  if (carriesElements)
    incoming.elements = elementsOf(from);
  incoming.rule = "what flows into it";
  const ValueShape *before = known.lookup(to);
  return setSeen(to,
                 before ? merge(*before, incoming, to) : std::move(incoming));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void ShapeAnalysis::bindGiven(BlockArgument argument) {
  ValueShape value;
  value.shape = declared(argument);
  value.rule = argumentRule;
  set(argument, std::move(value));
}

void ShapeAnalysis::bindUnknown(Value value) { set(value, ValueShape()); }

void ShapeAnalysis::bindArguments(Region &region, bool areGiven) {
  for (BlockArgument argument : region.getArguments())
    areGiven ? bindGiven(argument) : bindUnknown(argument);
}

/// `part` is `whole` without its first dimension, of which there is one in each
/// round.
void ShapeAnalysis::bindSlice(Value whole, Value part) {
  Shape shape = shapeOf(whole);
  if (shape.hasRank && shape.rank() > 0)
    shape.dims.erase(shape.dims.begin());
  else
    shape = Shape::unknown();
  ValueShape value;
  value.shape = std::move(shape);
  value.rule = "a part of what flows into it";
  set(part, std::move(value));
}

/// There are as many parts as the slices have.
void ShapeAnalysis::bindGathered(Value part, Value whole,
                                 const RegionFlows::Flows &slices) {
  DimExpr rounds = sizeOf(whole, 0);
  for (auto [from, to] : slices)
    if (Shape shape = shapeOf(from); shape.hasRank && shape.rank() > 0)
      rounds = shape[0];
  Shape shape = shapeOf(part);
  if (shape.hasRank)
    shape.dims.insert(shape.dims.begin(), rounds);
  ValueShape value;
  value.shape = shape.hasRank ? std::move(shape) : Shape::unknown();
  value.rule = "gathered from all rounds";
  set(whole, std::move(value));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void ShapeAnalysis::runRegion(Region &region) {
  if (region.hasOneBlock())
    runBlock(region.front());
  else if (!region.empty())
    runBlocks(region);
}

void ShapeAnalysis::runBlock(Block &block) {
  for (Operation &op : block)
    runOp(&op);
}

/// What the predecessors hand to the block's arguments, as far as control may
/// come from there; `isForward`: those that come first only. True if consumers
/// of these see something else then.
bool ShapeAnalysis::flowInto(Block &block, const BlockOrder &order,
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
      else if (lookup(operand)) // Else nobody got there yet.
        isChanged |= flow(operand, argument);
    }
  }
  return isChanged;
}

/// What blocks hand to all of them, those that come behind included. True if
/// that changes what is seen.
bool ShapeAnalysis::flowBack(const BlockOrder::Component &component,
                             const BlockOrder &order) {
  bool isChanged = false;
  for (Block *block : component.blocks)
    if (!block->isEntryBlock())
      isChanged |= flowInto(*block, order);
  return isChanged;
}

/// In rounds, where blocks lead back; in one if that changes nothing.
void ShapeAnalysis::runComponent(BlockOrder::Component &component,
                                 const BlockOrder &order) {
  bool carriedElements = carriesElements;
  carriesElements = true;
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
      carriesElements = round <= roundsWithElements;
      if (round == mostRounds && !block->isEntryBlock())
        llvm::for_each(block->getArguments(),
                       [&](Value argument) { bindUnknown(argument); });
      else if (!block->isEntryBlock())
        isStable &= !flowInto(*block, order);
      runBlock(*block);
    }
  }
  carriesElements = carriedElements;
}

void ShapeAnalysis::runBlocks(Region &region) {
  BlockOrder &order = newOrder(region);
  for (Block &block : llvm::drop_begin(region))
    for (BlockArgument argument : block.getArguments())
      known.erase(argument);
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
bool ShapeAnalysis::flowAll(const RegionFlows::Flows &flows, unsigned regions) {
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
void ShapeAnalysis::bindCarried(Operation *op, const RegionFlows &flows,
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

void ShapeAnalysis::bindAllGathered(Operation *op, const RegionFlows &flows) {
  RegionFlows::Flows slices = flows.slices();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (auto [part, whole] : flows.gathered(block))
        bindGathered(part, whole, slices);
}

/// Of its regions' arguments, and of the results that something flows into.
void ShapeAnalysis::forgetFed(Operation *op,
                              const llvm::SmallDenseSet<Value> &fed) {
  for (Region &region : op->getRegions())
    for (Value argument : region.getArguments())
      known.erase(argument);
  for (Value result : op->getResults())
    if (fed.contains(result))
      known.erase(result);
}

static bool areOfOneBlock(Operation *op) {
  return llvm::all_of(op->getRegions(),
                      [](Region &region) { return region.hasOneBlock(); });
}

/// True if the rounds can be gone through again, as a replay does: what changed
/// in the regions is then inferred again in each, and nothing else may differ.
bool ShapeAnalysis::runRegions(Operation *op, const RegionFlows &flows,
                               Rounds &rounds, bool isReplay) {
  llvm::SmallDenseSet<Value> fed;
  for (auto [from, to] : flows.all())
    fed.insert(to);
  forgetFed(op, fed);
  ++loopDepth;
  bool isStable = false, isGivenUp = false, isSame = true;
  bool carriedElements = carriesElements;
  unsigned round = 0, end = isReplay ? unsigned(rounds.size()) : mostRounds + 1;
  for (; round < end && !isStable && isSame; ++round) {
    carriesElements = round <= roundsWithElements;
    if (isReplay)
      known.look(op, round + 1 < end ? &rounds[round].nested : nullptr);
    else
      rounds.emplace_back();
    if (!isReplay && round)
      forgetOps(op);
    flowAll(flows.entering(), 0);
    isGivenUp = round == mostRounds || loopDepth > mostLoopDepth;
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
      rounds[round].nested = nestedShapes(op);
  }
  if (isReplay)
    known.look(nullptr, nullptr);
  --loopDepth;
  carriesElements = carriedElements;
  bindAllGathered(op, flows);
  return isReplay ? isSame && isStable && round == end
                  : isStable && !isGivenUp && round <= mostKeptRounds &&
                        (round == 1 || areOfOneBlock(op));
}

/// False where a replay enters the region with something else.
bool ShapeAnalysis::runRound(Region &region, Round &round, bool isReplay) {
  if (isReplay) {
    bool isSame = isEnteredAsBefore(region, round);
    runChildren(region);
    return isSame;
  }
  for (Value argument : region.getArguments())
    round.entered.push_back(known.lookup(argument));
  runNested(region);
  return true;
}

/// In which its op's results are not known.
void ShapeAnalysis::runNested(Region &region) {
  SmallVector<std::pair<Value, const ValueShape *>> hidden;
  for (Value result : region.getParentOp()->getResults())
    if (const ValueShape *shape = known.lookup(result)) {
      hidden.emplace_back(result, shape);
      known.erase(result);
    }
  runRegion(region);
  for (auto [result, shape] : hidden)
    known.set(result, shape);
}

/// Of an op with flows: its results, by those and by its rule. Else as
/// runRegions().
bool ShapeAnalysis::runFlows(Operation *op, const RegionFlows &flows,
                             Rounds &rounds, bool isReplay) {
  // What nothing flows into is what the rule says; MLIR's interface may know
  // less than the rule.
  bool hasRule = kindOf(op).rule;
  if (hasRule && !flows.isByInterface())
    infer(op);
  else
    for (Value result : op->getResults())
      known.erase(result);
  bool isKept = runRegions(op, flows, rounds, isReplay);
  if (hasRule && flows.isByInterface())
    infer(op);
  return isKept;
}

void ShapeAnalysis::runOp(Operation *op) {
  if (op->getNumRegions() == 0)
    return infer(op);
  nests.erase(op);
  if (auto flows = flowsOf(op)) {
    Rounds rounds;
    if (runFlows(op, *flows, rounds, /*isReplay=*/false))
      keepNest(op, &*flows, std::move(rounds));
    return;
  }
  if (!isOtherScope(op)) {
    for (Region &region : op->getRegions()) {
      bindArguments(region, true);
      runRegion(region);
    }
    keepNest(op, nullptr, {});
  }
  infer(op);
}
