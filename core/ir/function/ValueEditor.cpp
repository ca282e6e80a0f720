//===- ValueEditor.cpp ---------------------------------------------------===//

#include "core/ir/function/ValueEditor.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/verify/RegionChecks.h"

using namespace shapels;
using namespace mlir;

/// Ops of unknown dialects in the item get their operands, and others theirs.
bool ValueEditor::attachItem(StatementId item) {
  bool isAttached = true;
  for (StatementId id = item, end = outline.behind(item); id != end;
       id = outline.next(id))
    if (Operation *op = contents.operations.lookup(id)) {
      isAttached &= attachAgain(id, op);
      verifyDefinitions(op);
      queueWaitingFor(op);
    }
  return isAttached;
}

/// Gives an unregistered op its operands, of which it may tell the types.
void ValueEditor::attach(StatementId id, Operation *op) {
  OperandLinker(state).attachOperands(id);
  for (Value operand : op->getOperands())
    if (contents.written.contains(operand))
      edit.unsettled.insert(operand);
}

/// The same for those that may have others now.
void ValueEditor::attachOthers() {
  for (auto [begin, id] : edit.toAttach)
    if (Operation *op = contents.operations.lookup(id)) {
      IrRemover(state, edit).noteOperands(op);
      attach(id, op);
      verifyDefinitions(op);
      edit.attached.push_back(op);
      if (isOutOfOrder(id) || !isDominatedAnyway(op))
        edit.toVerify.insert(op);
    }
  edit.toAttach.clear();
}

/// The new op of an unregistered statement gets its operands, and others
/// theirs. False where that says something of others.
bool ValueEditor::attachAgain(StatementId id, Operation *op) {
  queueWaiting(id);
  if (!contents.unregistered.contains(id))
    return true;
  attach(id, op);
  auto unsettle = [this](Value value) { edit.unsettled.insert(value); };
  llvm::for_each(op->getResults(), unsettle);
  for (Region &region : op->getRegions())
    llvm::for_each(region.getArguments(), unsettle);
  return !isTiedToOthers(id);
}

/// A value whose type others know keeps it.
void ValueEditor::keepType(Value before, Value now) {
  bool isKnown =
      contents.written.contains(now) &&
      OperandLinker(state).knowingUser(before, noStatement) != nullptr;
  if (isKnown) {
    now.setType(before.getType());
    state.retyped.push_back(now);
  }
  edit.unsettled.insert(now);
}

