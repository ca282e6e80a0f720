//===- ShapeUpdate.cpp - What is inferred again ---------------------------===//
//
// After edits the ops that changed are inferred again in the order in which
// they were the first time, and the users of those of which something else is
// known now; then what ops around them hand on (ShapeNests.cpp).
//
//===----------------------------------------------------------------------===//

#include "core/shape/ShapeUpdate.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/OpInference.h"
#include "core/shape/ProgramOrder.h"
#include "core/shape/RegionFlows.h"
#include "core/shape/ShapeCalls.h"
#include "core/shape/ShapeDemand.h"
#include "core/shape/ShapeFlow.h"
#include "core/shape/ShapeNests.h"
#include "core/shape/ShapeScopes.h"

using namespace shapels;
using namespace mlir;

/// Of ops in scopes that nobody asked about only that what they implied, maybe
/// in another scope, is over.
void ShapeUpdate::enqueue(Operation *op, Queue &queue) {
  if (!op->getBlock() || !op->getParentOp())
    return;
  Operation *scope = ShapeScopes::scopeOf(op->getBlock());
  if (state.scopes.contains(scope))
    return enqueue(op, scope, queue);
  state.facts.set(op, scope, {}, {});
  state.conflicts.set(op, {});
}

/// Where it stands that all in it is inferred again.
static Place startOf(const BlockOrder::Component &cycle) {
  return {cycle.blocks.front(), nullptr};
}

/// The op itself, and what ops around it hand on; or the outermost of what is
/// around it of which that does not do.
ShapeUpdate::Unit ShapeUpdate::unitOf(Operation *op, Operation *scope) {
  Unit unit{Place::of(op)};
  for (Operation *each = op; each != scope && each->getParentOp();
       each = each->getParentOp()) {
    Operation *parent = each->getParentOp();
    if (ShapeNests::isPlain(parent))
      continue;
    bool isInNest = ShapeNests(state).isApart(each),
         isWithRounds = ShapeNests(state).isKeptInRounds(parent);
    BlockOrder::Component *open =
        isInNest ? ShapeNests(state).openCycle(each) : nullptr;
    if (open)
      unit = {startOf(*open), open};
    else if (!isInNest)
      unit = {Place::of(parent)};
    else if (isWithRounds)
      unit = {Place::of(each)};
    if (isInNest && isWithRounds)
      unit.inRounds = parent;
    if (isInNest)
      unit.around.push_back(parent);
  }
  return unit;
}

/// Of what does not parse only those around it know.
void ShapeUpdate::enqueue(Operation *op, Operation *scope, Queue &queue) {
  Unit unit = unitOf(op, scope);
  if (op->getNumSuccessors())
    state.work.passing.insert(op);
  if (state.beingRun && !state.isBefore(state.beingRun, unit.place))
    return;
  bool isItself = unit.place.op == op;
  if (unit.cycle)
    state.work.cycles.insert(unit.cycle);
  else if (!unit.inRounds && (!isItself || op->getNumRegions() != 0))
    state.work.whole.insert(unit.place.op);
  bool isRun = !isItself || !isBrokenOp(op);
  if (isRun && unit.inRounds)
    state.work.inRounds[unit.inRounds].insert(unit.place.op);
  else if (isRun)
    queue.insert(unit.place);
  for (Operation *parent : unit.around)
    queue.insert(Place::of(parent));
}

void ShapeUpdate::note(ValueRange values, Before &before) const {
  for (Value value : values)
    before.emplace_back(value, state.known.lookup(value));
}

/// Of those of which something else is known now.
void ShapeUpdate::enqueueUsers(const Before &before, Queue &queue) {
  for (auto [value, old] : before)
    if (state.known.lookup(value) != old)
      for (Operation *user : value.getUsers())
        enqueue(user, queue);
}

