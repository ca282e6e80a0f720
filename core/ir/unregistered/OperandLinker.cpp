//===- OperandLinker.cpp --------------------------------------------------===//
//
// Ops of unknown dialects after parsing: their names, types and operands.
//
//===----------------------------------------------------------------------===//

#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/UnregisteredFilter.h"
#include "core/ir/unregistered/UnregisteredTokens.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include "mlir/AsmParser/AsmParser.h"

#include <charconv>

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

/// Whether the op's syntax says which types its operands have, as MLIR's
/// generic form does.
bool OperandLinker::knowsTypes(Operation *op) const {
  StatementId id = statementOf(op->getLoc());
  return op->isRegistered() ||
         (!isPlaceholder(op) && !contents.unregistered.contains(id));
}

/// A user in front of that statement, if there is one, whose syntax says the
/// value's type; null if there is none.
Operation *OperandLinker::knowingUser(Value value, StatementId before) const {
  for (Operation *user : value.getUsers()) {
    StatementId id = statementOf(user->getLoc());
    bool isBefore = before == noStatement || id == noStatement ||
                    outline.begin(id) < outline.begin(before);
    if (isBefore && knowsTypes(user))
      return user;
  }
  return nullptr;
}

/// Whether only the text of its op gives a value its type, as far as the text
/// in front of the user goes.
bool OperandLinker::mayBeRetyped(Value value, StatementId user) const {
  return contents.written.contains(value) && !knowingUser(value, user);
}

/// The first user in the text that knows a value's type has a say in it, and no
/// other: gives those whose type nobody in front of the user knows the one that
/// is written. Returns what they were.
RetypedValues OperandLinker::resetTypes(const Imports &imports,
                                        StatementId user) const {
  RetypedValues before;
  for (const Import &import : imports.values)
    for (Value value : import.values) {
      Type written = contents.written.lookup(value);
      if (!written || written == value.getType() || knowingUser(value, user))
        continue;
      before.try_emplace(value, value.getType());
      value.setType(written);
    }
  return before;
}

/// Values of which the new op says nothing, or which has none, are what they
/// were before.
void OperandLinker::restoreTypes(const RetypedValues &before, Operation *op) {
  for (auto [value, type] : before) {
    bool isTold = op && llvm::any_of(value.getUsers(), [&](Operation *user) {
                    return op->isAncestor(user) && knowsTypes(user);
                  });
    if (!isTold)
      value.setType(type);
    else if (value.getType() != type)
      state.retyped.push_back(value);
  }
}

