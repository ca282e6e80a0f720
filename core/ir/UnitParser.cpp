//===- UnitParser.cpp - One unit of a section -----------------------------===//

#include "shapels/ir/DeadlyFaults.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionParser.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// The whole section in one go, for all units. On failure nothing is said: the
/// units will say it.
bool SectionParser::parseAllUnits() {
  isForAll = true;
  std::optional<bool> inParts = mayBeParted() ? parseInParts() : std::nullopt;
  bool isParsed = inParts ? *inParts : parseWhole();
  if (!isParsed)
    contents.diagnostics.clear();
  isForAll = false;
  return isParsed;
}

/// The module around the units, without them.
bool SectionParser::parseContainer(StatementId container) {
  if (container == noStatement) {
    shared.module = ModuleOp::create(UnknownLoc::get(&context));
    return true;
  }
  Operation *op = quarantine.isGuilty(container)
                      ? nullptr
                      : parseInScope(container, Extent::Header, {});
  auto module = dyn_cast_if_present<ModuleOp>(op);
  if (!module) {
    if (op)
      op->destroy();
    return false;
  }
  for (Operation &body :
       llvm::make_early_inc_range(module.getBody()->getOperations()))
    body.erase();
  shared.module = module;
  return true;
}

bool SectionParser::parsePlainUnit(StatementId root, Block &block) {
  ParseBuffer buffer(text);
  buffer.blame(outline.range(root));
  if (!quarantine.allowsWhole(root) ||
      !appendAliasesFor(buffer, root, Extent::Whole))
    return false;
  OpaqueWriter(text, outline, buffer).appendUnit(root);
  buffer.appendEnd("\n", outline.range(root).end);
  Block parsed;
  if (!parseBuffer(buffer, parsed))
    return false;
  bool isOne = llvm::hasSingleElement(parsed) &&
               contents.operations.lookup(root) == &parsed.front();
  if (!isOne) {
    llvm::for_each(parsed, [this](Operation &op) { contents.forget(&op); });
    isNotOne = true;
    return false;
  }
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}

/// The module around the units, if the text has it.
Operation *SectionParser::container() const {
  return shared.units.container() == noStatement
             ? nullptr
             : shared.module->getOperation();
}

bool SectionParser::parseUnit(StatementId root, Block &block) {
  for (StatementId id = root, end = outline.behind(root); id != end;
       id = outline.next(id))
    if (isOpaque(text, outline, id))
      noteOpaque(id);
  if (parsePlainUnit(root, block))
    return true;
  if (isNotOne)
    return false;
  Place place{container(), &block};
  if (quarantine.isGuilty(root))
    contents.diagnostics.clear();
  else if (!buildRejected(root, place))
    buildBroken(root, place);
  contents.isLocal &= !shared.units.isUneven(root);
  bool isMisread = isNotOne && contents.diagnostics.empty();
  for (IrDiagnostic &finding : quarantine.findings())
    if (outline.nests(root, finding.statement))
      contents.diagnostics.push_back(std::move(finding));
  return !isMisread;
}

/// Builds a unit that does not parse by itself.
bool SectionParser::buildRejected(StatementId root, const Place &place) {
  contents.isRejected = true;
  if (!hasParts(root)) {
    contents.diagnostics.clear();
    return buildWhole(root, place);
  }
  keepOwnFindings(root, place, 0);
  return buildParts(root, place, 0);
}

/// The unit has its place: its ops get theirs.
void SectionParser::settleUnit(StatementId root) {
  Operation *op = contents.standing(root);
  if (!op)
    return;
  locateOps(op, root);
  attachAllOperands();
  if (contents.incomplete.empty() && contents.broken.empty())
    contents.isLocal &= agreesWithOutline(root, outline.behind(root));
}

/// What the ops of a unit say of symbols, nested symbol tables say themselves.
void SectionParser::collectSymbolUsers(
    Operation *op, llvm::SmallVectorImpl<Operation *> &users) {
  if (isa<SymbolUserOpInterface>(op))
    users.push_back(op);
  if ((!op->isRegistered() && !isPlaceholder(op)) ||
      op->hasTrait<OpTrait::SymbolTable>())
    return;
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      collectSymbolUsers(&child, users);
}

void SectionParser::verifyUnit(StatementId root) {
  if (Operation *op = contents.standing(root)) {
    WatchScope scope(watch, {Step::Verify, spelling(outline.range(root)), {}});
    verifyTree(op, outline.range(root));
    llvm::SmallVector<Operation *> users;
    collectSymbolUsers(op, users);
    for (Operation *user : users)
      contents.symbolUsers.insert(statementOf(user->getLoc()));
  }
  noteSymbols(root);
}

void SectionParser::noteSymbols(StatementId root) {
  Operation *op = contents.operations.lookup(root);
  std::vector<std::string_view> written;
  for (const NameOccurrence &name : outline.names(root))
    if (name.kind == NameKind::Symbol)
      written.push_back(outline.plainName(name.id));
  std::vector<std::string_view> opaque;
  addOpaqueSymbols(root, opaque);
  bool isReadable = op && !contents.verdict.wrong.unreadable.contains(op);
  shared.symbols.update(root, op, isReadable, written, opaque);
}

/// What those ops of the unit say of the symbols that they name.
void SectionParser::verifySymbolUses(llvm::ArrayRef<Operation *> users) {
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared) {
    for (Operation *op : users) {
      Operation *table = SymbolTable::getNearestSymbolTable(op->getParentOp());
      if (contents.verdict.wrong.ops.contains(op) || hasDeadlyUse(op) ||
          contents.incomplete.contains(table) ||
          shared.symbols.restsOnUnreadable(op))
        continue;
      WatchScope scope(watch, {Step::Verify, textOf(op), {}});
      (void)cast<SymbolUserOpInterface>(op).verifySymbolUses(
          shared.symbols.symbolTables());
    }
  });
}

/// The module itself; what it holds is there for others.
void SectionParser::verifyContainer() {
  OperandChecks operands;
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared onSpared) {
    WatchScope scope(watch, {Step::Verify, textOf(*shared.module), {}});
    verifyAgain(*shared.module, /*isAlone=*/true, operands, contents.incomplete,
                watch, textOf, onSpared, contents.verdict);
  });
}

bool SectionParser::anchorUnit(StatementId root) {
  std::vector<IrDiagnostic> all = std::exchange(contents.diagnostics, {});
  for (IrDiagnostic &diagnostic : all) {
    if (diagnostic.subject == noStatement)
      diagnostic.subject = root;
    auto anchored = AnchoredDiagnostic::make(outline, diagnostic);
    if (!anchored) {
      contents.isLocal = false;
      anchored = AnchoredDiagnostic::make(outline, diagnostic, root);
    }
    if (!anchored)
      return false;
    contents.sayings.add(std::move(*anchored));
  }
  return true;
}
