//===- CallWords.cpp - What a call gives that its function cannot take ----===//

#include "core/analysis/FlowFindings.h"
#include "core/analysis/OperationText.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

using namespace shapels;

namespace {

class CallWriter {
public:
  CallWriter(const Section &section, ShapeAnalysis &analysis,
             mlir::Operation *call, const CallFault &fault)
      : section(section), analysis(analysis), call(call), fault(fault) {}

  SectionDiagnostic write() const;

private:
  mlir::Value operandOf(const DimSource &source) const {
    return call->getOperand(*argumentOf(fault.function, source));
  }
  std::string typeOf(mlir::Value value) const;
  std::string place(const DimSource &source) const;
  std::string needs() const;
  void addOperands(SectionDiagnostic &diagnostic) const;
  void addReason(SectionDiagnostic &diagnostic) const;

  const Section &section;
  ShapeAnalysis &analysis;
  mlir::Operation *call;
  const CallFault &fault;
};

} // namespace

/// ` is tensor<4xf32>`, with the sizes that are known there.
std::string CallWriter::typeOf(mlir::Value value) const {
  std::string declared = typeText(value.getType());
  std::optional<std::vector<Dim>> sizes = analysis.sizes(value);
  std::optional<std::string> known =
      sizes ? typeTextWith(value.getType(), *sizes) : std::nullopt;
  if (!known || *known == declared)
    return " is " + declared;
  return " is " + *known + ", declared " + declared;
}

/// `4 in dimension 0 of %0`, without the number.
std::string CallWriter::place(const DimSource &source) const {
  std::string name = section.nameOf(operandOf(source));
  switch (source.kind) {
  case DimSource::Kind::Size:
    return "in dimension " + std::to_string(source.index) + " of " + name;
  case DimSource::Kind::Element:
    return "in element " + std::to_string(source.index) + " of " + name;
  default:
    return "as " + name;
  }
}

static std::string calleeName(mlir::Operation *function) {
  auto name = function->getAttrOfType<mlir::StringAttr>(
      mlir::SymbolTable::getSymbolAttrName());
  return "@" + (name ? name.str() : "");
}

std::string CallWriter::needs() const {
  std::string callee = calleeName(fault.function);
  std::optional<int64_t> number = fault.needed.number();
  if (!number)
    return ", but " + callee + " needs " + fault.needed.words();
  if (!fault.other || fault.other.literal())
    return ", but " + callee + " needs " + std::to_string(*number);
  if (fault.other->kind == DimKind::Symbol)
    return " and " + std::to_string(*number) + " " +
           place(fault.other->source) + ", but " + callee +
           " needs equal sizes";
  auto nameOf = [&](const DimSource &source) {
    return section.nameOf(operandOf(source));
  };
  return ", but " + callee + " needs " + std::to_string(*number) + " (" +
         toString(fault.other, nameOf) + ")";
}

void CallWriter::addOperands(SectionDiagnostic &diagnostic) const {
  std::vector<SectionRange> ranges = section.operandRanges(call);
  std::vector<unsigned> operands{
      *argumentOf(fault.function, fault.size->source)};
  if (fault.other)
    for (DimExpr leaf : leavesOf(fault.other))
      if (unsigned operand = *argumentOf(fault.function, leaf->source);
          !llvm::is_contained(operands, operand))
        operands.push_back(operand);
  diagnostic.range = ranges[operands.front()];
  for (unsigned operand : operands) {
    if (operand != operands.front())
      diagnostic.alsoUnderlined.push_back(ranges[operand]);
    mlir::Value value = call->getOperand(operand);
    diagnostic.related.push_back(
        {section.definitionOf(value), section.nameOf(value) + typeOf(value)});
  }
}

void CallWriter::addReason(SectionDiagnostic &diagnostic) const {
  if (fault.reason)
    diagnostic.related.push_back(
        {section.rangeOf(fault.reason),
         "needed by '" + fault.reason->getName().getStringRef().str() +
             "' in " + calleeName(fault.function)});
}

SectionDiagnostic CallWriter::write() const {
  SectionDiagnostic diagnostic;
  diagnostic.code = DiagnosticCode::CallMismatch;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.message = "'" + call->getName().getStringRef().str() +
                       "' passes " + std::to_string(fault.given) + " " +
                       place(fault.size->source) + needs();
  addOperands(diagnostic);
  addReason(diagnostic);
  return {std::move(diagnostic), section.rangeOf(call).begin,
          SectionIR::statementOf(call)};
}

std::optional<SectionNote> shapels::calleeNote(const Section &section,
                                               SectionShapes &shapes,
                                               mlir::Operation *op) {
  bool mayCall = ShapeAnalysis::mayCall(op->getName());
  const Summary *summary =
      mayCall ? shapes.fromArguments().summaryAt(op) : nullptr;
  if (!summary)
    return std::nullopt;
  return SectionNote{section.rangeOf(summary->function),
                     "needed by " + calleeName(summary->function)};
}

std::optional<SectionDiagnostic> shapels::callFinding(const Section &section,
                                                      SectionShapes &shapes,
                                                      mlir::Operation *op) {
  std::optional<CallFault> fault = shapes.fromArguments().callFault(op);
  if (!fault)
    return std::nullopt;
  return CallWriter(section, shapes.fromArguments(), op, *fault).write();
}
