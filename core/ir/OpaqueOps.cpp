//===- OpaqueOps.cpp ------------------------------------------------------===//
//
// Ops of unknown dialects after parsing: their names, types and operands.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueTokens.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionParser.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/AsmParser/AsmParser.h"

#include <charconv>

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

void SectionParser::noteOpaque(StatementId id) {
  UnitIR &unit = unitOf(id);
  unit.opaque.insert(id);
  unit.isLocal &= !isOpenToOthers(id);
}

/// Whether they parse or not.
void SectionParser::noteOpaque(const ParseBuffer &buffer) {
  for (const ParseBuffer::Opaque &opaque : buffer.opaque)
    noteOpaque(opaque.statement);
}

/// By the names that the statement begins with.
void SectionParser::nameResults(UnitIR &unit, StatementId id,
                                Operation *op) const {
  unsigned index = 0;
  for (uint32_t i = 0; index < op->getNumResults() && i < outline.nameCount(id);
       ++i) {
    NameOccurrence name = outline.name({id, i});
    if (!name.isDefinition || name.kind != NameKind::Value)
      continue;
    unit.define(outline, name.id, op->getResult(index));
    index += name.resultCount;
  }
}

bool SectionParser::isWritten(Operation *op) {
  StatementId id = statementOf(op->getLoc());
  return id != noStatement && unitOf(id).operations.lookup(id) == op;
}

/// Lets the real values take the places, and the types, of pending ones.
void SectionParser::resolvePending(const ParseBuffer &buffer, PendingOp op) {
  size_t next = op.first();
  for (OpResult stand : op->getResults()) {
    const ParseBuffer::Pending &pending = buffer.pending[next++];
    UnitIR &unit = unitOf(pending.statement);
    Operation *owner = unit.operations.lookup(pending.statement);
    if (!owner)
      continue;
    bool isResult = pending.region == ParseBuffer::Pending::isResult;
    Value value =
        isResult
            ? Value(owner->getResult(pending.index))
            : Value(
                  owner->getRegion(pending.region).getArgument(pending.index));
    if (!isResult && !unit.valueOf(pending.name))
      unit.define(outline, pending.name, value);
    unit.written.try_emplace(value, value.getType());
    if (stand.getType() != unknownType(context))
      value.setType(stand.getType());
    stand.replaceAllUsesWith(value);
  }
  // A terminator that the parser added, as it took the pending op for the last
  // one.
  Operation *before = op->getPrevNode(), *behind = op->getNextNode();
  if (behind && !isa<PendingOp>(behind) && !isWritten(behind) && before &&
      before->hasTrait<OpTrait::IsTerminator>())
    behind->erase();
  op.erase();
}

void SectionParser::finishOpaque(const ParseBuffer &buffer) {
  for (auto [id, isCertain] : buffer.opaque)
    if (Operation *op = unitOf(id).operations.lookup(id)) {
      UnitIR &unit = unitOf(id);
      noteOpaque(id);
      if (!isCertain)
        for (Value result : op->getResults())
          unit.written[result] = result.getType();
      // It may have been written without them.
      nameResults(unit, id, op);
    }
  for (PendingOp op : std::exchange(pendingOps, {}))
    resolvePending(buffer, op);
}

/// Whether the op's syntax says which types its operands have, as MLIR's
/// generic form does.
bool SectionParser::knowsTypes(Operation *op) const {
  StatementId id = statementOf(op->getLoc());
  return op->isRegistered() ||
         (!isPlaceholder(op) && !contents.opaque.contains(id));
}

/// A user in front of that statement, if there is one, whose syntax says the
/// value's type; null if there is none.
Operation *SectionParser::knowingUser(Value value, StatementId before) const {
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
bool SectionParser::mayBeRetyped(Value value, StatementId user) const {
  return contents.written.contains(value) && !knowingUser(value, user);
}

/// The first user in the text that knows a value's type has a say in it, and no
/// other: gives those whose type nobody in front of the user knows the one that
/// is written. Returns what they were.
SectionParser::RetypedValues SectionParser::resetTypes(const Imports &imports,
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
void SectionParser::restoreTypes(const RetypedValues &before, Operation *op) {
  for (auto [value, type] : before) {
    bool isTold = op && llvm::any_of(value.getUsers(), [&](Operation *user) {
                    return op->isAncestor(user) && knowsTypes(user);
                  });
    if (!isTold)
      value.setType(type);
    else if (value.getType() != type)
      retyped.push_back(value);
  }
}

/// Gives the value that the parser knows another type of that one, if it may
/// have any. `before` keeps what it was.
bool SectionParser::retype(const Imports &imports,
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

/// An argument that several regions of an op have, in the one around `block`.
Value SectionParser::inRegion(Value value, Block *block) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!owner || owner->isRegistered() || owner->getNumRegions() < 2)
    return value;
  for (Region *region = block ? block->getParent() : nullptr; region;
       region = region->getParentRegion())
    if (region->getParentOp() == owner && !region->empty() &&
        argument.getArgNumber() < region->getNumArguments())
      return region->getArgument(argument.getArgNumber());
  return value;
}

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

/// The value that a name in an opaque statement means; null where it is not
/// there.
Value SectionParser::operandFor(const NameOccurrence &use, NameId definition,
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
static bool bindsNames(const OpaqueTokens &tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens.at(i).depth > 0 && tokens.at(i).is(TokenKind::ValueName) &&
        tokens.at(i + 1).is(TokenKind::Equal))
      return true;
  return false;
}

/// That an opaque op names a value that nothing defines. What has regions, is
/// in a region of another one or is a declaration, may define names in ways of
/// its own.
void SectionParser::reportUndeclared(const NameOccurrence &name) {
  StatementId id = name.id.statement;
  if (outline.statement(id).regionCount != 0 || isInOpaque(id) ||
      mayDefineSymbol(id) || bindsNames(OpaqueTokens(text, outline, id)))
    return;
  contents.diagnostics.push_back({IrDiagnostic::Stage::Parse,
                                  IrDiagnostic::Level::Error,
                                  name.range,
                                  noStatement,
                                  "use of undeclared SSA value name",
                                  {},
                                  std::nullopt,
                                  id});
}

/// Gives an opaque op the values that its statement names, as far as they are
/// there; it is told of the others when they are.
void SectionParser::attachOperands(StatementId id) {
  Operation *op = contents.operations.lookup(id);
  if (mayDefineSymbol(id))
    contents.opaqueSymbols.insert(id);
  llvm::SmallVector<Value> operands;
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || name.isDefinition)
      continue;
    std::optional<NameId> definition =
        visibleDefinition(name, id, op->getParentOp());
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

/// Of all opaque statements, once all that parses is there.
void SectionParser::attachAllOperands() {
  if (contents.opaque.empty())
    return;
  std::vector<StatementId> inOrder(contents.opaque.begin(),
                                   contents.opaque.end());
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
void SectionParser::tellTypes(StatementId user) {
  Operation *op = contents.operations.lookup(user);
  Type unknown = unknownType(context);
  auto isUntold = [&](Value operand) {
    return operand.getType() == unknown && contents.written.contains(operand);
  };
  if (llvm::none_of(op->getOperands(), isUntold))
    return;
  OpaqueForm form = readOpaqueForm(text, outline, user);
  if (form.operands.size() != op->getNumOperands())
    return;
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  for (auto [operand, type] : llvm::zip(op->getOperands(), form.operands))
    if (isUntold(operand) && !type.range.empty())
      if (Type told = parseType(text.slice(type.range), &context))
        operand.setType(told);
}
