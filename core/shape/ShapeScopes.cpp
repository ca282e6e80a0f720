//===- ShapeScopes.cpp - What is looked at as a whole ---------------------===//
//
// A scope, such as a function, is looked at as a whole when it is first asked
// about; how it follows edits is in ShapeUpdate.cpp.
//
//===----------------------------------------------------------------------===//

#include "core/shape/ShapeScopes.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/ShapeCalls.h"
#include "core/shape/ShapeDemand.h"
#include "core/shape/ShapeFlow.h"
#include "core/shape/ShapeUpdate.h"

using namespace shapels;
using namespace mlir;

/// What comes before an op in the text may be judged otherwise a few times.
static constexpr unsigned mostVerdicts = 8;

Operation *ShapeScopes::scopeOf(Block *block) {
  llvm::SmallVector<Operation *, 8> around;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    around.push_back(op);
  // The outermost: with a function around there is little to ask.
  auto scope = std::find_if(around.rbegin(), around.rend(), mayBeScope);
  return scope == around.rend() ? nullptr : *scope;
}

bool ShapeScopes::areInOneScope(Value a, Value b) {
  return scopeOf(a.getParentBlock()) == scopeOf(b.getParentBlock());
}

bool ShapeScopes::isOtherScope(Operation *op) const {
  return !state.scopeBeingRun && mayBeScope(op);
}

void ShapeScopes::update() {
  if (!state.work.changed.empty() || !state.work.touchedScopes.empty())
    ShapeUpdate(state).runChanged();
  judgeOps();
}

void ShapeScopes::settle(Block *block) {
  if (state.isAlone || block == state.settled)
    return;
  update();
  Operation *root = block->getParentOp();
  while (root && root->getParentOp())
    root = root->getParentOp();
  Operation *scope = scopeOf(block);
  if (root && !state.scopes.contains(scope))
    ShapeCalls(state).runScopes(scope, root);
  state.settled = block;
}

void ShapeScopes::settle(Value value) {
  if (!ShapeDemand(state).infer(value))
    settle(value.getParentBlock());
}

/// For the first time; null for what is in none below `root`.
void ShapeScopes::runScope(Operation *scope, Operation *root) {
  ShapeDemand(state).forget();
  size_t before = state.kept();
  state.scopeBeingRun = scope;
  // A body may have had another header before.
  ShapeUpdate(state).forgetNested(scope ? scope : root);
  ShapeFlow(state).runOp(scope ? scope : root);
  state.scopes.try_emplace(scope, 0);
  judgeOps();
  state.scopes[scope] = state.kept() - before;
  state.used += state.kept() - before;
}

/// Until what is wrong, and what follows without it, is settled. In a loop an
/// op may be wrong by what it hands on: then nothing is said of it.
void ShapeScopes::judgeOps() {
  llvm::DenseMap<Operation *, unsigned> verdicts;
  while (true) {
    std::vector<Operation *> other = state.conflicts.judge();
    if (other.empty())
      return;
    for (Operation *op : other)
      if (++verdicts[op] > mostVerdicts)
        state.conflicts.giveUp(op);
    state.work.changed.insert(other.begin(), other.end());
    ShapeUpdate(state).runChanged();
  }
}
