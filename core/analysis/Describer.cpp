//===- Describer.cpp ------------------------------------------------------===//

#include "shapels/analysis/Describer.h"
#include "shapels/analysis/DimReasons.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/MlirShapes.h"
#include "shapels/shape/Reification.h"
#include "shapels/shape/SizeOperands.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

static constexpr std::string_view broadcastRule = "Broadcastable";

static std::string originOf(mlir::Value value) {
  if (auto result = llvm::dyn_cast<mlir::OpResult>(value)) {
    if (isPlaceholder(result.getOwner()))
      return "result of an op that does not parse; its type is what its first "
             "use says";
    std::string op = result.getOwner()->getName().getStringRef().str();
    bool isOnly = result.getOwner()->getNumResults() == 1;
    return isOnly ? "result of " + op
                  : "result " + std::to_string(result.getResultNumber()) +
                        " of " + op;
  }
  auto argument = llvm::cast<mlir::BlockArgument>(value);
  mlir::Operation *parent = argument.getOwner()->getParentOp();
  if (parent && isPlaceholder(parent) && argument.getOwner()->isEntryBlock())
    return "argument of an op that does not parse; its type is what its first "
           "use says";
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         (argument.getOwner()->isEntryBlock() ? "" : "a block in ") +
         (parent ? parent->getName().getStringRef().str() : "a block");
}

Describer::Describer(const Section &section, const Configuration &configuration)
    : section(section), inference(
                            configuration.broadcastRules,
                            [&](mlir::Operation *op) {
                              return isBroadcastable(op, configuration);
                            },
                            [&](mlir::Operation *op) {
                              return declaredFamily(op, configuration);
                            },
                            [&section](mlir::Operation *op) {
                              return section.ir().isSound(op);
                            }) {}

ValueInfo Describer::describe(mlir::Value value) {
  ValueInfo info;
  info.name = section.nameOf(value);
  info.origin = originOf(value);
  info.typeSource = section.ir().typeSourceOf(value);
  info.declaredType = info.typeSource == SectionIR::TypeSource::None
                          ? "unknown"
                          : typeText(value.getType());
  if (auto result = llvm::dyn_cast<mlir::OpResult>(value))
    addInference(result, info);
  return info;
}

ValueInfo Describer::explain(mlir::Value value) {
  ValueInfo info = describe(value);
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  bool hasReasons = llvm::any_of(
      info.dims, [](const DimInfo &dim) { return !dim.because.empty(); });
  if (result && !hasReasons && inference.mayAskMlir(result.getOwner()))
    addReasons(result, info);
  return info;
}

/// The sizes alone.
static std::vector<Dim> sizesOf(const auto &dims) {
  std::vector<Dim> sizes;
  for (const auto &dim : dims)
    sizes.push_back(dim.size);
  return sizes;
}

void Describer::addInference(mlir::OpResult result, ValueInfo &info) {
  std::optional<InferredShape> inferred = inference.infer(result);
  if (!inferred)
    return;
  addShape(result, inferred->rule, sizesOf(inferred->dims), info);
  for (size_t dim = 0; dim < info.dims.size(); ++dim)
    info.dims[dim].because = because(result.getOwner(), *inferred, dim);
}

void Describer::addShape(mlir::OpResult result, std::string_view rule,
                         const std::vector<Dim> &dims, ValueInfo &info) {
  info.rule = rule;
  if (mlir::Type type = withShape(result.getType(), dims))
    info.inferredType = typeText(type);
  TypeShape declared = shapeOf(result.getType());
  TypeShape known = refined(declared, dims);
  if (known != declared)
    if (mlir::Type type = withShape(result.getType(), *known.dims))
      info.refinedType = typeText(type);
  for (Dim dim : dims)
    info.dims.push_back({dim.str(), ""});
}

/// By the most exact of MLIR's interfaces that knows.
/// MLIR's interfaces trust what verifiers have seen, in an op's regions too.
static bool isSoundInside(const Section &section, mlir::Operation *op) {
  return !op->walk([&](mlir::Operation *nested) {
              return section.ir().isSound(nested)
                         ? mlir::WalkResult::advance()
                         : mlir::WalkResult::interrupt();
            }).wasInterrupted();
}

void Describer::addReasons(mlir::OpResult result, ValueInfo &info) {
  if (!isSoundInside(section, result.getOwner()))
    return;
  auto nameOf = [&](mlir::Value value) { return section.nameOf(value); };
  auto known = [&](mlir::Value value) { return inference.shapeOf(value); };
  if (auto reified = reifyShape(result, known)) {
    std::vector<Dim> sizes = sizesOf(*reified);
    if (info.dims.empty() && !contradict(shapeOf(result.getType()), sizes))
      addShape(result, "MLIR's reifyResultShapes", sizes, info);
    for (auto [dim, from] : llvm::zip(info.dims, *reified))
      dim.because = reasonOf(dim.size, from.source, nameOf);
  }
  if (info.dims.empty())
    for (mlir::Value size : sizeOperandsOf(result))
      info.dims.push_back({"?", size ? "? from " + nameOf(size) : ""});
  if (llvm::all_of(info.dims,
                   [](const DimInfo &dim) { return !dim.because.empty(); }))
    return;
  if (auto dependences = dependencesOf(result, known))
    for (auto [dim, on] : llvm::zip(info.dims, *dependences))
      if (dim.because.empty())
        dim.because = reasonOf(dim.size, on, result.getOwner(), nameOf);
}

/// `4 from %rhs; %lhs has 1 and is broadcast`.
std::string Describer::because(mlir::Operation *op, const InferredShape &shape,
                               size_t dim) {
  const InferredDim &inferred = shape.dims[dim];
  bool isBroadcast = shape.rule == broadcastRule;
  if (!inferred.from)
    return isBroadcast ? inferred.size.str() + " in every operand that has it"
                       : "";
  auto from = static_cast<unsigned>(*inferred.from);
  std::string text =
      inferred.size.str() + " from " + section.nameOf(op->getOperand(from));
  if (isBroadcast)
    for (mlir::OpOperand &operand : op->getOpOperands())
      if (operand.getOperandNumber() != from)
        addStretched(operand.get(), shape.dims.size() - dim, inferred.size,
                     text);
  return text;
}

void Describer::addStretched(mlir::Value operand, size_t fromRight, Dim size,
                             std::string &text) {
  TypeShape shape = inference.shapeOf(operand);
  if (!shape.isRanked() || size.is(1))
    return;
  std::string name = section.nameOf(operand);
  if (shape.rank() < fromRight)
    text += "; " + name + " lacks it and is broadcast";
  else if (Dim own = (*shape.dims)[shape.rank() - fromRight]; own.is(1))
    text += "; " + name + " has 1 and is broadcast";
  else if (own.isDynamic())
    text += "; " + name + " has ?, which must be 1 or " + size.str();
}
