//===- DefinitionCheck.cpp - Ops that break their definitions -------------===//
//
// Holds an op that is not registered against what a .td file of the project
// says of it: how many of what it has, which attributes it needs, and MLIR's
// own traits about types. Nothing is said where the definition was not read
// whole, where a text or a type is anybody's guess, or where C++ decides.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/DefinitionFinding.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/unregistered/DefinedForm.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

/// How many a definition allows.
struct Bounds {
  size_t least = 0;
  /// Nothing if there is no limit.
  std::optional<size_t> most = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// How many there are
//===----------------------------------------------------------------------===//

template <typename Definition>
static Bounds boundsOf(const std::vector<Definition> &definitions) {
  Bounds bounds;
  for (const Definition &each : definitions) {
    bounds.least += each.arity == Arity::One;
    if (each.arity == Arity::Variadic || each.arity == Arity::Groups)
      bounds.most.reset();
    else if (bounds.most)
      ++*bounds.most;
  }
  return bounds;
}

static std::string numbered(size_t number, const std::string &word) {
  return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

/// Empty if there are as many as the definition allows.
template <typename Definition>
static std::string whyNot(size_t number, const std::string &word,
                          const std::vector<Definition> &definitions) {
  Bounds bounds = boundsOf(definitions);
  if (number >= bounds.least && number <= bounds.most.value_or(number))
    return "";
  bool isExact = bounds.most == bounds.least;
  std::string wanted = std::to_string(bounds.least);
  if (!isExact)
    wanted = bounds.most ? wanted + " to " + std::to_string(*bounds.most)
                         : "at least " + wanted;
  return "has " + numbered(number, word) + ", but is defined with " + wanted;
}

static std::string wrongNumber(mlir::Operation *op, const OpDefinition &known) {
  std::string why = whyNot(op->getNumOperands(), "operand", known.operands);
  if (why.empty())
    why = whyNot(op->getNumResults(), "result", known.results);
  if (why.empty())
    why = whyNot(op->getNumRegions(), "region", known.regions);
  if (why.empty())
    why = whyNot(op->getNumSuccessors(), "successor", known.successors);
  return why;
}

/// Properties have defaults and names that texts need not know.
static std::string missingAttribute(mlir::Operation *op,
                                    const OpDefinition &known) {
  for (const AttributeDefinition &attribute : known.attributes)
    if (!attribute.mayBeLeftOut() &&
        !attribute.is(AttributeDefinition::Property) &&
        !attribute.is(AttributeDefinition::Unit) &&
        !op->getAttr(attribute.name))
      return "lacks the attribute '" + attribute.name + "' of its definition";
  return "";
}

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

using VerifyTrait = llvm::LogicalResult (*)(mlir::Operation *);

/// What MLIR verifies of the trait; null where it is not about types.
static VerifyTrait verifierOf(llvm::StringRef trait) {
  namespace impl = mlir::OpTrait::impl;
  static const std::pair<llvm::StringRef, VerifyTrait> all[] = {
      {"SameTypeOperands", impl::verifySameTypeOperands},
      {"SameOperandsShape", impl::verifySameOperandsShape},
      {"SameOperandsAndResultShape", impl::verifySameOperandsAndResultShape},
      {"SameOperandsElementType", impl::verifySameOperandsElementType},
      {"SameOperandsAndResultElementType",
       impl::verifySameOperandsAndResultElementType},
      {"SameOperandsAndResultType", impl::verifySameOperandsAndResultType},
      {"SameOperandsAndResultRank", impl::verifySameOperandsAndResultRank},
      {"ResultsBroadcastableShape", impl::verifyCompatibleOperandBroadcast}};
  if (!trait.consume_front("::mlir::OpTrait::"))
    return nullptr;
  auto found =
      llvm::find_if(all, [&](const auto &row) { return row.first == trait; });
  return found == std::end(all) ? nullptr : found->second;
}

/// What a type is made of that MLIR knows: others may be other than they look.
static bool isBuiltin(mlir::Type type) {
  bool isKnown = true;
  type.walk([&](mlir::Type part) {
    isKnown &= !llvm::isa<mlir::OpaqueType>(part) &&
               part.getDialect().getNamespace() == "builtin";
  });
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
    isKnown &= !tensor.getEncoding();
  return isKnown;
}

/// Whether the op's own text, by its definition, says the types of its results.
static bool saysItsTypes(const Section &section, mlir::Operation *op,
                         const OpSyntaxes &definitions) {
  if (customText(section, op).empty())
    return true;
  std::optional<OpForm> form =
      readDefinedForm(section.span(), section.outline(),
                      SectionIR::statementOf(op), definitions);
  return form && llvm::all_of(form->resultTypes, [](const auto &types) {
           return types &&
                  llvm::all_of(*types, std::mem_fn(&WrittenType::isKnown));
         });
}

static bool isCertain(const Section &section, mlir::Value value,
                      const OpSyntaxes &definitions) {
  using Source = SectionIR::TypeSource;
  Source source = section.ir().typeSourceOf(value);
  mlir::Operation *op = value.getDefiningOp();
  return isBuiltin(value.getType()) &&
         (source == Source::Known || (source == Source::Written && op &&
                                      saysItsTypes(section, op, definitions)));
}

static bool areTypesCertain(const Section &section, mlir::Operation *op,
                            const OpSyntaxes &definitions) {
  auto isSure = [&](mlir::Value value) {
    return isCertain(section, value, definitions);
  };
  return llvm::all_of(op->getOperands(), isSure) &&
         llvm::all_of(op->getResults(), isSure) &&
         saysItsTypes(section, op, definitions);
}

/// What MLIR would say of the op; empty if nothing.
static std::string messageOf(mlir::Operation *op, VerifyTrait verify) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(op->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (message.empty())
                                            message = diagnostic.str();
                                          return mlir::success();
                                        });
  if (mlir::failed(verify(op)) && message.empty())
    message = "its types do not fit";
  return message;
}

