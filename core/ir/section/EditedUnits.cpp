//===- EditedUnits.cpp - A section by its units, after an edit ------------===//

#include "core/ir/function/SectionEditor.h"
#include "core/ir/section/SectionParser.h"
#include "core/ir/section/UnitBuilder.h"
#include "core/ir/verify/UnitVerifier.h"

using namespace shapels;
using namespace mlir;

bool UnitBuilder::update(const StatementChanges &changes, IrWork &done) {
  Edits edits;
  if (!sort(changes, edits) || !defineAliases(changes) ||
      !queueAliasUsers(edits))
    return false;
  for (const auto &[root, edit] : edits) {
    changed.insert(root);
    updateUnit(root, edit);
  }
  if (!finish(rebuilt.getArrayRef()) || !verifyOtherUsers() ||
      !rebuildPointing())
    return false;
  for (StatementId root : rebuilt)
    for (StatementId id = root, end = outline.behind(root); id != end;
         id = outline.next(id)) {
      work.parsed.push_back(id);
      work.verified.push_back(id);
    }
  for (StatementId root : rebuilt)
    if (auto unit = shared.byRoot.find(root); unit != shared.byRoot.end())
      if (Operation *op = unit->second->operations.lookup(root))
        work.changed.push_back(op);
  work.removed = changes.removed;
  llvm::append_range(work.said, shared.rest.emitted.takeChanged());
  llvm::append_range(work.said, shared.symbols.takeClashes());
  done = std::move(work);
  return true;
}

/// Finds the units that changed; those that are gone, go.
bool UnitBuilder::sort(const StatementChanges &changes, Edits &edits) {
  for (StatementId id : changes.removed) {
    StatementId root = shared.units.rootOf(id);
    if (root == noStatement)
      retireAlias(id);
    else
      edits[root].removed.push_back(id);
  }
  // Their handles may be those of new statements.
  for (auto entry = edits.begin(); entry != edits.end();) {
    bool isGone = llvm::is_contained(entry->second.removed, entry->first);
    if (isGone) {
      drop(entry->first);
      changed.insert(entry->first);
      shared.symbols.remove(entry->first);
    }
    entry = isGone ? edits.erase(entry) : std::next(entry);
  }
  if (shared.mentions)
    shared.mentions->update(changes.removed, changes.dirty);
  if (!shared.units.update(source.text, changes.removed, changes.dirty) ||
      !shared.units.areIndependent())
    return false;
  for (StatementId id : changes.dirty)
    if (StatementId root = shared.units.rootOf(id); root != noStatement)
      edits[root].dirty.push_back(id);
  for (StatementId id : changes.touched)
    if (StatementId root = shared.units.rootOf(id); root != noStatement)
      edits.try_emplace(root);
  for (StatementId id : changes.beside)
    noteBeside(id, edits);
  return true;
}

/// What does not parse beside text that is another now may say so elsewhere.
void UnitBuilder::noteBeside(StatementId id, Edits &edits) const {
  for (int i = 0; i < 3 && id != noStatement; ++i) {
    StatementId root = shared.units.rootOf(id);
    if (root == noStatement)
      return;
    auto unit = shared.byRoot.find(root);
    if (unit != shared.byRoot.end() && !unit->second->broken.empty())
      edits[root].beside.push_back(id);
    id = id == root ? outline.previousSibling(id) : noStatement;
  }
}

/// By its statements, if that is enough.
void UnitBuilder::updateUnit(StatementId root, const StatementChanges &edit) {
  auto found = shared.byRoot.find(root);
  bool isKnown =
      found != shared.byRoot.end() && !shared.units.isUnbalanced(root);
  IrWork inside;
  bool isEdited = false;
  if (isKnown) {
    ParserState state(source, *found->second);
    isEdited = SectionEditor(state).apply(edit, inside);
  }
  llvm::append_range(work.erased, inside.erased);
  if (isEdited) {
    ParserState state(source, *found->second);
    if (llvm::is_contained(edit.dirty, root))
      UnitVerifier(state).noteSymbols(root);
    llvm::append_range(work.parsed, inside.parsed);
    llvm::append_range(work.verified, inside.verified);
    llvm::append_range(work.changed, inside.changed);
    return noteEmitted(root);
  }
  rebuild(root);
}

