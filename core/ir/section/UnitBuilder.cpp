//===- UnitBuilder.cpp - Opening a section by units -----------------------===//

#include "core/ir/section/UnitBuilder.h"
#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/section/SectionParser.h"
#include "core/ir/verify/UnitVerifier.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

bool UnitBuilder::open() {
  isOpening = true;
  std::vector<StatementId> roots = shared.units.all();
  for (StatementId root : roots)
    shared.byRoot[root] = std::make_unique<UnitIR>();
  shared.isByUnit = true;
  ParserState state(source, shared.rest);
  SectionParser parser(state);
  bool isRejected = llvm::any_of(roots, [&](StatementId root) {
    return !parser.undeclaredInDeep(root).empty();
  });
  bool isParsed =
      !isRejected && source.quarantine.allowsWhole() && parser.parseAllUnits();
  StatementId around = shared.units.container();
  shared.rest.isRejected =
      !isParsed || (around != noStatement && outline.openRegion(around));
  if (!AliasParser(state).collectAliases() ||
      (!isParsed && !openAlone(roots, state)))
    return false;
  if (isParsed && !parser.isSettled() && !areAtTop())
    return false;
  // Attributes of dialects are for what the module holds.
  bool isPlain = llvm::none_of(
      shared.module->getOperation()->getDiscardableAttrs(),
      [](NamedAttribute attribute) { return attribute.getNameDialect(); });
  if (!isPlain)
    return false;
  if (around != noStatement)
    shared.rest.operations[around] = *shared.module;
  UnitVerifier(state).verifyContainer();
  bool isOpen = finish(roots, &state);
  shared.symbols.forgetChanges(); // All have been asked.
  return isOpen;
}

/// Whether the units are what the parser of the whole found at the top.
bool UnitBuilder::areAtTop() const {
  return llvm::all_of(*shared.module->getBody(), [this](Operation &op) {
    return shared.byRoot.contains(statementOf(op.getLoc()));
  });
}

/// Whether nothing but aliases before it stands beside the unit, and the parser
/// rejected the unit: it would say the same of it alone.
bool UnitBuilder::isWhatWasRejected(StatementId root,
                                    const ParserState &whole) const {
  if (!whole.saidOfWhole || whole.saidOfWhole->empty() ||
      outline.nextSibling(root) != noStatement)
    return false;
  for (StatementId id = outline.first(); id != root;
       id = outline.nextSibling(id))
    if (id == noStatement || outline.kind(id) != StatementKind::Alias)
      return false;
  ByteRange range = outline.range(root);
  return llvm::all_of(*whole.saidOfWhole, [&](const SectionDiagnostic &said) {
    return range.begin <= said.range.begin && said.range.end <= range.end;
  });
}

bool UnitBuilder::openAlone(Roots roots, ParserState &whole) {
  ParserState state(source, shared.rest);
  AliasParser(state).parseAliases();
  if (!SectionParser(state).parseContainer(shared.units.container()))
    return false;
  for (SectionDiagnostic &finding : source.quarantine.findings())
    if (shared.units.rootOf(finding.statement) == noStatement)
      shared.rest.diagnostics.push_back(std::move(finding));
  for (StatementId root : roots) {
    if (mayStop())
      return false;
    ParserState unit(source, *shared.byRoot[root]);
    if (isWhatWasRejected(root, whole))
      unit.saidOfWhole = std::move(whole.saidOfWhole);
    if (!SectionParser(unit).parseUnit(root, *shared.module->getBody()))
      return false;
  }
  return true;
}

/// Whether no other unit looks at the op but by its symbol.
static bool mayStandApart(Operation *op) {
  return op->getNumResults() == 0 && op->getNumOperands() == 0 &&
         op->getNumSuccessors() == 0 && !op->hasTrait<OpTrait::IsTerminator>();
}

/// Verifies units that were parsed, where `whole` did not. False where the
/// section is no units.
bool UnitBuilder::finish(Roots roots, const ParserState *whole) {
  if (isMisread)
    return false;
  for (StatementId root : roots) {
    if (mayStop())
      return false;
    UnitIR &unit = *shared.byRoot[root];
    Operation *op = unit.operations.lookup(root);
    if (op && !mayStandApart(op))
      return false;
    ParserState state(source, unit);
    if (!whole || !whole->isInOrder)
      SectionParser(state).settleUnit(root);
    if (whole && whole->right.contains(root))
      UnitVerifier(state).noteSymbols(root);
    else
      UnitVerifier(state).verifyUnit(root);
  }
  // Now all symbols are there.
  for (StatementId root : roots) {
    UnitIR &unit = *shared.byRoot[root];
    ParserState state(source, unit);
    UnitVerifier(state).verifySymbolUses(unit.opsWithSymbols());
    if (!SectionParser(state).anchorUnit(root))
      return false;
    noteEmitted(root);
  }
  ParserState around(source, shared.rest);
  return SectionParser(around).anchorUnit(shared.units.container());
}

/// Of which statements something else is said now, and whether with a note in
/// another unit.
void UnitBuilder::noteEmitted(StatementId root) {
  DiagnosticStore &emitted = shared.byRoot[root]->emitted;
  for (StatementId subject : emitted.takeChanged()) {
    work.said.push_back(subject);
    if (const auto *said = emitted.of(subject))
      for (const SectionDiagnostic &diagnostic : *said)
        for (const Anchor &range : diagnostic.anchors())
          if (StatementId other = shared.units.rootOf(range.statement());
              other != root && other != noStatement)
            shared.pointing.add(other, root);
  }
}
