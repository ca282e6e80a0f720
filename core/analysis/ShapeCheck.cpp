//===- ShapeCheck.cpp - Shapes that an op cannot have ---------------------===//

#include "core/analysis/CheckedTypes.h"
#include "core/analysis/Finding.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/ShapeReporter.h"
#include "core/diagnostics/Diagnostic.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/TypesByName.h"
#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/ods/OpSyntax.h"
#include "core/shape/Attributes.h"
#include "core/shape/Constraints.h"
#include "core/shape/Rules.h"
#include "core/shape/ShapeAnalysis.h"
#include "core/shape/StatedShape.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinTypes.h"
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

/// Of an op of an unknown dialect, where its text settles which types are its
/// operands'; else empty.
static UnregisteredForm settledForm(const Section &section,
                                    mlir::Operation *op) {
  std::string_view text = customText(section, op);
  std::string_view name(op->getName().getStringRef());
  const OpSyntaxes *definitions = definedOps(section.context());
  bool maySettle = text.find("->") != text.npos ||
                   (!text.empty() && (isOneTypeDialect(dialectOf(name)) ||
                                      (definitions && definitions->has(name))));
  if (!maySettle)
    return {};
  UnregisteredForm form =
      readUnregisteredForm(section.span(), section.outline(),
                           SectionIR::statementOf(op), definitions);
  bool isSettled =
      form.isDefined || form.hasArrow || isOneTypeDialect(dialectOf(name));
  return isSettled ? std::move(form) : UnregisteredForm();
}

/// Of an op of an unknown dialect that writes the types of all its operands
/// and results, if it has these: others may be someone else's guess.
static std::optional<StatedShapes> shapesByText(const Section &section,
                                                mlir::Operation *op,
                                                const UnregisteredForm &form) {
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
// Checks
//===----------------------------------------------------------------------===//

static std::vector<SectionDiagnostic>
checkOneShape(const Section &section, mlir::Operation *op,
              const StatedShapes &shapes) {
  std::vector<SectionDiagnostic> findings;
  std::vector<ShapeClash> clashes =
      checkSameShape(shapes.operands, shapes.results);
  // Results follow from operands: of wrong ones they are no second mistake.
  bool areOperandsWrong = llvm::any_of(clashes, [&](const ShapeClash &clash) {
    return clash.second < shapes.operands.size();
  });
  for (const ShapeClash &clash : clashes)
    if (!areOperandsWrong || clash.second < shapes.operands.size())
      findings.push_back(ShapeReporter(section, op).describe(clash, shapes));
  return findings;
}

/// Whether sizes may be other than those that are stored, by padding or tiles.
static bool mayBePadded(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  mlir::Attribute encoding = tensor ? tensor.getEncoding() : mlir::Attribute();
  if (!encoding)
    return false;
  std::string text = attributeText(encoding);
  return !llvm::StringRef(text).contains("bounds") &&
         !llvm::StringRef(text).starts_with("#onnx.") &&
         !llvm::StringRef(text).starts_with("#sparse_tensor.");
}

/// What MLIR says of sizes that do not fit without telling whose they are;
/// empty where it says something else, or nothing.
static std::string vagueMessage(const Section &section, mlir::Operation *op) {
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement)
    return "";
  for (const SectionDiagnostic &said : section.ir().diagnosticsOf(id))
    if (said.isFromVerifier() &&
        llvm::StringRef(said.message)
            .contains("inferred input/output operand #"))
      return said.message;
  return "";
}

static bool isJudged(mlir::Operation *op, const KnownOp &known) {
  return known.isJudged && !isPlaceholder(op) &&
         llvm::none_of(op->getOperandTypes(), mayBePadded) &&
         llvm::none_of(op->getResultTypes(), mayBePadded);
}

/// `message` is about the op, or about what it says in a shape function.
static SectionDiagnostic shapeFunctionFinding(const Section &section,
                                              mlir::Operation *op,
                                              std::string message) {
  SectionDiagnostic finding;
  finding.code = DiagnosticCode::ShapeFunction;
  finding.severity = defaultSeverity(finding.code);
  finding.range = section.rangeOf(op);
  finding.message = std::move(message);
  finding.statement = SectionIR::statementOf(op);
  return finding;
}

