//===- Broadcast.h - The rules of the Broadcastable trait ------*- C++ -*-===//
//
// Source: mlir/docs/Traits/Broadcastable.md (dimension inference, shape
// inference, verification), with the exceptions that DESIGN 4.1 lists.
// Plain values only: no MLIR, no positions, no words for the user.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_BROADCAST_H
#define SHAPELS_SHAPE_BROADCAST_H

#include "core/shape/TypeShape.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace shapels {

/// Spec: the specification's rules. Mlir: what MLIR 22's own trait accepts.
/// Numpy: what dialects mean that broadcast as numpy does; only what cannot be
/// is wrong. Users choose between the first two.
enum class BroadcastRules { Spec, Mlir, Numpy };

/// How one dimension of a broadcast came about.
struct BroadcastDim {
  Dim size;
  /// Index of the operand that gave the size; nothing where it is implied by
  /// all of them (all dynamic, all 1).
  std::optional<size_t> from;
  friend bool operator==(const BroadcastDim &, const BroadcastDim &) = default;
};

enum class BroadcastFault {
  /// Two operands' sizes of a dimension differ, neither is 1.
  OperandSizes,
  /// The result's static size is not the inferred static one.
  ResultSize,
  /// The result's rank is not the inferred one.
  ResultRank,
  /// The result's rank is larger, and some operand is unranked.
  ResultRankUnproved,
  /// Inferred `?`, result static.
  ImplicitStaticCast,
  /// Operands or results that the trait does not allow.
  NoOperand,
  SeveralResults,
  NotShaped,
  TensorAndVector,
};

/// One thing wrong, or doubtful, with a broadcast op.
struct BroadcastFinding {
  BroadcastFault fault;
  /// Whether it is wrong, or only doubtful.
  bool isError = true;
  /// Counted from the left of the inferred shape, where a dimension is meant.
  size_t dim = 0;
  /// The operands that disagree (OperandSizes), the operand that gave the
  /// inferred size (`first`), or the offending operand or result (NotShaped:
  /// results count on from the operands).
  size_t first = 0, second = 0;
  /// The sizes in question: of both operands, or inferred and actual.
  Dim firstSize, secondSize;
  /// The result in question, where one is.
  size_t result = 0;
};

/// What is inferred from the operands, and what is wrong.
struct BroadcastVerdict {
  /// Nothing where no operand is ranked or the operands disagree.
  std::optional<std::vector<BroadcastDim>> inferred;
  std::vector<BroadcastFinding> findings;

  bool hasError() const {
    for (const BroadcastFinding &finding : findings)
      if (finding.isError)
        return true;
    return false;
  }
};

/// The size of one dimension of the result, or nothing if the two do not
/// broadcast. The specification's InferDim, extended to size 0 and to
/// scalable sizes.
std::optional<Dim> broadcastDims(Dim lhs, Dim rhs, BroadcastRules rules);

/// Whether the shape of an operand or result counts under these rules: that of
/// a ranked tensor or vector, for MLIR of a ranked tensor only, for numpy of
/// anything ranked.
bool takesPart(const TypeShape &shape, BroadcastRules rules);

/// What the operands alone say of the result: the specification's
/// InferResultShape. Findings are about the operands only.
BroadcastVerdict inferBroadcast(std::span<const TypeShape> operands,
                                BroadcastRules rules);

/// The whole check of one op. Under BroadcastRules::Mlir the verdict is that
/// of OpTrait::impl::verifyCompatibleOperandBroadcast.
BroadcastVerdict checkBroadcast(std::span<const TypeShape> operands,
                                std::span<const TypeShape> results,
                                BroadcastRules rules);

} // namespace shapels

#endif // SHAPELS_SHAPE_BROADCAST_H
