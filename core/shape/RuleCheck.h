//===- RuleCheck.h - Ops that contradict their own rule --------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_RULECHECK_H
#define SHAPELS_SHAPE_RULECHECK_H

#include "core/shape/Requirement.h"
#include "core/shape/TypeShape.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// Two shapes of one op that cannot be the same.
struct ShapeClash {
  /// Operands by number; results count on from them.
  size_t first = 0, second = 0;
  /// Nothing where the ranks differ.
  std::optional<size_t> dim;
};

/// Each shape that cannot be one with those before it, but for those that are
/// wrong already. What has no rank may have every shape.
std::vector<ShapeClash> checkSameShape(std::span<const TypeShape> operands,
                                       std::span<const TypeShape> results);

/// What an op's rule says against the op, in texts with the names of
/// Requirement.h.
struct RuleFault {
  std::string message;
  /// The first one is where to look; none is the op itself.
  Subjects about;
  /// The op of a user's shape function that says so; null for our own rules.
  mlir::Operation *source = nullptr;
};

/// What a check says, and which ops' integers it read.
struct RuleVerdict {
  std::optional<RuleFault> fault;
  /// Why the shape function that the user gives for the op does not fit it;
  /// empty if it does, or there is none.
  std::string misfit;
  llvm::SmallVector<mlir::Operation *, 2> constants;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_RULECHECK_H
