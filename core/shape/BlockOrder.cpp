//===- BlockOrder.cpp -----------------------------------------------------===//

#include "core/shape/BlockOrder.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"

using namespace shapels;
using namespace mlir;

BlockOrder::BlockOrder(Region &region) {
  for (auto next = llvm::scc_begin(&region); !next.isAtEnd(); ++next) {
    all.emplace_front();
    all.front().blocks.assign(next->begin(), next->end());
    all.front().isCyclic = next.hasCycle();
  }
  llvm::DenseMap<Block *, unsigned> places;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region))
    places.try_emplace(block, unsigned(places.size()));
  for (Component &component : all) {
    llvm::sort(component.blocks,
               [&](Block *a, Block *b) { return places[a] < places[b]; });
    for (Block *block : component.blocks)
      add(block, &component);
  }
  for (Block &block : region)
    if (!entries.contains(&block))
      add(&block, nullptr);
}

void BlockOrder::add(Block *block, Component *component) {
  Entry entry{unsigned(entries.size()), component, {}};
  llvm::append_range(entry.successors, block->getSuccessors());
  entries[block] = std::move(entry);
}

BlockOrder::Component *BlockOrder::componentOf(Block *block) const {
  auto found = entries.find(block);
  return found == entries.end() ? nullptr : found->second.component;
}

unsigned BlockOrder::rankOf(Block *block) const {
  auto found = entries.find(block);
  return found == entries.end() ? ~0u : found->second.rank;
}

bool BlockOrder::isAsBefore(Block *block) const {
  auto found = entries.find(block);
  return found != entries.end() &&
         llvm::equal(found->second.successors, block->getSuccessors());
}
