//===- ShapeUpdate.cpp - What is looked at, and when ----------------------===//
//
// A scope, such as a function, is looked at as a whole when it is first asked
// about. After edits the ops that changed are inferred again in the order of
// the text, and the users of those of which something else is known then. An op
// in a loop or a branch is inferred again with the outermost op of that kind;
// one in a body of several blocks with that body.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/ProgramOrder.h"
#include "shapels/shape/RegionFlows.h"
#include "shapels/shape/ShapeAnalysis.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// Nothing in it knows of anything outside; what stands for a function that
/// does not parse is one too.
static bool mayBeScope(Operation *op) {
  return (op->hasTrait<OpTrait::IsIsolatedFromAbove>() && !isa<ModuleOp>(op)) ||
         (isPlaceholder(op) && op->getNumRegions() != 0);
}

Operation *ShapeAnalysis::scopeOf(Block *block) {
  Operation *scope = nullptr;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (mayBeScope(op))
      scope = op;
  return scope;
}

bool ShapeAnalysis::areInOneScope(Value a, Value b) {
  return scopeOf(a.getParentBlock()) == scopeOf(b.getParentBlock());
}

bool ShapeAnalysis::isOtherScope(Operation *op) const {
  return !scopeBeingRun && mayBeScope(op);
}

void ShapeAnalysis::settle(Value value) {
  Block *block = value.getParentBlock();
  if (isAlone || block == settled)
    return;
  if (!changed.empty())
    runChanged();
  Operation *root = block->getParentOp();
  while (root && root->getParentOp())
    root = root->getParentOp();
  Operation *scope = scopeOf(block);
  if (root && !scopes.contains(scope)) {
    size_t before = kept();
    scopeBeingRun = scope;
    // A body may have had another header before.
    forgetNested(scope ? scope : root);
    runOp(scope ? scope : root);
    scopes[scope] = kept() - before;
    used += kept() - before;
  }
  settled = block;
}

const ValueShape *ShapeAnalysis::find(Value value) {
  settle(value);
  return known.lookup(value);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void ShapeAnalysis::change(llvm::ArrayRef<Operation *> now,
                           llvm::ArrayRef<const void *> erased) {
  settled = nullptr;
  again.clear();
  for (const void *address : erased) {
    auto *op = static_cast<Operation *>(const_cast<void *>(address));
    if (auto scope = scopes.find(op); scope != scopes.end()) {
      used -= scope->second;
      scopes.erase(scope);
    }
    changed.erase(op);
    sketched.erase(op);
    facts.forget(op);
    known.erase(Value::getFromOpaquePointer(address));
  }
  changed.insert(now.begin(), now.end());
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

bool ShapeAnalysis::ByPlace::operator()(Operation *a, Operation *b) const {
  return a != b && isBefore(a, b);
}

/// What is inferred again for the sake of `op`: the outermost op around it, or
/// itself, whose regions do not just run once from their beginning to their
/// end.
static Operation *unitOf(Operation *op, Operation *scope) {
  Operation *unit = op;
  while (op != scope) {
    Operation *parent = op->getParentOp();
    if (!parent)
      break;
    bool isPlain = isFunctionLike(parent) &&
                   op->getParentRegion()->hasOneBlock() &&
                   !RegionFlows::mayBeOf(parent);
    op = parent;
    if (!isPlain)
      unit = op;
  }
  return unit;
}

/// Nothing of ops in scopes that nobody asked about. Of what does not parse
/// only a loop or a branch around it knows.
void ShapeAnalysis::enqueue(Operation *op, Queue &queue) const {
  if (!op->getBlock() || !op->getParentOp())
    return;
  Operation *scope = scopeOf(op->getBlock());
  if (!scopes.contains(scope))
    return;
  Operation *unit = unitOf(op, scope);
  if (unit == op && isMarker(op))
    return;
  if (!beingRun || isBefore(beingRun, unit))
    queue.insert(unit);
}

void ShapeAnalysis::runChanged() {
  Queue queue;
  for (Operation *op : changed)
    enqueue(op, queue);
  changed.clear();
  while (!queue.empty())
    runAgain(queue.extract(queue.begin()).value(), queue);
  beingRun = nullptr;
}

void ShapeAnalysis::runAgain(Operation *op, Queue &queue) {
  SmallVector<const ValueShape *> before;
  // What it nests may use them, and finds what is known of them by then.
  for (Value result : op->getResults()) {
    before.push_back(known.lookup(result));
    known.erase(result);
  }
  Operation *around = scopeOf(op->getBlock());
  scopeBeingRun = around || !scopes.contains(op) ? around : op;
  beingRun = op;
  forgetNested(op);
  if (op->getNumRegions())
    again.insert(op);
  runOp(op);
  for (auto [result, old] : llvm::zip(op->getResults(), before))
    if (known.lookup(result) != old)
      for (Operation *user : result.getUsers())
        enqueue(user, queue);
}

void ShapeAnalysis::forgetNested(Operation *op) {
  if (isOtherScope(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      for (Value argument : block.getArguments())
        known.erase(argument);
      for (Operation &nested : block) {
        for (Value result : nested.getResults())
          known.erase(result);
        forgetNested(&nested);
      }
    }
}

/// Whether the value comes before what is inferred again, as when all is
/// inferred for the first time.
bool ShapeAnalysis::isSeen(Value value) const {
  Operation *definition = value.getDefiningOp();
  if (!definition)
    return true;
  if (definition->getBlock() == beingRun->getBlock())
    return definition == beingRun || definition->isBeforeInBlock(beingRun);
  return beingRun->isProperAncestor(definition) ||
         isBefore(definition, beingRun);
}
