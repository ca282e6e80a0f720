//===- ShapeNest.h - What is kept of an op with regions --------*- C++ -*-===//
//
// Private to shape/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPENEST_H
#define SHAPELS_SHAPE_SHAPENEST_H

#include "core/shape/BlockOrder.h"
#include "core/shape/KnownShapes.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <vector>

namespace shapels {

/// What was known in one round of an op whose values flow back.
struct Round {
  /// Of the regions' arguments, when it came to their region.
  llvm::SmallVector<const ValueShape *, 2> entered;
  /// Of what they nest; empty for the last round, of which all is known.
  KnownShapes::Map nested;
};
using Rounds = std::vector<Round>;

/// What an op nests, and how values flow through it.
struct Nest {
  /// Whether ops in it can be inferred again without the rest.
  bool isKept = false;
  /// None where values do not flow.
  Rounds rounds;
  /// Whose word it is that values flow, if any do; and where to.
  std::optional<bool> isByInterface;
  llvm::SmallVector<mlir::Value, 2> targets;
  /// By region; null of those with one block.
  llvm::SmallVector<std::unique_ptr<BlockOrder>, 1> orders;
  /// Parts of these in which something is inferred again.
  llvm::SmallPtrSet<BlockOrder::Component *, 1> touched;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPENEST_H
