//===- Dependence.h - Which operand a size depends on ----------*- C++ -*-===//
//
// For ops whose result types MLIR infers: found by asking again with one
// operand changed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_DEPENDENCE_H
#define SHAPELS_SHAPE_DEPENDENCE_H

#include "core/shape/TypeShape.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace shapels {

/// What one dimension of a result depends on.
struct DimDependence {
  struct Source {
    unsigned operand;
    /// A dimension of the operand; nothing: the operand's value, a constant.
    std::optional<unsigned> dim;
    /// Whether it alone gives the size, unchanged.
    bool isCopied = false;
    bool operator==(const Source &other) const {
      return operand == other.operand && dim == other.dim;
    }
  };
  /// In the operands' order.
  std::vector<Source> sources;
  /// The size is known whatever the operands are.
  bool isFixed = false;
};

/// For each dimension of a result whose type MLIR infers; nothing for other
/// ops, and where there are too many operands to ask about. The op must have
/// verified. `shapeOf`: the most that is known of an operand.
std::optional<std::vector<DimDependence>>
dependencesOf(mlir::OpResult result,
              llvm::function_ref<TypeShape(mlir::Value)> shapeOf);

} // namespace shapels

#endif // SHAPELS_SHAPE_DEPENDENCE_H