/// Whether what is around it is inferred again with all that it nests, which
/// other scopes are not.
bool ShapeUpdate::isInWhole(const Place &place) const {
  if (state.work.whole.empty() && state.work.cycles.empty())
    return false;
  Operation *scope = place.block ? ShapeScopes::scopeOf(place.block) : nullptr;
  for (Block *block = place.block; block && block->getParentOp();
       block = block->getParentOp()->getBlock()) {
    BlockOrder *order = state.orderOf(block);
    BlockOrder::Component *cycle = order ? order->componentOf(block) : nullptr;
    bool isInCycle =
        cycle && state.work.cycles.contains(cycle) && startOf(*cycle) != place;
    if (isInCycle || state.work.whole.contains(block->getParentOp()))
      return true;
    if (block->getParentOp() == scope)
      return false;
  }
  return false;
}

/// And what calls functions that return something else, or need it.
void ShapeUpdate::runChanged() {
  ShapeCalls(state).settleCallees();
  do
    runQueue();
  while (ShapeCalls(state).followCalls());
}

void ShapeUpdate::runQueue() {
  Queue queue(ByPlace{&state});
  for (Operation *op : state.work.changed)
    enqueue(op, queue);
  for (Operation *op : state.work.stale) {
    if (!state.nests.contains(op)) // It may be gone.
      continue;
    bool isScope = state.scopes.contains(op) || !op->getBlock();
    enqueue(op, isScope ? op : ShapeScopes::scopeOf(op->getBlock()), queue);
  }
  state.work.changed.clear();
  state.work.stale.clear();
  while (!queue.empty()) {
    Place next = queue.extract(queue.begin()).value();
    if (isInWhole(next))
      continue;
    if (next.op)
      runAgain(next.op, queue);
    else
      runAgain(next.block, queue);
  }
  state.work.whole.clear();
  state.work.cycles.clear();
  state.work.passing.clear();
  state.work.inRounds.clear();
  state.beingRun = {};
}

void ShapeUpdate::runWhole(Operation *op) {
  // What it nests may use them, and finds what is known of them by then.
  for (Value result : op->getResults())
    state.known.erase(result);
  forgetNested(op);
  if (op->getNumRegions())
    state.work.again.insert(op);
  ShapeFlow(state).runOp(op);
}

void ShapeUpdate::runAgain(Operation *op, Queue &queue) {
  Before before;
  note(op->getResults(), before);
  // A module of several blocks is run as such.
  Operation *around =
      op->getBlock() ? ShapeScopes::scopeOf(op->getBlock()) : nullptr;
  state.scopeBeingRun = around || !state.scopes.contains(op) ? around : op;
  state.beingRun = Place::of(op);
  state.work.touchedScopes.insert(state.scopeBeingRun);
  state.loopDepth = ShapeNests(state).loopsAround(op);
  if (state.work.whole.contains(op) || !ShapeNests(state).resume(op))
    runWhole(op);
  state.loopDepth = 0;
  enqueueUsers(before, queue);
  if (op->getNumSuccessors())
    enqueueSuccessors(op, queue);
}

/// What leads back is looked at in the end.
void ShapeUpdate::enqueueSuccessors(Operation *op, Queue &queue) {
  BlockOrder *order = state.orderOf(op->getBlock());
  if (!order || !order->componentOf(op->getBlock()))
    return;
  Operation *around = op->getParentOp();
  for (Block *successor : op->getSuccessors()) {
    BlockOrder::Component *component = order->componentOf(successor);
    if (order->rankOf(successor) > order->rankOf(op->getBlock()))
      queue.insert({successor, nullptr});
    if (!component || !component->isCyclic)
      continue;
    queue.insert(Place::of(around));
    if (component->isSteady) {
      state.nests[around].touched.insert(component);
    } else if (state.isBefore(Place::of(op), startOf(*component))) {
      state.work.cycles.insert(component);
      queue.insert(startOf(*component));
    }
  }
}

/// What is handed to a block; or all that is in a cycle, which begins there.
void ShapeUpdate::runAgain(Block *block, Queue &queue) {
  BlockOrder &order = *state.orderOf(block);
  BlockOrder::Component &component = *order.componentOf(block);
  state.scopeBeingRun = ShapeScopes::scopeOf(block);
  state.work.touchedScopes.insert(state.scopeBeingRun);
  state.beingRun = {block, nullptr};
  if (state.work.cycles.contains(&component))
    return runCycle(component, queue);
  Before before;
  note(block->getArguments(), before);
  for (Value argument : block->getArguments())
    state.known.erase(argument);
  ShapeFlow(state).flowInto(*block, order, /*isForward=*/true);
  enqueueUsers(before, queue);
}

