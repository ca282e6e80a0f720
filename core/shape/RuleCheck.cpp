//===- RuleCheck.cpp ------------------------------------------------------===//

#include "shapels/shape/RuleCheck.h"
#include "shapels/shape/Rules.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedShape.h"

using namespace shapels;

static bool canBeEqual(Dim a, Dim b) {
  return !a.isStatic() || !b.isStatic() || a == b;
}

/// The first dimension that differs; nothing, or no dimension.
static std::optional<ShapeClash> clashOf(const TypeShape &a,
                                         const TypeShape &b) {
  if (a.rank() != b.rank())
    return ShapeClash{};
  for (size_t dim = 0; dim < a.rank(); ++dim)
    if (!canBeEqual((*a.dims)[dim], (*b.dims)[dim]))
      return ShapeClash{0, 0, dim};
  return std::nullopt;
}

std::vector<ShapeClash>
shapels::checkSameShape(std::span<const TypeShape> operands,
                        std::span<const TypeShape> results) {
  std::vector<const TypeShape *> all;
  for (const TypeShape &shape : operands)
    all.push_back(&shape);
  for (const TypeShape &shape : results)
    all.push_back(&shape);
  std::vector<ShapeClash> clashes;
  std::vector<size_t> right;
  for (size_t second = 0; second < all.size(); ++second) {
    if (!all[second]->isRanked())
      continue;
    std::optional<ShapeClash> clash;
    for (size_t first : right)
      if (!clash && (clash = clashOf(*all[first], *all[second])))
        clashes.push_back({first, second, clash->dim});
    if (!clash)
      right.push_back(second);
  }
  return clashes;
}

/// Where the result cannot be what is inferred.
static std::optional<RuleFault> faultOf(const Shape &inferred,
                                        const TypeShape &declared) {
  RuleFault fault;
  if (!inferred.hasRank || !declared.isRanked())
    return std::nullopt;
  if (inferred.rank() != declared.rank()) {
    fault.inferred = int64_t(inferred.rank());
    fault.declared = int64_t(declared.rank());
    return fault;
  }
  for (size_t dim = 0; dim < declared.rank(); ++dim) {
    std::optional<int64_t> size = inferred[dim].literal();
    Dim own = (*declared.dims)[dim];
    if (!size || !own.isStatic() || own.size() == *size)
      continue;
    fault.dim = dim;
    fault.inferred = *size;
    fault.declared = own.size();
    return fault;
  }
  return std::nullopt;
}

std::vector<RuleFault> ShapeAnalysis::check(mlir::Operation *op) {
  std::vector<std::string> rejections;
  OpShapes view(*this, op);
  view.rejections = &rejections;
  const KnownOp &known = findOp(view.name());
  known.rule(view);
  std::vector<RuleFault> faults;
  if (known.checksOperands)
    for (std::string &rejection : rejections)
      faults.push_back({std::move(rejection)});
  if (!known.checksResults || !faults.empty())
    return faults;
  for (mlir::OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    std::optional<RuleFault> fault =
        faultOf(view.results[number].shape, statedShape(result.getType()));
    if (!fault)
      continue;
    fault->result = number;
    fault->rule = view.rule;
    faults.push_back(*fault);
  }
  return faults;
}
