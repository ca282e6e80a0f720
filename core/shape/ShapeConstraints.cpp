//===- ShapeConstraints.cpp - What shapes of an op must be ----------------===//

#include "core/shape/ConstraintKinds.h"

using namespace shapels;
using namespace shapels::constraints;
using llvm::Twine;

static bool isAbsent(const OpShapes &op, ShapeRef ref) {
  return ref.kind == ShapeRef::Kind::Operand && op.isAbsent(ref.number);
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

static Constraint rankBetween(ShapeRef of, int64_t least, int64_t most) {
  Constraint made{[](OpShapes &op, const Constraint &self) {
    Shape shape = read(op, self.a);
    int64_t rank = int64_t(shape.rank());
    if (isAbsent(op, self.a) || !shape.hasRank ||
        (rank >= self.least && rank <= self.most))
      return;
    std::string wanted =
        self.least == self.most ? "of rank " + std::to_string(self.least)
        : rank < self.least
            ? "of rank " + std::to_string(self.least) + " or more"
            : "of rank " + std::to_string(self.most) + " at most";
    op.reject("needs " + nameOf(op, self.a) + " " + wanted +
                  ", but it has rank " + Twine(rank),
              {subjectOf(op, self.a)});
  }};
  made.a = of;
  made.least = least;
  made.most = most;
  return made;
}

Constraint constraints::rankIs(ShapeRef of, int64_t rank) {
  return rankBetween(of, rank, rank);
}
Constraint constraints::rankAtLeast(ShapeRef of, int64_t rank) {
  return rankBetween(of, rank, std::numeric_limits<int64_t>::max());
}
Constraint constraints::rankAtMost(ShapeRef of, int64_t rank) {
  return rankBetween(of, 0, rank);
}

//===----------------------------------------------------------------------===//
// Two shapes
//===----------------------------------------------------------------------===//

/// Rejects the op unless the dimensions are equal, as far as they are known.
static bool haveSameSize(OpShapes &op, const Constraint &self, int64_t dimOfA,
                         int64_t dimOfB) {
  std::optional<int64_t> a = sizeAt(read(op, self.a), dimOfA),
                         b = sizeAt(read(op, self.b), dimOfB);
  if (!a || !b || *a == *b)
    return true;
  op.reject("needs equal sizes, but " + dimensionOf(op, self.a, dimOfA) +
                " is " + Twine(*a) + ", " + dimensionOf(op, self.b, dimOfB) +
                " is " + Twine(*b),
            {subjectOf(op, self.b), subjectOf(op, self.a)});
  return false;
}

Constraint constraints::sameRank(ShapeRef a, ShapeRef b) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape a = read(op, self.a), b = read(op, self.b);
        if (a.hasRank && b.hasRank && a.rank() != b.rank())
          op.reject("needs one rank for " + nameOf(op, self.a) + " and " +
                        nameOf(op, self.b) + ", but they have " +
                        Twine(a.rank()) + " and " + Twine(b.rank()),
                    {subjectOf(op, self.b), subjectOf(op, self.a)});
      },
      a, b);
}

static void checkSizesBut(OpShapes &op, const Constraint &self,
                          llvm::ArrayRef<int64_t> exceptions) {
  Shape a = read(op, self.a);
  if (!a.hasRank || !read(op, self.b).hasRankOf(a.rank()))
    return;
  for (int64_t dim = 0; dim < int64_t(a.rank()); ++dim)
    if (!llvm::is_contained(exceptions, dim) &&
        !haveSameSize(op, self, dim, dim))
      return;
}

Constraint constraints::sameSizes(ShapeRef a, ShapeRef b) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) { checkSizesBut(op, self, {}); },
      a, b);
}

Constraint constraints::sameSizesBut(ShapeRef a, ShapeRef b, ListRef list) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        if (std::optional<Integers> list = read(op, self.list))
          checkSizesBut(op, self, *list);
      },
      a, b, list);
}

Constraint constraints::sameAt(ShapeRef a, ListRef list, ShapeRef b,
                               ListRef other) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> ofA = read(op, self.list),
                                ofB = read(op, self.other);
        if (!ofA || !ofB)
          return;
        for (auto [x, y] : llvm::zip(*ofA, *ofB))
          if (!haveSameSize(op, self, x, y))
            return;
      },
      a, b, list, other);
}

Constraint constraints::sameLeading(ShapeRef a, ShapeRef b, int64_t count) {
  Constraint made = onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape a = read(op, self.a);
        if (!a.hasRank || !read(op, self.b).hasRankOf(a.rank()))
          return;
        for (int64_t dim = 0; dim + self.least < int64_t(a.rank()); ++dim)
          if (!haveSameSize(op, self, dim, dim))
            return;
      },
      a, b);
  made.least = count;
  return made;
}

