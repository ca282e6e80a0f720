//===- BroadcastOrigins.cpp - Where a size of a broadcast comes from ------===//

#include "core/analysis/DimReasons.h"
#include "core/analysis/SizeOrigins.h"
#include "core/shape/Broadcast.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"

#include <set>

using namespace shapels;

/// Whether a `?` is never stretched.
bool SizeOrigins::isStrict() const {
  return shapes.settings().dynamicDims == DynamicDims::Strict;
}

/// Where a `?` is never stretched it equals what it meets: that is no reason
/// for what it meets.
TypeShape SizeOrigins::shapeBefore(mlir::Value operand) {
  const ValueShape *known = isStrict() ? shapes.find(operand) : nullptr;
  if (!known)
    return typeShapeOf(operand);
  TypeShape shape = statedShape(operand.getType());
  if (!shape.isRanked() || !known->shape.hasRankOf(shape.rank()))
    return shape;
  for (auto [dim, size] : llvm::zip(*shape.dims, known->shape.dims))
    dim = dim.isDynamic() ? shapes.fromArguments().dimOf(size) : dim;
  return shape;
}

/// `; %lhs has 1 and is broadcast`.
std::string SizeOrigins::stretched(mlir::Value operand, size_t fromRight,
                                   Dim size) {
  TypeShape shape = shapeBefore(operand);
  if (!shape.isRanked() || size.is(1))
    return "";
  std::string name = "; " + writer.mark(operand);
  if (shape.rank() < fromRight)
    return name + " lacks it and is broadcast";
  Dim own = (*shape.dims)[shape.rank() - fromRight];
  if (own.is(1))
    return name + " has 1 and is broadcast";
  if (!own.isDynamic() || size.isDynamic())
    return "";
  return name + " has ?, which must be " + (isStrict() ? "" : "1 or ") +
         size.str();
}

/// Those whose sizes count: a shift, for one, does not take part.
std::vector<mlir::Value> SizeOrigins::broadcastOperands(mlir::Operation *op) {
  llvm::SmallVector<DimExpr> leaves;
  mlir::Value result = op->getResult(0);
  TypeShape shape = typeShapeOf(result);
  for (unsigned dim = 0; shape.isRanked() && dim < shape.rank(); ++dim)
    if (DimExpr local = localOf(sizeSource(result, dim)).expr)
      llvm::append_range(leaves, leavesOf(local));
  std::vector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands())
    if (leaves.empty() || llvm::any_of(leaves, [&](DimExpr leaf) {
          return leaf->source.value == operand.getAsOpaquePointer();
        }))
      operands.push_back(operand);
  return operands;
}

/// Where several sizes are open that are not known to be equal.
std::string SizeOrigins::openSizes(llvm::ArrayRef<mlir::Value> operands,
                                   size_t fromRight) {
  std::vector<std::string> open;
  std::set<const DimNode *> classes;
  for (mlir::Value value : operands) {
    TypeShape shape = typeShapeOf(value);
    if (!shape.isRanked() || shape.rank() < fromRight ||
        !(*shape.dims)[shape.rank() - fromRight].isDynamic())
      continue;
    size_t dim = shape.rank() - fromRight;
    Shape symbolic = shapes.symbolic(value);
    DimExpr expr = symbolic.hasRankOf(shape.rank()) ? symbolic[dim] : DimExpr();
    if (!expr || classes.insert(expr.get()).second)
      open.push_back(wordsOf(sizeSource(value, dim)));
  }
  return open.size() < 2 ? "" : listedShort(std::move(open));
}

std::optional<SizeOrigins::Step> SizeOrigins::broadcastStep(mlir::Value result,
                                                            unsigned dim) {
  mlir::Operation *op = result.getDefiningOp();
  size_t fromRight = typeShapeOf(result).rank() - dim;
  std::vector<mlir::Value> operands = broadcastOperands(op);
  std::vector<TypeShape> known;
  for (mlir::Value operand : operands)
    known.push_back(shapeBefore(operand));
  bool hasUnranked = llvm::any_of(known, [](const TypeShape &shape) {
    return shape.isShaped() && !shape.isRanked();
  });
  BroadcastVerdict verdict =
      inferBroadcast(known, shapes.settings().broadcastRules);
  if (hasUnranked || !verdict.inferred || verdict.inferred->size() < fromRight)
    return std::nullopt;
  BroadcastDim size = (*verdict.inferred)[verdict.inferred->size() - fromRight];
  if (size.size.isDynamic()) {
    if (std::string open = openSizes(operands, fromRight);
        !open.empty() && !isStrict())
      return Step{", what " + open + " broadcast to", std::nullopt};
    for (size_t i = known.size(); i-- > 0;)
      if (known[i].isRanked() && known[i].rank() >= fromRight &&
          (*known[i].dims)[known[i].rank() - fromRight].isDynamic())
        size.from = i;
  }
  if (!size.from)
    return Step{" in every operand that has it", std::nullopt};
  mlir::Value from = operands[*size.from];
  Step step{" from " + writer.mark(from),
            sizeSource(from, known[*size.from].rank() - fromRight)};
  for (mlir::Value operand : operands)
    if (operand != from)
      step.words += stretched(operand, fromRight, size.size);
  return step;
}
