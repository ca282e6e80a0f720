//===- EditedBroken.cpp ---------------------------------------------------===//
//
// After an edit: statements that do not parse, and may do so now, or have
// another thing to say. They are found by the names in them; and which names
// are defined twice then.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/SectionEditor.h"

using namespace shapels;
using namespace mlir;

/// Whether another statement that does not parse uses what `id` may define.
bool SectionEditor::isUsedByBroken(Spelling name, StatementId id) const {
  return llvm::any_of(contents.broken.naming(name),
                      [&](StatementId broken) { return broken != id; });
}

/// The values of which the op is the first to tell what they are, where others
/// use them that do not parse, and may do so if they are something else.
llvm::SmallVector<Value> SectionEditor::opinionsOf(Operation *op) const {
  llvm::SmallVector<Value> values;
  StatementId id = op ? statementOf(op->getLoc()) : noStatement;
  if (!op)
    return values;
  llvm::copy_if(valuesToldBy(op), std::back_inserter(values),
                [&](Value value) {
                  const UnitIR::Name &name = contents.names.lookup(value);
                  return ImportFinder(state).isGuess(value) &&
                         isUsedByBroken(name.spelling, name.id.statement) &&
                         (gone.contains(id) ||
                          !OperandLinker(state).knowingUser(value, id));
                });
  return values;
}

/// Whether the op, which may be null, has all of them.
bool SectionEditor::tellsAll(Operation *op,
                             llvm::ArrayRef<Value> values) const {
  if (values.empty())
    return true;
  llvm::SmallVector<Value> own =
      op ? valuesFromOutside(op) : llvm::SmallVector<Value>();
  return llvm::all_of(
      values, [&](Value value) { return llvm::is_contained(own, value); });
}

/// Those that do not parse may do so with other values than the `old` ones.
void SectionEditor::queueBrokenUsers(StatementId id,
                                     llvm::ArrayRef<OldValue> old) {
  for (uint32_t index = 0; index < outline.nameCount(id); ++index) {
    if (!outline.isDefinition({id, index}))
      continue;
    Spelling spelling = outline.spelling({id, index});
    if (llvm::any_of(old, [&](const OldValue &value) {
          return value.name == spelling && isAsBefore(id, value);
        }))
      continue;
    for (StatementId broken : contents.broken.naming(spelling))
      if (broken != id && refersTo(broken, spelling, id))
        queue(broken);
  }
}

/// Whether `id` defines what `user` means by the name.
bool SectionEditor::refersTo(StatementId user, Spelling name,
                             StatementId id) const {
  return llvm::any_of(outline.names(user), [&](const NameOccurrence &use) {
    if (outline.spelling(use.id) != name)
      return false;
    std::optional<NameId> definition = outline.definitionOf(use.id);
    return definition && definition->statement == id;
  });
}

/// Of a statement that changed or is gone: the names that it had.
void SectionEditor::noteNames(StatementId id) {
  for (const OldValue &old : oldValues(id))
    formerNames.insert({old.name, id});
  if (Operation *op = standing(id))
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        if (auto found = contents.names.find(argument);
            found != contents.names.end() && found->second.id.statement == id)
          formerNames.insert({found->second.spelling, id});
  for (Spelling name : contents.broken.definedBy(id))
    formerNames.insert({name, id});
  if (Block *block = contents.blockOf(id)) {
    formerNames.insert({contents.labels.lookup(id).name, id});
    for (const Argument &argument : argumentsOf(*block))
      if (argument.isNamed && argument.name.id.statement == id)
        formerNames.insert({argument.name.spelling, id});
  }
}

/// Those that do not parse and lost a definition now say so.
void SectionEditor::queueBereaved() {
  for (auto [name, id] : formerNames)
    for (StatementId broken : contents.broken.naming(name))
      if (isBereaved(broken, name))
        queue(broken);
}

bool SectionEditor::isBereaved(StatementId id, Spelling name) const {
  Operation *parent = contents.broken.markerOf(id)->getParentOp();
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &use) {
    if (use.kind != NameKind::Value || use.isDefinition ||
        outline.spelling(use.id) != name)
      return false;
    std::optional<NameId> definition =
        ImportFinder(state).visibleDefinition(use, id, parent);
    // What a header names may be its regions' or lack a definition; another one
    // than before may be what a name means now.
    bool isUnclear = definition && (definition->statement == id ||
                                    !changed.contains(definition->statement));
    return isUnclear || (!definition && !contents.undefined.contains(name, id));
  });
}

/// Whether the parser had read on behind the statement when it gave up, or no
/// further than to its start: where that is said, the text around tells.
bool SectionEditor::isSaidOutside(StatementId broken) const {
  const auto *said = contents.sayings.of(broken);
  return said && llvm::any_of(*said, [&](const AnchoredDiagnostic &each) {
           const AnchoredRange &place = each.places().front();
           ByteRange range = outline.range(broken);
           ByteOffset at = place.resolve(outline).begin;
           return place.statement() != broken || at <= range.begin ||
                  at >= range.end;
         });
}

