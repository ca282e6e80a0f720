//===- ProgramOrder.cpp ---------------------------------------------------===//

#include "core/shape/ProgramOrder.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

using namespace shapels;
using namespace mlir;

/// From the outermost block to the place itself.
static SmallVector<Place, 8> pathOf(Place place) {
  SmallVector<Place, 8> path{place};
  for (Operation *around = place.block ? place.block->getParentOp() : nullptr;
       around; around = around->getParentOp())
    path.push_back({around->getBlock(), around});
  return {path.rbegin(), path.rend()};
}

int shapels::compareInText(Block *a, Block *b) {
  for (Block *next = a->getNextNode(); next; next = next->getNextNode())
    if (next == b)
      return -1;
  return 1;
}

static int compareBlocks(Block *a, Block *b, OrderOfBlocks order) {
  Region *regionA = a->getParent(), *regionB = b->getParent();
  // What stands for an op that is not there may be nowhere.
  if (!regionA || !regionB)
    return regionA ? -1 : regionB ? 1 : std::less<>()(a, b) ? -1 : 1;
  if (regionA != regionB)
    return regionA->getRegionNumber() < regionB->getRegionNumber() ? -1 : 1;
  return order(a, b);
}

static int comparePlaces(Place a, Place b, OrderOfBlocks order) {
  if (a.block == b.block) {
    if (a.op == b.op)
      return 0;
    if (!a.op || !b.op)
      return a.op ? 1 : -1;
    return a.op->isBeforeInBlock(b.op) ? -1 : 1;
  }
  SmallVector<Place, 8> pathA = pathOf(a), pathB = pathOf(b);
  size_t common = std::min(pathA.size(), pathB.size());
  for (size_t depth = 0; depth < common; ++depth) {
    Place x = pathA[depth], y = pathB[depth];
    if (x.block != y.block)
      return x.block && y.block ? compareBlocks(x.block, y.block, order)
             : x.block          ? 1
                                : -1;
    if (x.op != y.op)
      return comparePlaces(x, y, order);
  }
  return pathA.size() > pathB.size() ? -1 : 1;
}

bool shapels::isBefore(Place a, Place b, OrderOfBlocks order) {
  return comparePlaces(a, b, order) < 0;
}

SmallVector<std::pair<Operation *, unsigned>>
shapels::branchesTo(Block &block,
                    llvm::function_ref<unsigned(Block *)> rankOf) {
  SmallVector<std::pair<Operation *, unsigned>> branches;
  for (auto from = block.pred_begin(); from != block.pred_end(); ++from)
    branches.emplace_back((*from)->getTerminator(), from.getSuccessorIndex());
  llvm::sort(branches, [&](const auto &a, const auto &b) {
    return std::pair(rankOf(a.first->getBlock()), a.second) <
           std::pair(rankOf(b.first->getBlock()), b.second);
  });
  return branches;
}

/// Whether its value is an op.
static bool isOfOp(const DimSource &source) {
  return source.kind == DimSource::Kind::Nothing ||
         source.kind == DimSource::Kind::Named;
}

static Place placeOf(const DimSource &source) {
  if (isOfOp(source)) {
    // What no op has made is nowhere, in front of all that is.
    auto *op = static_cast<Operation *>(const_cast<void *>(source.value));
    return op ? Place{op->getBlock(), op} : Place{};
  }
  Value value = Value::getFromOpaquePointer(source.value);
  return {value.getParentBlock(), value.getDefiningOp()};
}

/// Of the op's results or the block's arguments.
static unsigned numberOf(const DimSource &source) {
  if (isOfOp(source))
    return ~0u;
  Value value = Value::getFromOpaquePointer(source.value);
  auto result = dyn_cast<OpResult>(value);
  return result ? result.getResultNumber()
                : cast<BlockArgument>(value).getArgNumber();
}

Block *shapels::blockOf(const DimSource &source) {
  return placeOf(source).block;
}

int shapels::compare(const DimSource &a, const DimSource &b) {
  auto order = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  if (a.value != b.value) {
    if (int places = comparePlaces(placeOf(a), placeOf(b), compareInText))
      return places;
    if (int numbers = order(numberOf(a), numberOf(b)))
      return numbers;
  }
  if (int kinds = order(a.kind, b.kind))
    return kinds;
  return order(a.index, b.index);
}
