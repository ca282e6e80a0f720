//===- OpMemo.h - What ops that look alike say ------------------*- C++ -*-===//
//
// Private to shape/. Most ops of a long function are of few kinds: of one name,
// with the same attributes and types, and the same is known of their operands.
// What a rule says of the first holds for the others, for it sees no more of an
// op than that. Owned by ShapeState; forgets all when an op changes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_OPMEMO_H
#define SHAPELS_SHAPE_OPMEMO_H

#include "core/shape/Shape.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace shapels {

class OpMemo {
public:
  using Shapes = llvm::SmallVector<const ValueShape *, 3>;

  /// An op as its rule sees it.
  struct Look {
    mlir::Operation *op;
    /// What is known of each operand.
    Shapes operands;
    bool isStrict;
    size_t hash;
  };
  /// Nothing where the rule may see more, or an operand is not known.
  std::optional<Look>
  lookAt(mlir::Operation *op,
         llvm::function_ref<const ValueShape *(mlir::Value)> known);

  /// What the results are, in order; null where no such op was seen.
  const Shapes *find(const Look &look) const;
  /// An op that implies nothing beside its results. `isNamed`: its rule had to
  /// do with names of its own values, so that others may have other results.
  void add(Look look, Shapes results, bool isNamed);
  void forget();

  /// Kinds of ops; more are not kept. Tests set it to 0.
  static size_t most;

private:
  struct Kind {
    Look look;
    Shapes results;
  };
  bool isStrict(mlir::Operation *op);

  std::vector<Kind> kinds;
  /// By hash: of two kinds with the same hash the first one is kept.
  llvm::DenseMap<size_t, unsigned> byHash;
  /// The op around the last one that was looked at, and whether it is strict.
  mlir::Operation *around = nullptr;
  bool isAroundStrict = false;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_OPMEMO_H
