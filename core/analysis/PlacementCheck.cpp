//===- PlacementCheck.cpp - Where a definition lets its ops stand ---------===//
//
// MLIR's own traits about an op's place: which ops it may stand in, that it
// ends its block, and that its blocks need an end. Held against the live IR
// where all ops that count are known: registered ones, and those of which a
// .td file of the project was read whole.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/DefinitionFinding.h"
#include "core/analysis/OperationText.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/upstream/Upstream.h"

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

class PlacementCheck {
public:
  PlacementCheck(const Section &section, mlir::Operation *op,
                 const OpSyntax &known, const OpSyntaxes &definitions)
      : section(section), op(op), known(known), definitions(definitions) {}

  ShapeFindings run();

private:
  std::optional<SectionDiagnostic> wrongParent();
  std::optional<SectionDiagnostic> notLast();
  std::optional<SectionDiagnostic> lacksTerminator();
  bool mayGetTerminators() const;
  /// Null where the op is not registered and nobody defines it for sure.
  const OpSyntax *definitionOf(mlir::Operation *other) const;
  std::string classOf(mlir::Operation *other) const;
  bool isNoTerminator(mlir::Operation *other) const;
  std::string namesOf(llvm::ArrayRef<llvm::StringRef> classes) const;
  SectionDiagnostic finding(const std::string &why, mlir::Operation *other,
                            const std::string &note) const;

  const Section &section;
  mlir::Operation *op;
  const OpSyntax &known;
  const OpSyntaxes &definitions;
  std::vector<mlir::Operation *> read;
};

} // namespace