static std::vector<SectionDiagnostic>
checkRule(const Section &section, mlir::Operation *op,
          const Configuration &configuration,
          std::vector<mlir::Operation *> &read) {
  ShapeAnalysis::Options options;
  options.functionFor = [&](llvm::StringRef name) {
    return section.libraries().functions().find(name);
  };
  options.trust = ShapeAnalysis::Trust::Declared;
  options.isStrict = configuration.dynamicDims == DynamicDims::Strict;
  options.textOf = [&](mlir::Operation *op) { return customText(section, op); };
  options.isSound = [&](mlir::Operation *op) {
    return section.ir().isSound(op);
  };
  RuleVerdict verdict = ShapeAnalysis(options).check(op);
  llvm::append_range(read, verdict.constants);
  std::vector<SectionDiagnostic> findings;
  if (!verdict.misfit.empty())
    findings.push_back(shapeFunctionFinding(section, op, verdict.misfit));
  if (verdict.fault)
    findings.push_back(ShapeReporter(section, op).describe(*verdict.fault));
  return findings;
}

/// Whether attributes leave the op the broadcasting that its name tells of.
static bool isNumpyBroadcast(mlir::Operation *op, std::string_view text) {
  // Which of the result's dimensions are an operand's may be said otherwise.
  bool isAligned = op->hasAttr("broadcast_dimensions") ||
                   op->hasAttr("broadcast") ||
                   text.find("broadcast_dimensions") != text.npos;
  auto mustFit = op->getAttrOfType<mlir::BoolAttr>("incompatible_shape_error");
  return !isAligned && (!mustFit || mustFit.getValue());
}

/// By the family that the name tells; nothing where it tells none.
static std::vector<SectionDiagnostic> checkFamily(const Section &section,
                                                  mlir::Operation *op,
                                                  OpFamily family,
                                                  StatedShapes shapes) {
  if (family == OpFamily::SameShape)
    return checkOneShape(section, op, shapes);
  if (family == OpFamily::Broadcastable &&
      isNumpyBroadcast(op, customText(section, op)))
    return checkBroadcast(section, op, std::move(shapes),
                          BroadcastRules::Numpy);
  return {};
}

/// Whether anything is known of ops of that name that they could be held
/// against.
static bool isChecked(mlir::Operation *op, const KnownOp &known) {
  return known.rule || llvm::isa<mlir::linalg::LinalgOp>(op) ||
         hasConstraints(op->getName().getStringRef());
}

/// Whether the one type that the op writes is that of all operands and results,
/// whoever wrote theirs.
static bool isOfOneType(mlir::Operation *op) {
  return op->getNumResults() != 0 && llvm::all_equal(op->getResultTypes()) &&
         llvm::all_of(op->getOperandTypes(), [op](mlir::Type type) {
           return type == op->getResultTypes().front();
         });
}

/// Instead of what MLIR says of an op that it finds wrong, where it does not
/// say which size of which operand it is.
static std::vector<SectionDiagnostic>
explainMlir(const Section &section, mlir::Operation *op,
            const Configuration &configuration) {
  std::string message = vagueMessage(section, op);
  if (message.empty())
    return {};
  std::vector<mlir::Operation *> read;
  std::vector<SectionDiagnostic> findings =
      checkRule(section, op, configuration, read);
  for (SectionDiagnostic &finding : findings)
    finding.replacedMessage = message;
  return findings;
}

/// What the tables have for ops of that name, unless a user teaches it.
static KnownOp knownOp(const Section &section, mlir::Operation *op) {
  llvm::StringRef name = op->getName().getStringRef();
  return section.libraries().functions().find(name) ? KnownOp() : findOp(name);
}

