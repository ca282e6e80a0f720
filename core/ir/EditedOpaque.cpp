//===- EditedOpaque.cpp ---------------------------------------------------===//
//
// After an edit: ops of unknown dialects, and values whose types their users
// know.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/SectionEditor.h"

using namespace shapels;
using namespace mlir;

/// The values of opaque ops of which the op says the type.
llvm::SmallVector<Value> SectionEditor::toldBy(Operation *op) const {
  llvm::SmallVector<Value> values;
  if (op)
    llvm::copy_if(valuesToldBy(op), std::back_inserter(values),
                  [&](Value value) { return contents.written.contains(value); });
  return values;
}

/// Where the statement was the first to tell a value's type or is so now, those
/// behind it may find another one. `before`: what it told; of `retyped` those
/// since `retypedBefore` are its doing.
void SectionEditor::queueThoseBehind(StatementId id,
                                     llvm::ArrayRef<Value> before,
                                     Operation *now, size_t retypedBefore) {
  llvm::SmallVector<Value> told = toldBy(now);
  auto other = llvm::ArrayRef(state.retyped).drop_front(retypedBefore);
  for (Value value : before)
    if (!llvm::is_contained(told, value))
      queueUntold(value, id, false);
  for (Value value : told) {
    bool isRetyped = llvm::is_contained(other, value);
    if (isRetyped || !llvm::is_contained(before, value))
      queueUntold(value, id, isRetyped);
  }
}

/// Who is behind that statement, or anywhere if that is gone, and rests on the
/// value's type: of those that parse only if it is another one.
void SectionEditor::queueUntold(Value value, StatementId behind,
                                bool isRetyped) {
  auto isBehind = [&](StatementId id) {
    return !gone.contains(id) &&
           (gone.contains(behind) || (outline.begin(behind) < outline.begin(id) &&
                                      !outline.nests(behind, id)));
  };
  if (!gone.contains(behind) && OperandLinker(state).knowingUser(value, behind))
    return;
  if (isRetyped)
    for (Operation *user : value.getUsers())
      if (StatementId id = statementOf(user->getLoc());
          OperandLinker(state).knowsTypes(user) && id != noStatement &&
          isBehind(id))
        queue(id);
  StatementId definition = statementOf(
      value.getDefiningOp() ? value.getDefiningOp()->getLoc()
                            : value.getParentBlock()->getParentOp()->getLoc());
  if (gone.contains(definition))
    return;
  for (const NameOccurrence &name : outline.names(definition))
    if (name.kind == NameKind::Value && outline.isDefinition(name.id))
      for (StatementId id : contents.broken.naming(outline.spelling(name.id)))
        if (isBehind(id) && refersTo(id, outline.spelling(name.id), definition))
          queue(id);
}

/// Whether what is known of others rests on the op's symbols; a unit's all are
/// told of.
bool SectionEditor::isTiedToOthers(StatementId id) const {
  return contents.opaqueSymbols.contains(id) && !isUnit(id);
}

/// An op may look at who uses its values of its own dialect's types.
void SectionEditor::verifyDefinitions(Operation *op) {
  for (Value operand : op->getOperands()) {
    Operation *definition = operand.getDefiningOp();
    if (definition && definition != op && definition->isRegistered() &&
        definition->getBlock() &&
        &operand.getType().getDialect() == definition->getDialect())
      toVerify.insert(definition);
  }
}

void SectionEditor::noteOperands(Operation *op) {
  op->walk([this](Operation *nested) { verifyDefinitions(nested); });
  for (Value operand : valuesFromOutside(op)) {
    if (contents.written.contains(operand))
      unsettled.insert(operand);
    if (ImportFinder(state).isGuess(operand))
      lessUsed.insert(operand);
  }
}

void SectionEditor::forgetOpaque(StatementId id) {
  if (!contents.opaque.erase(id))
    return;
  contents.waiting.forget(id);
  contents.opaqueSymbols.erase(id);
}

