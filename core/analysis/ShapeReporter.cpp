//===- ShapeReporter.cpp --------------------------------------------------===//

#include "core/analysis/ShapeReporter.h"
#include "core/analysis/OperationText.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace shapels;

std::string shapels::withNames(const Section &section, mlir::Operation *op,
                               llvm::StringRef text) {
  std::string named;
  while (!text.empty()) {
    size_t sign = std::min(text.find('$'), text.size());
    named += text.take_front(sign);
    text = text.drop_front(sign);
    if (!text.consume_front("$"))
      continue;
    bool isResult = text.consume_front("r");
    unsigned number = 0;
    text.consumeInteger(10, number);
    number += isResult ? op->getNumOperands() : 0;
    bool isThere = number < op->getNumOperands() + op->getNumResults();
    mlir::Value value =
        !isThere ? mlir::Value()
        : number < op->getNumOperands()
            ? op->getOperand(number)
            : mlir::Value(op->getResult(number - op->getNumOperands()));
    named += isThere ? section.nameOf(value) : "an absent operand";
  }
  return named;
}

SectionDiagnostic ShapeReporter::finding() const {
  SectionDiagnostic diagnostic;
  diagnostic.code = DiagnosticCode::ShapeMismatch;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = section.rangeOf(op);
  return {std::move(diagnostic), section.rangeOf(op).begin,
          SectionIR::statementOf(op)};
}

void ShapeReporter::pointAtResult(unsigned number,
                                  SectionDiagnostic &diagnostic) const {
  diagnostic.range = resultTypeRange(section, op)
                         .value_or(section.definitionOf(op->getResult(number)));
}

SectionDiagnostic ShapeReporter::describe(const ShapeClash &clash,
                                          const StatedShapes &shapes) {
  SectionDiagnostic result = finding();
  SectionDiagnostic &diagnostic = result;
  size_t count = shapes.operands.size();
  auto sizeOf = [&](size_t number) {
    const TypeShape &shape = number < count ? shapes.operands[number]
                                            : shapes.results[number - count];
    return clash.dim ? (*shape.dims)[*clash.dim].str()
                     : std::to_string(shape.rank());
  };
  diagnostic.message =
      opName() + " needs one shape for all, but" +
      (clash.dim ? " in dimension " + std::to_string(*clash.dim) : "");
  std::vector<SectionRange> operands = section.operandRanges(op);
  for (size_t number : {clash.first, clash.second}) {
    mlir::Value value = valueOf(number);
    diagnostic.message += (number == clash.first ? " " : ", ") +
                          section.nameOf(value) +
                          (clash.dim ? " has " : " has rank ") + sizeOf(number);
    if (number < count)
      diagnostic.related.push_back(
          {section.definitionOf(value),
           section.nameOf(value) + " is " + typeText(value.getType())});
  }
  if (clash.second < count) {
    diagnostic.range = operands[clash.second];
    diagnostic.alsoUnderlined.push_back(operands[clash.first]);
  } else {
    pointAtResult(static_cast<unsigned>(clash.second - count), diagnostic);
    if (clash.first < count)
      diagnostic.alsoUnderlined.push_back(operands[clash.first]);
  }
  return result;
}

/// Where the text says what type the operand has, else the operand itself.
static std::optional<SectionRange>
operandRange(const Section &section, mlir::Operation *op, unsigned number) {
  if (number >= op->getNumOperands())
    return std::nullopt;
  if (auto type = operandTypeRange(section, op, number))
    return type;
  return section.operandRanges(op)[number];
}

/// What a region takes or yields.
static std::optional<SectionRange> regionPartRange(const Section &section,
                                                   mlir::Operation *op,
                                                   const Subject &subject) {
  if (subject.region >= op->getNumRegions() ||
      op->getRegion(subject.region).empty())
    return std::nullopt;
  mlir::Block &block = op->getRegion(subject.region).front();
  if (subject.kind == Subject::Kind::Argument)
    return section.definitionOf(block.getArgument(subject.number));
  return block.empty() ? std::nullopt
                       : operandRange(section, &block.back(), subject.number);
}

/// Nothing where it does not stand in the text.
std::optional<SectionRange>
ShapeReporter::rangeOf(const Subject &subject) const {
  switch (subject.kind) {
  case Subject::Kind::Operand:
    return operandRange(section, op, subject.number);
  case Subject::Kind::Result:
    if (auto type = resultTypeRange(section, op))
      return type;
    return section.definitionOf(op->getResult(subject.number));
  case Subject::Kind::Attribute:
    return attributeRange(section, op, subject.name);
  case Subject::Kind::Argument:
  case Subject::Kind::Yielded:
    return regionPartRange(section, op, subject);
  }
  llvm_unreachable("unknown kind");
}

static std::string functionAround(mlir::Operation *op) {
  for (; op; op = op->getParentOp())
    if (llvm::isa<mlir::FunctionOpInterface>(op))
      return "shape function @" + mlir::SymbolTable::getSymbolName(op).str();
  return "a shape function";
}

/// `source` is the op of a user's shape function that says so, in this text or
/// in another file.
void ShapeReporter::addSource(mlir::Operation *source,
                              SectionDiagnostic &diagnostic) const {
  std::string words = functionAround(source);
  if (section.libraries().has(source)) {
    diagnostic.related.push_back({section.rangeOf(source), "by " + words});
    return;
  }
  diagnostic.message += " (" + words;
  if (auto place = source->getLoc()->findInstanceOf<mlir::FileLineColLoc>())
    diagnostic.message += ", " +
                          llvm::sys::path::filename(place.getFilename()).str() +
                          ":" + std::to_string(place.getLine());
  diagnostic.message += ")";
}

SectionDiagnostic ShapeReporter::describe(const RuleFault &fault) {
  SectionDiagnostic result = finding();
  SectionDiagnostic &diagnostic = result;
  diagnostic.message = withNames(section, op, fault.message);
  bool isFirst = true;
  std::map<unsigned, SectionNote> operands;
  for (const Subject &subject : fault.about) {
    std::optional<SectionRange> range = rangeOf(subject);
    if (range && std::exchange(isFirst, false))
      diagnostic.range = *range;
    else if (range && *range != diagnostic.range)
      diagnostic.alsoUnderlined.push_back(*range);
    bool isOperand = subject.kind == Subject::Kind::Operand &&
                     subject.number < op->getNumOperands();
    if (!isOperand)
      continue;
    mlir::Value operand = op->getOperand(subject.number);
    operands[subject.number] = {section.definitionOf(operand),
                                section.nameOf(operand) + " is " +
                                    typeText(operand.getType())};
  }
  for (auto &[number, related] : operands)
    diagnostic.related.push_back(std::move(related));
  if (fault.source)
    addSource(fault.source, diagnostic);
  return result;
}