/// By the user's shape function, or the constraints and the rule of the op's
/// name.
static std::vector<SectionDiagnostic>
checkByName(const Section &section, mlir::Operation *op,
            const UnregisteredForm &form, const Configuration &configuration,
            std::vector<mlir::Operation *> &read) {
  const KnownOp known = knownOp(section, op);
  if (!isJudged(op, known))
    return {};
  if (op->isRegistered() && !section.ir().isSound(op))
    return explainMlir(section, op, configuration);
  std::string_view text = customText(section, op);
  if (!text.empty() && !form.hasArrow && form.operands.empty())
    return isOfOneType(op) ? checkRule(section, op, configuration, read)
                           : std::vector<SectionDiagnostic>();
  std::optional<StatedShapes> shapes =
      text.empty() ? shapesByType(op) : shapesByText(section, op, form);
  if (!shapes)
    return {};
  // MLIR verifies the families of the ops that it knows.
  if (!op->isRegistered())
    if (std::vector<SectionDiagnostic> findings =
            checkFamily(section, op, known.family, std::move(*shapes));
        !findings.empty())
      return findings;
  return checkRule(section, op, configuration, read);
}

static ShapeFindings checkByName(const Section &section, mlir::Operation *op,
                                 const UnregisteredForm &form,
                                 const Configuration &configuration,
                                 CheckedTypes &checked) {
  ShapeFindings found;
  found.findings = checkByName(section, op, form, configuration, found.read);
  bool isByTypes = found.findings.empty() && found.read.empty() &&
                   op->getAttrs().empty() &&
                   op->getPropertiesStorageSize() == 0 &&
                   op->getNumRegions() == 0 && customText(section, op).empty();
  if (isByTypes)
    checked.noteRight(op);
  return found;
}

/// By what users and shapels know of ops of that name; `form` is that of an op
/// that is not registered.
static ShapeFindings checkByRules(const Section &section, mlir::Operation *op,
                                  const UnregisteredForm &form,
                                  const Configuration &configuration,
                                  CheckedTypes &checked) {
  if (checked.areRight(op))
    return {};
  std::optional<OpFamily> declared = declaredFamily(op, configuration);
  bool isTaught = !declared && section.libraries().functions().find(
                                   op->getName().getStringRef());
  if (isTaught)
    return checkByName(section, op, form, configuration, checked);
  if (std::optional<SectionDiagnostic> finding =
          checkLinalgBroadcast(section, op))
    return {{std::move(*finding)}, {}};
  // Of these the list counts as well.
  bool restsOnTypes = op->getName().getStringRef() != "linalg.broadcast";
  if (isBroadcastable(op, configuration)) {
    std::vector<SectionDiagnostic> findings = checkBroadcast(
        section, op, shapesByType(op), configuration.broadcastRules);
    if (findings.empty() && restsOnTypes)
      checked.noteRight(op);
    return {std::move(findings), {}};
  }
  if (declared)
    return {*declared == OpFamily::SameShape
                ? checkOneShape(section, op, shapesByType(op))
                : std::vector<SectionDiagnostic>(),
            {}};
  if (!isChecked(op, findOp(op->getName().getStringRef()))) {
    checked.noteNeverWrong(op);
    return {};
  }
  return checkByName(section, op, form, configuration, checked);
}

/// What is wrong with the op as a part of a user's shape function.
static void addFaults(const Section &section, mlir::Operation *op,
                      std::vector<SectionDiagnostic> &findings) {
  for (const std::string &fault : section.libraries().functions().faultsOf(op))
    findings.push_back(shapeFunctionFinding(section, op, fault));
}

static void append(ShapeFindings more, ShapeFindings &found) {
  llvm::append_range(found.findings, std::move(more.findings));
  llvm::append_range(found.read, more.read);
}

ShapeFindings shapels::checkShapes(const Section &section, mlir::Operation *op,
                                   const Configuration &configuration,
                                   CheckedTypes &checked) {
  if (op->isRegistered()) {
    ShapeFindings found = checkByRules(section, op, {}, configuration, checked);
    addFaults(section, op, found.findings);
    append(checkIsolation(section, op), found);
    return found;
  }
  // Of ops with the same types the text may differ.
  UnregisteredForm form = settledForm(section, op);
  if (std::optional<SectionDiagnostic> finding =
          checkOperandTypes(section, op, form))
    return {{std::move(*finding)}, {}};
  ShapeFindings found = checkByRules(section, op, form, configuration, checked);
  if (found.findings.empty())
    append(checkDefinition(section, op), found);
  append(checkIsolation(section, op), found);
  addFaults(section, op, found.findings);
  return found;
}