/// Those that do not parse for what is missing at their ends, of which the two
/// statements behind them show the place: see diagnoseInContext().
void SectionEditor::queueUnended(const StatementChanges &changes) {
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

/// Whether the parser said what is wrong with the statement.
bool SectionEditor::isFaulted(StatementId id) const {
  const auto *said = contents.sayings.of(id);
  return said && llvm::any_of(*said, [](const AnchoredDiagnostic &each) {
           return each.stage() == IrDiagnostic::Stage::Parse;
         });
}

/// Whether nobody says any more what does not parse in `around`: then the whole
/// does.
bool SectionEditor::isSilent(StatementId around) const {
  for (StatementId id = around; id != noStatement; id = outline.parent(id)) {
    bool isAnyFaulted =
        llvm::any_of(contents.sayings.all(), [&](const auto &entry) {
          return outline.nests(id, entry.first) && isFaulted(entry.first);
        });
    if (isAnyFaulted)
      return false;
    if (contents.broken.areNestedIn(outline, id))
      return true;
  }
  return false;
}

/// Whether MLIR takes the name in a header for none of its regions' arguments.
bool SectionEditor::isUseInHeader(NameId name) const {
  return contents.operations.contains(name.statement) &&
         !changed.contains(name.statement) && !contents.valueOf(name);
}

bool SectionEditor::isDefinedIn(StatementId around, Spelling name) const {
  return around == noStatement || // Nobody asks who is at the top.
         outline.isDefinedIn(around, name, [this](NameId other) {
           return isUseInHeader(other);
         });
}

bool SectionEditor::isDefinedElsewhere(NameId definition) const {
  return outline.isDefinedElsewhere(
      definition, [this](NameId other) { return isUseInHeader(other); });
}

/// Whether the statement defined the name before, in the op where it is now.
bool SectionEditor::hadName(StatementId id, Spelling name) const {
  Operation *before = standing(id);
  Block *block = before ? before->getBlock() : contents.blockOf(id);
  Operation *around = block ? block->getParentOp() : nullptr;
  return around && statementOf(around->getLoc()) == outline.parent(id) &&
         (!changed.contains(id) || formerNames.contains({name, id}));
}

/// Whether others may mean something else by the name than before, or it is
/// defined twice. A body and what is behind it may each have one of the name.
bool SectionEditor::mayRedefine(NameId name) const {
  return isDefinedElsewhere(name) &&
         (!hadName(name.statement, outline.spelling(name)) ||
          outline.earlierDefinition(name));
}

//===----------------------------------------------------------------------===//
// What stood for their values
//===----------------------------------------------------------------------===//

/// Placeholders that have no block to go with.
void SectionEditor::retireLoose() {
  for (Operation *placeholder : loose)
    if (contents.broken.isPlaceholder(placeholder)) {
      noteErased(placeholder, erased);
      retired.push_back(placeholder);
    }
}

/// What nobody knows is nothing to guess.
void SectionEditor::retireGuesses() {
  for (Value guess : llvm::to_vector(lessUsed)) {
    if (OperandLinker(state).knowingUser(guess, noStatement))
      continue;
    contents.forgetValue(guess);
    detach(guess);
    retireGuess(guess);
  }
}

void SectionEditor::retireGuess(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return retire(value.getDefiningOp());
  erased.push_back(value.getAsOpaquePointer());
  llvm::erase(state.retyped, value);
  contents.forgetValue(value);
  argument.getOwner()->eraseArgument(argument.getArgNumber());
}

/// Whether some use of a value stands before what defines it, or where that
/// need not be seen from the order of the text.
bool SectionEditor::mayUseLater() const {
  return !shared.isByUnit || !contents.labels.empty() ||
         llvm::any_of(contents.sayings.all(), [this](const auto &entry) {
           return isOutOfOrder(entry.first);
         });
}

/// Whether the parser of the whole takes some name in another way than that of
/// a statement alone: it knows a group that is defined behind its use; and it
/// need not see that a name among opaque ops is defined around, as it takes
/// names of such ops to be defined at their region's end. It is looked for
/// once, as an edit that changes that is declined.
bool SectionEditor::isAnyReadOtherwise() const {
  bool isOpaque = !contents.opaque.empty();
  if (!isOpaque && !mayUseLater())
    return false;
  std::optional<bool> &known = contents.readsOtherwise[isOpaque];
  if (!known)
    known = findReadOtherwise();
  return *known;
}

bool SectionEditor::findReadOtherwise() const {
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
    bool isRepeated = !contents.opaque.empty() &&
                      llvm::any_of(outline.names(id), isDefinedAgain);
    if (isRepeated || usesLaterGroup(id))
      return true;
  }
  return false;
}
