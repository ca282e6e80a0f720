//===- ListConstraints.cpp - What lists of an op must be ------------------===//

#include "core/shape/ConstraintKinds.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::constraints;
using llvm::Twine;

static std::optional<int64_t> rankOf(OpShapes &op, ShapeRef ref) {
  Shape shape = read(op, ref);
  return shape.hasRank ? std::optional(int64_t(shape.rank()) + ref.more)
                       : std::nullopt;
}

/// `: 0 to 2 are possible`.
static std::string rangeText(int64_t first, int64_t end) {
  if (end <= 0)
    return ": it has no dimensions";
  std::string last = std::to_string(end - 1);
  return first + 1 == end
             ? ": only " + last + " is possible"
             : ": " + std::to_string(first) + " to " + last + " are possible";
}

/// Whether each is from `first` to one below the rank.
static void checkRange(OpShapes &op, const Constraint &self, bool isSigned) {
  std::optional<Integers> list = read(op, self.list);
  std::optional<int64_t> rank = rankOf(op, self.a);
  if (!list || !rank)
    return;
  // As ONNX and PyTorch have it, a scalar has one axis.
  int64_t count = isSigned && *rank == 0 ? 1 : *rank;
  int64_t first = isSigned ? -count : 0;
  for (int64_t value : *list)
    if (value < first || value >= count)
      return op.reject("has " + Twine(value) + " in " + nameOf(op, self.list) +
                           ", but " + nameOf(op, self.a) + " has rank " +
                           Twine(*rank - self.a.more) + rangeText(first, count),
                       {subjectOf(self.list)});
}

Constraint constraints::inRange(ListRef list, ShapeRef of) {
  return {
      [](OpShapes &op, const Constraint &self) { checkRange(op, self, false); },
      list,
      {},
      of};
}

Constraint constraints::isAxis(ListRef list, ShapeRef of) {
  return {
      [](OpShapes &op, const Constraint &self) { checkRange(op, self, true); },
      list,
      {},
      of};
}

static void checkUnique(OpShapes &op, const Constraint &self, int64_t rank) {
  std::optional<Integers> list = read(op, self.list);
  llvm::SmallVector<int64_t> seen;
  for (int64_t value : list.value_or(Integers())) {
    int64_t dim = value < 0 ? value + rank : value;
    if (llvm::is_contained(seen, dim))
      return op.reject("names dimension " + Twine(dim) + " twice in " +
                           nameOf(op, self.list) + ", which must be unique",
                       {subjectOf(self.list)});
    seen.push_back(dim);
  }
}

Constraint constraints::unique(ListRef list) {
  return {
      [](OpShapes &op, const Constraint &self) { checkUnique(op, self, 0); },
      list};
}

Constraint constraints::uniqueAxes(ListRef list, ShapeRef of) {
  return {[](OpShapes &op, const Constraint &self) {
            if (std::optional<int64_t> rank = rankOf(op, self.a))
              checkUnique(op, self, *rank);
          },
          list,
          {},
          of};
}

Constraint constraints::sorted(ListRef list) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> list = read(op, self.list);
            if (list && !llvm::is_sorted(*list))
              op.reject("needs " + nameOf(op, self.list) +
                            " in ascending order",
                        {subjectOf(self.list)});
          },
          list};
}

Constraint constraints::onePerDimension(ListRef list, ShapeRef of) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> list = read(op, self.list);
            std::optional<int64_t> rank = rankOf(op, self.a);
            if (list && rank && int64_t(list->size()) != *rank)
              op.reject(
                  "needs " + Twine(*rank) +
                      (*rank == 1 ? " entry in " : " entries in ") +
                      nameOf(op, self.list) + ", one for each dimension of " +
                      nameOf(op, self.a) + ", but has " + Twine(list->size()),
                  {subjectOf(self.list)});
          },
          list,
          {},
          of};
}

Constraint constraints::asMany(ListRef list, ListRef other) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> a = read(op, self.list),
                                    b = read(op, self.other);
            if (a && b && a->size() != b->size())
              op.reject("needs as many in " + nameOf(op, self.list) +
                            " as in " + nameOf(op, self.other) + ", but has " +
                            Twine(a->size()) + " and " + Twine(b->size()),
                        {subjectOf(self.list)});
          },
          list, other};
}

Constraint constraints::atLeast(ListRef list, int64_t least) {
  Constraint made{[](OpShapes &op, const Constraint &self) {
                    std::optional<Integers> list = read(op, self.list);
                    for (int64_t value : list.value_or(Integers()))
                      if (value < self.least)
                        return op.reject("has " + Twine(value) + " in " +
                                             nameOf(op, self.list) +
                                             ", which must be at least " +
                                             Twine(self.least),
                                         {subjectOf(self.list)});
                  },
                  list};
  made.least = least;
  return made;
}

