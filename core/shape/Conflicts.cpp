//===- Conflicts.cpp ------------------------------------------------------===//

#include "core/shape/Conflicts.h"
#include "core/shape/FunctionLike.h"
#include "core/shape/ProgramOrder.h"
#include "core/shape/ProofForest.h"

#include "mlir/Dialect/Shape/IR/Shape.h"

using namespace shapels;
using namespace mlir;

/// More are not looked for among facts that are no plain equalities.
static constexpr unsigned mostHidden = 16;

/// Longer chains of equalities are reasons as they are: each is needed.
static constexpr size_t mostMinimized = 64;

//===----------------------------------------------------------------------===//
// What executes together
//===----------------------------------------------------------------------===//

/// The outermost block that executes whenever the op's does: `shape.assuming`
/// runs its body, or nothing is defined any more.
static Block *bodyOf(Operation *op) {
  while (isa_and_present<shape::AssumingOp>(op->getParentOp()))
    op = op->getParentOp();
  return op->getBlock();
}

/// That executes before `block` does, or as a whole around it; null for what is
/// called by itself.
static Block *blockAround(Block *block) {
  Region *region = block->getParent();
  if (region && &region->front() != block)
    return &region->front();
  Operation *op = block->getParentOp();
  return op && !isFunctionLike(op) && op->getBlock() ? bodyOf(op) : nullptr;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void Conflicts::set(Operation *op, SizeFacts facts) {
  if (!givenUp.contains(op))
    groups.set(op, bodyOf(op), std::move(facts));
}

void Conflicts::giveUp(Operation *op) {
  groups.forget(op);
  givenUp.insert(op);
}

void Conflicts::forget(const void *op) {
  groups.forget(op);
  givenUp.erase(op);
  auto *known = static_cast<Operation *>(const_cast<void *>(op));
  wrong.erase(known);
  changed.remove(known);
}

const Conflict *Conflicts::find(Operation *op) const {
  auto found = wrong.find(op);
  return found == wrong.end() ? nullptr : &found->second;
}

const SizeFacts *Conflicts::factsOf(Operation *op) const {
  const FactGroup *group = groups.find(op);
  return group ? &group->facts : nullptr;
}

std::vector<Operation *> Conflicts::takeChanged() {
  std::vector<Operation *> all(changed.begin(), changed.end());
  changed.clear();
  return all;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

namespace {

/// Judges groups in their order, the first of which are not wrong.
class Judge {
public:
  using Groups = llvm::ArrayRef<FactGroup *>;
  Judge(DimExprs &exprs, Groups ordered) : exprs(exprs), ordered(ordered) {}

  struct Bad {
    FactGroup *group;
    std::vector<FactGroup *> reasons;
  };
  std::vector<Bad> run();

private:
  static FactList factsOf(Groups groups);
  void readPlain();
  void explainPlain(FactGroup *group);
  bool findHidden();
  Bad explained(FactGroup *group, Groups candidates) const;

  DimExprs &exprs;
  Groups ordered;
  ProofForest forest;
  /// Those that hold together, as far as plain equalities tell.
  std::vector<FactGroup *> good;
  std::vector<Bad> plain, hidden;
};

} // namespace

FactList Judge::factsOf(Groups groups) {
  FactList facts;
  for (FactGroup *group : groups)
    facts.push_back(&group->facts);
  return facts;
}

Judge::Bad Judge::explained(FactGroup *group, Groups candidates) const {
  Bad bad{group, {}};
  if (candidates.size() > mostMinimized && group->facts.isSimple()) {
    bad.reasons = candidates;
    return bad;
  }
  for (size_t number : minimalReasons(exprs, factsOf(candidates), group->facts))
    bad.reasons.push_back(candidates[number]);
  return bad;
}

void Judge::explainPlain(FactGroup *group) {
  std::vector<FactGroup *> candidates;
  for (unsigned number : forest.reasons(group->facts.pairs))
    candidates.push_back(good[number]);
  plain.push_back(explained(group, candidates));
}

/// All that is not hidden.
void Judge::readPlain() {
  forest = {};
  good.clear();
  plain.clear();
  for (FactGroup *group : ordered) {
    if (llvm::any_of(hidden, [&](const Bad &b) { return b.group == group; }))
      continue;
    if (!group->facts.rejection.empty())
      plain.push_back({group, {}});
    else if (forest.add(group->facts.pairs, unsigned(good.size())))
      good.push_back(group);
    else
      explainPlain(group);
  }
}

/// The first that cannot hold together with those before it for another reason;
/// false where there is none.
bool Judge::findHidden() {
  bool isPlain = llvm::all_of(
      good, [](FactGroup *group) { return group->facts.isSimple(); });
  if (isPlain || !isContradictory(exprs, factsOf(good)))
    return false;
  size_t most = 0, least = good.size();
  while (least - most > 1) {
    size_t middle = most + (least - most) / 2;
    Groups part = Groups(good).take_front(middle);
    (isContradictory(exprs, factsOf(part)) ? least : most) = middle;
  }
  Groups before = Groups(good).take_front(least - 1);
  hidden.push_back(explained(good[least - 1], before));
  return true;
}

std::vector<Judge::Bad> Judge::run() {
  do
    readPlain();
  while (hidden.size() < mostHidden && findHidden());
  std::vector<Bad> all = std::move(plain);
  llvm::append_range(all, hidden);
  return all;
}

/// The groups of one block, which stand at the end, after those around it that
/// are not wrong.
void Conflicts::judgeBlock(llvm::ArrayRef<FactGroup *> ordered,
                           llvm::DenseSet<FactGroup *> &bad, Verdicts &found) {
  for (const Judge::Bad &each : Judge(exprs, ordered).run()) {
    bad.insert(each.group);
    Conflict conflict;
    for (FactGroup *reason : each.reasons)
      conflict.reasons.push_back(reason->first());
    llvm::sort(conflict.reasons, isInText);
    for (Operation *op : each.group->ops)
      found[op] = conflict;
  }
}

/// Of more no reasons are looked for.
static constexpr size_t mostSearched = 1'000;

std::vector<Operation *> Conflicts::reasonsFor(Block *block, DimExpr size,
                                               int64_t number) {
  llvm::SmallPtrSet<Block *, 4> blocks;
  for (Block *around = block; around; around = blockAround(around))
    blocks.insert(around);
  std::vector<Operation *> ops;
  for (FactGroup *group : groups.around(size))
    if (blocks.contains(group->block) && !wrong.contains(*group->ops.begin()))
      ops.push_back(group->first());
  SizeFacts other;
  other.pairs.emplace_back(size, exprs.literal(number + 1));
  llvm::sort(ops, isInText);
  FactList facts;
  for (Operation *op : ops)
    facts.push_back(factsOf(op));
  facts.push_back(&other);
  std::vector<Operation *> reasons;
  if (ops.size() > mostSearched || !isContradictory(exprs, facts))
    return reasons;
  facts.pop_back();
  for (size_t reason : minimalReasons(exprs, facts, other))
    reasons.push_back(ops[reason]);
  return reasons;
}

/// Whatever executes together.
static bool isContradictory(DimExprs &exprs,
                            const FactGroups::Component &component) {
  FactList all;
  ProofForest forest;
  bool isPlain = true;
  for (FactGroup *group : component) {
    all.push_back(&group->facts);
    isPlain &= group->facts.isSimple();
    if (!group->facts.rejection.empty() || !forest.add(group->facts.pairs, 0))
      return true;
  }
  return !isPlain && isContradictory(exprs, all);
}

/// Of more different facts that hang together nothing is judged: an edit of one
/// of them would cost as much.
static constexpr size_t mostJudged = 4'096;

void Conflicts::judge(const Component &component, Verdicts &found) {
  if (component.size() > mostJudged || !::isContradictory(exprs, component))
    return;
  llvm::MapVector<Block *, std::vector<FactGroup *>> byBlock;
  std::vector<std::pair<Operation *, FactGroup *>> inText;
  for (FactGroup *group : component)
    inText.emplace_back(group->first(), group);
  llvm::sort(inText, [](const auto &a, const auto &b) {
    return isInText(a.first, b.first);
  });
  for (auto [op, group] : inText)
    byBlock[group->block].push_back(group);
  // Blocks around come first.
  std::vector<std::pair<size_t, Block *>> blocks;
  for (const auto &[block, groups] : byBlock) {
    size_t depth = 0;
    for (Block *around = block; around; around = blockAround(around))
      ++depth;
    blocks.emplace_back(depth, block);
  }
  llvm::stable_sort(blocks, llvm::less_first());
  llvm::DenseSet<FactGroup *> bad;
  for (auto [depth, block] : blocks) {
    std::vector<std::vector<FactGroup *>> parts;
    for (Block *around = block; around; around = blockAround(around))
      if (auto part = byBlock.find(around); part != byBlock.end())
        parts.push_back(part->second);
    std::vector<FactGroup *> ordered;
    for (const auto &part : llvm::reverse(parts))
      llvm::copy_if(part, std::back_inserter(ordered),
                    [&](FactGroup *group) { return !bad.contains(group); });
    judgeBlock(ordered, bad, found);
  }
}

std::vector<Operation *> Conflicts::judge() {
  std::vector<Operation *> other;
  std::vector<Component> touched = groups.takeTouched();
  if (touched.empty() && wrong.empty())
    return other;
  Verdicts found;
  llvm::DenseSet<FactGroup *> judged;
  for (const Component &component : touched) {
    judge(component, found);
    judged.insert(component.begin(), component.end());
  }
  auto review = [&](Operation *op) {
    auto before = wrong.find(op);
    auto now = found.find(op);
    bool isWrong = now != found.end();
    // What its reasons imply may be something else, if they are the same.
    changed.insert(op);
    if (isWrong != (before != wrong.end()))
      other.push_back(op);
    if (isWrong)
      wrong[op] = std::move(now->second);
    else
      wrong.erase(before);
  };
  std::vector<Operation *> reviewed;
  for (const auto &[op, conflict] : wrong) {
    auto *group = const_cast<FactGroup *>(groups.find(op));
    if (!group || judged.contains(group))
      reviewed.push_back(op);
  }
  for (const auto &[op, conflict] : found)
    if (!wrong.contains(op))
      reviewed.push_back(op);
  llvm::for_each(reviewed, review);
  return other;
}
