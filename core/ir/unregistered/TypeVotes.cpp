//===- TypeVotes.cpp -----------------------------------------------------===//

#include "core/ir/unregistered/TypeVotes.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/unregistered/OperandLinker.h"

using namespace shapels;
using namespace mlir;

/// The operands of `op` and of what it nests that are defined around it, of
/// those that are `users`.
static llvm::SmallVector<Value>
operandsFromOutside(Operation *op,
                    llvm::function_ref<bool(Operation *)> isUser) {
  llvm::SmallSetVector<Value, 4> values;
  op->walk([&](Operation *nested) {
    if (!isUser(nested))
      return;
    for (Value operand : nested->getOperands())
      if (Region *region = operand.getParentRegion();
          !region || !op->isAncestor(region->getParentOp()))
        values.insert(operand);
  });
  return values.takeVector();
}

llvm::SmallVector<Value> TypeVotes::valuesFromOutside(Operation *op) const {
  return operandsFromOutside(op, [](Operation *) { return true; });
}

/// Those whose types the syntax of their user says.
llvm::SmallVector<Value> TypeVotes::valuesToldBy(Operation *op) const {
  return operandsFromOutside(op, [this](Operation *user) {
    return OperandLinker(state).knowsTypes(user);
  });
}

/// The values of unregistered ops of which the op says the type.
llvm::SmallVector<Value> TypeVotes::toldBy(Operation *op) const {
  llvm::SmallVector<Value> values;
  if (op)
    llvm::copy_if(
        valuesToldBy(op), std::back_inserter(values),
        [&](Value value) { return contents.written.contains(value); });
  return values;
}

/// Where the statement was the first to tell a value's type or is so now, those
/// behind it may find another one. `before`: what it told; of `retyped` those
/// since `retypedBefore` are its doing.
void TypeVotes::queueThoseBehind(StatementId id, llvm::ArrayRef<Value> before,
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
void TypeVotes::queueUntold(Value value, StatementId behind, bool isRetyped) {
  auto isBehind = [&](StatementId id) {
    return !edit.gone.contains(id) &&
           (edit.gone.contains(behind) ||
            (outline.begin(behind) < outline.begin(id) &&
             !outline.nests(behind, id)));
  };
  if (!edit.gone.contains(behind) &&
      OperandLinker(state).knowingUser(value, behind))
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
  if (edit.gone.contains(definition))
    return;
  for (const NameOccurrence &name : outline.names(definition))
    if (name.kind == NameKind::Value && outline.isDefinition(name.id))
      for (StatementId id : contents.broken.naming(outline.spelling(name.id)))
        if (isBehind(id) &&
            NameChanges(state, edit)
                .refersTo(id, outline.spelling(name.id), definition))
          queue(id);
}

/// The values of which the op is the first to tell what they are, where others
/// use them that do not parse, and may do so if they are something else.
llvm::SmallVector<Value> TypeVotes::opinionsOf(Operation *op) const {
  llvm::SmallVector<Value> values;
  StatementId id = op ? statementOf(op->getLoc()) : noStatement;
  if (!op)
    return values;
  llvm::copy_if(valuesToldBy(op), std::back_inserter(values), [&](Value value) {
    const UnitIR::Name &name = contents.names.lookup(value);
    return ImportFinder(state).isGuess(value) &&
           NameChanges(state, edit)
               .isUsedByBroken(name.spelling, name.id.statement) &&
           (edit.gone.contains(id) ||
            !OperandLinker(state).knowingUser(value, id));
  });
  return values;
}

/// Whether the op, which may be null, has all of them.
bool TypeVotes::tellsAll(Operation *op, llvm::ArrayRef<Value> values) const {
  if (values.empty())
    return true;
  llvm::SmallVector<Value> own =
      op ? valuesFromOutside(op) : llvm::SmallVector<Value>();
  return llvm::all_of(
      values, [&](Value value) { return llvm::is_contained(own, value); });
}
