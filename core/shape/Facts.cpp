//===- Facts.cpp ----------------------------------------------------------===//

#include "shapels/shape/Facts.h"
#include "shapels/shape/ProgramOrder.h"

using namespace shapels;

Facts::OfFunction &Facts::functionFor(const void *function) {
  std::unique_ptr<OfFunction> &known = functions[function];
  if (!known)
    known = std::make_unique<OfFunction>(exprs);
  return *known;
}

static std::pair<const DimNode *, const DimNode *> keyOf(const Facts::Pair &p) {
  return {p.first.get(), p.second.get()};
}

void Facts::retract(const OfOp &old) {
  auto found = functions.find(old.function);
  if (found == functions.end())
    return;
  OfFunction &function = *found->second;
  for (const Pair &pair : old.pairs) {
    auto count = function.pairs.find(keyOf(pair));
    if (--count->second)
      continue;
    function.pairs.erase(count);
    function.isStale = true;
  }
}

void Facts::set(mlir::Operation *op, mlir::Operation *function,
                llvm::ArrayRef<Pair> pairs) {
  auto found = ops.find(op);
  if (found != ops.end() && found->second.function == function &&
      llvm::ArrayRef(found->second.pairs) == pairs)
    return;
  if (!pairs.empty()) {
    OfFunction &all = functionFor(function);
    for (const Pair &pair : pairs)
      all.isStale |= all.pairs[keyOf(pair)]++ == 0;
  }
  if (found != ops.end()) {
    retract(found->second);
    ops.erase(found);
  }
  if (!pairs.empty())
    ops[op] = {function, {pairs.begin(), pairs.end()}};
}

void Facts::setGiven(mlir::Operation *function, llvm::ArrayRef<Pair> pairs) {
  OfFunction &known = functionFor(function);
  known.given.assign(pairs.begin(), pairs.end());
  known.isStale = true;
}

void Facts::forget(const void *op) {
  functions.erase(op);
  auto found = ops.find(op);
  if (found == ops.end())
    return;
  retract(found->second);
  ops.erase(found);
}

DimExpr Facts::canonical(mlir::Operation *function, DimExpr expr) {
  auto found = functions.find(function);
  if (found == functions.end())
    return expr;
  OfFunction &known = *found->second;
  if (std::exchange(known.isStale, false)) {
    std::vector<Pair> pairs = known.given;
    for (const auto &[pair, count] : known.pairs)
      pairs.emplace_back(DimExpr(pair.first), DimExpr(pair.second));
    known.closure.learn(
        std::move(pairs),
        [](const DimSource &a, const DimSource &b) { return compare(a, b); });
  }
  return known.closure.canonical(expr);
}
