//===- ConstraintKinds.h - The kinds of constraints ------------*- C++ -*-===//
//
// What the rows of a table of constraints are made of. Lists are ListRefs,
// shapes ShapeRefs.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_CONSTRAINTKINDS_H
#define SHAPELS_SHAPE_CONSTRAINTKINDS_H

#include "core/shape/Constraints.h"

namespace shapels::constraints {

//===--- Lists ------------------------------------------------------------===//

/// Each is a dimension of the shape, none counted from the end.
Constraint inRange(ListRef list, ShapeRef of);
/// Each is a dimension of the shape; negative ones count from the end.
Constraint isAxis(ListRef list, ShapeRef of);
/// No dimension twice; with a shape, negative ones count from its end.
Constraint unique(ListRef list);
Constraint uniqueAxes(ListRef list, ShapeRef of);
Constraint sorted(ListRef list);
/// One entry for each dimension.
Constraint onePerDimension(ListRef list, ShapeRef of);
Constraint asMany(ListRef list, ListRef other);
Constraint atLeast(ListRef list, int64_t least);
/// Entry by entry.
Constraint notAbove(ListRef list, ListRef other);
/// Entry by entry, not above the dimension's size.
Constraint notAboveSizes(ListRef list, ShapeRef of);
/// `sizes` is at most 1 at the places in the list.
Constraint oneAt(ListRef list, ListRef sizes);
/// Dimension `at` of the shape is as long as the list.
Constraint sizeIsCount(ShapeRef of, ListRef at, ListRef list);
/// The elements attribute has that rank; that size in a dimension.
Constraint attributeRank(ListRef list, int64_t rank);
Constraint attributeSize(ListRef list, int64_t dim, int64_t size);
/// The shape's dimension `at` divides into so many parts.
Constraint divides(ShapeRef of, ListRef at, ListRef parts);
/// The elements operand `indices` that are known are indices of dimension `at`
/// of the shape; negative ones count from the end.
Constraint indicesOf(unsigned indices, ListRef at, ShapeRef of);

//===--- Shapes -----------------------------------------------------------===//

Constraint rankIs(ShapeRef of, int64_t rank);
Constraint rankAtLeast(ShapeRef of, int64_t rank);
Constraint rankAtMost(ShapeRef of, int64_t rank);
Constraint sameRank(ShapeRef a, ShapeRef b);
/// The same sizes where both are known.
Constraint sameSizes(ShapeRef a, ShapeRef b);
/// The same, but for the dimensions in the list.
Constraint sameSizesBut(ShapeRef a, ShapeRef b, ListRef list);
/// Dimension list[i] of one is dimension other[i] of the other.
Constraint sameAt(ShapeRef a, ListRef list, ShapeRef b, ListRef other);
/// All dimensions but the last `count` are the same.
Constraint sameLeading(ShapeRef a, ShapeRef b, int64_t count);
/// A dimension of one and a dimension of the other are the same; negative ones
/// count from the end.
Constraint sameDimension(ShapeRef a, int64_t dimOfA, ShapeRef b,
                         int64_t dimOfB);
/// Dimension `at` of one is a multiple of that of the other.
Constraint multipleAt(ShapeRef a, ShapeRef b, ListRef at);
Constraint notEmptyAt(ShapeRef of, ListRef at);
/// Each size at most that of the other.
Constraint within(ShapeRef a, ShapeRef b);
/// Dimension i is 1 or that of dimension list[i] of the other.
Constraint broadcastsInto(ShapeRef a, ListRef list, ShapeRef b);
/// Dimension i is 1 or sizes[list[i]].
Constraint broadcastsIntoSizes(ShapeRef a, ListRef list, ListRef sizes);
/// The sizes are those of the shape, as far as both are known.
Constraint sizesAre(ListRef sizes, ShapeRef of);
/// The elements attribute has the shape.
Constraint valueHasShape(ListRef list, ShapeRef of);
/// The vector of sizes has an element for each dimension.
Constraint elementPerDimension(ShapeRef vector, ShapeRef of);
/// The last two dimensions are equal.
Constraint isSquare(ShapeRef of);
Constraint sameCount(ShapeRef a, ShapeRef b);
/// The shape's number of elements is the product of the list, in which -1 is
/// what remains; 0 is a dimension of the shape where `zeroCopies`.
Constraint countFits(ShapeRef of, ListRef sizes, bool zeroCopies = false);
/// An operand for each dimension from that operand on.
Constraint operandPerDimension(unsigned first, ShapeRef of);
/// Each operand from the first one on has that rank.
Constraint allOfRank(unsigned first, int64_t rank);

//===--- Regions ----------------------------------------------------------===//

/// Arguments and yielded values of the op's regions are of that rank at most.
Constraint regionRankAtMost(int64_t rank);
Constraint regionRankAtMost(ShapeRef of);

//===--- What is more than that -------------------------------------------===//

Constraint special(void (*check)(OpShapes &op));

/// Two shapes, and up to two lists.
inline Constraint onShapes(Constraint::Kind kind, ShapeRef a, ShapeRef b = {},
                           ListRef list = {}, ListRef other = {}) {
  return {kind, list, other, a, b};
}

//===--- Parts ------------------------------------------------------------===//

std::optional<Integers> read(OpShapes &op, ListRef list);
Shape read(OpShapes &op, ShapeRef ref);
Subject subjectOf(const OpShapes &op, ShapeRef ref);
Subject subjectOf(ListRef list);
/// As the op spells it.
std::string nameOf(const OpShapes &op, ListRef list);
/// `$0`.
std::string nameOf(const OpShapes &op, ShapeRef ref);
std::optional<int64_t> sizeAt(const Shape &shape, int64_t dim);
/// `dimension 1 of $0`.
std::string dimensionOf(const OpShapes &op, ShapeRef ref, int64_t dim);

} // namespace shapels::constraints

#endif // SHAPELS_SHAPE_CONSTRAINTKINDS_H