static std::string brokenTrait(const Section &section, mlir::Operation *op,
                               const OpDefinition &known,
                               const OpSyntaxes &definitions) {
  for (const TraitDefinition &trait : known.traits) {
    VerifyTrait verify = verifierOf(trait.name);
    if (!verify)
      continue;
    std::string message = messageOf(op, verify);
    if (message.empty() || !areTypesCertain(section, op, definitions))
      continue;
    llvm::StringRef words = message;
    words.consume_front("'" + op->getName().getStringRef().str() + "' op ");
    llvm::StringRef name = trait.name;
    return "breaks '" + name.substr(name.rfind(':') + 1).str() +
           "' of its definition: " + words.str();
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What is said
//===----------------------------------------------------------------------===//

static std::string shownPlace(const SourcePlace &place) {
  return " (" + place.file.substr(place.file.rfind('/') + 1) + ":" +
         std::to_string(place.line) + ")";
}

SectionDiagnostic shapels::definitionFinding(const Section &section,
                                             mlir::Operation *op,
                                             const OpDefinition &known,
                                             const std::string &why) {
  SectionDiagnostic finding;
  finding.code = DiagnosticCode::OdsMismatch;
  finding.severity = defaultSeverity(finding.code);
  finding.statement = SectionIR::statementOf(op);
  finding.range = section.outline().statement(finding.statement).name;
  finding.message = "'" + known.name + "' " + why + shownPlace(known.place);
  return finding;
}

ShapeFindings shapels::checkDefinition(const Section &section,
                                       mlir::Operation *op) {
  const OpSyntaxes *definitions = definedOps(section.context());
  const OpSyntax *syntax =
      definitions
          ? definitions->find(std::string_view(op->getName().getStringRef()))
          : nullptr;
  if (!syntax || syntax->definition.isPartial)
    return {};
  const OpDefinition &known = syntax->definition;
  std::string why;
  // A custom form that follows its format has what it must.
  if (customText(section, op).empty()) {
    why = wrongNumber(op, known);
    if (why.empty())
      why = missingAttribute(op, known);
  }
  if (why.empty())
    why = brokenTrait(section, op, known, *definitions);
  if (why.empty())
    return checkPlacement(section, op, *syntax, *definitions);
  return {{definitionFinding(section, op, known, why)}, {}};
}
