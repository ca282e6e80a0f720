//===- LocalShapes.cpp ----------------------------------------------------===//

#include "core/shape/LocalShapes.h"
#include "core/shape/OpInference.h"
#include "core/shape/ShapeAnalysis.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

ShapeAnalysis::Alone ShapeAnalysis::inferAlone(mlir::Operation *op,
                                               Given given) {
  state.known.clear();
  for (auto &[value, shape] : given)
    state.set(value, std::move(shape));
  state.isAlone = true;
  OpInference(state).infer(op);
  Alone found;
  for (mlir::Value result : op->getResults())
    found.results.push_back(state.known.lookup(result));
  found.equal.assign(state.learnt.pairs.begin(), state.learnt.pairs.end());
  found.broadcast = std::exchange(state.met, {});
  return found;
}

LocalShapes::LocalShapes(MakeAnalysis make, Known known)
    : make(std::move(make)), known(std::move(known)) {}

LocalShapes::~LocalShapes() = default;

static DimSource::Kind kindOfIntegers(mlir::Value value) {
  return llvm::isa<mlir::IndexType, mlir::IntegerType>(value.getType())
             ? DimSource::Kind::Scalar
             : DimSource::Kind::Element;
}

/// Symbols of its own for what is `known` of the operand.
static ValueShape named(DimExprs &exprs, mlir::Value operand,
                        const ValueShape &known, bool namesSizes,
                        bool namesElements) {
  auto symbol = [&](DimSource::Kind kind, size_t index) {
    return exprs.symbol(
        {kind, false, operand.getAsOpaquePointer(), uint32_t(index)});
  };
  ValueShape result;
  if (known.shape.hasRank)
    result.shape = Shape::ranked({});
  for (size_t i = 0; known.shape.hasRank && i < known.shape.rank(); ++i) {
    std::optional<int64_t> number = known.shape[i].literal();
    result.shape.dims.push_back(number && !namesSizes
                                    ? exprs.literal(*number)
                                    : symbol(DimSource::Kind::Size, i));
  }
  if (!known.elements)
    return result;
  bool areBits = known.elements->areBits;
  result.elements = Elements{{}, known.elements->isScalar, areBits};
  for (auto [i, item] : llvm::enumerate(known.elements->items)) {
    std::optional<int64_t> number = item.literal();
    result.elements->items.push_back(number && (!namesElements || areBits)
                                         ? exprs.literal(*number)
                                         : symbol(kindOfIntegers(operand), i));
  }
  return result;
}

/// Sizes and integers have symbols; sizes have; only those have that are not
/// numbers.
void LocalShapes::run(mlir::Operation *op, unsigned number) {
  Attempt &attempt = ops[op][number];
  if (!attempt.said.results.empty())
    return;
  std::unique_ptr<ShapeAnalysis> &analysis = analyses[number];
  if (!analysis)
    analysis = make();
  ShapeAnalysis::Given given;
  for (mlir::Value operand : op->getOperands()) {
    ValueShape own = named(analysis->exprs(), operand, known(operand),
                           number < 2, number < 1);
    for (DimExpr size : own.shape.dims)
      if (!size.literal())
        attempt.sizes.push_back(size);
    given.emplace_back(operand, std::move(own));
  }
  attempt.said = analysis->inferAlone(op, std::move(given));
}

/// What an attempt says, if it is more than the result's own name. A number
/// that may rest on an operand's number explains nothing.
LocalShapes::Local
LocalShapes::first(llvm::function_ref<DimExpr(const ValueShape &)> read,
                   mlir::OpResult result) {
  for (unsigned number = 0; number < attemptCount; ++number) {
    run(result.getOwner(), number);
    const Attempt &attempt = ops[result.getOwner()][number];
    const ValueShape *known = attempt.said.results[result.getResultNumber()];
    DimExpr found = known ? read(*known) : DimExpr();
    bool isLast = number + 1 == attemptCount;
    if (found && !isOwnSymbol(found, result.getAsOpaquePointer()) &&
        !(isLast && found.literal()))
      return {found, number != 0 && found.literal()};
  }
  return {};
}

LocalShapes::Local LocalShapes::size(mlir::OpResult result, size_t rank,
                                     size_t dim) {
  return first(
      [&](const ValueShape &found) {
        bool isKnown =
            found.shape.hasRankOf(rank) && found.rule != interfaceRule;
        return isKnown ? found.shape[dim] : DimExpr();
      },
      result);
}

LocalShapes::Local LocalShapes::element(mlir::OpResult result, size_t count,
                                        size_t index) {
  return first(
      [&](const ValueShape &found) {
        bool isKnown = found.elements && found.elements->items.size() == count;
        return isKnown ? found.elements->items[index] : DimExpr();
      },
      result);
}

/// `size`, and what must equal it.
static llvm::SmallVector<DimExpr> classOf(DimExpr size,
                                          llvm::ArrayRef<Facts::Pair> equal) {
  llvm::SmallVector<DimExpr> all{size};
  for (size_t i = 0; i < all.size(); ++i)
    for (auto [a, b] : equal)
      for (auto [from, to] : {std::pair(a, b), std::pair(b, a)})
        if (from == all[i] && !llvm::is_contained(all, to))
          all.push_back(to);
  return all;
}

DimExpr
LocalShapes::equalSize(mlir::Operation *op, DimExpr size,
                       llvm::function_ref<bool(const DimSource &)> isWanted) {
  for (const Attempt &attempt : ops[op]) {
    if (!llvm::is_contained(attempt.sizes, size))
      continue;
    llvm::SmallVector<DimExpr> equal = classOf(size, attempt.said.equal);
    for (DimExpr other : attempt.sizes)
      if (isWanted(other->source) && llvm::is_contained(equal, other))
        return other;
  }
  return {};
}
