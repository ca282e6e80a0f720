//===- Facts.cpp ----------------------------------------------------------===//

#include "core/shape/Facts.h"
#include "core/shape/ProgramOrder.h"

using namespace shapels;

Facts::OfFunction &Facts::functionFor(const void *function) {
  std::unique_ptr<OfFunction> &known = functions[function];
  if (!known)
    known = std::make_unique<OfFunction>(exprs, ++lastId);
  return *known;
}

static std::pair<const DimNode *, const DimNode *> keyOf(const Facts::Pair &p) {
  return {p.first.get(), p.second.get()};
}

void Facts::retract(const void *op, const OfOp &old) {
  auto found = functions.find(old.function);
  if (found == functions.end() || found->second->id != old.id)
    return;
  OfFunction &function = *found->second;
  touched.insert(old.function);
  function.areRangesStale |= function.limits.erase(op);
  for (const Pair &pair : old.pairs) {
    auto count = function.pairs.find(keyOf(pair));
    if (--count->second)
      continue;
    function.pairs.erase(count);
    function.isStale = true;
  }
}

bool Facts::isKnown(const void *op, const void *function,
                    llvm::ArrayRef<Pair> pairs,
                    llvm::ArrayRef<Limit> limits) const {
  auto found = ops.find(op);
  if (found == ops.end())
    return pairs.empty() && limits.empty();
  auto of = functions.find(function);
  return found->second.function == function &&
         llvm::ArrayRef(found->second.pairs) == pairs &&
         of != functions.end() && of->second->id == found->second.id &&
         llvm::ArrayRef(of->second->limits.lookup(op)) == limits;
}

void Facts::set(mlir::Operation *op, mlir::Operation *function,
                llvm::ArrayRef<Pair> pairs, llvm::ArrayRef<Limit> limits) {
  if (isKnown(op, function, pairs, limits))
    return;
  touched.insert(function);
  auto found = ops.find(op);
  if (!pairs.empty()) {
    OfFunction &all = functionFor(function);
    for (const Pair &pair : pairs)
      all.isStale |= all.pairs[keyOf(pair)]++ == 0;
  }
  if (found != ops.end()) {
    retract(op, found->second);
    ops.erase(found);
  }
  if (!pairs.empty() || !limits.empty())
    ops[op] = {
        function, functionFor(function).id, {pairs.begin(), pairs.end()}};
  if (limits.empty())
    return;
  OfFunction &all = functionFor(function);
  all.limits[op].assign(limits.begin(), limits.end());
  all.areRangesStale = true;
}

void Facts::setGiven(mlir::Operation *function, llvm::ArrayRef<Pair> pairs) {
  OfFunction &known = functionFor(function);
  known.given.assign(pairs.begin(), pairs.end());
  known.isStale = true;
}

void Facts::forget(const void *op) {
  functions.erase(op);
  touched.erase(op);
  auto found = ops.find(op);
  if (found == ops.end())
    return;
  retract(op, found->second);
  ops.erase(found);
}

int shapels::compareSources(const DimSource &a, const DimSource &b,
                            const DimNames &names) {
  bool areNames = a.kind == DimSource::Kind::Named && a.kind == b.kind &&
                  a.value == b.value;
  return areNames ? names.name(a.index).compare(names.name(b.index))
                  : compare(a, b);
}

std::vector<Facts::Pair> Facts::OfFunction::allPairs() const {
  std::vector<Pair> all = given;
  for (const auto &[pair, count] : pairs)
    all.emplace_back(DimExpr(pair.first), DimExpr(pair.second));
  return all;
}

std::vector<Facts::Pair> Facts::pairsOf(const mlir::Operation *function) const {
  auto found = functions.find(function);
  return found == functions.end() ? std::vector<Pair>()
                                  : found->second->allPairs();
}

llvm::ArrayRef<Facts::Pair> Facts::pairsOfOp(const mlir::Operation *op) const {
  auto found = ops.find(op);
  return found == ops.end() ? llvm::ArrayRef<Pair>()
                            : llvm::ArrayRef(found->second.pairs);
}

llvm::ArrayRef<Facts::Pair>
Facts::givenOf(const mlir::Operation *function) const {
  auto found = functions.find(function);
  return found == functions.end() ? llvm::ArrayRef<Pair>()
                                  : llvm::ArrayRef(found->second->given);
}

bool Facts::follows(std::vector<Pair> pairs, DimExpr a, DimExpr b) const {
  Equalities closure(exprs);
  closure.learn(std::move(pairs), [&](const DimSource &x, const DimSource &y) {
    return compareSources(x, y, *exprs.names());
  });
  return closure.canonical(a) == closure.canonical(b);
}

mlir::Operation *Facts::limiting(mlir::Operation *function, DimExpr size) {
  auto found = functions.find(function);
  if (found == functions.end())
    return nullptr;
  refresh(*found->second);
  OfFunction &all = *found->second;
  mlir::Operation *first = nullptr;
  function->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    auto limits = all.limits.find(op);
    if (limits == all.limits.end())
      return mlir::WalkResult::advance();
    bool isOfSize = llvm::any_of(limits->second, [&](const Limit &limit) {
      return all.closure.canonical(limit.first) == all.closure.canonical(size);
    });
    first = isOfSize ? op : nullptr;
    return isOfSize ? mlir::WalkResult::interrupt()
                    : mlir::WalkResult::advance();
  });
  return first;
}

std::vector<const void *> Facts::takeTouched() {
  std::vector<const void *> all(touched.begin(), touched.end());
  touched.clear();
  return all;
}

void Facts::refresh(OfFunction &function) {
  if (!std::exchange(function.isStale, false))
    return;
  function.closure.learn(function.allPairs(),
                         [&](const DimSource &a, const DimSource &b) {
                           return compareSources(a, b, *exprs.names());
                         });
  function.areRangesStale = true;
}

DimExpr Facts::canonical(mlir::Operation *function, DimExpr expr) {
  auto found = functions.find(function);
  if (found == functions.end())
    return expr;
  refresh(*found->second);
  return found->second->closure.canonical(expr);
}

DimRange Facts::limitOf(mlir::Operation *function, DimExpr expr) {
  auto found = functions.find(function);
  if (found == functions.end())
    return {};
  OfFunction &known = *found->second;
  refresh(known);
  if (std::exchange(known.areRangesStale, false)) {
    known.ranges.clear();
    for (const auto &[op, limits] : known.limits)
      for (const auto &[size, range] : limits) {
        DimRange &all = known.ranges[known.closure.canonical(size).get()];
        all = all & range;
      }
  }
  return known.ranges.lookup(known.closure.canonical(expr).get());
}
