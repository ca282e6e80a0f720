//===- BlockOrder.h - In which order blocks are looked at ------*- C++ -*-===//
//
// Private to shape/. Of a region with several blocks, as its edges were then.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_BLOCKORDER_H
#define SHAPELS_SHAPE_BLOCKORDER_H

#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>

namespace shapels {

class BlockOrder {
public:
  /// Blocks that can all be reached from each other; in most cases one.
  struct Component {
    llvm::SmallVector<mlir::Block *, 1> blocks;
    bool isCyclic = false;
    /// Whether what flows back changed nothing.
    bool isSteady = true;
  };

  explicit BlockOrder(mlir::Region &region);

  /// All that can be reached from the first block, each behind those that lead
  /// to it.
  std::deque<Component> &components() { return all; }
  /// Null for a block that nothing leads to.
  Component *componentOf(mlir::Block *block) const;
  /// Its number in the order; blocks that nothing leads to come last.
  unsigned rankOf(mlir::Block *block) const;
  /// Whether the block leads where it did.
  bool isAsBefore(mlir::Block *block) const;

private:
  struct Entry {
    unsigned rank = ~0u;
    Component *component = nullptr;
    llvm::SmallVector<mlir::Block *, 2> successors;
  };
  void add(mlir::Block *block, Component *component);

  /// Stays where it is.
  std::deque<Component> all;
  llvm::DenseMap<mlir::Block *, Entry> entries;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_BLOCKORDER_H
