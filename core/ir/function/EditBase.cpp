//===- EditBase.cpp -------------------------------------------------------===//

#include "core/ir/function/EditBase.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// Where the edit was declined, others still use what is to go.
EditState::~EditState() {
  for (Block *block : retiredBlocks) {
    for (Value argument : block->getArguments())
      argument.dropAllUses();
    block->dropAllUses();
    delete block;
  }
  for (Operation *op : retired) {
    op->dropAllReferences();
    op->dropAllUses();
    op->destroy();
  }
}

/// The op of a statement, or what stands for it.
Operation *EditBase::standing(StatementId id) const {
  return contents.standing(id);
}

/// Moves what was said since to where it follows its statements.
bool EditBase::keepEmitted(StatementId subject) {
  for (SectionDiagnostic &diagnostic : contents.diagnostics) {
    if (diagnostic.subject == noStatement)
      diagnostic.subject = subject;
    StatementId owner = diagnostic.subject;
    if (owner == noStatement ||
        !contents.emitted.add(outline, owner, std::move(diagnostic)))
      return false;
  }
  contents.diagnostics.clear();
  return true;
}

/// Whether what it nests is made anew together with it.
bool EditBase::isShortOp(StatementId id) const {
  bool definesSymbol =
      llvm::any_of(outline.names(id), [](const NameOccurrence &name) {
        return name.isDefinition && name.kind == NameKind::Symbol;
      });
  return outline.parent(id) != noStatement && !isUnit(id) && !definesSymbol &&
         countNested(id, SectionIR::shortOp + 1) <= SectionIR::shortOp;
}

/// What is made anew where the statement changed: the outermost short op
/// around it, or itself.
StatementId EditBase::itemOf(StatementId id) const {
  StatementId item = id;
  for (StatementId around = outline.parent(id);
       around != noStatement && isShortOp(around);
       around = outline.parent(around))
    item = around;
  return item;
}

/// Whether what is known of others rests on the op's symbols; a unit's all are
/// told of.
bool EditBase::isTiedToOthers(StatementId id) const {
  return contents.unregisteredSymbols.contains(id) && !isUnit(id);
}

/// Whether the parser said what is wrong with the statement.
bool EditBase::isFaulted(StatementId id) const {
  const auto *said = contents.emitted.of(id);
  return said && llvm::any_of(*said, [](const SectionDiagnostic &each) {
           return each.isFromParser();
         });
}

bool EditBase::isSymbol(Operation *op) {
  return op->getAttr(SymbolTable::getSymbolAttrName()) != nullptr;
}

bool EditBase::isUnit(StatementId id) const {
  return shared.isByUnit && shared.units.rootOf(id) == id;
}

/// Whether ops in it may be parsed and verified.
bool EditBase::isReadable(Operation *op) const {
  for (Operation *around = op; around; around = around->getParentOp())
    if (contents.verdict.wrong.unreadable.contains(around))
      return false;
  return op != nullptr;
}

/// How many statements it nests; `enough` if there are that many.
size_t EditBase::countNested(StatementId id, size_t enough) const {
  size_t count = 0;
  ByteOffset end = outline.range(id).end;
  for (id = outline.next(id);
       count < enough && id != noStatement && outline.begin(id) < end;
       id = outline.next(id))
    ++count;
  return count;
}

static bool isAboutOrder(const SectionDiagnostic &said) {
  return said.isFromVerifier() && isAboutDominance(said.message);
}

/// Whether something is used where it need not be there.
bool EditBase::isOutOfOrder(StatementId subject) const {
  const auto *said = contents.emitted.of(subject);
  return said && llvm::any_of(*said, isAboutOrder);
}

//===----------------------------------------------------------------------===//
// What is still to be done
//===----------------------------------------------------------------------===//

void EditBase::queue(StatementId id) {
  StatementId item = itemOf(id);
  edit.queued.insert({outline.begin(item).value, item});
}

void EditBase::queueUsers(Value value) {
  for (Operation *user : value.getUsers())
    queueUser(statementOf(user->getLoc()));
}

/// What the parser said of others, outside of `item`, with a note on the
/// statement.
void EditBase::queueThosePointingAt(StatementId id, StatementId item) {
  for (StatementId subject : contents.emitted.pointingAt(id))
    if (!outline.nests(item, subject))
      for (const SectionDiagnostic &said : *contents.emitted.of(subject))
        if (said.isFromParser() && said.pointsAt(id))
          queue(subject);
}

