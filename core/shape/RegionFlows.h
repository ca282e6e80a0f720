//===- RegionFlows.h - What an op hands to and from its regions -*- C++ -*-===//
//
// Private to shape/. By MLIR's interface, or by the op's name for ops that do
// not have it or that nobody registered.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_REGIONFLOWS_H
#define SHAPELS_SHAPE_REGIONFLOWS_H

#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace shapels {

struct RegionRow;

class RegionFlows {
public:
  /// `from` may become `to`: an argument of a region, or a result.
  struct Flow {
    mlir::Value from, to;
  };
  using Flows = llvm::SmallVector<Flow>;

  /// Nothing of an op whose regions control does not pass values through, as
  /// far as anybody knows. MLIR's interface is asked of ops only that
  /// verified.
  using IsSound = llvm::function_ref<bool(mlir::Operation *)>;
  static std::optional<RegionFlows> of(mlir::Operation *op, IsSound isSound);

  /// Whether there may be some, as the op is now or when an edit has changed
  /// what it nests.
  static bool mayBeOf(mlir::Operation *op);

  /// Whether it is MLIR's interface that tells.
  bool isByInterface() const { return !row; }
  /// As control reaches the op.
  Flows entering() const;
  /// And as it reaches the end of a block in one of its regions.
  Flows leaving(mlir::Block &block) const;
  /// Values of which each round has one part along the first dimension, and the
  /// arguments that these are; and what results gather in such a way.
  Flows slices() const;
  Flows gathered(mlir::Block &block) const;
  /// All that carries whole values, those from outside first.
  Flows all() const;

private:
  RegionFlows(mlir::Operation *op, const RegionRow *row) : op(op), row(row) {}
  mlir::ValueRange carried() const;
  bool hasSlices() const;

  mlir::Operation *op;
  /// Null where MLIR's interface tells.
  const RegionRow *row;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_REGIONFLOWS_H
