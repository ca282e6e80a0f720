//===- Inference.cpp ------------------------------------------------------===//

#include "shapels/shape/Inference.h"
#include "shapels/shape/MlirShapes.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace shapels;
using namespace mlir;

namespace {

std::vector<Dim> sizesOf(const std::vector<InferredDim> &dims) {
  std::vector<Dim> sizes;
  sizes.reserve(dims.size());
  for (const InferredDim &dim : dims)
    sizes.push_back(dim.size);
  return sizes;
}

std::vector<InferredDim> withoutOrigin(const std::vector<Dim> &dims) {
  std::vector<InferredDim> result;
  result.reserve(dims.size());
  for (Dim dim : dims)
    result.push_back({dim, std::nullopt});
  return result;
}

/// As `contradict`, without a copy: it is asked for every op of a chain.
bool contradicts(Type declared, ArrayRef<InferredDim> inferred) {
  auto shaped = dyn_cast<ShapedType>(declared);
  if (!shaped || !shaped.hasRank())
    return false;
  if (shaped.getShape().size() != inferred.size())
    return true;
  for (auto [size, dim] : llvm::zip(shaped.getShape(), inferred))
    if (!ShapedType::isDynamic(size) && !dim.size.isDynamic() &&
        dim.size.size() != size)
      return true;
  return false;
}

bool keepsShape(Operation *op) {
  return op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         op->hasTrait<OpTrait::Elementwise>();
}

} // namespace

TypeShape Inference::shapeOf(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return shapels::shapeOf(value.getType());
  computeSlice(result.getOwner());
  return known.lookup(value);
}

std::optional<InferredShape> Inference::infer(OpResult result) {
  shapeOf(result);
  return applyRules(result.getOwner())[result.getResultNumber()];
}

/// Computes what `op` needs before it, without recursion: chains are long.
void Inference::computeSlice(Operation *op) {
  SmallVector<Operation *> stack{op};
  llvm::DenseMap<Operation *, bool> entered;
  while (!stack.empty()) {
    Operation *top = stack.back();
    bool isFirstVisit = !std::exchange(entered[top], true);
    if (isFirstVisit)
      for (Value operand : top->getOperands())
        if (Operation *before = operand.getDefiningOp();
            before && !known.contains(operand) && !entered.lookup(before))
          stack.push_back(before);
    if (stack.back() != top)
      continue;
    compute(top);
    stack.pop_back();
  }
}

void Inference::compute(Operation *op) {
  if (op->getNumResults() == 0 || known.contains(op->getResult(0)))
    return;
  auto inferred = applyRules(op);
  for (OpResult result : op->getResults()) {
    TypeShape declared = shapels::shapeOf(result.getType());
    const std::optional<InferredShape> &shape =
        inferred[result.getResultNumber()];
    bool isOpen = !declared.dims || llvm::any_of(*declared.dims, [](Dim dim) {
      return dim.isDynamic();
    });
    if (shape && isOpen)
      declared = refined(std::move(declared), sizesOf(shape->dims));
    known[result] = std::move(declared);
  }
}

/// Of operands that are computed already, or that nothing is known of beyond
/// their type (a cycle in a graph region).
std::vector<TypeShape> Inference::operandShapes(Operation *op) {
  std::vector<TypeShape> shapes;
  for (Value operand : op->getOperands()) {
    auto found = known.find(operand);
    shapes.push_back(found == known.end() ? shapels::shapeOf(operand.getType())
                                          : found->second);
  }
  return shapes;
}