void UnitBuilder::drop(StatementId root) {
  auto found = shared.byRoot.find(root);
  if (found == shared.byRoot.end())
    return;
  shared.symbols.forgetOps();
  auto forget = [&](Operation *op) {
    llvm::erase_if(work.changed,
                   [&](Operation *each) { return op->isAncestor(each); });
    noteErased(op, work.erased);
  };
  for (Operation &stand : found->second->unplaced)
    forget(&stand);
  if (Operation *op = found->second->standing(root)) {
    forget(op);
    op->erase();
  }
  for (const auto &[subject, said] : found->second->emitted.all())
    work.said.push_back(subject);
  shared.byRoot.erase(found);
  shared.pointing.forget(root);
}

void UnitBuilder::rebuild(StatementId root) {
  drop(root);
  auto &unit = shared.byRoot[root];
  unit = std::make_unique<UnitIR>();
  Block parsed;
  ParserState state(source, *unit);
  isMisread |= !SectionParser(state).parseUnit(root, parsed);
  place(root, parsed);
  rebuilt.insert(root);
}

/// Before the unit behind it.
void UnitBuilder::place(StatementId root, Block &parsed) {
  Block &body = *shared.module->getBody();
  Block::iterator place = body.end();
  for (StatementId behind = outline.nextSibling(root);
       behind != noStatement && place == body.end();
       behind = outline.nextSibling(behind)) {
    auto found = shared.byRoot.find(behind);
    Operation *op = found == shared.byRoot.end()
                        ? nullptr
                        : found->second->operations.lookup(behind);
    if (op && op->getBlock() == &body)
      place = op->getIterator();
  }
  body.getOperations().splice(place, parsed.getOperations());
}

/// Statements that name a symbol which is not as before, by their units, which
/// are.
std::map<StatementId, std::set<StatementId>> UnitBuilder::namingChanged() {
  if (!shared.mentions)
    shared.mentions.emplace(outline);
  std::map<StatementId, std::set<StatementId>> byUnit;
  for (llvm::StringRef name : shared.symbols.changes().keys())
    for (StatementId id : shared.mentions->of(name)) {
      StatementId root = shared.units.rootOf(id);
      if (root != noStatement && shared.byRoot.contains(root) &&
          !rebuilt.contains(root))
        byUnit[root].insert(id);
    }
  return byUnit;
}

/// Which ops of the statement, that names a symbol that changed, look for it.
/// The verifiers of those that do not tell may do so.
static llvm::SmallVector<Operation *>
lookingFor(const UnitSymbols &symbols, const UnitIR &unit, StatementId id) {
  llvm::SmallVector<Operation *> users = unit.opsWithSymbols(id);
  llvm::erase_if(users,
                 [&](Operation *op) { return !symbols.restsOnChanged(op); });
  Operation *op = unit.operations.lookup(id);
  if (op && op->isRegistered() && !isa<SymbolUserOpInterface>(op) &&
      UnitSymbols::isOfSection(op))
    users.push_back(op);
  return users;
}

/// Asks the units that are as before about symbols that are not.
bool UnitBuilder::verifyOtherUsers() {
  if (!shared.symbols.hasChanges())
    return true;
  std::vector<StatementId> notLocal;
  for (const auto &[root, statements] : namingChanged()) {
    UnitIR &unit = *shared.byRoot[root];
    if (Operation *op = unit.operations.lookup(root);
        op && shared.symbols.looksOutside(op)) {
      notLocal.push_back(root);
      continue;
    }
    llvm::SmallVector<Operation *> users;
    for (StatementId id : statements)
      llvm::append_range(users, lookingFor(shared.symbols, unit, id));
    if (users.empty())
      continue;
    ParserState state(source, unit);
    if (!SectionEditor(state).verifyAgain(users, work))
      notLocal.push_back(root);
    noteEmitted(root);
  }
  shared.symbols.forgetChanges();
  llvm::for_each(notLocal, [this](StatementId root) { rebuild(root); });
  return finish(notLocal);
}

/// What is said of others with a note in what changed may be said elsewhere.
bool UnitBuilder::rebuildPointing() {
  std::vector<StatementId> again;
  for (StatementId other : changed)
    for (StatementId root : shared.pointing.usersOf(other))
      if (shared.byRoot.contains(root) && !rebuilt.contains(root)) {
        rebuild(root);
        again.push_back(root);
      }
  return finish(again);
}
