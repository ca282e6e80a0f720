//===- ShapeUpdate.cpp - What is inferred again ---------------------------===//
//
// After edits the ops that changed are inferred again in the order in which
// they were the first time, and the users of those of which something else is
// known now; then what ops around them hand on (ShapeNests.cpp).
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/ProgramOrder.h"
#include "shapels/shape/RegionFlows.h"
#include "shapels/shape/ShapeAnalysis.h"

using namespace shapels;
using namespace mlir;

void ShapeAnalysis::change(llvm::ArrayRef<Operation *> now,
                           llvm::ArrayRef<const void *> erased) {
  settled = nullptr;
  again.clear();
  for (const void *address : erased)
    if (auto end = ends.find(address); end != ends.end()) {
      stale.insert(end->second);
      ends.erase(end);
    }
  for (const void *address : erased) {
    auto *op = static_cast<Operation *>(const_cast<void *>(address));
    if (auto scope = scopes.find(op); scope != scopes.end()) {
      used -= scope->second;
      scopes.erase(scope);
    }
    changed.erase(op);
    awaiting.remove(op);
    explained.remove(op);
    summaries.erase(op);
    touchedScopes.remove(op);
    sketched.erase(op);
    nests.erase(op);
    stale.erase(op);
    facts.forget(op);
    conflicts.forget(op);
    known.forget(address);
  }
  for (Operation *op : now)
    conflicts.hear(op);
  changed.insert(now.begin(), now.end());
  for (Operation *call : calls.change(now, erased))
    changed.insert(call);
  // Who calls these may be told something else.
  for (const void *function : facts.takeTouched())
    touchedScopes.insert(
        static_cast<Operation *>(const_cast<void *>(function)));
  changed.insert(sketched.begin(), sketched.end());
  // What stands for a value comes with the first user.
  for (Operation *op : now)
    for (Value operand : op->getOperands())
      if (Operation *stand = operand.getDefiningOp();
          stand && isPlaceholder(stand))
        changed.insert(stand);
}

bool ShapeAnalysis::isWorn() const {
  static constexpr size_t someEdits = 10'000;
  return kept() > 2 * used + someEdits;
}

/// In the order in which all is inferred for the first time.
bool ShapeAnalysis::isBefore(const Place &a, const Place &b) const {
  return shapels::isBefore(a, b, [this](Block *x, Block *y) {
    BlockOrder *order = orderOf(x);
    unsigned rankX = order ? order->rankOf(x) : 0;
    unsigned rankY = order ? order->rankOf(y) : 0;
    return rankX == rankY ? compareInText(x, y) : rankX < rankY ? -1 : 1;
  });
}

bool ShapeAnalysis::ByPlace::operator()(const Place &a, const Place &b) const {
  return analysis->isBefore(a, b);
}

/// Of ops in scopes that nobody asked about only that what they implied, maybe
/// in another scope, is over.
void ShapeAnalysis::enqueue(Operation *op, Queue &queue) {
  if (!op->getBlock() || !op->getParentOp())
    return;
  Operation *scope = scopeOf(op->getBlock());
  if (scopes.contains(scope))
    return enqueue(op, scope, queue);
  facts.set(op, scope, {}, {});
  conflicts.set(op, {});
}

/// Where it stands that all in it is inferred again.
static Place startOf(const BlockOrder::Component &cycle) {
  return {cycle.blocks.front(), nullptr};
}