Constraint constraints::sameDimension(ShapeRef a, int64_t dimOfA, ShapeRef b,
                                      int64_t dimOfB) {
  Constraint made = onShapes(
      [](OpShapes &op, const Constraint &self) {
        auto at = [&](ShapeRef ref, int64_t dim) {
          Shape shape = read(op, ref);
          return dim < 0 && shape.hasRank ? dim + int64_t(shape.rank()) : dim;
        };
        haveSameSize(op, self, at(self.a, self.least), at(self.b, self.most));
      },
      a, b);
  made.least = dimOfA;
  made.most = dimOfB;
  return made;
}

Constraint constraints::multipleAt(ShapeRef a, ShapeRef b, ListRef at) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> at = read(op, self.list);
        if (!at || at->size() != 1)
          return;
        std::optional<int64_t> whole = sizeAt(read(op, self.a), at->front()),
                               part = sizeAt(read(op, self.b), at->front());
        if (whole && part && *part != 0 && *whole % *part != 0)
          op.reject("needs " + dimensionOf(op, self.a, at->front()) +
                        ", which is " + Twine(*whole) +
                        ", to be a multiple of " +
                        dimensionOf(op, self.b, at->front()) + ", which is " +
                        Twine(*part),
                    {subjectOf(op, self.b), subjectOf(op, self.a)});
      },
      a, b, at);
}

Constraint constraints::notEmptyAt(ShapeRef of, ListRef at) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> at = read(op, self.list);
        if (at && at->size() == 1 && sizeAt(read(op, self.a), at->front()) == 0)
          op.reject("cannot have size 0 in " +
                        dimensionOf(op, self.a, at->front()),
                    {subjectOf(op, self.a)});
      },
      of, {}, at);
}

Constraint constraints::within(ShapeRef a, ShapeRef b) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape part = read(op, self.a), whole = read(op, self.b);
        if (!part.hasRank || !whole.hasRankOf(part.rank()))
          return;
        for (int64_t dim = 0; dim < int64_t(part.rank()); ++dim) {
          std::optional<int64_t> x = sizeAt(part, dim), y = sizeAt(whole, dim);
          if (x && y && *x > *y)
            return op.reject(
                "needs " + nameOf(op, self.a) + " within " +
                    nameOf(op, self.b) + ", but " +
                    dimensionOf(op, self.a, dim) + " is " + Twine(*x) + ", " +
                    dimensionOf(op, self.b, dim) + " is " + Twine(*y),
                {subjectOf(op, self.a), subjectOf(op, self.b)});
        }
      },
      a, b);
}

Constraint constraints::broadcastsInto(ShapeRef a, ListRef list, ShapeRef b) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> list = read(op, self.list);
        Shape from = read(op, self.a), into = read(op, self.b);
        if (!list || !from.hasRankOf(list->size()))
          return;
        for (auto [dim, to] : llvm::enumerate(*list)) {
          std::optional<int64_t> x = sizeAt(from, int64_t(dim)),
                                 y = sizeAt(into, to);
          if (x && y && *x != 1 && *x != *y)
            return op.reject("puts " + dimensionOf(op, self.a, int64_t(dim)) +
                                 ", which is " + Twine(*x) + ", into " +
                                 dimensionOf(op, self.b, to) + ", which is " +
                                 Twine(*y),
                             {subjectOf(op, self.b), subjectOf(op, self.a)});
        }
      },
      a, b, list);
}

Constraint constraints::elementPerDimension(ShapeRef vector, ShapeRef of) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape sizes = read(op, self.a), shape = read(op, self.b);
        std::optional<int64_t> count =
            sizes.hasRankOf(1) ? sizes[0].literal() : std::nullopt;
        if (count && shape.hasRank && *count != int64_t(shape.rank()))
          op.reject("needs an element in " + nameOf(op, self.a) +
                        " for each dimension of " + nameOf(op, self.b) +
                        ", which has rank " + Twine(shape.rank()) +
                        ", but it has " + Twine(*count),
                    {subjectOf(op, self.a), subjectOf(op, self.b)});
      },
      vector, of);
}

Constraint constraints::isSquare(ShapeRef of) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape shape = read(op, self.a);
        int64_t rank = int64_t(shape.rank());
        std::optional<int64_t> rows = sizeAt(shape, rank - 2),
                               columns = sizeAt(shape, rank - 1);
        if (rows && columns && *rows != *columns)
          op.reject("needs square matrices in " + nameOf(op, self.a) +
                        ", but they are " + Twine(*rows) + " by " +
                        Twine(*columns),
                    {subjectOf(op, self.a)});
      },
      of, {});
}
