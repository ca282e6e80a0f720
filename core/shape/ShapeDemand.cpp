//===- ShapeDemand.cpp ----------------------------------------------------===//

#include "core/shape/ShapeDemand.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeFlow.h"
#include "core/shape/ShapeNests.h"
#include "core/shape/ShapeScopes.h"

using namespace shapels;
using namespace mlir;

unsigned ShapeDemand::mostSteps = 2'000;

bool ShapeDemand::infer(Value value) {
  bool isByTypes = state.options.trust == ShapeOptions::Trust::Declared;
  if (!isByTypes || state.isAlone || mostSteps == 0)
    return false;
  ShapeScopes(state).update();
  Operation *scope = ShapeScopes::scopeOf(value.getParentBlock());
  if (!scope || state.scopes.contains(scope))
    return false;
  if (state.demanded.contains(value.getAsOpaquePointer()))
    return true;
  size_t before = state.kept();
  SmallVector<Value> missing;
  state.scopeBeingRun = scope;
  state.missing = &missing;
  bool isTold = inferIn(scope, value);
  state.missing = nullptr;
  state.keptOnDemand += state.kept() - before;
  state.used += state.kept() - before;
  return isTold;
}

/// An op that finds that it reads what nobody looked at yet is looked at again
/// when that is known.
bool ShapeDemand::inferIn(Operation *scope, Value value) {
  if (!demand(scope, value, nullptr))
    return false;
  for (unsigned step = 0; !pending.empty(); ++step) {
    if (step == mostSteps)
      return false;
    Operation *op = pending.back();
    state.missing->clear();
    OpInference(state).infer(op);
    note(op->getResults());
    if (state.missing->empty())
      pending.pop_back();
    for (Value read : llvm::to_vector(*state.missing))
      if (!demand(scope, read, op))
        return false;
  }
  return true;
}

/// Whether the op is looked at before `user`, in the same round, if there are
/// rounds.
static bool comesBefore(Operation *op, Operation *user) {
  Operation *around = op->getBlock()->findAncestorOpInBlock(*user);
  return around && op->isBeforeInBlock(around);
}

/// False where what is known of the value is not what its op says alone.
bool ShapeDemand::demand(Operation *scope, Value value, Operation *user) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isGiven = argument.getOwner()->getParentOp() == scope &&
                   argument.getOwner()->isEntryBlock() &&
                   !ShapeNests(state).flowsOf(scope);
    if (isGiven)
      ShapeFlow(state).bindGiven(argument);
    note(value);
    return isGiven;
  }
  Operation *op = value.getDefiningOp();
  // What a user's function makes of an op may rest on all that is around it.
  bool isTaught = state.options.functionFor &&
                  state.options.functionFor(op->getName().getStringRef());
  if (isTaught || op->getNumRegions() != 0 || isPlaceholder(op) ||
      (user && !comesBefore(op, user)))
    return false;
  pending.push_back(op);
  return true;
}

void ShapeDemand::note(ValueRange values) {
  for (Value value : values)
    state.demanded.insert(value.getAsOpaquePointer());
}

void ShapeDemand::forget() {
  for (const void *value : state.demanded)
    state.known.forget(value);
  state.demanded.clear();
  state.used -= std::exchange(state.keptOnDemand, 0);
}
