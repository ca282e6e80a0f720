//===- Constraints.h - What attributes, ranks and sizes must be *- C++ -*-===//
//
// Most of what an op requires is one of few kinds: an axis in range, a list as
// long as a rank, entries that are unique. Tables name the kind and the parts
// of the op that it speaks of (rules/<dialect>Constraints.cpp); verdict, words
// and places follow from that. What is not known is met.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CONSTRAINTS_H
#define SHAPELS_SHAPE_CONSTRAINTS_H

#include "core/shape/OpShapes.h"

#include <string_view>
#include <vector>

namespace shapels {

/// A shape of the op.
struct ShapeRef {
  enum class Kind : uint8_t {
    Operand,
    Result,
    /// An operand behind as many as there are results: what ops with one input
    /// for each result have behind these.
    BehindInputs,
  };
  Kind kind = Kind::Operand;
  unsigned number = 0;
  /// Added to its rank.
  int64_t more = 0;

  constexpr ShapeRef operator+(int64_t count) const {
    return {kind, number, more + count};
  }
};

constexpr ShapeRef operand(unsigned number) {
  return {ShapeRef::Kind::Operand, number, 0};
}
constexpr ShapeRef result(unsigned number) {
  return {ShapeRef::Kind::Result, number, 0};
}
constexpr ShapeRef behindInputs(unsigned number) {
  return {ShapeRef::Kind::BehindInputs, number, 0};
}

/// Integers of the op, by a text: an attribute `axis`, in the op's dictionary,
/// in its text or in its dimension numbers; spellings `permutation|dims`; the
/// two sides `batching_dims#0` of a list `[0] x [1]`; an operand's `$1`; lists
/// one behind the other `a+b`.
using ListRef = std::string_view;

/// One requirement: a kind, and what of the op it speaks of.
struct Constraint {
  using Kind = void (*)(OpShapes &op, const Constraint &self);
  Kind kind = nullptr;
  ListRef list = {}, other = {};
  ShapeRef a = {}, b = {};
  int64_t least = 0, most = 0;
  void (*check)(OpShapes &op) = nullptr;
};

/// What ops require, by their names without the dialect, separated by blanks.
struct ConstraintRow {
  llvm::StringRef ops;
  std::vector<Constraint> constraints;
};
struct ConstraintTable {
  llvm::StringRef dialects;
  std::vector<ConstraintRow> rows;
};

bool hasConstraints(llvm::StringRef opName);
/// Rejects the op where it does not meet what the tables say of its name.
void checkConstraints(OpShapes &op);

ConstraintTable hloConstraints();
ConstraintTable onnxConstraints();
ConstraintTable torchConstraints();
ConstraintTable ttirConstraints();
ConstraintTable tosaConstraints();

} // namespace shapels

#endif // SHAPELS_SHAPE_CONSTRAINTS_H
