//===- LocalShapes.cpp ----------------------------------------------------===//

#include "shapels/shape/LocalShapes.h"
#include "shapels/shape/ShapeAnalysis.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

LocalShapes::LocalShapes(mlir::Operation *op, MakeAnalysis make, Known known)
    : op(op), make(std::move(make)), known(std::move(known)) {}

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
  result.elements = Elements{{}, known.elements->isScalar};
  for (auto [i, item] : llvm::enumerate(known.elements->items)) {
    std::optional<int64_t> number = item.literal();
    result.elements->items.push_back(number && !namesElements
                                         ? exprs.literal(*number)
                                         : symbol(kindOfIntegers(operand), i));
  }
  return result;
}

/// Sizes and integers have symbols; sizes have; only those have that are not
/// numbers.
void LocalShapes::run(unsigned number) {
  Attempt &attempt = attempts[number];
  if (attempt.analysis)
    return;
  attempt.analysis = make();
  ShapeAnalysis &analysis = *attempt.analysis;
  for (mlir::Value operand : op->getOperands()) {
    ValueShape own = named(analysis.exprs(), operand, known(operand),
                           number < 2, number < 1);
    for (DimExpr size : own.shape.dims)
      if (!size.literal())
        attempt.sizes.push_back(size);
    analysis.assume(operand, std::move(own));
  }
  analysis.inferAlone(op);
}

/// What an attempt says, if it is more than the result's own name. A number
/// that may rest on an operand's number explains nothing.
LocalShapes::Local
LocalShapes::first(llvm::function_ref<DimExpr(const Attempt &)> read,
                   mlir::Value result) {
  for (unsigned number = 0; number < attemptCount; ++number) {
    run(number);
    const Attempt &attempt = attempts[number];
    DimExpr found = read(attempt);
    bool isLast = &attempt == &attempts.back();
    if (found && !isOwnSymbol(found, result.getAsOpaquePointer()) &&
        !(isLast && found.literal()))
      return {found, &attempt != &attempts.front() && found.literal()};
  }
  return {};
}

LocalShapes::Local LocalShapes::size(mlir::Value result, size_t rank,
                                     size_t dim) {
  return first(
      [&](const Attempt &attempt) {
        const ValueShape *found = attempt.analysis->find(result);
        bool isKnown = found && found->shape.hasRankOf(rank) &&
                       found->rule != interfaceRule;
        return isKnown ? found->shape[dim] : DimExpr();
      },
      result);
}

LocalShapes::Local LocalShapes::element(mlir::Value result, size_t count,
                                        size_t index) {
  return first(
      [&](const Attempt &attempt) {
        const ValueShape *found = attempt.analysis->find(result);
        bool isKnown =
            found && found->elements && found->elements->items.size() == count;
        return isKnown ? found->elements->items[index] : DimExpr();
      },
      result);
}

DimExpr
LocalShapes::equalSize(DimExpr size,
                       llvm::function_ref<bool(const DimSource &)> isWanted) {
  for (Attempt &attempt : attempts) {
    if (!llvm::is_contained(attempt.sizes, size))
      continue;
    for (DimExpr other : attempt.sizes)
      if (isWanted(other->source) && attempt.analysis->canonicalAlone(other) ==
                                         attempt.analysis->canonicalAlone(size))
        return other;
  }
  return {};
}
