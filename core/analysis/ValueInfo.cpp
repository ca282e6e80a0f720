//===- ValueInfo.cpp ------------------------------------------------------===//

#include "shapels/analysis/ValueInfo.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/shape/Inference.h"
#include "shapels/shape/MlirShapes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"

using namespace shapels;

namespace {

/// MLIR's interfaces may be asked of ops that its verifier accepts only.
bool isSound(const Section &section, mlir::Operation *op) {
  StatementId statement = section.ir().statementOf(op);
  return llvm::none_of(section.ir().diagnostics(), [&](const IrDiagnostic &diagnostic) {
    return diagnostic.level == IrDiagnostic::Level::Error && diagnostic.statement == statement;
  });
}

class Describer {
public:
  Describer(const Section &section, const Configuration &configuration)
      : section(section),
        inference(configuration.broadcastRules, [&](mlir::Operation *op) { return isBroadcastable(op, configuration); }, [&section](mlir::Operation *op) { return isSound(section, op); }) {}

  ValueInfo describe(mlir::Value value) {
    ValueInfo info;
    info.name = section.nameOf(value);
    info.origin = originOf(value);
    info.declaredType = typeText(value.getType());
    if (auto result = llvm::dyn_cast<mlir::OpResult>(value))
      addInference(result, info);
    return info;
  }

private:
  static std::string originOf(mlir::Value value) {
    if (auto result = llvm::dyn_cast<mlir::OpResult>(value)) {
      std::string op = result.getOwner()->getName().getStringRef().str();
      bool isOnly = result.getOwner()->getNumResults() == 1;
      return isOnly ? "result of " + op : "result " + std::to_string(result.getResultNumber()) + " of " + op;
    }
    auto argument = llvm::cast<mlir::BlockArgument>(value);
    mlir::Operation *parent = argument.getOwner()->getParentOp();
    return "argument " + std::to_string(argument.getArgNumber()) + " of " + (argument.getOwner()->isEntryBlock() ? "" : "a block in ") + (parent ? parent->getName().getStringRef().str() : "a block");
  }

  void addInference(mlir::OpResult result, ValueInfo &info) {
    std::optional<InferredShape> inferred = inference.infer(result);
    if (!inferred)
      return;
    TypeShape known = inference.shapeOf(result);
    info.rule = inferred->rule;
    if (mlir::Type type = known.dims ? withShape(result.getType(), *known.dims) : mlir::Type()) {
      info.inferredType = typeText(type);
      info.isRefinable = type != result.getType();
    }
    for (size_t dim = 0; dim < inferred->dims.size(); ++dim)
      info.dims.push_back({inferred->dims[dim].size.str(), because(result.getOwner(), *inferred, dim)});
  }

  /// `4 from %rhs; %lhs has 1 and is broadcast`.
  std::string because(mlir::Operation *op, const InferredShape &shape, size_t dim) {
    const InferredDim &inferred = shape.dims[dim];
    bool isBroadcast = shape.rule == "Broadcastable";
    if (!inferred.from)
      return isBroadcast ? inferred.size.str() + " in every operand that has it" : "";
    auto from = static_cast<unsigned>(*inferred.from);
    std::string text = inferred.size.str() + " from " + section.nameOf(op->getOperand(from));
    if (!isBroadcast)
      return text;
    std::string stretched;
    for (mlir::OpOperand &operand : op->getOpOperands())
      if (operand.getOperandNumber() != from)
        addStretched(operand.get(), shape.dims.size() - dim, inferred.size, stretched);
    return text + stretched;
  }

  void addStretched(mlir::Value operand, size_t fromRight, Dim size, std::string &text) {
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

  const Section &section;
  Inference inference;
};

} // namespace

std::optional<ValueInfo> shapels::valueInfo(const Section &section, const Configuration &configuration, const NameOccurrence &name) {
  mlir::Value value = section.valueOf(name);
  if (!value)
    return std::nullopt;
  return Describer(section, configuration).describe(value);
}

static std::string genericFormOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, mlir::OpPrintingFlags().printGenericOpForm().skipRegions().elideLargeElementsAttrs(16).useLocalScope());
  return text;
}

std::optional<OperationInfo> shapels::operationInfo(const Section &section, const Configuration &configuration, StatementId statement, bool withGenericForm) {
  mlir::Operation *op = section.ir().operationOf(statement);
  if (!op)
    return std::nullopt;
  OperationInfo info;
  info.name = op->getName().getStringRef().str();
  Describer describer(section, configuration);
  for (mlir::Value result : op->getResults())
    info.results.push_back(describer.describe(result));
  if (withGenericForm)
    info.genericForm = genericFormOf(op);
  return info;
}

std::optional<std::string> shapels::attributeValue(const Section &section, StatementId statement, std::string_view attribute) {
  mlir::Operation *op = section.ir().operationOf(statement);
  mlir::Attribute value = op ? op->getAttr(attribute) : mlir::Attribute();
  if (!value)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  return shortened(std::move(text), 400);
}

std::optional<std::string> shapels::typeSummary(const Section &section, std::string_view text) {
  mlir::ScopedDiagnosticHandler silence(&section.context(), [](mlir::Diagnostic &) { return mlir::success(); });
  auto type = llvm::dyn_cast_if_present<mlir::ShapedType>(mlir::parseType(text, &section.context()));
  if (!type)
    return std::nullopt;
  if (!type.hasRank())
    return "unranked: the rank is known at run time only";
  std::string summary = "rank " + std::to_string(type.getRank());
  if (!type.hasStaticShape())
    return summary + ", " + std::to_string(type.getNumDynamicDims()) + " of its sizes known at run time only";
  int64_t elements = type.getNumElements();
  summary += ", " + std::to_string(elements) + (elements == 1 ? " element" : " elements");
  if (type.getElementType().isIntOrFloat() && !llvm::isa<mlir::VectorType>(type)) {
    int64_t bytes = elements * ((type.getElementTypeBitWidth() + 7) / 8);
    summary += ", " + std::to_string(bytes) + " bytes at " + std::to_string(type.getElementTypeBitWidth()) + " bits each";
  }
  return summary;
}
