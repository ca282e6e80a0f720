//===- ValueInfo.cpp ------------------------------------------------------===//

#include "core/analysis/ValueInfo.h"
#include "core/analysis/Describer.h"
#include "core/analysis/GenericForm.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/BoundedText.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/Summaries.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/FormatVariadic.h"

using namespace shapels;

std::optional<ValueInfo> shapels::valueInfo(const Section &section,
                                            SectionShapes &shapes,
                                            const NameOccurrence &name) {
  mlir::Value value = section.valueOf(name);
  if (!value)
    return std::nullopt;
  return Describer(section, shapes).explain(value);
}

std::optional<OperationInfo> shapels::operationInfo(const Section &section,
                                                    SectionShapes &shapes,
                                                    StatementId statement,
                                                    bool withGenericForm) {
  mlir::Operation *op = section.ir().operationOf(statement);
  if (!op)
    return std::nullopt;
  OperationInfo info;
  info.name = op->getName().getStringRef().str();
  Describer describer(section, shapes);
  for (mlir::Value result : op->getResults())
    info.results.push_back(op->getNumResults() == 1
                               ? describer.explain(result)
                               : describer.describe(result));
  if (withGenericForm)
    info.genericForm = genericForm(section, op);
  return info;
}

static std::vector<std::string> returnedShapes(const Section &section,
                                               SectionShapes &shapes,
                                               mlir::Operation *function) {
  std::vector<std::string> all;
  mlir::Block &block = function->getRegion(0).back();
  if (block.empty() ||
      !block.back().getName().getStringRef().ends_with("return"))
    return all;
  Describer describer(section, shapes);
  for (mlir::Value value : block.back().getOperands())
    if (std::string shape = describer.describe(value).symbolic; !shape.empty())
      all.push_back(std::move(shape));
  return all;
}

FunctionSizes shapels::functionSizes(const Section &section,
                                     SectionShapes &shapes,
                                     StatementId function) {
  mlir::Operation *op = section.ir().operationOf(function);
  if (!op || op->getNumRegions() != 1 || op->getRegion(0).empty())
    return {};
  FunctionSizes sizes{returnedShapes(section, shapes, op), {}};
  const Summary *summary = shapes.fromArguments().summaryOf(op);
  if (!summary)
    return sizes;
  for (auto [size, other] : summary->equal)
    sizes.required.push_back(shapes.text(size) + " = " + shapes.text(other));
  for (const auto &[size, range] : summary->limits)
    if (std::string words = range.words(); !words.empty())
      sizes.required.push_back(shapes.text(size) + ": " + words);
  return sizes;
}

std::optional<std::string> shapels::attributeValue(const Section &section,
                                                   StatementId statement,
                                                   std::string_view attribute) {
  mlir::Operation *op = section.ir().operationOf(statement);
  mlir::Attribute value = op ? op->getAttr(attribute) : mlir::Attribute();
  if (!value)
    return std::nullopt;
  return shortened(boundedText(value), 400);
}

/// `24 bytes`, `3.1 MiB`.
static std::string bytesText(int64_t bytes) {
  if (bytes < 10 * 1024)
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  double size = bytes / 1024.0;
  size_t unit = 0;
  constexpr const char *units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  for (; size >= 1024; ++unit)
    size /= 1024;
  return llvm::formatv("{0:f1} {1}", size, units[unit]).str();
}

std::optional<std::string> shapels::typeSummary(const Section &section,
                                                std::string_view text) {
  mlir::ScopedDiagnosticHandler silence(
      &section.context(), [](mlir::Diagnostic &) { return mlir::success(); });
  auto type = llvm::dyn_cast_if_present<mlir::ShapedType>(
      mlir::parseType(text, &section.context()));
  if (!type)
    return std::nullopt;
  if (!type.hasRank())
    return "unranked: the rank is known at run time only";
  std::string summary = "rank " + std::to_string(type.getRank());
  if (!type.hasStaticShape())
    return summary + ", " + std::to_string(type.getNumDynamicDims()) +
           " of its sizes known at run time only";
  if (auto vector = llvm::dyn_cast<mlir::VectorType>(type);
      vector && vector.isScalable())
    return summary + ", scalable: its size is known at run time only";
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    if (__builtin_mul_overflow(elements, size, &elements))
      return summary + ", more elements than 64 bits count";
  summary += ", " + std::to_string(elements) +
             (elements == 1 ? " element" : " elements");
  int64_t bytes = 0;
  mlir::Type element = type.getElementType();
  auto memref = llvm::dyn_cast<mlir::MemRefType>(type);
  bool hasBytes = element.isIntOrFloat() &&
                  element.getIntOrFloatBitWidth() % 8 == 0 &&
                  !llvm::isa<mlir::VectorType>(type) &&
                  (!memref || memref.getLayout().isIdentity());
  if (!hasBytes ||
      __builtin_mul_overflow(elements,
                             (element.getIntOrFloatBitWidth() + 7) / 8, &bytes))
    return summary;
  return summary + ", " + bytesText(bytes);
}
