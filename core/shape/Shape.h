//===- Shape.h - What is known of a value ----------------------*- C++ -*-===//

#ifndef SHAPELS_SHAPE_SHAPE_H
#define SHAPELS_SHAPE_SHAPE_H

#include "core/shape/DimExpr.h"

#include <string_view>

namespace shapels {

/// The sizes of a value, or the last ones where its rank is not known.
struct Shape {
  using Dims = llvm::SmallVector<DimExpr, 4>;

  bool hasRank = false;
  Dims dims;

  static Shape unknown() { return {}; }
  static Shape ranked(llvm::ArrayRef<DimExpr> dims) {
    return {true, Dims(dims.begin(), dims.end())};
  }
  /// At least these, and perhaps more before them.
  static Shape suffix(llvm::ArrayRef<DimExpr> dims) {
    return {false, Dims(dims.begin(), dims.end())};
  }

  size_t rank() const { return dims.size(); }
  bool hasRankOf(size_t rank) const { return hasRank && dims.size() == rank; }
  DimExpr operator[](size_t dim) const { return dims[dim]; }
  friend bool operator==(const Shape &, const Shape &) = default;
};

/// The integers in a scalar, in a small tensor, row by row, in a list of
/// integers or in a `!shape.shape`; those of floats that are whole numbers.
struct Elements {
  /// More are not tracked.
  static constexpr size_t most = 32;

  llvm::SmallVector<DimExpr, 4> items;
  bool isScalar = false;
  /// Floats that are not all whole: the items are literals, their bits those of
  /// a double.
  bool areBits = false;

  static Elements scalar(DimExpr item) { return {{item}, true}; }
  friend bool operator==(const Elements &, const Elements &) = default;
};

/// What says so of shapes that operands broadcast to.
inline constexpr std::string_view broadcastRule = "Broadcastable";
/// Of what is given.
inline constexpr std::string_view argumentRule = "argument";
/// And of shapes that MLIR infers, and no rule of ours.
inline constexpr std::string_view interfaceRule = "MLIR's inferReturnTypes";

/// What is known of one value.
struct ValueShape {
  Shape shape;
  std::optional<Elements> elements;
  /// Whether sizes are those that the result type states, because the op says
  /// them nowhere else.
  bool isStated = false;
  /// What said so, in the user's words; empty where nothing did.
  std::string_view rule;
  friend bool operator==(const ValueShape &, const ValueShape &) = default;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPE_H
