//===- Reification.cpp ----------------------------------------------------===//

#include "core/shape/Reification.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/Scratch.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace shapels;
using namespace mlir;

namespace {

using ShapeOf = llvm::function_ref<TypeShape(Value)>;
using Kind = SizeExpression::Kind;

/// Ops in the regions of one that is still copied.
constexpr unsigned maxNestedOps = 256;
/// Ops and affine terms behind one size.
constexpr unsigned maxTerms = 32;

/// Which types the copy of an op has.
enum class Loosening {
  /// Operands have what is known of their shapes.
  None,
  /// Of operands only the rank is known, so that a size that comes from one
  /// shows as its dimension, and not as a number.
  Operands,
  /// As well of the results, for ops whose types must go together.
  OperandsAndResults,
};

/// Null for types that cannot forget their sizes.
Type loosened(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!isa<RankedTensorType>(type) &&
      !(memref && memref.getLayout().isIdentity()))
    return {};
  auto shaped = cast<ShapedType>(type);
  SmallVector<int64_t> sizes(shaped.getRank(), ShapedType::kDynamic);
  return shaped.clone(sizes);
}

/// A copy of an op in a scratch block, asked for the shape of one result.
class ReifiedCopy {
public:
  ReifiedCopy(OpResult result, Loosening loosening, ShapeOf shapeOf)
      : scratch(result.getContext()), original(result),
        hasSizes(make(loosening, shapeOf) && ask()) {}

  explicit operator bool() const { return hasSizes; }

  Dim size(size_t dim) const {
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    return size && *size >= 0 ? Dim::fixed(*size) : Dim::dynamic();
  }
  std::optional<SizeExpression> source(size_t dim);

private:
  bool make(Loosening loosening, ShapeOf shapeOf);
  bool ask();
  void setOperand(OpOperand &operand, Type type);
  void refineOperand(OpOperand &operand, ShapeOf shapeOf);
  void loosenOperand(OpOperand &operand);

  std::optional<SizeExpression> source(OpFoldResult size);
  std::optional<SizeExpression> source(Value value);
  std::optional<SizeExpression> dimOf(Value value, OpFoldResult dim, Kind kind);
  std::optional<SizeExpression> operation(Kind kind, ArrayRef<Value> operands);
  std::optional<SizeExpression> affine(AffineExpr expression, unsigned numDims,
                                       ValueRange operands);
  std::optional<SizeExpression> choice(Kind kind, AffineMap map,
                                       ValueRange operands);

