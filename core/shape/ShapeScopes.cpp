//===- ShapeScopes.cpp - What is looked at as a whole ---------------------===//
//
// A scope, such as a function, is looked at as a whole when it is first asked
// about; how it follows edits is in ShapeUpdate.cpp.
//
//===----------------------------------------------------------------------===//

#include "shapels/shape/FunctionLike.h"
#include "shapels/shape/ShapeAnalysis.h"

using namespace shapels;
using namespace mlir;

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

void ShapeAnalysis::update() {
  if (!changed.empty() || !touchedScopes.empty())
    runChanged();
  judgeOps();
}

void ShapeAnalysis::settle(Block *block) {
  if (isAlone || block == settled)
    return;
  update();
  Operation *root = block->getParentOp();
  while (root && root->getParentOp())
    root = root->getParentOp();
  Operation *scope = scopeOf(block);
  if (root && !scopes.contains(scope))
    runScopes(scope, root);
  settled = block;
}

/// For the first time; null for what is in none below `root`.
void ShapeAnalysis::runScope(Operation *scope, Operation *root) {
  size_t before = kept();
  scopeBeingRun = scope;
  // A body may have had another header before.
  forgetNested(scope ? scope : root);
  runOp(scope ? scope : root);
  scopes.try_emplace(scope, 0);
  judgeOps();
  scopes[scope] = kept() - before;
  used += kept() - before;
}

const ValueShape *ShapeAnalysis::find(Value value) {
  settle(value);
  return known.lookup(value);
}
