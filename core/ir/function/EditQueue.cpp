//===- EditQueue.cpp -----------------------------------------------------===//

#include "core/ir/function/EditQueue.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/TypeReferences.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

void EditQueue::queue(StatementId id) {
  StatementId item = itemOf(id);
  edit.queued.insert({outline.begin(item).value, item});
}

void EditQueue::queueUsers(Value value) {
  for (Operation *user : value.getUsers())
    queueUser(statementOf(user->getLoc()));
}

/// What the parser said of others, outside of `item`, with a note on the
/// statement.
void EditQueue::queueThosePointingAt(StatementId id, StatementId item) {
  for (StatementId subject : contents.sayings.pointingAt(id))
    if (!outline.nests(item, subject))
      for (const SectionDiagnostic &said : *contents.sayings.of(subject))
        if (said.isFromParser() && said.pointsAt(id))
          queue(subject);
}

/// That the item was, or the header of what is none.
void EditQueue::noteParsed(StatementId item) {
  bool isHeader = outline.hasChildren(item) && !isShortOp(item);
  StatementId end = isHeader ? outline.next(item) : outline.behind(item);
  for (StatementId id = item; id != end; id = outline.next(id)) {
    edit.parsed.push_back(id);
    queueThosePointingAt(id, item);
  }
}

/// An op may look at who uses its values of its own dialect's types.
void EditQueue::verifyDefinitions(Operation *op) {
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
bool EditQueue::definesOthers(StatementId id) const {
  return outline.statement(id).regionCount != 0 &&
         llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
           return name.kind == NameKind::Value &&
                  outline.isDefinition(name.id) && !contents.valueOf(name.id);
         });
}

/// Who may have another value now: an opaque op is only told of it.
void EditQueue::queueUser(StatementId id) {
  if (id == noStatement || !standing(id) || edit.gone.contains(id))
    return;
  if (contents.opaque.contains(id) && !definesOthers(id))
    queueToAttach(id);
  else
    queue(id);
}

void EditQueue::queueToAttach(StatementId id) {
  edit.toAttach.insert({outline.begin(id).value, id});
}

/// Who waits for a value of the statement may have it now.
void EditQueue::queueWaiting(StatementId id) {
  llvm::for_each(contents.waiting.usersOf(id),
                 [this](StatementId user) { queueUser(user); });
}

/// What a value of a statement that does not parse is, the op may be the first
/// to tell.
void EditQueue::queueWaitingFor(Operation *op) {
  for (Value operand : op->getOperands())
    if (ImportFinder(state).isGuess(operand))
      queueWaiting(contents.names.lookup(operand).id.statement);
}

/// Whose verifiers one edit may call before it is cheaper to start anew.
static constexpr size_t mostToVerify = 2000;

bool EditQueue::verifyUsers(Value value) {
  for (Operation *user : value.getUsers())
    if (user->getBlock())
      edit.toVerify.insert(user);
  return edit.toVerify.size() <= mostToVerify;
}

/// Whether the parser had read on behind the statement when it gave up, or no
/// further than to its start: where that is said, the text around tells.
bool EditQueue::isSaidOutside(StatementId broken) const {
  const auto *said = contents.sayings.of(broken);
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
void EditQueue::queueUnended(const StatementChanges &changes) {
  if (contents.broken.empty())
    return;
  auto queueFrom = [this](StatementId id) {
    for (int i = 0; i < 3 && id != noStatement; ++i) {
      if (contents.broken.markerOf(id) && isSaidOutside(id))
        queue(id);
      id = outline.previousSibling(id);
    }
  };
  llvm::for_each(changes.dirty, queueFrom);
  llvm::for_each(changes.beside, queueFrom);
}

/// False where it is not the verifier who has to say it again.
bool EditQueue::verifyThosePointingAt(StatementId id) {
  for (StatementId subject : contents.sayings.pointingAt(id)) {
    if (llvm::is_contained(edit.parsed, subject))
      continue;
    Operation *op = contents.operations.lookup(subject);
    bool isParsers = llvm::any_of(
        *contents.sayings.of(subject), [&](const SectionDiagnostic &said) {
          return said.isFromParser() && said.pointsAt(id);
        });
    if (!op || isParsers)
      return false;
    edit.toVerify.insert(op);
  }
  return true;
}