/// That the item was, or the header of what is none.
void EditBase::noteParsed(StatementId item) {
  bool isHeader = outline.hasChildren(item) && !isShortOp(item);
  StatementId end = isHeader ? outline.next(item) : outline.behind(item);
  for (StatementId id = item; id != end; id = outline.next(id)) {
    edit.parsed.push_back(id);
    queueThosePointingAt(id, item);
  }
}

/// An op may look at who uses its values of its own dialect's types.
void EditBase::verifyDefinitions(Operation *op) {
  for (Value operand : op->getOperands()) {
    Operation *definition = operand.getDefiningOp();
    if (definition && definition != op && definition->isRegistered() &&
        definition->getBlock() &&
        &operand.getType().getDialect() == definition->getDialect())
      edit.toVerify.insert(definition);
  }
}

/// Whether a name in the header is one of its regions' now that nothing around
/// defines it.
bool EditBase::definesOthers(StatementId id) const {
  return outline.statement(id).regionCount != 0 &&
         llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
           return name.kind == NameKind::Value &&
                  outline.isDefinition(name.id) && !contents.valueOf(name.id);
         });
}

/// Who may have another value now: an unregistered op is only told of it.
void EditBase::queueUser(StatementId id) {
  if (id == noStatement || !standing(id) || edit.gone.contains(id))
    return;
  if (contents.unregistered.contains(id) && !definesOthers(id))
    queueToAttach(id);
  else
    queue(id);
}

void EditBase::queueToAttach(StatementId id) {
  edit.toAttach.insert({outline.begin(id).value, id});
}

/// Who waits for a value of the statement may have it now.
void EditBase::queueWaiting(StatementId id) {
  llvm::for_each(contents.waiting.usersOf(id),
                 [this](StatementId user) { queueUser(user); });
}

/// What a value of a statement that does not parse is, the op may be the first
/// to tell.
void EditBase::queueWaitingFor(Operation *op) {
  for (Value operand : op->getOperands())
    if (ImportFinder(state).isGuess(operand))
      queueWaiting(contents.names.lookup(operand).id.statement);
}

/// Whose verifiers one edit may call before it is cheaper to start anew.
static constexpr size_t mostToVerify = 2000;

bool EditBase::verifyUsers(Value value) {
  for (Operation *user : value.getUsers())
    if (user->getBlock())
      edit.toVerify.insert(user);
  return edit.toVerify.size() <= mostToVerify;
}

/// Whether the parser had read on behind the statement when it gave up, or no
/// further than to its start: where that is said, the text around tells.
bool EditBase::isSaidOutside(StatementId broken) const {
  const auto *said = contents.emitted.of(broken);
  return said && llvm::any_of(*said, [&](const SectionDiagnostic &each) {
           const Anchor &place = each.place();
           ByteRange range = outline.range(broken);
           ByteOffset at = place.resolve(outline).begin;
           return place.statement() != broken || at <= range.begin ||
                  at >= range.end;
         });
}

/// Those that do not parse for what is missing at their ends, of which the two
/// statements behind them show the place: see diagnoseInContext().
void EditBase::queueUnended(const StatementChanges &changes) {
  if (contents.broken.empty())
    return;
  auto queueFrom = [this](StatementId id) {
    for (int i = 0; i < 3 && id != noStatement; ++i) {
      if (contents.broken.brokenOpOf(id) && isSaidOutside(id))
        queue(id);
      id = outline.previousSibling(id);
    }
  };
  llvm::for_each(changes.dirty, queueFrom);
  llvm::for_each(changes.beside, queueFrom);
}

/// False where it is not the verifier who has to say it again.
bool EditBase::verifyThosePointingAt(StatementId id) {
  for (StatementId subject : contents.emitted.pointingAt(id)) {
    if (llvm::is_contained(edit.parsed, subject))
      continue;
    Operation *op = contents.operations.lookup(subject);
    bool isParsers = llvm::any_of(
        *contents.emitted.of(subject), [&](const SectionDiagnostic &said) {
          return said.isFromParser() && said.pointsAt(id);
        });
    if (!op || isParsers)
      return false;
    edit.toVerify.insert(op);
  }
  return true;
}
