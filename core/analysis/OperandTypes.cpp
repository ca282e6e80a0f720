//===- OperandTypes.cpp - Types that ops write for their operands ---------===//
//
// MLIR's parser holds them against what the operands are, for ops that it knows
// and for all in the generic form. Here that is done for the custom form of
// unknown dialects, where the text settles which type is whose.
//
//===----------------------------------------------------------------------===//

#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/ir/Dialects.h"
#include "shapels/ir/OpaqueForm.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/IR/Operation.h"

using namespace shapels;

namespace {

/// A type that is written for an operand.
struct OperandType {
  unsigned operand;
  ByteRange range;
  /// Whether it is no other's as well.
  bool isOwn;
};

} // namespace

/// `A, B -> C` and `(A, B) -> C`, or of StableHLO's short forms one type for
/// all, or one for each operand.
static std::vector<OperandType> operandTypes(const Section &section,
                                             mlir::Operation *op) {
  std::string_view text = customText(section, op);
  bool hasArrow = text.find("->") != text.npos;
  std::string_view name(op->getName().getStringRef());
  if (text.empty() || op->getNumOperands() == 0 ||
      (!hasArrow && !isOneTypeDialect(dialectOf(name))))
    return {};
  OpaqueForm form = readOpaqueForm(section.span(), section.outline(),
                                   SectionIR::statementOf(op));
  std::vector<OperandType> types;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (form.operands.size() == op->getNumOperands())
      types.push_back({i, form.operands[i].range, /*isOwn=*/true});
    else if (!hasArrow && form.results.size() == 1 && form.areCertain &&
             text.find(" : ") == text.rfind(" : ") &&
             text.find(", ", text.rfind(" : ")) == text.npos)
      types.push_back({i, form.results[0].range, /*isOwn=*/false});
  return types;
}

/// What the text says, where it is not cut off.
static TypeShape shapeIn(llvm::StringRef text) {
  return text.count('<') == text.count('>') ? writtenShape(text) : TypeShape();
}

/// Whether the sizes of both are known, and are others.
static bool differ(const TypeShape &written, const TypeShape &actual) {
  return written.isRanked() && actual.isRanked() &&
         *written.dims != *actual.dims;
}

static Finding wrongType(const Section &section, mlir::Operation *op,
                         const OperandType &type) {
  mlir::Value operand = op->getOperand(type.operand);
  std::string name = section.nameOf(operand),
              actual = typeText(operand.getType()),
              written(section.slice(type.range));
  Finding finding;
  Diagnostic &diagnostic = finding.diagnostic;
  diagnostic.code = DiagnosticCode::OperandType;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = type.range;
  diagnostic.message = name + " is " + actual + ", but '" +
                       op->getName().getStringRef().str() + "' has " + written +
                       " for it";
  diagnostic.alsoUnderlined = {section.operandRanges(op)[type.operand]};
  diagnostic.related = {
      {section.definitionOf(operand), name + " has its type here"}};
  if (type.isOwn && !actual.ends_with("…"))
    diagnostic.meant = actual;
  diagnostic.replacedMessage = "use of value '" + name +
                               "' expects different type than prior uses: '" +
                               written + "' vs '" + actual + "'";
  finding.anchor = section.rangeOf(op).begin;
  finding.statement = SectionIR::statementOf(op);
  return finding;
}

std::optional<Finding> shapels::checkOperandTypes(const Section &section,
                                                  mlir::Operation *op) {
  std::vector<OperandType> types = operandTypes(section, op);
  if (types.empty() || !section.ir().isWhole(SectionIR::statementOf(op)))
    return std::nullopt;
  const OperandType *wrong = nullptr;
  // Where other operands have the types that are written, they may be meant.
  std::vector<std::vector<Dim>> given, wanted;
  for (const OperandType &type : types) {
    mlir::Value operand = op->getOperand(type.operand);
    TypeShape written = shapeIn(section.slice(type.range)),
              actual = statedShape(operand.getType());
    bool isKnown =
        section.ir().typeSourceOf(operand) == SectionIR::TypeSource::Known;
    if (!wrong && isKnown && differ(written, actual))
      wrong = &type;
    given.push_back(actual.dims.value_or(std::vector<Dim>()));
    wanted.push_back(written.dims.value_or(std::vector<Dim>()));
  }
  if (!wrong ||
      (types.size() > 1 && std::ranges::is_permutation(given, wanted)))
    return std::nullopt;
  return wrongType(section, op, *wrong);
}
