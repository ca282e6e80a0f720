//===- LinalgBroadcastCheck.cpp - The list of a linalg.broadcast, in words ===//

#include "core/analysis/Finding.h"
#include "core/analysis/LinalgBroadcastText.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/verify/DeadlyFaults.h"
#include "core/shape/MlirShapes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

namespace {

class ListReporter {
public:
  ListReporter(const Section &section, mlir::Operation *op,
               const ListVerdict &verdict)
      : section(section), op(op), verdict(verdict),
        text(textOfBroadcast(section, op)) {}

  SectionDiagnostic report() const;

private:
  DiagnosticCode code() const;
  SectionRange range() const;
  std::string message() const;
  std::string countMessage() const;
  std::string readingMessage() const;
  std::string replacedMessage() const;

  std::string name(unsigned operand) const {
    return section.nameOf(op->getOperand(operand));
  }
  size_t rank(unsigned operand) const { return shapeOfOperand(operand).rank(); }
  TypeShape shapeOfOperand(unsigned operand) const;
  std::string dimension(size_t dim, unsigned operand) const {
    return "dimension " + std::to_string(dim) + " of " + name(operand);
  }
  std::string size(size_t dim, unsigned operand) const {
    return (*shapeOfOperand(operand).dims)[dim].str();
  }
  SectionNote typeNote(unsigned operand) const;
  std::span<const int64_t> list() const {
    return op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions")
        .asArrayRef();
  }

  const Section &section;
  mlir::Operation *op;
  const ListVerdict &verdict;
  BroadcastText text;
};

} // namespace

TypeShape ListReporter::shapeOfOperand(unsigned operand) const {
  return shapeOf(op->getOperand(operand).getType());
}

DiagnosticCode ListReporter::code() const {
  if (verdict.fault == ListFault::Unsorted)
    return DiagnosticCode::LinalgBroadcastUnsorted;
  if (verdict.repairs.empty())
    return DiagnosticCode::LinalgBroadcastDimensions;
  const ListRepair &repair = verdict.repairs.front();
  if (!repair.collapsed.empty())
    return DiagnosticCode::LinalgBroadcastExpansion;
  return repair.reading == ListRepair::Reading::Mapped
             ? DiagnosticCode::LinalgBroadcastMapped
             : DiagnosticCode::LinalgBroadcastDimensions;
}

/// What is in question, or the list, or the op.
SectionRange ListReporter::range() const {
  bool isAboutSize = verdict.fault == ListFault::Size ||
                     code() == DiagnosticCode::LinalgBroadcastExpansion;
  if (isAboutSize && code() != DiagnosticCode::LinalgBroadcastMapped)
    return section.operandRanges(op)[0];
  bool isAboutEntry = code() == DiagnosticCode::LinalgBroadcastDimensions &&
                      (verdict.fault == ListFault::Range ||
                       verdict.fault == ListFault::Repeated);
  if (isAboutEntry && verdict.entry < text.entries.size())
    return text.entries[verdict.entry];
  return text.list.value_or(section.rangeOf(op));
}

std::string ListReporter::countMessage() const {
  size_t input = rank(0), result = rank(1);
  std::string ranks = name(0) + " has rank " + std::to_string(input) + ", " +
                      name(1) + " has rank " + std::to_string(result);
  if (input > result)
    return ranks + ": linalg.broadcast does not drop dimensions";
  size_t count = result - input;
  return ranks + ": 'dimensions' must list the " + std::to_string(count) +
         (count == 1 ? " dimension that is" : " dimensions that are") +
         " added, and lists " + std::to_string(list().size());
}

/// Where there is an op that does what the list may mean.
std::string ListReporter::readingMessage() const {
  const ListRepair &repair = verdict.repairs.front();
  if (repair.collapsed.empty())
    return listText(list()) + " says where the dimensions of " + name(0) +
           " go; MLIR lists those that it does not have: " +
           listText(repair.added);
  std::string dims;
  for (size_t dim : repair.collapsed)
    dims += (dims.empty() ? "" : ", ") + std::to_string(dim);
  bool isOne = repair.collapsed.size() == 1;
  return (isOne ? "dimension " : "dimensions ") + dims + " of " + name(0) +
         (isOne ? " has size 1 and does" : " have size 1 and do") +
         " not expand; without " + (isOne ? "it" : "them") +
         ", the dimensions that are added are " + listText(repair.added);
}

std::string ListReporter::message() const {
  if (code() == DiagnosticCode::LinalgBroadcastMapped ||
      code() == DiagnosticCode::LinalgBroadcastExpansion)
    return readingMessage();
  switch (verdict.fault) {
  case ListFault::Count:
    return countMessage();
  case ListFault::Range:
    return "'dimensions' lists " + std::to_string(list()[verdict.entry]) +
           ", and " + name(1) + " has rank " + std::to_string(rank(1));
  case ListFault::Repeated:
    return "'dimensions' lists " + std::to_string(list()[verdict.entry]) +
           " twice";
  case ListFault::Unsorted:
    return listText(list()) + " is not in order; MLIR reads it as " +
           listText(verdict.repairs.front().added);
  case ListFault::Size:
  case ListFault::Expansion:
    break;
  }
  return dimension(verdict.inputDim, 0) + " has size " +
         size(verdict.inputDim, 0) + ", and " +
         dimension(verdict.resultDim, 1) + ", where it goes, has " +
         size(verdict.resultDim, 1);
}

SectionNote ListReporter::typeNote(unsigned operand) const {
  mlir::Value value = op->getOperand(operand);
  return {section.definitionOf(value),
          name(operand) + " is " + typeText(value.getType())};
}

/// What MLIR says of the list, if it lives to say it.
std::string ListReporter::replacedMessage() const {
  std::string message;
  if (verdict.fault == ListFault::Unsorted || hasDeadlyFault(op))
    return message;
  mlir::ScopedDiagnosticHandler handler(op->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message = boundedText(diagnostic);
                                          return mlir::success();
                                        });
  (void)op->getName().getRegisteredInfo()->verifyInvariants(op);
  constexpr std::string_view aboutList[] = {"input rank plus added dimensions",
                                            "is out of range",
                                            "should match init dim"};
  bool isAboutList = llvm::any_of(aboutList, [&](std::string_view words) {
    return message.find(words) != message.npos;
  });
  return isAboutList ? message : "";
}

SectionDiagnostic ListReporter::report() const {
  SectionDiagnostic diagnostic;
  diagnostic.code = code();
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = range();
  diagnostic.message = message();
  diagnostic.related = {typeNote(0), typeNote(1)};
  diagnostic.replacedMessage = replacedMessage();
  return {std::move(diagnostic), section.rangeOf(op).begin,
          section.ir().statementOf(op)};
}

std::optional<SectionDiagnostic>
shapels::checkLinalgBroadcast(const Section &section, mlir::Operation *op) {
  std::optional<ListVerdict> verdict = checkBroadcastList(op);
  if (!verdict)
    return std::nullopt;
  return ListReporter(section, op, *verdict).report();
}
