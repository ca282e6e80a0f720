//===- ShapeCheck.cpp - Shapes that an op cannot have ---------------------===//

#include "shapels/analysis/CheckedTypes.h"
#include "shapels/analysis/Finding.h"
#include "shapels/analysis/OperationText.h"
#include "shapels/ir/OpaqueForm.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/shape/Rules.h"
#include "shapels/shape/ShapeAnalysis.h"
#include "shapels/shape/StatedShape.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/Operation.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

std::optional<OpFamily>
shapels::declaredFamily(mlir::Operation *op,
                        const Configuration &configuration) {
  return configuration.ops.find(std::string_view(op->getName().getStringRef()));
}

bool shapels::isBroadcastable(mlir::Operation *op,
                              const Configuration &configuration) {
  if (std::optional<OpFamily> family = declaredFamily(op, configuration))
    return *family == OpFamily::Broadcastable;
  return op->hasTrait<mlir::OpTrait::ResultsBroadcastableShape>();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// What is not known to have no shape may be a tensor of any.
static TypeShape shapeOrAny(mlir::Type type) {
  TypeShape shape = statedShape(type);
  bool isUnknown = shape.kind == TypeShape::Kind::OtherShaped ||
                   (!shape.isShaped() && !isScalarType(type));
  if (isUnknown)
    shape.kind = TypeShape::Kind::Tensor;
  return shape;
}

static StatedShapes shapesByType(mlir::Operation *op) {
  StatedShapes shapes;
  for (mlir::Type type : op->getOperandTypes())
    shapes.operands.push_back(shapeOrAny(type));
  for (mlir::Type type : op->getResultTypes())
    shapes.results.push_back(shapeOrAny(type));
  return shapes;
}

static bool hasShapes(mlir::TypeRange types,
                      llvm::ArrayRef<TypeShape> written) {
  return llvm::all_of(llvm::zip_equal(types, written), [](auto both) {
    auto [type, shape] = both;
    return statedShape(type).dims == shape.dims;
  });
}

/// Of an op of an unknown dialect that writes the types of all its operands
/// and results, if it has these: others may be someone else's guess.
static std::optional<StatedShapes> shapesByText(const Section &section,
                                                mlir::Operation *op) {
  StatementId id = SectionIR::statementOf(op);
  OpaqueForm form = readOpaqueForm(section.span(), section.outline(), id);
  if (form.operands.size() != op->getNumOperands() ||
      form.results.size() != op->getNumResults())
    return std::nullopt;
  auto shapeOf = [&](const WrittenType &type) {
    return type.range.empty() ? TypeShape{TypeShape::Kind::Tensor, std::nullopt}
                              : writtenShape(section.slice(type.range));
  };
  StatedShapes shapes;
  llvm::transform(form.operands, std::back_inserter(shapes.operands), shapeOf);
  llvm::transform(form.results, std::back_inserter(shapes.results), shapeOf);
  if (!hasShapes(op->getOperandTypes(), shapes.operands) ||
      !hasShapes(op->getResultTypes(), shapes.results))
    return std::nullopt;
  return shapes;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {

class ShapeReporter {
public:
  ShapeReporter(const Section &section, mlir::Operation *op)
      : section(section), op(op) {}

  Finding describe(const ShapeClash &clash, const StatedShapes &shapes);
  Finding describe(const RuleFault &fault);

private:
  Finding finding() const;
  void pointAtResult(unsigned number, Diagnostic &diagnostic) const;
  /// Operands by number; results count on from them.
  mlir::Value valueOf(size_t number) const {
    auto index = static_cast<unsigned>(number);
    return index < op->getNumOperands()
               ? op->getOperand(index)
               : mlir::Value(op->getResult(index - op->getNumOperands()));
  }
  std::string opName() const {
    return "'" + op->getName().getStringRef().str() + "'";
  }

  const Section &section;
  mlir::Operation *op;
};

} // namespace

Finding ShapeReporter::finding() const {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::ShapeMismatch;
  diagnostic.severity = defaultSeverity(diagnostic.code);
  diagnostic.range = section.rangeOf(op);
  return {std::move(diagnostic), section.rangeOf(op).begin,
          SectionIR::statementOf(op)};
}

void ShapeReporter::pointAtResult(unsigned number,
                                  Diagnostic &diagnostic) const {
  diagnostic.range = resultTypeRange(section, op)
                         .value_or(section.definitionOf(op->getResult(number)));
}

Finding ShapeReporter::describe(const ShapeClash &clash,
                                const StatedShapes &shapes) {
  Finding result = finding();
  Diagnostic &diagnostic = result.diagnostic;
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
  std::vector<ByteRange> operands = section.operandRanges(op);
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

Finding ShapeReporter::describe(const RuleFault &fault) {
  Finding result = finding();
  Diagnostic &diagnostic = result.diagnostic;
  if (!fault.rejection.empty()) {
    diagnostic.message = opName() + " " + fault.rejection;
    return result;
  }
  std::string what = fault.dim ? "dimension " + std::to_string(*fault.dim)
                               : std::string("the rank");
  pointAtResult(fault.result, diagnostic);
  diagnostic.message =
      what + " of the result does not fit: " + opName() + " makes it " +
      std::to_string(fault.inferred) +
      (fault.rule.empty() ? "" : " (" + std::string(fault.rule) + ")") + ", " +
      section.nameOf(op->getResult(fault.result)) + " has " +
      std::to_string(fault.declared);
  return result;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::vector<Finding> checkOneShape(const Section &section,
                                          mlir::Operation *op,
                                          const StatedShapes &shapes) {
  std::vector<Finding> findings;
  for (const ShapeClash &clash :
       checkSameShape(shapes.operands, shapes.results))
    findings.push_back(ShapeReporter(section, op).describe(clash, shapes));
  return findings;
}

static std::vector<Finding> checkRule(const Section &section,
                                      mlir::Operation *op,
                                      const Configuration &configuration) {
  ShapeAnalysis::Options options;
  options.trust = ShapeAnalysis::Trust::Declared;
  options.isStrict = configuration.dynamicDims == DynamicDims::Strict;
  options.textOf = [&](mlir::Operation *op) { return customText(section, op); };
  std::vector<Finding> findings;
  for (const RuleFault &fault : ShapeAnalysis(options).check(op))
    findings.push_back(ShapeReporter(section, op).describe(fault));
  return findings;
}

/// Ops of dialects that no verifier of MLIR's knows, or that have said nothing.
static std::vector<Finding> checkByName(const Section &section,
                                        mlir::Operation *op,
                                        const Configuration &configuration) {
  const KnownOp &known = findOp(op->getName().getStringRef());
  if (!known.isChecked() || isPlaceholder(op) ||
      (op->isRegistered() && !section.ir().isSound(op)))
    return {};
  std::string_view text = customText(section, op);
  // One type for all is no contradiction.
  if (!text.empty() && text.find("->") == text.npos)
    return {};
  std::optional<StatedShapes> shapes =
      text.empty() ? shapesByType(op) : shapesByText(section, op);
  if (!shapes)
    return {};
  if (known.family == OpFamily::SameShape)
    return checkOneShape(section, op, *shapes);
  // Which of the result's dimensions are an operand's may be said otherwise.
  bool isNumpy = !op->hasAttr("broadcast_dimensions") &&
                 text.find("broadcast_dimensions") == text.npos;
  if (known.family == OpFamily::Broadcastable && isNumpy)
    return checkBroadcast(section, op, std::move(*shapes),
                          BroadcastRules::Numpy);
  return checkRule(section, op, configuration);
}

std::vector<Finding> shapels::checkShapes(const Section &section,
                                          mlir::Operation *op,
                                          const Configuration &configuration,
                                          CheckedTypes &checked) {
  if (checked.areRight(op))
    return {};
  if (std::optional<Finding> finding = checkLinalgBroadcast(section, op))
    return {std::move(*finding)};
  // Of these the list counts as well.
  bool restsOnTypes = op->getName().getStringRef() != "linalg.broadcast";
  if (isBroadcastable(op, configuration)) {
    std::vector<Finding> findings = checkBroadcast(
        section, op, shapesByType(op), configuration.broadcastRules);
    if (findings.empty() && restsOnTypes)
      checked.noteRight(op);
    return findings;
  }
  std::optional<OpFamily> declared = declaredFamily(op, configuration);
  if (!declared) {
    if (restsOnTypes && !findOp(op->getName().getStringRef()).isChecked())
      checked.noteNeverWrong(op);
    return checkByName(section, op, configuration);
  }
  if (*declared == OpFamily::SameShape)
    return checkOneShape(section, op, shapesByType(op));
  return {};
}