void ShapeUpdate::runCycle(BlockOrder::Component &cycle, Queue &queue) {
  Before before;
  for (Block *block : cycle.blocks) {
    note(block->getArguments(), before);
    for (Operation &op : *block) {
      note(op.getResults(), before);
      forgetNested(&op);
    }
  }
  for (auto [value, old] : before)
    state.known.erase(value);
  Block *first = cycle.blocks.front();
  state.loopDepth =
      ShapeNests(state).loopsAround(first->getParentOp(), /*withItself=*/true);
  state.cycleBeingRun = &cycle;
  ShapeFlow(state).runComponent(cycle, *state.orderOf(first));
  state.cycleBeingRun = nullptr;
  state.loopDepth = 0;
  enqueueUsers(before, queue);
  for (Block *block : cycle.blocks)
    if (!block->empty() && state.work.passing.contains(&block->back()))
      enqueueSuccessors(&block->back(), queue);
}

/// All that is known in it.
void ShapeUpdate::forgetNested(Operation *op) {
  if (ShapeScopes(state).isOtherScope(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        state.known.erase(argument);
  forgetOps(op);
}

/// Of what ops in it bring.
void ShapeUpdate::forgetOps(Operation *op) {
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps()) {
      for (Value result : nested.getResults())
        state.known.erase(result);
      forgetNested(&nested);
    }
}

void ShapeUpdate::change(llvm::ArrayRef<Operation *> now,
                         llvm::ArrayRef<const void *> erased) {
  state.settled = nullptr;
  state.memo.forget();
  ShapeDemand(state).forget();
  state.work.again.clear();
  for (const void *address : erased)
    if (auto end = state.ends.find(address); end != state.ends.end()) {
      state.work.stale.insert(end->second);
      state.ends.erase(end);
    }
  for (const void *address : erased) {
    auto *op = static_cast<Operation *>(const_cast<void *>(address));
    if (auto scope = state.scopes.find(op); scope != state.scopes.end()) {
      state.used -= scope->second;
      state.scopes.erase(scope);
    }
    state.work.changed.erase(op);
    state.awaiting.remove(op);
    state.explained.remove(op);
    state.summaries.erase(op);
    state.work.touchedScopes.remove(op);
    state.work.sketched.erase(op);
    state.nests.erase(op);
    state.work.stale.erase(op);
    state.facts.forget(op);
    state.conflicts.forget(op);
    state.known.forget(address);
  }
  for (Operation *op : now)
    state.conflicts.hear(op);
  state.work.changed.insert(now.begin(), now.end());
  for (Operation *call : state.calls.change(now, erased))
    state.work.changed.insert(call);
  // Who calls these may be told something else.
  for (const void *function : state.facts.takeTouched())
    state.work.touchedScopes.insert(
        static_cast<Operation *>(const_cast<void *>(function)));
  state.work.changed.insert(state.work.sketched.begin(),
                            state.work.sketched.end());
  // What stands for a value comes with the first user.
  for (Operation *op : now)
    for (Value operand : op->getOperands())
      if (Operation *stand = operand.getDefiningOp();
          stand && isPlaceholder(stand))
        state.work.changed.insert(stand);
}

/// In this round, and what uses them where it sees something else in it.
void ShapeUpdate::runChildren(Region &region) {
  auto children = state.work.inRounds.find(region.getParentOp());
  if (children == state.work.inRounds.end())
    return;
  Queue queue(ByPlace{&state});
  for (Operation *child : children->second)
    if (child->getParentRegion() == &region)
      queue.insert(Place::of(child));
  Place around = state.beingRun;
  while (!queue.empty()) {
    Operation *child = queue.extract(queue.begin()).value().op;
    state.beingRun = Place::of(child);
    Before before;
    note(child->getResults(), before);
    runWhole(child);
    for (auto [result, old] : before)
      if (state.known.lookup(result) != old)
        for (Operation *user : result.getUsers())
          if (Operation *next = region.findAncestorOpInRegion(*user);
              next && state.isBefore(state.beingRun, Place::of(next)))
            queue.insert(Place::of(next));
  }
  state.beingRun = around;
}