/// Whether a name in the header is one of its regions' now that nothing around
/// defines it.
bool SectionEditor::definesOthers(StatementId id) const {
  return outline.statement(id).regionCount != 0 &&
         llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
           return name.kind == NameKind::Value &&
                  outline.isDefinition(name.id) && !contents.valueOf(name.id);
         });
}

/// Who may have another value now: an opaque op is only told of it.
void SectionEditor::queueUser(StatementId id) {
  if (id == noStatement || !standing(id) || gone.contains(id))
    return;
  if (contents.opaque.contains(id) && !definesOthers(id))
    queueToAttach(id);
  else
    queue(id);
}

void SectionEditor::queueToAttach(StatementId id) {
  toAttach.insert({outline.begin(id).value, id});
}

/// Who waits for a value of the statement may have it now.
void SectionEditor::queueWaiting(StatementId id) {
  llvm::for_each(contents.waiting.usersOf(id),
                 [this](StatementId user) { queueUser(user); });
}

/// What a value of a statement that does not parse is, the op may be the first
/// to tell.
void SectionEditor::queueWaitingFor(Operation *op) {
  for (Value operand : op->getOperands())
    if (ImportFinder(state).isGuess(operand))
      queueWaiting(contents.names.lookup(operand).id.statement);
}

/// Takes a value that is to go from the opaque ops that use it.
void SectionEditor::detach(Value value) {
  for (Operation *user : llvm::to_vector(value.getUsers())) {
    queueToAttach(statementOf(user->getLoc()));
    user->setOperands({});
  }
}

/// Gives an opaque op its operands, of which it may tell the types.
void SectionEditor::attach(StatementId id, Operation *op) {
  OperandLinker(state).attachOperands(id);
  for (Value operand : op->getOperands())
    if (contents.written.contains(operand))
      unsettled.insert(operand);
}

/// The same for those that may have others now.
void SectionEditor::attachOthers() {
  for (auto [begin, id] : toAttach)
    if (Operation *op = contents.operations.lookup(id)) {
      noteOperands(op);
      attach(id, op);
      verifyDefinitions(op);
      attached.push_back(op);
      if (isOutOfOrder(id) || !isDominatedAnyway(op))
        toVerify.insert(op);
    }
  toAttach.clear();
}

/// The new op of an opaque statement gets its operands, and others theirs.
/// False where that says something of others.
bool SectionEditor::attachAgain(StatementId id, Operation *op) {
  queueWaiting(id);
  if (!contents.opaque.contains(id))
    return true;
  attach(id, op);
  auto unsettle = [this](Value value) { unsettled.insert(value); };
  llvm::for_each(op->getResults(), unsettle);
  for (Region &region : op->getRegions())
    llvm::for_each(region.getArguments(), unsettle);
  return !isTiedToOthers(id);
}

/// A value whose type others know keeps it.
void SectionEditor::keepType(Value before, Value now) {
  bool isKnown =
      contents.written.contains(now) &&
      OperandLinker(state).knowingUser(before, noStatement) != nullptr;
  if (isKnown) {
    now.setType(before.getType());
    state.retyped.push_back(now);
  }
  unsettled.insert(now);
}

/// Values that no user knows the type of any more have the one that is written,
/// or that another op of an unknown dialect writes.
void SectionEditor::settleTypes() {
  for (Value value : unsettled) {
    Type written = contents.written.lookup(value);
    if (!written || !OperandLinker(state).mayBeRetyped(value, noStatement))
      continue;
    Type before = value.getType();
    value.setType(written);
    if (written == unknownType(context))
      askUsers(value);
    if (value.getType() != before)
      state.retyped.push_back(value);
  }
}

/// The first in the text that writes a type tells the value's.
void SectionEditor::askUsers(Value value) {
  std::set<std::pair<uint32_t, StatementId>> users;
  for (Operation *user : value.getUsers())
    if (StatementId id = statementOf(user->getLoc());
        contents.opaque.contains(id))
      users.insert({outline.begin(id).value, id});
  for (auto [begin, user] : users) {
    OperandLinker(state).tellTypes(user);
    if (value.getType() != unknownType(context))
      return;
  }
}