std::vector<std::optional<InferredShape>> Inference::applyRules(Operation *op) {
  std::vector<std::optional<InferredShape>> none(op->getNumResults());
  if (op->getNumOperands() == 0)
    return none;
  if (isBroadcastable(op)) {
    std::vector<TypeShape> shapes = operandShapes(op);
    // An unranked operand may bring further dimensions, and other sizes.
    bool hasUnranked = llvm::any_of(shapes, [](const TypeShape &shape) {
      return shape.isShaped() && !shape.isRanked();
    });
    BroadcastVerdict verdict = inferBroadcast(shapes, rules);
    if (verdict.inferred && !hasUnranked)
      none.assign(none.size(),
                  InferredShape{"Broadcastable", *verdict.inferred});
    return none;
  }
  if (std::optional<OpFamily> family = declared(op)) {
    if (*family == OpFamily::SameShape)
      none.assign(none.size(), inferSameShape(op));
    return none;
  }
  if (!mayAskMlir(op))
    return none;
  if (keepsShape(op)) {
    none.assign(none.size(), inferSameShape(op));
    return none;
  }
  none = inferByInterface(op);
  // MLIR lets ops verify of which its own interface infers another shape. The
  // interface is wrong then: that of tosa.resize without constants, for one.
  for (auto [shape, type] : llvm::zip(none, op->getResultTypes()))
    if (shape && contradicts(type, shape->dims))
      shape.reset();
  return none;
}

/// MLIR's rules read constants that they rest on.
bool Inference::mayAskMlir(Operation *op) const {
  return isSound(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return !definition || isSound(definition);
         });
}

/// Every operand has the result's shape; one that knows a size is enough.
std::optional<InferredShape> Inference::inferSameShape(Operation *op) {
  InferredShape shape{"same shape as the operands", {}};
  bool hasRanked = false;
  for (auto [index, operand] : llvm::enumerate(operandShapes(op))) {
    if (!operand.isRanked() ||
        (hasRanked && operand.rank() != shape.dims.size()))
      continue;
    for (auto [dim, size] : llvm::enumerate(*operand.dims)) {
      if (!hasRanked)
        shape.dims.push_back({size, index});
      else if (shape.dims[dim].size.isDynamic() && !size.isDynamic())
        shape.dims[dim] = {size, index};
    }
    hasRanked = true;
  }
  return hasRanked ? std::optional(shape) : std::nullopt;
}

/// MLIR's own interfaces: the one that takes our operand shapes, or the one
/// that goes by the declared types.
std::vector<std::optional<InferredShape>>
Inference::inferByInterface(Operation *op) {
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](Diagnostic &) { return success(); });
  SmallVector<Type> types;
  if (auto shaped = dyn_cast<InferShapedTypeOpInterface>(op))
    return inferShaped(op, shaped);
  if (auto typed = dyn_cast<InferTypeOpInterface>(op))
    if (failed(typed.inferReturnTypes(
            op->getContext(), std::nullopt, op->getOperands(),
            op->getAttrDictionary(), op->getPropertiesStorage(),
            op->getRegions(), types)))
      types.clear();
  std::vector<std::optional<InferredShape>> result(op->getNumResults());
  for (auto [shape, type] : llvm::zip(result, types))
    if (TypeShape inferred = shapels::shapeOf(type); inferred.dims)
      shape = InferredShape{"MLIR's inferReturnTypes",
                            withoutOrigin(*inferred.dims)};
  return result;
}

std::vector<std::optional<InferredShape>>
Inference::inferShaped(Operation *op, InferShapedTypeOpInterface shaped) {
  auto refinedType = [&](Value operand) -> ShapeAdaptor {
    TypeShape shape = known.contains(operand)
                          ? known.lookup(operand)
                          : shapels::shapeOf(operand.getType());
    Type refined =
        shape.dims ? withShape(operand.getType(), *shape.dims) : Type();
    return refined ? refined : operand.getType();
  };
  ValueShapeRange operands(op->getOperands(), refinedType);
  std::vector<std::optional<InferredShape>> result(op->getNumResults());
  SmallVector<ShapedTypeComponents> components;
  if (failed(shaped.inferReturnTypeComponents(
          op->getContext(), std::nullopt, operands, op->getAttrDictionary(),
          op->getPropertiesStorage(), op->getRegions(), components)))
    return result;
  for (auto [shape, component] : llvm::zip(result, components)) {
    if (!component.hasRank())
      continue;
    shape = InferredShape{"MLIR's inferReturnTypeComponents", {}};
    for (int64_t size : component.getDims())
      shape->dims.push_back(
          {ShapedType::isDynamic(size) ? Dim::dynamic() : Dim::fixed(size),
           std::nullopt});
  }
  return result;
}
