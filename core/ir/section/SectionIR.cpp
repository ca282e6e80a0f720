//===- SectionIR.cpp ------------------------------------------------------===//

#include "core/ir/section/SectionIR.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/function/SectionEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/section/SectionContents.h"
#include "core/ir/section/SectionParser.h"
#include "core/ir/section/UnitBuilder.h"
#include "core/ir/unregistered/UnregisteredDialect.h"

using namespace shapels;

SectionIR::SectionIR(TextSpan text, const Outline &outline,
                     mlir::MLIRContext &context, CrashGuard &crashGuard,
                     SectionOrigin origin)
    : outline(outline), context(context), crashGuard(crashGuard),
      origin(origin), contents(std::make_unique<Contents>(outline)) {
  context.getOrLoadDialect<TypeReferences>();
  loadUnregisteredDialects(context, text, outline, outline.first(),
                           noStatement);
  quarantine = std::make_unique<Quarantine>(text, outline, crashGuard);
  auto source = [&] {
    return SectionSource{text,        outline,   context, crashGuard,
                         *quarantine, *contents, origin};
  };
  contents->units.read(text);
  if (contents->units.areIndependent() && UnitBuilder(source()).open()) {
    (void)contents->rest.emitted.takeChanged();
    (void)contents->symbols.takeClashes();
    return;
  }
  contents = std::make_unique<Contents>(outline);
  if (crashGuard.isSuperseded())
    return;
  contents->units.read(text);
  ParserState state(source(), contents->rest);
  SectionParser(state).parse();
  (void)contents->rest.emitted.takeChanged();
}

SectionIR::SectionIR(const Outline &outline, MLIRContext &context)
    : outline(outline), context(context), crashGuard(CrashGuard::none()),
      contents(std::make_unique<Contents>(outline)) {
  contents->module = ModuleOp::create(UnknownLoc::get(&context));
}

/// Erases what `op` nests so many levels deep, the innermost first. Nothing has
/// operands any more.
static void eraseDeep(Operation *op, unsigned depth) {
  constexpr unsigned levels = 16;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : llvm::make_early_inc_range(block)) {
        if (nested.getNumRegions() == 0)
          continue;
        eraseDeep(&nested, depth + 1);
        if (depth % levels == levels - 1)
          nested.erase();
      }
}

/// MLIR takes time by the square of the depth to destroy what is nested.
SectionIR::~SectionIR() {
  if (!contents->module)
    return;
  Operation *module = contents->module->getOperation();
  module->dropAllReferences();
  eraseDeep(module, 0);
}

size_t SectionIR::shortUnit = 100;
size_t SectionIR::shortOp = 32;
size_t SectionIR::longestRun = 64;

bool SectionIR::update(TextSpan text, const StatementChanges &changes,
                       IrWork &work) {
  if (!quarantine->update(text, changes.removed, changes.dirty,
                          changes.touched))
    return false;
  for (StatementId id : changes.dirty)
    loadUnregisteredDialects(context, text, outline, id, outline.next(id));
  SectionSource source{text,        outline,   context, crashGuard,
                       *quarantine, *contents, origin};
  if (contents->isByUnit)
    return UnitBuilder(source).update(changes, work);
  bool wereApart = contents->units.areIndependent();
  ParserState state(source, contents->rest);
  bool isUpdated =
      contents->units.update(text, changes.removed, changes.dirty) &&
      contents->units.areIndependent() == wereApart &&
      SectionEditor(state).apply(changes, work);
  llvm::append_range(work.said, contents->rest.emitted.takeChanged());
  return isUpdated;
}

UnitIR &SectionIR::Contents::unitOf(StatementId statement) {
  StatementId root = isByUnit ? units.rootOf(statement) : noStatement;
  if (root == noStatement)
    return rest;
  auto found = byRoot.find(root);
  return found == byRoot.end() ? rest : *found->second;
}

std::vector<SectionDiagnostic> SectionIR::diagnostics() const {
  return contents->rest.diagnostics;
}

