//===- OperandTypes.cpp - Types that ops write for their operands ---------===//
//
// MLIR's parser holds them against what the operands are, for ops that it knows
// and for all in the generic form. Here that is done for the custom form of
// unknown dialects, where the text settles which type is whose.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Finding.h"
#include "core/analysis/OperationText.h"
#include "core/ir/unregistered/TypesByName.h"
#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

/// What is compared of two types.
struct HeldType {
  TypeShape shape;
  /// Of one that is built in and has no parameters but complex's; else empty.
  std::string element;
};

} // namespace

static bool isPlainElement(llvm::StringRef element) {
  if (element.consume_front("complex<") && !element.consume_back(">"))
    return false;
  return isTypeWord(element);
}

/// What the text says, where it is not cut off.
static HeldType heldType(llvm::StringRef text) {
  if (text.count('<') != text.count('>'))
    return {};
  llvm::StringRef element = writtenElement(text);
  return {writtenShape(text), isPlainElement(element) ? element.str() : ""};
}

static HeldType heldType(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  std::string element = shaped ? typeText(shaped.getElementType()) : "";
  return {statedShape(type), isPlainElement(element) ? element : ""};
}

static bool isBuiltinShaped(const TypeShape &shape) {
  return shape.isShaped() && shape.kind != TypeShape::Kind::OtherShaped;
}

/// Whether what is known of both does not agree.
static bool differ(const HeldType &written, const HeldType &actual) {
  bool areOtherKinds = isBuiltinShaped(written.shape) &&
                       isBuiltinShaped(actual.shape) &&
                       written.shape.kind != actual.shape.kind;
  bool haveOtherSizes = written.shape.isRanked() && actual.shape.isRanked() &&
                        *written.shape.dims != *actual.shape.dims;
  bool haveOtherElements = !written.element.empty() &&
                           !actual.element.empty() &&
                           written.element != actual.element;
  return areOtherKinds || haveOtherSizes || haveOtherElements;
}

/// Whether all have the sizes and elements of another of them.
static bool arePermuted(const std::vector<HeldType> &written,
                        const std::vector<HeldType> &actual) {
  auto hasElement = [](const HeldType &type) { return !type.element.empty(); };
  bool haveElements =
      llvm::all_of(written, hasElement) && llvm::all_of(actual, hasElement);
  return std::ranges::is_permutation(
      written, actual, [&](const HeldType &left, const HeldType &right) {
        return left.shape.dims == right.shape.dims &&
               (!haveElements || left.element == right.element);
      });
}

/// Whether the type that stands there is that of one operand, and no result's.
static bool isOwnType(const UnregisteredForm &form, SectionRange type) {
  auto standsThere = [&](const WrittenType &other) {
    return other.range.begin == type.begin;
  };
  return llvm::count_if(form.operands, standsThere) == 1 &&
         llvm::none_of(form.results, standsThere);
}

static SectionDiagnostic wrongType(const Section &section, mlir::Operation *op,
                                   const UnregisteredForm &form,
                                   unsigned number) {
  mlir::Value operand = op->getOperand(number);
  SectionRange type = form.operands[number].range;
  std::string name = section.nameOf(operand),
              actual = typeText(operand.getType()),
              written(section.slice(type));
  SectionDiagnostic diagnostic;
  diagnostic.code = DiagnosticCode::OperandType;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = type;
  diagnostic.message = name + " is " + actual + ", but '" +
                       op->getName().getStringRef().str() + "' has " + written +
                       " for it";
  diagnostic.alsoUnderlined = {section.operandRanges(op)[number]};
  diagnostic.related = {
      {section.definitionOf(operand), name + " has its type here"}};
  if (isOwnType(form, type) && !actual.ends_with("…"))
    diagnostic.meant = actual;
  diagnostic.replacedMessage = "use of value '" + name +
                               "' expects different type than prior uses: '" +
                               written + "' vs '" + actual + "'";
  diagnostic.mlirPlace = section.rangeOf(op).begin;
  diagnostic.statement = SectionIR::statementOf(op);
  return diagnostic;
}

std::optional<SectionDiagnostic>
shapels::checkOperandTypes(const Section &section, mlir::Operation *op,
                           const UnregisteredForm &form) {
  if (op->getNumOperands() == 0 ||
      form.operands.size() != op->getNumOperands() ||
      !section.ir().isWhole(SectionIR::statementOf(op)))
    return std::nullopt;
  std::optional<unsigned> wrong;
  std::vector<HeldType> given, wanted;
  for (auto [number, type] : llvm::enumerate(form.operands)) {
    mlir::Value operand = op->getOperand(static_cast<unsigned>(number));
    given.push_back(heldType(operand.getType()));
    wanted.push_back(heldType(llvm::StringRef(section.slice(type.range))));
    bool isKnown =
        section.ir().typeSourceOf(operand) == SectionIR::TypeSource::Known;
    if (!wrong && isKnown && differ(wanted.back(), given.back()))
      wrong = static_cast<unsigned>(number);
  }
  // Where other operands have the types that are written, they may be meant.
  bool areOthers = given.size() > 1 && arePermuted(wanted, given);
  if (!wrong || areOthers)
    return std::nullopt;
  return wrongType(section, op, form, *wrong);
}