Constraint constraints::notAbove(ListRef list, ListRef other) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> a = read(op, self.list),
                                    b = read(op, self.other);
            if (!a || !b)
              return;
            for (auto [dim, pair] : llvm::enumerate(llvm::zip(*a, *b)))
              if (std::get<0>(pair) > std::get<1>(pair))
                return op.reject("has " + Twine(std::get<0>(pair)) + " in " +
                                     nameOf(op, self.list) + ", but " +
                                     Twine(std::get<1>(pair)) + " in " +
                                     nameOf(op, self.other) +
                                     ", of dimension " + Twine(dim),
                                 {subjectOf(self.list), subjectOf(self.other)});
          },
          list, other};
}

Constraint constraints::notAboveSizes(ListRef list, ShapeRef of) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> list = read(op, self.list);
            Shape shape = read(op, self.a);
            if (!list || !shape.hasRankOf(list->size()))
              return;
            for (auto [dim, value] : llvm::enumerate(*list))
              if (std::optional<int64_t> size = sizeAt(shape, int64_t(dim));
                  size && value > *size)
                return op.reject("has " + Twine(value) + " in " +
                                     nameOf(op, self.list) + ", but " +
                                     dimensionOf(op, self.a, int64_t(dim)) +
                                     " is " + Twine(*size),
                                 {subjectOf(self.list), subjectOf(op, self.a)});
          },
          list,
          {},
          of};
}

Constraint constraints::oneAt(ListRef list, ListRef sizes) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> at = read(op, self.list),
                                    sizes = read(op, self.other);
            if (!at || !sizes)
              return;
            for (int64_t dim : *at)
              if (dim >= 0 && dim < int64_t(sizes->size()) &&
                  (*sizes)[size_t(dim)] > 1)
                return op.reject("has " + Twine((*sizes)[size_t(dim)]) +
                                     " in " + nameOf(op, self.other) +
                                     " for dimension " + Twine(dim) +
                                     ", which is in " + nameOf(op, self.list) +
                                     ": at most 1 is possible",
                                 {subjectOf(self.other), subjectOf(self.list)});
          },
          list, sizes};
}

Constraint constraints::sizeIsCount(ShapeRef of, ListRef at, ListRef list) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> at = read(op, self.other),
                                    list = read(op, self.list);
            Shape shape = read(op, self.a);
            if (!at || !list || at->size() != 1)
              return;
            // Behind the last dimension is one of size 1.
            bool isBehind = shape.hasRankOf(size_t(at->front()));
            std::optional<int64_t> size = isBehind ? std::optional<int64_t>(1)
                                                   : sizeAt(shape, at->front());
            if (size && *size != int64_t(list->size()))
              op.reject("has " + Twine(list->size()) + " in " +
                            nameOf(op, self.list) +
                            ", but the index vectors, "
                            "dimension " +
                            Twine(at->front()) + " of " + nameOf(op, self.a) +
                            ", have " + Twine(*size),
                        {subjectOf(self.list), subjectOf(op, self.a)});
          },
          list, at, of};
}

static mlir::ShapedType elementsType(OpShapes &op, ListRef list) {
  auto dense = llvm::dyn_cast_if_present<mlir::ElementsAttr>(
      op.attribute({llvm::StringRef(list)}));
  return dense ? dense.getShapedType() : mlir::ShapedType();
}

Constraint constraints::attributeRank(ListRef list, int64_t rank) {
  Constraint made{[](OpShapes &op, const Constraint &self) {
                    mlir::ShapedType type = elementsType(op, self.list);
                    if (type && type.getRank() != self.least)
                      op.reject("needs " + llvm::StringRef(self.list) +
                                    " of rank " + Twine(self.least) +
                                    ", but it has rank " +
                                    Twine(type.getRank()),
                                {subjectOf(self.list)});
                  },
                  list};
  made.least = rank;
  return made;
}

Constraint constraints::attributeSize(ListRef list, int64_t dim, int64_t size) {
  Constraint made{
      [](OpShapes &op, const Constraint &self) {
        mlir::ShapedType type = elementsType(op, self.list);
        bool isThere = type && type.getRank() > self.least;
        if (isThere && type.getDimSize(unsigned(self.least)) != self.most)
          op.reject("needs " + Twine(self.most) + " in dimension " +
                        Twine(self.least) + " of " +
                        llvm::StringRef(self.list) + ", but has " +
                        Twine(type.getDimSize(unsigned(self.least))),
                    {subjectOf(self.list)});
      },
      list};
  made.least = dim;
  made.most = size;
  return made;
}