/// The op itself, and what ops around it hand on; or the outermost of what is
/// around it of which that does not do.
ShapeAnalysis::Unit ShapeAnalysis::unitOf(Operation *op, Operation *scope) {
  Unit unit{Place::of(op)};
  for (Operation *each = op; each != scope && each->getParentOp();
       each = each->getParentOp()) {
    Operation *parent = each->getParentOp();
    if (isPlain(parent))
      continue;
    bool isInNest = isApart(each), isWithRounds = isKeptInRounds(parent);
    BlockOrder::Component *open = isInNest ? openCycle(each) : nullptr;
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
void ShapeAnalysis::enqueue(Operation *op, Operation *scope, Queue &queue) {
  Unit unit = unitOf(op, scope);
  if (op->getNumSuccessors())
    passing.insert(op);
  if (beingRun && !isBefore(beingRun, unit.place))
    return;
  bool isItself = unit.place.op == op;
  if (unit.cycle)
    cycles.insert(unit.cycle);
  else if (!unit.inRounds && (!isItself || op->getNumRegions() != 0))
    whole.insert(unit.place.op);
  bool isRun = !isItself || !isMarker(op);
  if (isRun && unit.inRounds)
    inRounds[unit.inRounds].insert(unit.place.op);
  else if (isRun)
    queue.insert(unit.place);
  for (Operation *parent : unit.around)
    queue.insert(Place::of(parent));
}

void ShapeAnalysis::note(ValueRange values, Before &before) const {
  for (Value value : values)
    before.emplace_back(value, known.lookup(value));
}

/// Of those of which something else is known now.
void ShapeAnalysis::enqueueUsers(const Before &before, Queue &queue) {
  for (auto [value, old] : before)
    if (known.lookup(value) != old)
      for (Operation *user : value.getUsers())
        enqueue(user, queue);
}

/// Whether what is around it is inferred again with all that it nests.
bool ShapeAnalysis::isInWhole(const Place &place) const {
  if (whole.empty() && cycles.empty())
    return false;
  for (Block *block = place.block; block && block->getParentOp();
       block = block->getParentOp()->getBlock()) {
    BlockOrder *order = orderOf(block);
    BlockOrder::Component *cycle = order ? order->componentOf(block) : nullptr;
    bool isInCycle =
        cycle && cycles.contains(cycle) && startOf(*cycle) != place;
    if (isInCycle || whole.contains(block->getParentOp()))
      return true;
  }
  return false;
}

/// And what calls functions that return something else, or need it.
void ShapeAnalysis::runChanged() {
  settleCallees();
  do
    runQueue();
  while (followCalls());
}

void ShapeAnalysis::runQueue() {
  Queue queue(ByPlace{this});
  for (Operation *op : changed)
    enqueue(op, queue);
  for (Operation *op : stale) {
    if (!nests.contains(op)) // It may be gone.
      continue;
    bool isScope = scopes.contains(op) || !op->getBlock();
    enqueue(op, isScope ? op : scopeOf(op->getBlock()), queue);
  }
  changed.clear();
  stale.clear();
  while (!queue.empty()) {
    Place next = queue.extract(queue.begin()).value();
    if (isInWhole(next))
      continue;
    if (next.op)
      runAgain(next.op, queue);
    else
      runAgain(next.block, queue);
  }
  whole.clear();
  cycles.clear();
  passing.clear();
  inRounds.clear();
  beingRun = {};
}

void ShapeAnalysis::runWhole(Operation *op) {
  // What it nests may use them, and finds what is known of them by then.
  for (Value result : op->getResults())
    known.erase(result);
  forgetNested(op);
  if (op->getNumRegions())
    again.insert(op);
  runOp(op);
}

void ShapeAnalysis::runAgain(Operation *op, Queue &queue) {
  Before before;
  note(op->getResults(), before);
  // A module of several blocks is run as such.
  Operation *around = op->getBlock() ? scopeOf(op->getBlock()) : nullptr;
  scopeBeingRun = around || !scopes.contains(op) ? around : op;
  beingRun = Place::of(op);
  touchedScopes.insert(scopeBeingRun);
  loopDepth = loopsAround(op);
  if (whole.contains(op) || !resume(op))
    runWhole(op);
  loopDepth = 0;
  enqueueUsers(before, queue);
  if (op->getNumSuccessors())
    enqueueSuccessors(op, queue);
}

/// What leads back is looked at in the end.
void ShapeAnalysis::enqueueSuccessors(Operation *op, Queue &queue) {
  BlockOrder *order = orderOf(op->getBlock());
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
      nests[around].touched.insert(component);
    } else if (isBefore(Place::of(op), startOf(*component))) {
      cycles.insert(component);
      queue.insert(startOf(*component));
    }
  }
}

/// What is handed to a block; or all that is in a cycle, which begins there.
void ShapeAnalysis::runAgain(Block *block, Queue &queue) {
  BlockOrder &order = *orderOf(block);
  BlockOrder::Component &component = *order.componentOf(block);
  scopeBeingRun = scopeOf(block);
  touchedScopes.insert(scopeBeingRun);
  beingRun = {block, nullptr};
  if (cycles.contains(&component))
    return runCycle(component, queue);
  Before before;
  note(block->getArguments(), before);
  for (Value argument : block->getArguments())
    known.erase(argument);
  flowInto(*block, order, /*isForward=*/true);
  enqueueUsers(before, queue);
}

void ShapeAnalysis::runCycle(BlockOrder::Component &cycle, Queue &queue) {
  Before before;
  for (Block *block : cycle.blocks) {
    note(block->getArguments(), before);
    for (Operation &op : *block) {
      note(op.getResults(), before);
      forgetNested(&op);
    }
  }
  for (auto [value, old] : before)
    known.erase(value);
  Block *first = cycle.blocks.front();
  loopDepth = loopsAround(first->getParentOp(), /*withItself=*/true);
  cycleBeingRun = &cycle;
  runComponent(cycle, *orderOf(first));
  cycleBeingRun = nullptr;
  loopDepth = 0;
  enqueueUsers(before, queue);
  for (Block *block : cycle.blocks)
    if (!block->empty() && passing.contains(&block->back()))
      enqueueSuccessors(&block->back(), queue);
}

/// All that is known in it.
void ShapeAnalysis::forgetNested(Operation *op) {
  if (isOtherScope(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        known.erase(argument);
  forgetOps(op);
}

/// Of what ops in it bring.
void ShapeAnalysis::forgetOps(Operation *op) {
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps()) {
      for (Value result : nested.getResults())
        known.erase(result);
      forgetNested(&nested);
    }
}

/// Whether the value comes before what is inferred again, as when all is
/// inferred for the first time, or is part of it.
bool ShapeAnalysis::isSeen(Value value) const {
  Place place{value.getParentBlock(), value.getDefiningOp()};
  if (cycleBeingRun)
    return isInCycle(place.block) || isBefore(place, beingRun);
  if (place.op && place.block == beingRun.block)
    return beingRun.op &&
           (place.op == beingRun.op || place.op->isBeforeInBlock(beingRun.op));
  if (!place.op && beingRun.op &&
      (place.block == beingRun.block || place.block->isEntryBlock()))
    return true;
  Operation *around = place.block ? place.block->getParentOp() : nullptr;
  return (beingRun.op && around && beingRun.op->isAncestor(around)) ||
         isBefore(place, beingRun);
}

/// Whether it is in the one that is inferred again.
bool ShapeAnalysis::isInCycle(Block *block) const {
  Region *region = beingRun.block->getParent();
  Block *own = block ? region->findAncestorBlockInRegion(*block) : nullptr;
  return own && orderOf(own)->componentOf(own) == cycleBeingRun;
}