  Scratch scratch;
  OpResult original;
  Operation *copy = nullptr;
  /// Stand-ins and what they stand for.
  llvm::SmallDenseMap<Value, Value> live;
  SmallVector<OpFoldResult> sizes;
  unsigned terms = 0;
  /// Whether no operand tells more than its rank.
  bool isLoose = false;
  bool hasSizes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

void ReifiedCopy::setOperand(OpOperand &operand, Type type) {
  Value standIn = scratch.unknown(type);
  live[standIn] = operand.get();
  operand.set(standIn);
}

/// Operands that have the type already stay, with the constants behind them.
void ReifiedCopy::refineOperand(OpOperand &operand, ShapeOf shapeOf) {
  Type type = operand.get().getType();
  TypeShape shape = shapeOf(operand.get());
  Type known = shape.isRanked() ? withShape(type, *shape.dims) : Type();
  if (known && known != type)
    setOperand(operand, known);
}

void ReifiedCopy::loosenOperand(OpOperand &operand) {
  Type type = operand.get().getType();
  if (Type loose = loosened(type))
    setOperand(operand, loose);
  else
    isLoose &= !shapels::shapeOf(type).isShaped();
}

bool ReifiedCopy::make(Loosening loosening, ShapeOf shapeOf) {
  copy = original.getOwner()->clone();
  scratch.block()->push_back(copy);
  isLoose = loosening != Loosening::None;
  for (OpOperand &operand : copy->getOpOperands())
    if (loosening == Loosening::None)
      refineOperand(operand, shapeOf);
    else
      loosenOperand(operand);
  auto destination = dyn_cast<DestinationStyleOpInterface>(copy);
  for (OpResult result : copy->getResults()) {
    OpOperand *tied =
        destination ? destination.getTiedOpOperand(result) : nullptr;
    Type loose = loosened(result.getType());
    if (tied)
      result.setType(tied->get().getType());
    else if (loosening == Loosening::OperandsAndResults && loose)
      result.setType(loose);
  }
  OperationName name = copy->getName();
  return succeeded(name.verifyInvariants(copy)) &&
         succeeded(name.verifyRegionInvariants(copy));
}

bool ReifiedCopy::ask() {
  OpBuilder builder(copy);
  ReifiedRankedShapedTypeDims shapes;
  auto reifiable = cast<ReifyRankedShapedTypeOpInterface>(copy);
  if (failed(reifiable.reifyResultShapes(builder, shapes)) ||
      shapes.size() != copy->getNumResults())
    return false;
  sizes = std::move(shapes[original.getResultNumber()]);
  return sizes.size() == shapels::shapeOf(original.getType()).rank();
}

//===----------------------------------------------------------------------===//
// Reading the answer
//===----------------------------------------------------------------------===//

/// These state their sizes, which their types repeat, so that no copy of them
/// with other types verifies.
static bool statesSizes(Operation *op) {
  return isa<tensor::ExpandShapeOp, memref::ExpandShapeOp>(op);
}

std::optional<SizeExpression> ReifiedCopy::source(size_t dim) {
  terms = 0;
  std::optional<SizeExpression> found = source(sizes[dim]);
  // Else the number may be a size of an operand.
  bool isStated = isLoose || statesSizes(copy);
  return found && found->kind == Kind::Number && !isStated ? std::nullopt
                                                           : found;
}

std::optional<SizeExpression> ReifiedCopy::source(OpFoldResult size) {
  if (!size)
    return std::nullopt;
  if (auto value = dyn_cast<Value>(size))
    return source(value);
  std::optional<int64_t> number = getConstantIntValue(size);
  return number ? std::optional(SizeExpression{Kind::Number, *number})
                : std::nullopt;
}

/// Follows what was made in the scratch block, to numbers and live values.
std::optional<SizeExpression> ReifiedCopy::source(Value value) {
  if (++terms > maxTerms)
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != scratch.block())
    return value.getParentBlock() == scratch.block()
               ? std::nullopt
               : std::optional(SizeExpression{Kind::Value, 0, value});
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return SizeExpression{Kind::Number, *number};
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return dimOf(dim.getSource(), dim.getDimension(), Kind::Dim);
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return dimOf(dim.getSource(), dim.getDimension(), Kind::Dim);
  if (auto element = dyn_cast<tensor::ExtractOp>(op);
      element && element.getIndices().size() == 1)
    return dimOf(element.getTensor(), element.getIndices()[0], Kind::Element);
  if (auto cast = dyn_cast<arith::IndexCastOp>(op))
    return source(cast.getIn());
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return affine(apply.getMap().getResult(0), apply.getMap().getNumDims(),
                  apply.getMapOperands());
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return choice(Kind::Min, min.getMap(), min.getOperands());
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return choice(Kind::Max, max.getMap(), max.getOperands());
  SmallVector<Value> operands(op->getOperands());
  if (isa<arith::AddIOp>(op))
    return operation(Kind::Sum, operands);
  if (isa<arith::MulIOp>(op))
    return operation(Kind::Product, operands);
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op))
    return operation(Kind::FloorDiv, operands);
  if (isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(op))
    return operation(Kind::CeilDiv, operands);
  if (isa<arith::MinUIOp, arith::MinSIOp>(op))
    return operation(Kind::Min, operands);
  if (isa<arith::MaxUIOp, arith::MaxSIOp>(op))
    return operation(Kind::Max, operands);
  return std::nullopt;
}

