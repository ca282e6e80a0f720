//===- LinalgBroadcast.h - The list of a linalg.broadcast ------*- C++ -*-===//
//
// `dimensions` lists the dimensions that are added, those of the result that
// the input lacks. In the RFC that proposed the op it says where each dimension
// of the input goes: the same spelling with the opposite meaning. MLIR 22
// checks neither its order nor that each is listed once.
// Plain values only: no MLIR, no positions, no words for the user.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LINALGBROADCAST_H
#define SHAPELS_SHAPE_LINALGBROADCAST_H

#include "core/shape/TypeShape.h"

#include <optional>
#include <span>
#include <vector>

namespace shapels {

enum class ListFault {
  /// Too many or too few for the ranks.
  Count,
  /// The entry is no dimension of the result.
  Range,
  /// The entry is listed before.
  Repeated,
  /// The input's dimension has another size than the result's.
  Size,
  /// The same, and it would have to expand from 1.
  Expansion,
  /// It is right, but not in order.
  Unsorted,
};

/// Ops that do what one reading of the list asks for.
struct ListRepair {
  enum class Reading {
    /// MLIR's, each entry once.
    Added,
    /// The RFC's.
    Mapped,
  };
  Reading reading = Reading::Added;
  /// The input's dimensions of size 1 that are to be collapsed.
  std::vector<size_t> collapsed;
  /// Of those that are left, in the order in which they are to be; empty if
  /// they are.
  std::vector<size_t> permutation;
  /// What a linalg.broadcast of that lists.
  std::vector<int64_t> added;
  friend bool operator==(const ListRepair &, const ListRepair &) = default;
};

struct ListVerdict {
  ListFault fault;
  /// Of the entry in question.
  size_t entry = 0;
  /// In question, of the input and of the result.
  size_t inputDim = 0, resultDim = 0;
  /// The likeliest first.
  std::vector<ListRepair> repairs;
};

/// Nothing if the list is right and in order.
std::optional<ListVerdict> checkBroadcastList(std::span<const Dim> input,
                                              std::span<const Dim> result,
                                              std::span<const int64_t> list);

} // namespace shapels

#endif // SHAPELS_SHAPE_LINALGBROADCAST_H
