//===- NameChanges.cpp ---------------------------------------------------===//

#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// Of a group that is defined behind its use nothing is known yet.
bool NameChanges::usesLaterGroup(StatementId id) const {
  for (const NameOccurrence &name : outline.names(id)) {
    std::optional<NameId> definition = outline.definitionOf(name.id);
    if (definition && outline.name(*definition).resultCount != 1 &&
        outline.begin(id) < outline.begin(definition->statement))
      return true;
  }
  return false;
}

/// Who had no definition for a new name may have one now.
void NameChanges::announceNames(StatementId id) {
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || !outline.isDefinition(name.id))
      continue;
    Spelling spelling = outline.spelling(name.id);
    for (StatementId user : contents.undefined.usersOf(spelling)) {
      if (!refersTo(user, spelling, id))
        continue;
      if (contents.unregistered.contains(user) &&
          outline.statement(user).regionCount != 0) {
        contents.undefined.forget(user); // Nothing was said of that.
        queueToAttach(user);
      } else {
        queue(user);
      }
    }
  }
}

/// Whether another statement that does not parse uses what `id` may define.
bool NameChanges::isUsedByBroken(Spelling name, StatementId id) const {
  return llvm::any_of(contents.broken.naming(name),
                      [&](StatementId broken) { return broken != id; });
}

/// Those that do not parse may do so with other values than the `old` ones.
void NameChanges::queueBrokenUsers(StatementId id,
                                   llvm::ArrayRef<OldValue> old) {
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    if (!outline.isDefinition({id, index}))
      continue;
    Spelling spelling = outline.spelling({id, index});
    if (llvm::any_of(old, [&](const OldValue &value) {
          return value.name == spelling &&
                 ValueEditor(state, edit).isAsBefore(id, value);
        }))
      continue;
    for (StatementId broken : contents.broken.naming(spelling))
      if (broken != id && refersTo(broken, spelling, id))
        queue(broken);
  }
}

/// Whether `id` defines what `user` means by the name.
bool NameChanges::refersTo(StatementId user, Spelling name,
                           StatementId id) const {
  return llvm::any_of(outline.names(user), [&](const NameOccurrence &use) {
    if (outline.spelling(use.id) != name)
      return false;
    std::optional<NameId> definition = outline.definitionOf(use.id);
    return definition && definition->statement == id;
  });
}

/// Of a statement that changed or is gone: the names that it had.
void NameChanges::noteNames(StatementId id) {
  for (const OldValue &old : ValueEditor(state, edit).oldValues(id))
    edit.formerNames.insert({old.name, id});
  if (Operation *op = standing(id))
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        if (auto found = contents.names.find(argument);
            found != contents.names.end() && found->second.id.statement == id)
          edit.formerNames.insert({found->second.spelling, id});
  for (Spelling name : contents.broken.definedBy(id))
    edit.formerNames.insert({name, id});
  if (Block *block = contents.blockOf(id)) {
    edit.formerNames.insert({contents.labels.lookup(id).name, id});
    for (const NamedArgument &argument : argumentsOf(*block))
      if (argument.isNamed && argument.name.id.statement == id)
        edit.formerNames.insert({argument.name.spelling, id});
  }
}

/// Those that do not parse and lost a definition now say so.
void NameChanges::queueBereaved() {
  for (auto [name, id] : edit.formerNames)
    for (StatementId broken : contents.broken.naming(name))
      if (isBereaved(broken, name))
        queue(broken);
}

bool NameChanges::isBereaved(StatementId id, Spelling name) const {
  Operation *parent = contents.broken.brokenOpOf(id)->getParentOp();
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &use) {
    if (use.kind != NameKind::Value || use.isDefinition ||
        outline.spelling(use.id) != name)
      return false;
    std::optional<NameId> definition =
        ImportFinder(state).visibleDefinition(use, id, parent);
    // What a header names may be its regions' or lack a definition; another one
    // than before may be what a name means now.
    bool isUnclear =
        definition && (definition->statement == id ||
                       !edit.changed.contains(definition->statement));
    return isUnclear || (!definition && !contents.undefined.contains(name, id));
  });
}

/// Whether MLIR takes the name in a header for none of its regions' arguments.
bool NameChanges::isUseInHeader(NameId name) const {
  return contents.operations.contains(name.statement) &&
         !edit.changed.contains(name.statement) && !contents.valueOf(name);
}

bool NameChanges::isDefinedIn(StatementId around, Spelling name) const {
  return around == noStatement || // Nobody asks who is at the top.
         outline.isDefinedIn(around, name, [this](NameId other) {
           return isUseInHeader(other);
         });
}

