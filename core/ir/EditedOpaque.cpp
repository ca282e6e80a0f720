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

/// Beside statements that do not parse the order of all decides who is right
/// about a type.
bool SectionEditor::mayEditOpaque(const StatementChanges &changes) const {
  return contents.broken.empty() ||
         (contents.opaque.empty() &&
          llvm::none_of(changes.dirty, [&](StatementId id) {
            return isOpaque(text, outline, id);
          }));
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
    if (definition && definition->isRegistered() && definition->getBlock() &&
        &operand.getType().getDialect() == definition->getDialect())
      toVerify.insert(definition);
  }
}

void SectionEditor::noteOperands(Operation *op) {
  verifyDefinitions(op);
  for (Value operand : op->getOperands()) {
    if (contents.written.contains(operand))
      unsettled.insert(operand);
    Operation *definition = operand.getDefiningOp();
    if (definition && contents.broken.isPlaceholder(definition))
      lessUsed.insert(definition);
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
