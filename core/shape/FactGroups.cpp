//===- FactGroups.cpp -----------------------------------------------------===//

#include "core/shape/FactGroups.h"
#include "core/shape/ProgramOrder.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;

using Pairs = llvm::ArrayRef<SizeFacts::Pair>;

bool shapels::isInText(mlir::Operation *a, mlir::Operation *b) {
  return isBefore(Place::of(a), Place::of(b), compareInText);
}

mlir::Operation *FactGroup::first() {
  if (!known)
    for (mlir::Operation *op : ops)
      known = !known || isInText(op, known) ? op : known;
  return known;
}

static llvm::hash_code hashOf(const SizeFacts &facts, mlir::Block *block) {
  llvm::hash_code hash =
      llvm::hash_combine(block, facts.pairs.size(), facts.limits.size(),
                         facts.choices.size(), facts.rejection);
  for (Pairs list : {Pairs(facts.pairs), Pairs(facts.choices)})
    for (const auto &[a, b] : list)
      hash = llvm::hash_combine(hash, a.get(), b.get());
  for (const auto &[size, range] : facts.limits)
    hash = llvm::hash_combine(hash, size.get(), range.least.value_or(0),
                              range.most.value_or(0), range.multipleOf);
  return hash;
}

/// The symbols that it speaks of, each once.
static llvm::SmallVector<const DimNode *> symbolsOf(const SizeFacts &facts) {
  llvm::SmallVector<const DimNode *> symbols;
  auto add = [&](DimExpr expr) {
    for (DimExpr leaf : leavesOf(expr))
      if (!llvm::is_contained(symbols, leaf.get()))
        symbols.push_back(leaf.get());
  };
  for (Pairs list : {Pairs(facts.pairs), Pairs(facts.choices)})
    for (const auto &[a, b] : list) {
      add(a);
      add(b);
    }
  for (const auto &[size, range] : facts.limits)
    add(size);
  return symbols;
}

FactGroup *FactGroups::groupOf(mlir::Block *block, SizeFacts &&facts) {
  auto &alike = all[hashOf(facts, block)];
  for (const std::unique_ptr<FactGroup> &group : alike)
    if (group->block == block && group->facts == facts)
      return group.get();
  alike.push_back(std::make_unique<FactGroup>());
  FactGroup *group = alike.back().get();
  group->facts = std::move(facts);
  group->block = block;
  for (const DimNode *symbol : symbolsOf(group->facts))
    bySymbol[symbol].push_back(group);
  return group;
}

void FactGroups::touch(const FactGroup &group) {
  llvm::SmallVector<const DimNode *> symbols = symbolsOf(group.facts);
  touchedSymbols.insert(symbols.begin(), symbols.end());
  if (symbols.empty())
    touchedGroups.insert(const_cast<FactGroup *>(&group));
}

void FactGroups::erase(FactGroup *group) {
  touchedGroups.erase(group);
  for (const DimNode *symbol : symbolsOf(group->facts)) {
    auto entry = bySymbol.find(symbol);
    llvm::erase(entry->second, group);
    if (entry->second.empty())
      bySymbol.erase(entry);
  }
  auto alike = all.find(hashOf(group->facts, group->block));
  llvm::erase_if(alike->second,
                 [&](const auto &owned) { return owned.get() == group; });
  if (alike->second.empty())
    all.erase(alike);
}

void FactGroups::set(mlir::Operation *op, mlir::Block *block, SizeFacts facts) {
  FactGroup *before = ops.lookup(op);
  bool isSame =
      before ? before->block == block && before->facts == facts : facts.empty();
  if (isSame)
    return;
  FactGroup *now = facts.empty() ? nullptr : groupOf(block, std::move(facts));
  forget(op);
  if (!now)
    return;
  now->ops.insert(op);
  if (now->ops.size() == 1 || (now->known && isInText(op, now->known)))
    now->known = op;
  ops[op] = now;
  touch(*now);
}

void FactGroups::forget(const void *op) {
  auto found = ops.find(op);
  if (found == ops.end())
    return;
  FactGroup *group = found->second;
  ops.erase(found);
  group->ops.erase(static_cast<mlir::Operation *>(const_cast<void *>(op)));
  if (group->known == op)
    group->known = nullptr;
  touch(*group);
  if (group->ops.empty())
    erase(group);
}

void FactGroups::addNear(const DimNode *symbol,
                         llvm::DenseSet<FactGroup *> &seen,
                         Component &component) const {
  auto found = bySymbol.find(symbol);
  if (found == bySymbol.end())
    return;
  for (FactGroup *next : found->second)
    if (seen.insert(next).second)
      component.push_back(next);
}

/// Adds all that shares sizes with what is in it.
void FactGroups::reach(Component &component,
                       llvm::DenseSet<FactGroup *> &seen) const {
  for (size_t i = 0; i < component.size(); ++i)
    for (const DimNode *symbol : symbolsOf(component[i]->facts))
      addNear(symbol, seen, component);
}

FactGroups::Component FactGroups::around(DimExpr expr) const {
  Component component;
  llvm::DenseSet<FactGroup *> seen;
  for (DimExpr leaf : leavesOf(expr))
    addNear(leaf.get(), seen, component);
  reach(component, seen);
  return component;
}

std::vector<FactGroups::Component> FactGroups::takeTouched() {
  std::vector<Component> components;
  llvm::DenseSet<FactGroup *> seen;
  auto add = [&](FactGroup *group) {
    if (!seen.insert(group).second)
      return;
    components.push_back({group});
    reach(components.back(), seen);
  };
  for (const DimNode *symbol : touchedSymbols)
    if (auto found = bySymbol.find(symbol); found != bySymbol.end())
      llvm::for_each(found->second, add);
  llvm::for_each(touchedGroups, add);
  touchedSymbols.clear();
  touchedGroups.clear();
  return components;
}