bool NameChanges::isDefinedElsewhere(NameId definition) const {
  return outline.isDefinedElsewhere(
      definition, [this](NameId other) { return isUseInHeader(other); });
}

/// Whether the statement uses a name that only bodies beside it define: then
/// the parser may find fault with these.
bool NameChanges::usesNameOfBody(StatementId id) const {
  return !isUnregistered(text, outline, id) &&
         llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
           return name.kind == NameKind::Value && !name.isDefinition &&
                  !outline.definitionOf(name.id) &&
                  isDefinedIn(outline.parent(id), outline.spelling(name.id));
         });
}

/// Whether the statement defined the name before, in the op where it is now.
bool NameChanges::hadName(StatementId id, Spelling name) const {
  Operation *before = standing(id);
  Block *block = before ? before->getBlock() : contents.blockOf(id);
  Operation *around = block ? block->getParentOp() : nullptr;
  return around && statementOf(around->getLoc()) == outline.parent(id) &&
         (!edit.changed.contains(id) || edit.formerNames.contains({name, id}));
}

/// Whether others may mean something else by the name than before, or it is
/// defined twice. A body and what is behind it may each have one of the name.
bool NameChanges::mayRedefine(NameId name) const {
  return isDefinedElsewhere(name) &&
         (!hadName(name.statement, outline.spelling(name)) ||
          outline.earlierDefinition(name));
}

/// Whether the parser said that a name which a header gives an argument is
/// taken. In the whole it need not be, where an op of an unknown dialect has
/// it.
bool NameChanges::mayTakeFromUnregistered() const {
  return !contents.unregistered.empty() &&
         llvm::any_of(contents.diagnostics, [](const SectionDiagnostic &said) {
           return said.message.starts_with("region entry argument");
         });
}

/// Whether some use of a value stands before what defines it, or where that
/// need not be seen from the order of the text.
bool NameChanges::mayUseLater() const {
  return !shared.isByUnit || !contents.labels.empty() ||
         llvm::any_of(contents.emitted.all(), [this](const auto &entry) {
           return isOutOfOrder(entry.first);
         });
}

/// Whether the parser of the whole takes some name in another way than that of
/// a statement alone: it knows a group that is defined behind its use; and it
/// need not see that a name among unregistered ops is defined around, as it
/// takes names of such ops to be defined at their region's end. It is looked
/// for once, as an edit that changes that is declined.
bool NameChanges::isAnyReadOtherwise() const {
  bool isUnregistered = !contents.unregistered.empty();
  if (!isUnregistered && !mayUseLater())
    return false;
  std::optional<bool> &known = contents.readsOtherwise[isUnregistered];
  if (!known)
    known = findReadOtherwise();
  return *known;
}

bool NameChanges::findReadOtherwise() const {
  StatementId first = outline.first(), end = noStatement;
  if (shared.isByUnit) {
    if (contents.operations.empty())
      return false;
    first = shared.units.rootOf(contents.operations.begin()->first);
    end = outline.behind(first);
  }
  auto isDefinedAgain = [this](const NameOccurrence &name) {
    return name.isDefinition && name.kind == NameKind::Value &&
           outline.earlierDefinition(name.id);
  };
  for (StatementId id = first; id != end; id = outline.next(id)) {
    bool isRepeated = !contents.unregistered.empty() &&
                      llvm::any_of(outline.names(id), isDefinedAgain);
    if (isRepeated || usesLaterGroup(id))
      return true;
  }
  return false;
}

std::vector<NamedArgument> NameChanges::argumentsOf(Block &block) const {
  std::vector<NamedArgument> arguments;
  for (BlockArgument value : block.getArguments()) {
    auto found = contents.names.find(value);
    bool isNamed = found != contents.names.end();
    arguments.push_back({value,
                         isNamed ? found->second : nameInFirstRegion(value),
                         isNamed, contents.written.lookup(value)});
  }
  return arguments;
}

/// What an unregistered header names is an argument of each region, and is
/// known as that of the first.
UnitIR::Name NameChanges::nameInFirstRegion(BlockArgument value) const {
  Region &region = *value.getParentRegion();
  Region &first = region.getParentOp()->getRegion(0);
  bool isOther = &first != &region && !first.empty() &&
                 value.getOwner()->isEntryBlock() &&
                 value.getArgNumber() < first.getNumArguments();
  return isOther
             ? contents.names.lookup(first.getArgument(value.getArgNumber()))
             : UnitIR::Name();
}