/// A dimension, or an element, of what is live or stands for it.
std::optional<SizeExpression> ReifiedCopy::dimOf(Value value, OpFoldResult dim,
                                                 Kind kind) {
  std::optional<int64_t> number = getConstantIntValue(dim);
  if (Value standsFor = live.lookup(value))
    value = standsFor;
  if (!number || value.getParentBlock() == scratch.block())
    return std::nullopt;
  return SizeExpression{kind, *number, value};
}

std::optional<SizeExpression> ReifiedCopy::operation(Kind kind,
                                                     ArrayRef<Value> operands) {
  SizeExpression result{kind};
  for (Value operand : operands)
    if (std::optional<SizeExpression> part = source(operand))
      result.parts.push_back(std::move(*part));
    else
      return std::nullopt;
  return result;
}

static Kind expressionKind(AffineExprKind kind) {
  switch (kind) {
  case AffineExprKind::Add:
    return Kind::Sum;
  case AffineExprKind::Mul:
    return Kind::Product;
  case AffineExprKind::Mod:
    return Kind::Mod;
  case AffineExprKind::FloorDiv:
    return Kind::FloorDiv;
  case AffineExprKind::CeilDiv:
    return Kind::CeilDiv;
  default:
    return Kind::Number;
  }
}

std::optional<SizeExpression> ReifiedCopy::affine(AffineExpr expression,
                                                  unsigned numDims,
                                                  ValueRange operands) {
  if (++terms > maxTerms)
    return std::nullopt;
  if (auto number = dyn_cast<AffineConstantExpr>(expression))
    return SizeExpression{Kind::Number, number.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return source(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return source(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expression);
  auto lhs = affine(binary.getLHS(), numDims, operands);
  auto rhs = affine(binary.getRHS(), numDims, operands);
  if (!lhs || !rhs)
    return std::nullopt;
  SizeExpression result{expressionKind(expression.getKind())};
  result.parts = {std::move(*lhs), std::move(*rhs)};
  return result;
}

std::optional<SizeExpression> ReifiedCopy::choice(Kind kind, AffineMap map,
                                                  ValueRange operands) {
  SizeExpression result{kind};
  for (AffineExpr expression : map.getResults())
    if (auto part = affine(expression, map.getNumDims(), operands))
      result.parts.push_back(std::move(*part));
    else
      return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

static bool isSmall(Operation *op) {
  unsigned count = 0;
  return !op->walk([&](Operation *) {
              return ++count > maxNestedOps ? WalkResult::interrupt()
                                            : WalkResult::advance();
            }).wasInterrupted();
}

static void addSources(ReifiedCopy &copy, std::vector<ReifiedDim> &dims) {
  for (size_t dim = 0; dim < dims.size(); ++dim)
    dims[dim].source = copy.source(dim);
}

std::optional<std::vector<ReifiedDim>> shapels::reifyShape(OpResult result,
                                                           ShapeOf shapeOf) {
  Operation *op = result.getOwner();
  if (!isa<ReifyRankedShapedTypeOpInterface>(op) ||
      !shapels::shapeOf(result.getType()).isRanked() || !isSmall(op))
    return std::nullopt;
  // What MLIR's implementations make.
  op->getContext()
      ->loadDialect<affine::AffineDialect, arith::ArithDialect,
                    memref::MemRefDialect, tensor::TensorDialect>();
  ReifiedCopy known(result, Loosening::None, shapeOf);
  if (!known)
    return std::nullopt;
  std::vector<ReifiedDim> dims(shapels::shapeOf(result.getType()).rank());
  for (size_t dim = 0; dim < dims.size(); ++dim)
    dims[dim].size = known.size(dim);
  for (Loosening loosening :
       {Loosening::OperandsAndResults, Loosening::Operands})
    if (ReifiedCopy copy(result, loosening, shapeOf); copy) {
      addSources(copy, dims);
      return dims;
    }
  addSources(known, dims);
  return dims;
}
