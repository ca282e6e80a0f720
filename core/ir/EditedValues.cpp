//===- EditedValues.cpp ---------------------------------------------------===//
//
// After an edit: who used the values of a statement uses the new ones.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

using namespace shapels;
using namespace mlir;

/// Whose verifiers one edit may call before it is cheaper to start anew.
static constexpr size_t mostToVerify = 2000;

/// Whether verifiers of its users may look at the op.
static bool mayBeRead(Operation *definition) {
  return definition && (isPlaceholder(definition) ||
                        definition->hasTrait<OpTrait::ConstantLike>());
}

bool SectionEditor::verifyUsers(Value value) {
  for (Operation *user : value.getUsers())
    if (user->getBlock())
      toVerify.insert(user);
  return toVerify.size() <= mostToVerify;
}

std::optional<NameId> SectionEditor::nameIn(StatementId id,
                                            Spelling name) const {
  for (const NameOccurrence &own : outline.names(id))
    if (own.isDefinition && own.kind == NameKind::Value &&
        outline.spelling(own.id) == name)
      return own.id;
  return std::nullopt;
}

std::vector<SectionEditor::OldValue>
SectionEditor::oldValues(StatementId id) const {
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
bool SectionEditor::parses(StatementId id) const {
  return contents.operations.contains(id) ||
         (contents.blockOf(id) && !contents.broken.markerOf(id));
}

/// Whether one that does not parse, and may do so now, stands in front of those
/// who know what the values of `id` are: the first in the text counts.
bool SectionEditor::mayBeToldByBroken(const OldValue &old,
                                      StatementId id) const {
  Value value = old.group[0];
  if (old.group.size() != 1)
    return isUsedByBroken(old.name, id);
  return OperandLinker(state).knowingUser(value, noStatement) &&
         llvm::any_of(contents.broken.naming(old.name),
                      [&](StatementId broken) {
                        return broken != id &&
                               !OperandLinker(state).knowingUser(value, broken);
                      });
}

/// Lets the users of what was there use what is there now. Who cannot is to be
/// parsed again.
bool SectionEditor::replaceValues(StatementId id, std::vector<OldValue> &old) {
  bool isThere = parses(id);
  for (const OldValue &value : old) {
    std::optional<NameId> name = nameIn(id, value.name);
    if (!name && isDefinedIn(outline.parent(id), value.name))
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
      retire(placeholder);
  }
  return true;
}

/// Whether it was the value of an op, and is one now of the same types.
bool SectionEditor::isAsBefore(StatementId id, const OldValue &old) const {
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
bool SectionEditor::standInFor(StatementId id, const OldValue &old) {
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

/// Who had no definition for a new name may have one now.
void SectionEditor::announceNames(StatementId id) {
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || !outline.isDefinition(name.id))
      continue;
    Spelling spelling = outline.spelling(name.id);
    for (StatementId user : contents.undefined.usersOf(spelling)) {
      if (!refersTo(user, spelling, id))
        continue;
      if (contents.opaque.contains(user) &&
          outline.statement(user).regionCount != 0) {
        contents.undefined.forget(user); // Nothing was said of that.
        queueToAttach(user);
      } else {
        queue(user);
      }
    }
  }
}