static std::string quoted(mlir::Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// Whether the text has it: some ops of ours stand for what is not known.
static bool isInText(mlir::Operation *op) {
  return SectionIR::statementOf(op) != noStatement && !isBrokenOp(op) &&
         !isPlaceholder(op);
}

/// The last op of the block that the text has; null if there is none.
static mlir::Operation *lastOf(mlir::Block &block) {
  for (mlir::Operation &op : llvm::reverse(block))
    if (isInText(&op) || isBrokenOp(&op))
      return &op;
  return nullptr;
}

/// The next op in the block that the text has.
static mlir::Operation *nextOf(mlir::Operation *op) {
  mlir::Operation *next = op->getNextNode();
  while (next && !isInText(next))
    next = next->getNextNode();
  return next;
}

/// `A`, `B` of `::mlir::OpTrait::NAME<A, B>::Impl`; empty for other traits.
static llvm::SmallVector<llvm::StringRef> parametersOf(llvm::StringRef trait,
                                                       llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> parameters;
  if (!trait.consume_front("::mlir::OpTrait::") || !trait.consume_front(name) ||
      !trait.consume_front("<") || !trait.consume_back(">::Impl"))
    return parameters;
  trait.split(parameters, ',');
  for (llvm::StringRef &each : parameters)
    each = each.trim();
  return parameters;
}

//===----------------------------------------------------------------------===//
// What is known of other ops
//===----------------------------------------------------------------------===//

const OpSyntax *PlacementCheck::definitionOf(mlir::Operation *other) const {
  const OpSyntax *found =
      other->isRegistered()
          ? nullptr
          : definitions.find(std::string_view(other->getName().getStringRef()));
  return found && !found->definition.isPartial ? found : nullptr;
}

/// Empty if it is not known.
std::string PlacementCheck::classOf(mlir::Operation *other) const {
  if (other->isRegistered()) {
    std::optional<OpDefinition> found = upstreamCatalogue()->op(
        std::string_view(other->getName().getStringRef()));
    return found ? found->cppClass : "";
  }
  const OpSyntax *found = definitionOf(other);
  // Braces of an op without regions were taken for one.
  return found && !found->definition.regions.empty()
             ? found->definition.cppClass
             : "";
}

/// Of an op that is not known, nobody can say so.
bool PlacementCheck::isNoTerminator(mlir::Operation *other) const {
  if (other->isRegistered())
    return !other->hasTrait<mlir::OpTrait::IsTerminator>();
  const OpSyntax *found = definitionOf(other);
  return found && !found->hasTrait("IsTerminator");
}

/// The names of those that the op's dialect defines; of others, their classes.
std::string
PlacementCheck::namesOf(llvm::ArrayRef<llvm::StringRef> classes) const {
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  std::string names;
  for (llvm::StringRef each : classes) {
    std::string name =
        definitions.nameOf(std::string_view(each), std::string_view(dialect));
    names += (names.empty() ? "" : " or ") +
             (name.empty() ? each.str() : "'" + name + "'");
  }
  return names;
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

SectionDiagnostic PlacementCheck::finding(const std::string &why,
                                          mlir::Operation *other,
                                          const std::string &note) const {
  SectionDiagnostic finding =
      definitionFinding(section, op, known.definition, why);
  if (SectionIR::statementOf(other) != noStatement)
    finding.related.push_back({section.rangeOf(other), note});
  return finding;
}

std::optional<SectionDiagnostic> PlacementCheck::wrongParent() {
  mlir::Operation *parent = op->getParentOp();
  for (const TraitDefinition &trait : known.definition.traits) {
    auto classes = parametersOf(trait.name, "HasParent");
    if (classes.empty() || !parent)
      continue;
    read.push_back(parent);
    std::string around = classOf(parent);
    if (around.empty() || isPlaceholder(parent) ||
        llvm::any_of(classes, [&](llvm::StringRef each) {
          return isClassNamed(around, std::string_view(each));
        }))
      continue;
    return finding("must stand in " + namesOf(classes) +
                       " by its definition, and not in " + quoted(parent),
                   parent, "the op that it stands in");
  }
  return std::nullopt;
}

std::optional<SectionDiagnostic> PlacementCheck::notLast() {
  mlir::Operation *next = known.hasTrait("IsTerminator") ? nextOf(op) : nullptr;
  if (!next)
    return std::nullopt;
  return finding("ends its block by its definition, but " + quoted(next) +
                     " follows",
                 next, "an op behind the end of its block");
}

/// Whether the parser adds a terminator that the text leaves out.
bool PlacementCheck::mayGetTerminators() const {
  const OpDefinition &definition = known.definition;
  bool isImplicit = llvm::any_of(definition.traits, [](const auto &trait) {
    return !parametersOf(trait.name, "SingleBlockImplicitTerminator").empty();
  });
  return !customText(section, op).empty() &&
         (isImplicit || !known.format ||
          llvm::StringRef(definition.assemblyFormat).contains("custom<"));
}

/// An edit at the end of one block looks at all of them.
static constexpr unsigned mostBlocks = 64;

std::optional<SectionDiagnostic> PlacementCheck::lacksTerminator() {
  if (known.definition.regions.empty() || known.hasTrait("NoTerminator") ||
      mayGetTerminators())
    return std::nullopt;
  unsigned looked = 0;
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region) {
      if (++looked > mostBlocks)
        return std::nullopt;
      mlir::Operation *last = lastOf(block);
      if (!last)
        continue;
      read.push_back(last);
      if (!isBrokenOp(last) && isNoTerminator(last))
        return finding("needs a terminator at the end of its blocks by its "
                       "definition, and " +
                           quoted(last) + " is none",
                       last, "the last op of a block");
    }
  return std::nullopt;
}

ShapeFindings PlacementCheck::run() {
  std::optional<SectionDiagnostic> wrong = wrongParent();
  if (!wrong)
    wrong = notLast();
  if (!wrong)
    wrong = lacksTerminator();
  ShapeFindings found;
  found.read = std::move(read);
  if (wrong)
    found.findings.push_back(std::move(*wrong));
  return found;
}

ShapeFindings shapels::checkPlacement(const Section &section,
                                      mlir::Operation *op,
                                      const OpSyntax &known,
                                      const OpSyntaxes &definitions) {
  return PlacementCheck(section, op, known, definitions).run();
}

//===----------------------------------------------------------------------===//
// What is isolated from above
//===----------------------------------------------------------------------===//

/// Whether the op is isolated by a definition that holds for sure.
static bool isIsolated(mlir::Operation *op, const OpSyntaxes &definitions) {
  const OpSyntax *known =
      definitions.find(std::string_view(op->getName().getStringRef()));
  return known && !known->definition.isPartial &&
         known->hasTrait("IsIsolatedFromAbove");
}

/// The ops of no known dialect around `op` that the value is not defined in.
static std::vector<mlir::Operation *> crossed(mlir::Operation *op,
                                              mlir::Value value) {
  std::vector<mlir::Operation *> around;
  mlir::Region *home = value.getParentRegion();
  for (mlir::Region *region = op->getParentRegion(); region && region != home;
       region = region->getParentRegion())
    if (mlir::Operation *parent = region->getParentOp();
        !parent->isRegistered() && isInText(parent))
      around.push_back(parent);
  return around;
}

ShapeFindings shapels::checkIsolation(const Section &section,
                                      mlir::Operation *op) {
  ShapeFindings found;
  const OpSyntaxes *definitions = definedOps(section.context());
  if (!definitions)
    return found;
  for (mlir::Value operand : op->getOperands())
    for (mlir::Operation *around : crossed(op, operand)) {
      found.read.push_back(around);
      if (!found.findings.empty() || !isIsolated(around, *definitions))
        continue;
      const OpDefinition &known =
          definitions->find(std::string_view(around->getName().getStringRef()))
              ->definition;
      found.findings.push_back(definitionFinding(
          section, op, known,
          "is isolated from above by its definition, but " +
              section.nameOf(operand) + " is defined outside of it"));
      found.findings.back().related.push_back(
          {section.rangeOf(around), "the op that is isolated"});
    }
  return found;
}