/// Values that no user knows the type of any more have the one that is written,
/// or that another op of an unknown dialect writes.
void ValueEditor::settleTypes() {
  for (Value value : edit.unsettled) {
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
void ValueEditor::askUsers(Value value) {
  std::set<std::pair<uint32_t, StatementId>> users;
  for (Operation *user : value.getUsers())
    if (StatementId id = statementOf(user->getLoc());
        contents.unregistered.contains(id))
      users.insert({outline.begin(id).value, id});
  for (auto [begin, user] : users) {
    OperandLinker(state).tellTypes(user);
    if (value.getType() != unknownType(context))
      return;
  }
}

std::optional<NameId> ValueEditor::nameIn(StatementId id, Spelling name) const {
  for (const NameOccurrence &own : outline.names(id))
    if (own.isDefinition && own.kind == NameKind::Value &&
        outline.spelling(own.id) == name)
      return own.id;
  return std::nullopt;
}

std::vector<OldValue> ValueEditor::oldValues(StatementId id) const {
  std::vector<OldValue> values;
  auto add = [&](Value value) {
    auto found = contents.names.find(value);
    if (found != contents.names.end())
      values.push_back({found->second.spelling, {}});
    if (!values.empty())
      values.back().group.push_back(value);
  };
  if (Operation *op = contents.operations.lookup(id))
    for (Value result : op->getResults())
      add(result);
  for (Operation *placeholder : contents.broken.placeholdersOf(id))
    add(placeholder->getResult(0));
  return values;
}

/// Whether the statement has an op or a block, as it stands there.
bool ValueEditor::parses(StatementId id) const {
  return contents.operations.contains(id) ||
         (contents.blockOf(id) && !contents.broken.brokenOpOf(id));
}

/// Whether one that does not parse, and may do so now, stands in front of those
/// who know what the values of `id` are: the first in the text counts.
bool ValueEditor::mayBeToldByBroken(const OldValue &old, StatementId id) const {
  Value value = old.group[0];
  if (old.group.size() != 1)
    return NameChanges(state, edit).isUsedByBroken(old.name, id);
  return OperandLinker(state).knowingUser(value, noStatement) &&
         llvm::any_of(contents.broken.naming(old.name),
                      [&](StatementId broken) {
                        return broken != id &&
                               !OperandLinker(state).knowingUser(value, broken);
                      });
}

/// Whether verifiers of its users may look at the op.
static bool mayBeRead(Operation *definition) {
  return definition && (isPlaceholder(definition) ||
                        definition->hasTrait<OpTrait::ConstantLike>());
}

/// Lets the users of what was there use what is there now. Who cannot is to be
/// parsed again.
bool ValueEditor::replaceValues(StatementId id, std::vector<OldValue> &old) {
  bool isThere = parses(id);
  for (const OldValue &value : old) {
    std::optional<NameId> name = nameIn(id, value.name);
    if (!name &&
        NameChanges(state, edit).isDefinedIn(outline.parent(id), value.name))
      return false; // Another definition was one too many.
    if (name && !isThere) {
      bool isOnlyOne =
          std::ranges::count(old, value.name, &OldValue::name) == 1;
      if (!isOnlyOne || mayBeToldByBroken(value, id) || !standInFor(id, value))
        return false;
      continue;
    }
    std::optional<Import> now;
    if (name)
      now = ImportFinder(state).importValue(*name, nullptr);
    if (now && now->values.size() == value.group.size())
      for (auto [before, after] : llvm::zip(value.group, now->values))
        keepType(before, after);
    bool isSame =
        now && llvm::equal(value.group, now->values, [](Value a, Value b) {
          return a.getType() == b.getType();
        });
    for (size_t index = 0; index < value.group.size(); ++index) {
      Value before = value.group[index];
      bool isRead = isSame && (mayBeRead(before.getDefiningOp()) ||
                               mayBeRead(now->values[index].getDefiningOp()));
      if (isRead && !verifyUsers(before))
        return false;
      if (isSame && before == now->values[index])
        continue; // The argument of a block that stays.
      if (isSame)
        before.replaceAllUsesWith(now->values[index]);
      else
        queueUsers(before);
    }
  }
  // Placeholders go with the values that they stood for.
  for (Operation *placeholder : contents.broken.placeholdersOf(id)) {
    auto found = contents.names.find(placeholder->getResult(0));
    bool isKept = !isThere && found != contents.names.end() &&
                  nameIn(id, found->second.spelling);
    if (!isKept)
      IrRemover(state, edit).retire(placeholder);
  }
  return true;
}

/// Whether it was the value of an op, and is one now of the same types.
bool ValueEditor::isAsBefore(StatementId id, const OldValue &old) const {
  std::optional<NameId> name = nameIn(id, old.name);
  bool isThere = name && parses(id);
  std::optional<Import> now =
      isThere ? ImportFinder(state).importValue(*name, nullptr) : std::nullopt;
  return now && llvm::equal(old.group, now->values, [](Value a, Value b) {
           Operation *definition = a.getDefiningOp();
           return !(definition && isPlaceholder(definition)) &&
                  a.getType() == b.getType();
         });
}

/// A value of a statement that does not parse is what its users take it for.
bool ValueEditor::standInFor(StatementId id, const OldValue &old) {
  NameId name = *nameIn(id, old.name);
  Value value = old.group[0];
  if (old.group.size() != 1 || outline.name(name).resultCount != 1) {
    for (Value each : old.group)
      queueUsers(each);
    return true;
  }
  Operation *definition = value.getDefiningOp();
  if (definition && contents.broken.isPlaceholder(definition)) {
    contents.forgetValue(value); // By another name of the statement.
    contents.define(outline, name, value);
    return true;
  }
  if (!OperandLinker(state).knowingUser(value, noStatement)) {
    queueUsers(value);
    return true;
  }
  Import import{outline.name(name), {}, value.getType()};
  if (!verifyUsers(value))
    return false;
  value.replaceAllUsesWith(Placeholders(state).addPlaceholder(import, nullptr));
  return true;
}