/// Gives the value that the parser knows another type of that one, if it may
/// have any. `before` keeps what it was.
bool OperandLinker::retype(const Imports &imports,
                           const std::optional<TypeConflict> &conflict,
                           StatementId user, RetypedValues &before) const {
  if (!conflict)
    return false;
  for (const Import &import : imports.values) {
    if (outline.plainName(import.name.id) != conflict->name)
      continue;
    for (Value value : import.values)
      if (value.getType() == conflict->given &&
          contents.written.lookup(value) == conflict->given &&
          mayBeRetyped(value, user)) {
        before.try_emplace(value, conflict->given);
        value.setType(conflict->wanted);
        return true;
      }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static unsigned numberIn(std::string_view spelling) {
  size_t hash = spelling.find('#');
  unsigned number = 0;
  if (hash != spelling.npos)
    std::from_chars(spelling.data() + hash + 1,
                    spelling.data() + spelling.size(), number);
  return number;
}

/// Whether no region hides the value from the block: what its users take a name
/// in a header for is an argument of one region only.
static bool isAround(Value value, Block *block) {
  Region *region = value.getParentRegion();
  return !region ||
         (block->getParent() && region->isAncestor(block->getParent()));
}

/// The value that a name in an unregistered statement means; null where it is
/// not there.
Value OperandLinker::operandFor(const NameOccurrence &use, NameId definition,
                                Operation *op) const {
  Value value = contents.valueOf(definition);
  unsigned number = numberIn(spelling(use.range));
  auto result = dyn_cast_if_present<OpResult>(value);
  if (!result || number == 0) {
    Value own = value ? inRegion(value, op->getBlock()) : value;
    return own && isAround(own, op->getBlock()) ? own : Value();
  }
  number += result.getResultNumber();
  return number < result.getOwner()->getNumResults()
             ? result.getOwner()->getResult(number)
             : Value();
}

/// `args(%a = %b)`: whether the op defines names, though it may lack the body
/// that would use them.
static bool bindsNames(const UnregisteredTokens &tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens.at(i).depth > 0 && tokens.at(i).is(TokenKind::ValueName) &&
        tokens.at(i + 1).is(TokenKind::Equal))
      return true;
  return false;
}

/// That an unregistered op names a value that nothing defines. What has
/// regions, is in a region of another one or is a declaration, may define names
/// in ways of its own.
void OperandLinker::reportUndeclared(const NameOccurrence &name) {
  StatementId id = name.id.statement;
  if (outline.statement(id).regionCount != 0 ||
      UnregisteredFilter(state).isInUnregistered(id) ||
      UnregisteredFilter(state).mayDefineSymbol(id) ||
      bindsNames(UnregisteredTokens(text, outline, id)))
    return;
  contents.diagnostics.emplace_back(DiagnosticCode::MlirParse, name.range,
                                    "use of undeclared SSA value name", id);
}

/// Gives an unregistered op the values that its statement names, as far as they
/// are there; it is told of the others when they are.
void OperandLinker::attachOperands(StatementId id) {
  Operation *op = contents.operations.lookup(id);
  if (UnregisteredFilter(state).mayDefineSymbol(id))
    contents.unregisteredSymbols.insert(id);
  llvm::SmallVector<Value> operands;
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || name.isDefinition)
      continue;
    std::optional<NameId> definition =
        ImportFinder(state).visibleDefinition(name, id, op->getParentOp());
    if (!definition) {
      if (!contents.undefined.contains(outline.spelling(name.id), id))
        reportUndeclared(name);
      contents.undefined.add(outline.spelling(name.id), id);
      continue;
    }
    if (outline.nests(id, definition->statement)) {
      // An argument of its regions; or of none, where their labels name these.
      if (!contents.valueOf(*definition))
        contents.undefined.add(outline.spelling(name.id), id);
      continue;
    }
    if (Value value = operandFor(name, *definition, op))
      operands.push_back(value);
    else
      contents.waiting.add(definition->statement, id);
  }
  op->setOperands(operands);
}

/// Of all unregistered statements, once all that parses is there.
void OperandLinker::attachAllOperands() {
  if (contents.unregistered.empty())
    return;
  std::vector<StatementId> inOrder(contents.unregistered.begin(),
                                   contents.unregistered.end());
  llvm::sort(inOrder, [&](StatementId a, StatementId b) {
    return outline.begin(a) < outline.begin(b);
  });
  for (StatementId id : inOrder)
    if (contents.operations.contains(id))
      attachOperands(id);
  for (StatementId id : inOrder)
    if (contents.operations.contains(id))
      tellTypes(id);
}

/// A value whose own op tells no type has the one that the first of its users
/// writes.
void OperandLinker::tellTypes(StatementId user) {
  Operation *op = contents.operations.lookup(user);
  Type unknown = unknownType(context);
  auto isUntold = [&](Value operand) {
    return operand.getType() == unknown && contents.written.contains(operand);
  };
  if (llvm::none_of(op->getOperands(), isUntold))
    return;
  UnregisteredForm form =
      readUnregisteredForm(text, outline, user, definedOps(context));
  if (form.operands.size() != op->getNumOperands())
    return;
  ScopedDiagnosticHandler silence(&context,
                                  [](mlir::Diagnostic &) { return success(); });
  for (auto [operand, type] : llvm::zip(op->getOperands(), form.operands))
    if (isUntold(operand) && type.isKnown())
      if (Type told = parseType(type.range.empty() ? type.spelled
                                                   : text.slice(type.range),
                                &context))
        operand.setType(told);
}