std::vector<StatementId> SectionIR::subjects() const {
  std::vector<StatementId> all = contents->symbols.clashingUnits();
  auto add = [&](const UnitIR &unit) {
    for (const auto &[subject, said] : unit.emitted.all())
      all.push_back(subject);
  };
  add(contents->rest);
  for (const auto &[root, unit] : contents->byRoot)
    add(*unit);
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

std::vector<SectionDiagnostic>
SectionIR::diagnosticsOf(StatementId subject) const {
  std::vector<SectionDiagnostic> all;
  auto add = [&](const UnitIR &unit) {
    if (const auto *said = unit.emitted.of(subject))
      llvm::append_range(all, *said);
  };
  const UnitIR &unit = contents->unitOf(subject);
  add(contents->rest);
  if (&unit != &contents->rest)
    add(unit);
  if (auto clash = contents->symbols.redefinition(outline, subject))
    if (clash->follow(outline))
      all.push_back(std::move(*clash));
  return all;
}

mlir::Operation *SectionIR::operationOf(StatementId statement) const {
  return contents->unitOf(statement).operations.lookup(statement);
}

StatementId SectionIR::statementOf(mlir::Operation *op) {
  return shapels::statementOf(op->getLoc());
}

mlir::Value SectionIR::valueOf(NameId definition, unsigned number) const {
  mlir::Value first =
      contents->unitOf(definition.statement).valueOf(definition);
  auto result = llvm::dyn_cast_if_present<mlir::OpResult>(first);
  if (!result || number == 0)
    return first;
  unsigned index = result.getResultNumber() + number;
  return index < result.getOwner()->getNumResults()
             ? result.getOwner()->getResult(index)
             : mlir::Value();
}

static const UnitIR &unitOf(const SectionIR::Contents &contents,
                            mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op)
    op = value.getParentBlock()->getParentOp();
  return contents.unitOf(op ? SectionIR::statementOf(op) : noStatement);
}

std::optional<SectionIR::Definition>
SectionIR::definitionOf(mlir::Value value) const {
  const auto &names = unitOf(*contents, value).names;
  auto found = names.find(value);
  if (found != names.end())
    return Definition{found->second.id, 0};
  // Regions of an op in custom form may share the names of their arguments.
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  mlir::Region *region = argument && argument.getOwner()->isEntryBlock()
                             ? argument.getOwner()->getParent()
                             : nullptr;
  if (region && region->getRegionNumber() != 0) {
    mlir::Region &first = region->getParentOp()->getRegion(0);
    if (argument.getArgNumber() < first.getNumArguments())
      return definitionOf(first.getArgument(argument.getArgNumber()));
  }
  // A group is known by its first result.
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  for (unsigned back = 1; result && back <= result.getResultNumber(); ++back) {
    unsigned first = result.getResultNumber() - back;
    found = names.find(result.getOwner()->getResult(first));
    if (found != names.end())
      return Definition{found->second.id, back};
  }
  return std::nullopt;
}

SectionIR::TypeSource SectionIR::typeSourceOf(mlir::Value value) const {
  if (value.getType() == unknownType(context))
    return TypeSource::None;
  mlir::Type written = unitOf(*contents, value).written.lookup(value);
  if (!written)
    return TypeSource::Known;
  return written == value.getType() ? TypeSource::Written : TypeSource::Use;
}

bool SectionIR::isSound(mlir::Operation *op) const {
  return !contents->unitOf(statementOf(op)).verdict.wrong.ops.contains(op);
}

bool SectionIR::isWhole(StatementId statement) const {
  const UnitIR &unit = contents->unitOf(statement);
  switch (outline.kind(statement)) {
  case StatementKind::Operation:
    return unit.operations.contains(statement) &&
           unit.undefined.neededBy(statement).empty();
  case StatementKind::Alias:
    return !contents->brokenAliases.contains(statement);
  case StatementKind::BlockLabel:
    return unit.labels.contains(statement) &&
           !unit.broken.brokenOpOf(statement);
  case StatementKind::Resources:
    return true;
  case StatementKind::Other:
    return false;
  }
  return false;
}

bool SectionIR::isRejected(StatementId statement) const {
  return contents->unitOf(statement).isRejected;
}

/// A name in a header that nothing around defines may be an argument of its
/// region, unless the header does not parse.
static bool lacks(const Outline &outline, const UnitIR &unit, Spelling value) {
  auto isUndefined = [&](const NameOccurrence &name) {
    if (name.isDefinition || outline.spelling(name.id) != value)
      return false;
    std::optional<NameId> definition = outline.definitionOf(name.id);
    return !definition || definition->statement == name.id.statement;
  };
  return unit.undefined.isNeeded(value) ||
         llvm::any_of(unit.broken.naming(value), [&](StatementId id) {
           return llvm::any_of(outline.names(id), isUndefined);
         });
}

bool SectionIR::isMissing(StatementId statement, std::string_view value) const {
  std::optional<Spelling> spelling = outline.spelling(value);
  return spelling && statement != noStatement &&
         lacks(outline, contents->unitOf(statement), *spelling);
}

static std::optional<std::string> printed(auto value) {
  if (!value)
    return std::nullopt;
  return boundedText(value);
}

std::optional<std::string> SectionIR::aliasValue(std::string_view name) const {
  llvm::StringRef bare = llvm::StringRef(name).drop_front();
  return name.starts_with('#')
             ? printed(contents->attributeAliases.lookup(bare))
             : printed(contents->typeAliases.lookup(bare));
}

void SectionIR::walk(llvm::function_ref<void(mlir::Operation *)> visit) const {
  contents->module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    bool isOurs = op == contents->module->getOperation()
                      ? statementOf(op) == noStatement
                      : isPlaceholder(op);
    if (!isOurs)
      visit(op);
  });
}
