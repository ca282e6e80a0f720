//===- ShapeNests.cpp - What is kept of an op's regions -------------------===//
//
// A loop is inferred in rounds, of which each rests on what entered its regions
// then. So an op in it can be inferred again alone, in each of the rounds: if
// what enters the regions in them, and what comes back, is what it was, then
// all rounds from the beginning would tell the same. Else the loop is inferred
// anew. So it is with blocks that lead back, where one round told all.
//
//===----------------------------------------------------------------------===//

#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/ShapeAnalysis.h"

using namespace shapels;
using namespace mlir;

std::optional<RegionFlows> ShapeAnalysis::flowsOf(Operation *op) const {
  return RegionFlows::of(op, [&](Operation *each) {
    return !options.isSound || options.isSound(each);
  });
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

static llvm::SmallVector<Value, 2> targetsOf(const RegionFlows &flows) {
  llvm::SmallVector<Value, 2> targets;
  for (const RegionFlows::Flow &flow : flows.all())
    targets.push_back(flow.to);
  return targets;
}

/// Of all that the op nests but the arguments of its own regions.
KnownShapes::Map ShapeAnalysis::nestedShapes(Operation *op) const {
  KnownShapes::Map shapes;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (const ValueShape *shape = known.lookup(value))
        shapes[value] = shape;
  };
  op->walk([&](Operation *nested) {
    if (nested == op)
      return;
    add(nested->getResults());
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        add(block.getArguments());
  });
  return shapes;
}

/// `flows`: null where values do not flow.
void ShapeAnalysis::keepNest(Operation *op, const RegionFlows *flows,
                             Rounds rounds) {
  if (isPlain(op))
    return;
  Nest &nest = nests[op];
  nest.isKept = true;
  nest.rounds = std::move(rounds);
  if (flows) {
    nest.isByInterface = flows->isByInterface();
    nest.targets = targetsOf(*flows);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty())
        ends[&block.back()] = op;
}

BlockOrder &ShapeAnalysis::newOrder(Region &region) {
  auto &orders = nests[region.getParentOp()].orders;
  orders.resize(std::max<size_t>(orders.size(), region.getRegionNumber() + 1));
  auto &order = orders[region.getRegionNumber()];
  order = std::make_unique<BlockOrder>(region);
  return *order;
}

/// Of the region that it is in; null where that has one block.
BlockOrder *ShapeAnalysis::orderOf(Block *block) const {
  auto nest = nests.find(block->getParentOp());
  if (nest == nests.end())
    return nullptr;
  const auto &orders = nest->second.orders;
  unsigned region = block->getParent()->getRegionNumber();
  return region < orders.size() ? orders[region].get() : nullptr;
}

/// Ops around it that values flow through.
unsigned ShapeAnalysis::loopsAround(Operation *op, bool withItself) const {
  unsigned count = 0;
  for (op = withItself ? op : op->getParentOp(); op; op = op->getParentOp()) {
    auto nest = nests.find(op);
    count += nest != nests.end() && nest->second.isByInterface;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// After an edit
//===----------------------------------------------------------------------===//

/// Whether nothing flows in it but from op to op in one block.
bool ShapeAnalysis::isPlain(Operation *op) {
  return isFunctionLike(op) && !RegionFlows::mayBeOf(op) &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

/// Whether the op can be inferred again without what else its parent nests.
bool ShapeAnalysis::isApart(Operation *op) {
  auto found = nests.find(op->getParentOp());
  if (found == nests.end() || !found->second.isKept)
    return false;
  if (op->getParentRegion()->hasOneBlock())
    return true;
  BlockOrder *order = orderOf(op->getBlock());
  if (!order || !order->isAsBefore(op->getBlock()))
    return false;
  BlockOrder::Component *component = order->componentOf(op->getBlock());
  if (component && component->isCyclic && component->isSteady)
    found->second.touched.insert(component);
  return true;
}

/// The blocks that lead back in which it is, if they were not steady.
BlockOrder::Component *ShapeAnalysis::openCycle(Operation *op) const {
  BlockOrder *order = orderOf(op->getBlock());
  BlockOrder::Component *component =
      order ? order->componentOf(op->getBlock()) : nullptr;
  return component && !component->isSteady ? component : nullptr;
}

/// Whether what flows back in what was touched still changes nothing.
bool ShapeAnalysis::areSteady(Nest &nest) {
  bool areSteady = true;
  for (BlockOrder::Component *component : nest.touched)
    areSteady &= !flowBack(*component, *orderOf(component->blocks.front()));
  nest.touched.clear();
  return areSteady;
}

/// What the op hands on of what it nests, which was inferred again. False where
/// all is to be inferred anew.
bool ShapeAnalysis::resume(Operation *op) {
  auto found = nests.find(op);
  if (found == nests.end() || !found->second.isKept)
    return false;
  Nest &nest = found->second;
  auto flows = flowsOf(op);
  std::optional<bool> word;
  if (flows)
    word = flows->isByInterface();
  if (!areSteady(nest) || word != nest.isByInterface)
    return false;
  if (!flows) {
    if (!isFunctionLike(op))
      infer(op);
    return true;
  }
  if (targetsOf(*flows) != nest.targets)
    return false;
  // What it nests has nests of its own.
  Rounds rounds = std::move(nest.rounds);
  bool isSame = runFlows(op, *flows, rounds, /*isReplay=*/true);
  nests[op].rounds = std::move(rounds);
  return isSame;
}

/// Whether what it nests is looked at in several rounds.
bool ShapeAnalysis::isKeptInRounds(Operation *op) const {
  auto found = nests.find(op);
  return found != nests.end() && found->second.rounds.size() > 1;
}

bool ShapeAnalysis::isEnteredAsBefore(Region &region,
                                      const Round &round) const {
  size_t at = 0;
  for (Region &before : region.getParentOp()->getRegions()) {
    if (&before == &region)
      break;
    at += before.getNumArguments();
  }
  for (Value argument : region.getArguments())
    if (at >= round.entered.size() ||
        round.entered[at++] != known.lookup(argument))
      return false;
  return true;
}

/// In this round, and what uses them where it sees something else in it.
void ShapeAnalysis::runChildren(Region &region) {
  auto children = inRounds.find(region.getParentOp());
  if (children == inRounds.end())
    return;
  Queue queue(ByPlace{this});
  for (Operation *child : children->second)
    if (child->getParentRegion() == &region)
      queue.insert(Place::of(child));
  Place around = beingRun;
  while (!queue.empty()) {
    Operation *child = queue.extract(queue.begin()).value().op;
    beingRun = Place::of(child);
    Before before;
    note(child->getResults(), before);
    runWhole(child);
    for (auto [result, old] : before)
      if (known.lookup(result) != old)
        for (Operation *user : result.getUsers())
          if (Operation *next = region.findAncestorOpInRegion(*user);
              next && isBefore(beingRun, Place::of(next)))
            queue.insert(Place::of(next));
  }
  beingRun = around;
}
