//===- CountConstraints.cpp - Numbers of elements and operands, regions ---===//

#include "core/shape/ConstraintKinds.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace shapels::constraints;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// `12 (4x3)`.
static std::string countText(const Shape &shape, int64_t count) {
  std::string sizes;
  for (DimExpr size : shape.dims)
    sizes += (sizes.empty() ? "" : "x") + std::to_string(*size.literal());
  return std::to_string(count) + (shape.rank() > 1 ? " (" + sizes + ")" : "");
}

static std::optional<int64_t> countOf(OpShapes &op, const Shape &shape) {
  bool isKnown = shape.hasRank && llvm::all_of(shape.dims, [](DimExpr size) {
                   return size.literal().has_value();
                 });
  return isKnown ? op.exprs.product(shape.dims).literal() : std::nullopt;
}

Constraint constraints::sameCount(ShapeRef a, ShapeRef b) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape from = read(op, self.a), to = read(op, self.b);
        std::optional<int64_t> have = countOf(op, from), made = countOf(op, to);
        if (have && made && *have != *made)
          op.reject("keeps the number of elements, but " + nameOf(op, self.a) +
                        " has " + countText(from, *have) + " and " +
                        nameOf(op, self.b) + " " + countText(to, *made),
                    {subjectOf(op, self.b), subjectOf(op, self.a)});
      },
      a, b);
}

Constraint constraints::countFits(ShapeRef of, ListRef sizes, bool zeroCopies) {
  Constraint made = onShapes(
      [](OpShapes &op, const Constraint &self) {
        std::optional<Integers> sizes = read(op, self.list);
        Shape shape = read(op, self.a);
        std::optional<int64_t> have = countOf(op, shape);
        if (!sizes || !have)
          return;
        int64_t product = 1;
        bool isOpen = false;
        for (auto [dim, size] : llvm::enumerate(*sizes)) {
          bool isCopied = size == 0 && self.least;
          if (isCopied && dim >= shape.rank())
            return;
          isOpen |= size < 0;
          if (size >= 0 &&
              llvm::MulOverflow(
                  product, isCopied ? *shape[dim].literal() : size, product))
            return;
        }
        bool fits =
            isOpen ? product == 0 || *have % product == 0 : *have == product;
        if (!fits)
          op.reject("keeps the number of elements, but " + nameOf(op, self.a) +
                        " has " + countText(shape, *have) + " and " +
                        (isOpen ? "the sizes make a multiple of "
                                : "the sizes make ") +
                        Twine(product),
                    {subjectOf(self.list), subjectOf(op, self.a)});
      },
      of, {}, sizes);
  made.least = zeroCopies;
  return made;
}

Constraint constraints::operandPerDimension(unsigned first, ShapeRef of) {
  Constraint made = onShapes(
      [](OpShapes &op, const Constraint &self) {
        Shape shape = read(op, self.a);
        int64_t count = int64_t(op.operandCount()) - self.least;
        if (shape.hasRank && count != int64_t(shape.rank()))
          op.reject("needs " + Twine(shape.rank()) +
                        " indices, one for each dimension of " +
                        nameOf(op, self.a) + ", but has " + Twine(count),
                    {subjectOf(op, self.a)});
      },
      of, {});
  made.least = first;
  return made;
}

Constraint constraints::allOfRank(unsigned first, int64_t rank) {
  Constraint made{[](OpShapes &op, const Constraint &self) {
    for (unsigned i = unsigned(self.least); i < op.operandCount(); ++i) {
      Shape shape = op.shape(i);
      if (shape.hasRank && int64_t(shape.rank()) != self.most)
        return op.reject("needs " + shapels::nameOf(Subject::operand(i)) +
                             " of rank " + Twine(self.most) +
                             ", but it has rank " + Twine(shape.rank()),
                         {Subject::operand(i)});
    }
  }};
  made.least = first;
  made.most = rank;
  return made;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static std::optional<int64_t> rankOfType(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped && shaped.hasRank() ? std::optional(shaped.getRank())
                                    : std::nullopt;
}

/// Whether no type has a greater rank. `subject` is that of the first.
static bool haveRankAtMost(OpShapes &op, mlir::TypeRange types, int64_t most,
                           Subject subject) {
  for (auto [number, type] : llvm::enumerate(types)) {
    subject.number = unsigned(number);
    std::optional<int64_t> rank = rankOfType(type);
    if (!rank || *rank <= most)
      continue;
    op.reject("needs " +
                  (most == 0 ? "scalars" : "rank " + Twine(most) + " at most") +
                  " in its region, but " + shapels::nameOf(subject) +
                  " has rank " + Twine(*rank),
              {subject});
    return false;
  }
  return true;
}

static void checkRegions(OpShapes &op, int64_t most) {
  for (mlir::Region &region : op.operation()->getRegions()) {
    if (region.empty())
      continue;
    mlir::Block &block = region.front();
    unsigned number = region.getRegionNumber();
    if (!haveRankAtMost(op, block.getArgumentTypes(), most,
                        Subject::argument(number, 0)))
      return;
    bool isEnded = !block.empty() && block.back().getNumResults() == 0;
    if (isEnded && !haveRankAtMost(op, block.back().getOperandTypes(), most,
                                   Subject::yielded(number, 0)))
      return;
  }
}

Constraint constraints::regionRankAtMost(int64_t rank) {
  Constraint made{[](OpShapes &op, const Constraint &self) {
    checkRegions(op, self.most);
  }};
  made.most = rank;
  return made;
}

Constraint constraints::regionRankAtMost(ShapeRef of) {
  return onShapes(
      [](OpShapes &op, const Constraint &self) {
        if (Shape shape = read(op, self.a); shape.hasRank)
          checkRegions(op, int64_t(shape.rank()));
      },
      of, {});
}
