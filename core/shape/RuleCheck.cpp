//===- RuleCheck.cpp ------------------------------------------------------===//

#include "core/shape/RuleCheck.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/Constraints.h"
#include "core/shape/RuleWords.h"
#include "core/shape/Rules.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"
#include "core/shape/library/ShapeFunctionRun.h"
#include "core/shape/rules/Families.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/TypeUtilities.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

/// torch-mlir writes `[1]` for what PyTorch gives no dimensions.
static bool isScalarOfTorch(const OpShapes &view, const Shape &inferred,
                            const TypeShape &declared) {
  return inferred.rank() == 0 && declared.rank() == 1 &&
         declared.dims->front().is(1) && view.name().starts_with("torch.");
}

/// Where a result cannot be what is inferred: its number and the dimension,
/// which is nothing where the ranks differ.
static std::optional<ResultFault> faultOf(const OpShapes &view, unsigned result,
                                          const Shape &inferred) {
  TypeShape declared =
      statedShape(view.operation()->getResult(result).getType());
  if (!inferred.hasRank || !declared.isRanked())
    return std::nullopt;
  if (inferred.rank() != declared.rank() &&
      !isScalarOfTorch(view, inferred, declared))
    return ResultFault{result, std::nullopt, int64_t(inferred.rank()),
                       int64_t(declared.rank())};
  for (size_t dim = 0; dim < inferred.rank(); ++dim) {
    std::optional<int64_t> size = inferred[dim].literal();
    Dim own = (*declared.dims)[dim];
    if (size && own.isStatic() && own.size() != *size)
      return ResultFault{result, dim, *size, own.size()};
  }
  return std::nullopt;
}

/// The constraints and the rule of the op's name.
static void applyOwn(OpShapes &view) {
  checkConstraints(view);
  if (view.isRejected())
    return;
  if (const KnownOp &known = findOp(view.name()); known.rule)
    known.rule(view);
  else if (llvm::isa<mlir::linalg::LinalgOp>(view.operation()))
    rules::structured(view);
}

RuleVerdict ShapeAnalysis::check(mlir::Operation *op) {
  RuleVerdict verdict;
  std::vector<Rejection> rejections;
  OpShapes::Said said(op);
  OpShapes view(state, op, said);
  said.rejections = &rejections;
  state.constants = &verdict.constants;
  state.learnt = {};
  const ShapeFunction *function = state.options.functionFor
                                      ? state.options.functionFor(view.name())
                                      : nullptr;
  if (function) {
    verdict.misfit = misfitOf(*function, view);
    runShapeFunction(state, *function, view);
  } else {
    applyOwn(view);
  }
  const std::vector<Facts::Pair> equal(state.learnt.pairs.begin(),
                                       state.learnt.pairs.end());
  RuleWords words(state.options, view, equal);
  if (!rejections.empty())
    verdict.fault = words.of(rejections.front());
  else
    verdict.fault = words.ofClash();
  for (unsigned i = 0; i < view.resultCount() && !verdict.fault; ++i)
    if (auto fault = faultOf(view, i, said.results[i].shape))
      verdict.fault = words.of(*fault, said.rule);
  state.constants = nullptr;
  return verdict;
}
