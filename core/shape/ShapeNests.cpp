//===- ShapeNests.cpp - What is kept of an op's regions -------------------===//
//
// A loop is inferred in rounds, of which each rests on what entered its regions
// then. So an op in it can be inferred again alone, in each of the rounds: if
// what enters the regions in them, and what comes back, is what it was, then
// all rounds from the beginning would tell the same. Else the loop is inferred
// anew. So it is with blocks that lead back, where one round told all.
//
//===----------------------------------------------------------------------===//

#include "core/shape/ShapeNests.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeFlow.h"
#include "core/shape/ShapeUpdate.h"

using namespace shapels;
using namespace mlir;

std::optional<RegionFlows> ShapeNests::flowsOf(Operation *op) const {
  return RegionFlows::of(op, [&](Operation *each) {
    return !state.options.isSound || state.options.isSound(each);
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
KnownShapes::Map ShapeNests::nestedShapes(Operation *op) const {
  KnownShapes::Map shapes;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (const ValueShape *shape = state.known.lookup(value))
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
void ShapeNests::keepNest(Operation *op, const RegionFlows *flows,
                          Rounds rounds) {
  if (isPlain(op))
    return;
  Nest &nest = state.nests[op];
  nest.isKept = true;
  nest.rounds = std::move(rounds);
  if (flows) {
    nest.isByInterface = flows->isByInterface();
    nest.targets = targetsOf(*flows);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty())
        state.ends[&block.back()] = op;
}

BlockOrder &ShapeNests::newOrder(Region &region) {
  auto &orders = state.nests[region.getParentOp()].orders;
  orders.resize(std::max<size_t>(orders.size(), region.getRegionNumber() + 1));
  auto &order = orders[region.getRegionNumber()];
  order = std::make_unique<BlockOrder>(region);
  return *order;
}

/// Ops around it that values flow through.
unsigned ShapeNests::loopsAround(Operation *op, bool withItself) const {
  unsigned count = 0;
  for (op = withItself ? op : op->getParentOp(); op; op = op->getParentOp()) {
    auto nest = state.nests.find(op);
    count += nest != state.nests.end() && nest->second.isByInterface;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// After an edit
//===----------------------------------------------------------------------===//

/// Whether nothing flows in it but from op to op in one block.
bool ShapeNests::isPlain(Operation *op) {
  return isFunctionLike(op) && !RegionFlows::mayBeOf(op) &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

/// Whether the op can be inferred again without what else its parent nests.
bool ShapeNests::isApart(Operation *op) {
  auto found = state.nests.find(op->getParentOp());
  if (found == state.nests.end() || !found->second.isKept)
    return false;
  if (op->getParentRegion()->hasOneBlock())
    return true;
  BlockOrder *order = state.orderOf(op->getBlock());
  if (!order || !order->isAsBefore(op->getBlock()))
    return false;
  BlockOrder::Component *component = order->componentOf(op->getBlock());
  if (component && component->isCyclic && component->isSteady)
    found->second.touched.insert(component);
  return true;
}

/// The blocks that lead back in which it is, if they were not steady.
BlockOrder::Component *ShapeNests::openCycle(Operation *op) const {
  BlockOrder *order = state.orderOf(op->getBlock());
  BlockOrder::Component *component =
      order ? order->componentOf(op->getBlock()) : nullptr;
  return component && !component->isSteady ? component : nullptr;
}

/// Whether what flows back in what was touched still changes nothing.
bool ShapeNests::areSteady(Nest &nest) {
  bool areSteady = true;
  for (BlockOrder::Component *component : nest.touched)
    areSteady &= !ShapeFlow(state).flowBack(
        *component, *state.orderOf(component->blocks.front()));
  nest.touched.clear();
  return areSteady;
}

/// What the op hands on of what it nests, which was inferred again. False where
/// all is to be inferred anew.
bool ShapeNests::resume(Operation *op) {
  auto found = state.nests.find(op);
  if (found == state.nests.end() || !found->second.isKept)
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
      OpInference(state).infer(op);
    return true;
  }
  if (targetsOf(*flows) != nest.targets)
    return false;
  // What it nests has nests of its own.
  Rounds rounds = std::move(nest.rounds);
  bool isSame =
      ShapeFlow(state).runFlows(op, *flows, rounds, /*isReplay=*/true);
  state.nests[op].rounds = std::move(rounds);
  return isSame;
}

/// Whether what it nests is looked at in several rounds.
bool ShapeNests::isKeptInRounds(Operation *op) const {
  auto found = state.nests.find(op);
  return found != state.nests.end() && found->second.rounds.size() > 1;
}

bool ShapeNests::isEnteredAsBefore(Region &region, const Round &round) const {
  size_t at = 0;
  for (Region &before : region.getParentOp()->getRegions()) {
    if (&before == &region)
      break;
    at += before.getNumArguments();
  }
  for (Value argument : region.getArguments())
    if (at >= round.entered.size() ||
        round.entered[at++] != state.known.lookup(argument))
      return false;
  return true;
}