Constraint constraints::divides(ShapeRef of, ListRef at, ListRef parts) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> at = read(op, self.list),
                                    parts = read(op, self.other);
            if (!at || !parts || at->size() != 1 || parts->size() != 1 ||
                parts->front() <= 0)
              return;
            std::optional<int64_t> size = sizeAt(read(op, self.a), at->front());
            if (size && *size % parts->front() != 0)
              op.reject("splits " + dimensionOf(op, self.a, at->front()) +
                            ", which is " + Twine(*size) + ", into " +
                            Twine(parts->front()) +
                            " parts: it is not divisible",
                        {subjectOf(self.other), subjectOf(op, self.a)});
          },
          at, parts, of};
}

Constraint constraints::indicesOf(unsigned indices, ListRef at, ShapeRef of) {
  Constraint made{
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> values = op.literals(unsigned(self.least)),
                                at = read(op, self.list);
        Shape shape = read(op, self.a);
        if (!values || !shape.hasRank)
          return;
        int64_t axis = at && at->size() == 1 ? at->front() : 0;
        axis += axis < 0 ? int64_t(shape.rank()) : 0;
        std::optional<int64_t> size = sizeAt(shape, axis);
        for (int64_t value : *values)
          if (size && (value >= *size || value < -*size))
            return op.reject("has index " + Twine(value) + ", but " +
                                 dimensionOf(op, self.a, axis) + " is " +
                                 Twine(*size),
                             {Subject::operand(unsigned(self.least)),
                              subjectOf(op, self.a)});
      },
      at,
      {},
      of};
  made.least = indices;
  return made;
}

Constraint constraints::broadcastsIntoSizes(ShapeRef a, ListRef list,
                                            ListRef sizes) {
  return {
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> list = read(op, self.list),
                                sizes = read(op, self.other);
        Shape from = read(op, self.a);
        if (!list || !sizes || !from.hasRankOf(list->size()))
          return;
        for (auto [dim, to] : llvm::enumerate(*list)) {
          std::optional<int64_t> size = sizeAt(from, int64_t(dim));
          bool isThere = to >= 0 && to < int64_t(sizes->size());
          if (!size || *size == 1 || !isThere || (*sizes)[size_t(to)] == *size)
            continue;
          return op.reject(
              "puts " + dimensionOf(op, self.a, int64_t(dim)) + ", which is " +
                  Twine(*size) + ", into dimension " + Twine(to) +
                  " of the result, which is " + Twine((*sizes)[size_t(to)]),
              {subjectOf(op, self.a), subjectOf(self.other)});
        }
      },
      list, sizes, a};
}

Constraint constraints::sizesAre(ListRef sizes, ShapeRef of) {
  return {[](OpShapes &op, const Constraint &self) {
            std::optional<Integers> sizes = read(op, self.list);
            Shape shape = read(op, self.a);
            if (!sizes || !shape.hasRankOf(sizes->size()))
              return;
            for (auto [dim, size] : llvm::enumerate(*sizes))
              if (std::optional<int64_t> own = sizeAt(shape, int64_t(dim));
                  own && *own != size)
                return op.reject("makes dimension " + Twine(dim) + " of " +
                                     nameOf(op, self.a) + " " + Twine(size) +
                                     ", by " +
                                     shapels::nameOf(subjectOf(self.list)) +
                                     ", but its type has " + Twine(*own),
                                 {subjectOf(op, self.a), subjectOf(self.list)});
          },
          sizes,
          {},
          of};
}

/// `2x?`.
static std::string sizesText(const std::vector<std::optional<int64_t>> &sizes) {
  if (sizes.empty())
    return "a scalar";
  std::string text;
  for (std::optional<int64_t> size : sizes)
    text += (text.empty() ? "" : "x") +
            (size ? std::to_string(*size) : std::string("?"));
  return sizes.size() > 1 ? text : "size " + text;
}

static std::vector<std::optional<int64_t>> literalsOf(const Shape &shape) {
  std::vector<std::optional<int64_t>> sizes;
  for (DimExpr size : shape.dims)
    sizes.push_back(size.literal());
  return sizes;
}

Constraint constraints::valueHasShape(ListRef list, ShapeRef of) {
  return {[](OpShapes &op, const Constraint &self) {
            mlir::ShapedType type = elementsType(op, self.list);
            Shape shape = read(op, self.a);
            if (!type || !type.hasStaticShape() || !shape.hasRank)
              return;
            bool fits = int64_t(shape.rank()) == type.getRank();
            for (size_t dim = 0; fits && dim < shape.rank(); ++dim)
              fits = shape[dim].literal().value_or(type.getDimSize(
                         unsigned(dim))) == type.getDimSize(unsigned(dim));
            if (!fits)
              op.reject("has " +
                            sizesText({type.getShape().begin(),
                                       type.getShape().end()}) +
                            " in " + llvm::StringRef(self.list) + ", but " +
                            sizesText(literalsOf(shape)) + " in the type of " +
                            nameOf(op, self.a),
                        {subjectOf(op, self.a), subjectOf(self.list)});
          },
          list,
          {},
          of};
}
