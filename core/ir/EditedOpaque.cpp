//===- EditedOpaque.cpp ---------------------------------------------------===//
//
// After an edit: ops of unknown dialects, and values whose types their users
// know.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionEditor.h"

using namespace shapels;
using namespace mlir;

/// Whether there are such ops beside statements that do not parse. Then the
/// order of all decides who is right about a type, unless that is firm.
bool SectionEditor::areMixed(const StatementChanges &changes) const {
  return !contents.broken.empty() &&
         (!contents.opaque.empty() ||
          llvm::any_of(changes.dirty, [&](StatementId id) {
            return isOpaque(text, outline, id);
          }));
}

/// Whether the value is there, and has its type whoever uses it.
bool SectionEditor::isFirm(Value value) const {
  return value && !contents.written.contains(value) && !isGuess(value);
}

/// Whether all values that the statement names are, but for its own.
bool SectionEditor::usesFirmValues(StatementId id) const {
  Operation *parent = contents.operations.lookup(outline.parent(id));
  return llvm::all_of(outline.names(id), [&](const NameOccurrence &name) {
    if (name.kind != NameKind::Value || name.isDefinition)
      return true;
    std::optional<NameId> definition = visibleDefinition(name, id, parent);
    Value value = definition ? contents.valueOf(*definition) : Value();
    auto result = dyn_cast_if_present<OpResult>(value);
    return result ? llvm::all_of(result.getOwner()->getResults(),
                                 [this](Value each) { return isFirm(each); })
                  : isFirm(value);
  });
}

/// Whether no other statement rests on what the op takes its values for.
bool SectionEditor::isFirm(Operation *op) const {
  auto isFirm = [this](Value value) { return this->isFirm(value); };
  return llvm::all_of(op->getOperands(), isFirm) &&
         llvm::all_of(op->getResults(), isFirm);
}

/// Whether what is known of other statements rests on more of an op than its
/// values: the types that it tells or asks of others, its symbols.
bool SectionEditor::isTiedToOthers(StatementId id) const {
  Operation *op = contents.operations.lookup(id);
  if (!op || !contents.opaque.contains(id))
    return false;
  auto isUntold = [&](Value value) {
    return contents.written.lookup(value) == unknownType(context);
  };
  return contents.opaqueSymbols.contains(id) ||
         llvm::any_of(op->getOperands(), isUntold) ||
         llvm::any_of(op->getResults(), isUntold);
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
  verifyDefinitions(op);
  for (Value operand : op->getOperands()) {
    if (contents.written.contains(operand))
      unsettled.insert(operand);
    if (isGuess(operand))
      lessUsed.insert(operand);
  }
}

void SectionEditor::forgetOpaque(StatementId id) {
  if (contents.opaque.erase(id))
    contents.waiting.forget(id);
}

/// The new op of an opaque statement gets its operands, and others theirs.
/// False where that says something of others.
bool SectionEditor::attachAgain(StatementId id) {
  for (StatementId user : contents.waiting.usersOf(id))
    queue(user);
  if (!contents.opaque.contains(id))
    return true;
  attachOperands(id);
  return !isTiedToOthers(id);
}

/// A value whose type others know keeps it.
void SectionEditor::keepType(Value before, Value now) {
  bool isKnown = contents.written.contains(now) &&
                 knowingUser(before, noStatement) != nullptr;
  if (isKnown) {
    now.setType(before.getType());
    retyped.push_back(now);
  }
  unsettled.insert(now);
}

/// Values that no user knows the type of any more have the one that is written.
bool SectionEditor::settleTypes() {
  for (Value value : unsettled) {
    auto written = contents.written.find(value);
    if (written == contents.written.end() ||
        !mayBeRetyped(value, noStatement) || value.getType() == written->second)
      continue;
    if (written->second == unknownType(context))
      return false;
    value.setType(written->second);
    retyped.push_back(value);
  }
  return true;
}
