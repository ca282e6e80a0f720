//===- SectionEditor.cpp --------------------------------------------------===//

#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// What one edit may cost before it is cheaper to start anew.
static constexpr size_t mostChanged = 200, mostParsed = 500;

/// Where the edit was declined, others still use what is to go.
SectionEditor::~SectionEditor() {
  for (Block *block : retiredBlocks) {
    for (Value argument : block->getArguments())
      argument.dropAllUses();
    block->dropAllUses();
    delete block;
  }
  for (Operation *op : retired) {
    op->dropAllReferences();
    op->dropAllUses();
    op->destroy();
  }
}

bool SectionEditor::edit(const StatementChanges &changes, IrWork &work) {
  bool isDone = !isShort() && editStatements(changes);
  // Also where it was declined: what is gone is gone.
  if (!isDone)
    retireLoose();
  work.erased = std::move(erased);
  if (!isDone)
    return false;
  work.removed = changes.removed;
  work.parsed = parsed;
  for (Operation *op : toVerify) {
    StatementId id = statementOf(op->getLoc());
    work.verified.push_back(id);
    if (withBodies.contains(op))
      for (StatementId nested = outline.next(id), end = outline.behind(id);
           nested != end; nested = outline.next(nested))
        work.verified.push_back(nested);
  }
  noteChanged(work);
  return true;
}

/// Whether it takes less than a millisecond to make all anew.
bool SectionEditor::isShort() const {
  return contents.operations.size() + contents.broken.size() <=
         SectionIR::shortUnit;
}

bool SectionEditor::editStatements(const StatementChanges &changes) {
  if (!contents.isLocal || contents.verdict.hasFaultsBetween ||
      changes.removed.size() + changes.dirty.size() > mostChanged)
    return false;
  bool wasWhole = contents.broken.empty();
  gone.insert(changes.removed.begin(), changes.removed.end());
  changed.insert(changes.dirty.begin(), changes.dirty.end());
  if (!retireRemoved(changes.removed))
    return false;
  for (StatementId id : changes.dirty) {
    noteNames(id);
    if (Operation *marker = contents.broken.markerOf(id))
      contents.broken.add(outline, id, marker);
    queue(id);
  }
  queueBereaved();
  queueUnended(changes);
  while (!queued.empty()) {
    StatementId next = queued.begin()->second;
    queued.erase(queued.begin());
    if (parsed.size() >= mostParsed || !parseAgain(next))
      return false;
    noteParsed(next);
  }
  retireGuesses();
  attachOthers();
  bool isOther = wasWhole != contents.broken.empty() && isAnyReadOtherwise();
  if (isOther || !contents.isLocal)
    return false;
  return finish();
}

//===----------------------------------------------------------------------===//
// What is there, and what goes
//===----------------------------------------------------------------------===//

/// The op of a statement, or what stands for it.
Operation *SectionEditor::standing(StatementId id) const {
  return contents.standing(id);
}

void SectionEditor::retire(Operation *op) {
  op->walk([&](Operation *nested) {
    contents.verdict.wrong.ops.erase(nested);
    contents.verdict.wrong.unreadable.erase(nested);
    contents.verdict.unjudged.erase(nested);
    contents.incomplete.erase(nested);
    toVerify.remove(nested);
    withBodies.erase(nested);
    restructured.remove(nested);
    parents.remove(nested);
    auto forgetValue = [this](Value value) {
      lessUsed.remove(value);
      unsettled.remove(value);
      llvm::erase(state.retyped, value);
    };
    llvm::for_each(nested->getResults(), forgetValue);
    for (Region &region : nested->getRegions())
      for (Block &block : region) {
        touched.erase(&block);
        rerouted.erase(&block);
        contents.formerEdges.clear();
        contents.verdict.unended.erase(&block);
        llvm::for_each(block.getArguments(), forgetValue);
      }
  });
  if (Operation *parent = op->getParentOp())
    parents.insert(parent);
  if (op->getParentRegion())
    touched.insert(op->getBlock());
  noteOperands(op);
  noteErased(op, erased);
  contents.forgetValues(op);
  op->walk([this](Operation *nested) {
    contents.broken.erasePlaceholder(nested);
  });
  op->dropAllReferences();
  op->remove();
  retired.push_back(op);
}

/// What was known of the statement, but for what stands in its place.
void SectionEditor::forget(StatementId id) {
  if (isFaulted(id) && !gone.contains(id))
    faulted.insert(outline.parent(id));
  contents.sayings.forget(id);
  contents.undefined.forget(id);
  forgetOpaque(id);
  contents.operations.erase(id);
  contents.symbolUsers.erase(id);
}

/// Whether what is built of a statement that does not parse is what the text
/// has now.
bool SectionEditor::hasItsBodies(StatementId id, Operation *marker) const {
  return !gone.contains(id) &&
         StatementBuilder(state).bodiesOfBroken(id).size() ==
             marker->getNumRegions();
}

/// Whether nothing is left of what the op nests.
bool SectionEditor::isGoneWithin(Operation *op) const {
  StatementId own = statementOf(op->getLoc());
  return !op->walk([&](Operation *nested) {
              StatementId id = statementOf(nested->getLoc());
              return id == own || gone.contains(id) ? WalkResult::advance()
                                                    : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Whether something is said of others, outside of `item`, with a note on what
/// is gone.
bool SectionEditor::isPointedAtFromOutside(StatementId removed,
                                           StatementId item) const {
  return llvm::any_of(
      contents.sayings.pointingAt(removed), [&](StatementId subject) {
        bool isWithin = item != noStatement && outline.nests(item, subject);
        return !gone.contains(subject) && !isWithin;
      });
}

/// Takes out what is gone. What was nested in a short op goes when that is made
/// anew, and in one that is gone with it.
bool SectionEditor::retireRemoved(llvm::ArrayRef<StatementId> removed) {
  std::vector<StatementId> nested, labels;
  std::set<StatementId> items;
  llvm::for_each(removed, [this](StatementId id) { noteNames(id); });
  for (StatementId id : removed) {
    Block *block = contents.blockOf(id);
    Operation *op = standing(id);
    Operation *parent = block ? block->getParentOp()
                        : op  ? op->getParentOp()
                              : nullptr;
    StatementId around = parent ? statementOf(parent->getLoc()) : noStatement;
    if (around == noStatement)
      return false;
    StatementId item = noStatement;
    if (!gone.contains(around) && isShortOp(around))
      item = itemOf(around);
    if (gone.contains(around) || item != noStatement) {
      if (isTiedToOthers(id) || isPointedAtFromOutside(id, item))
        return false;
      if (item != noStatement && isFaulted(id))
        faulted.insert(outline.parent(item));
      nested.push_back(id);
      if (item != noStatement)
        items.insert(item);
    } else if (block) {
      labels.push_back(id);
    } else if (!retireOp(id)) {
      return false;
    }
  }
  for (StatementId label : labels)
    if (!retireLabel(label))
      return false;
  llvm::for_each(nested, [this](StatementId id) { forgetNested(id); });
  gone.clear(); // Their handles may be those of new statements.
  llvm::for_each(items, [this](StatementId item) { queue(item); });
  return true;
}

bool SectionEditor::retireOp(StatementId id) {
  Operation *op = standing(id);
  Operation *parent = op->getParentOp();
  StatementId around = statementOf(parent->getLoc());
  bool mayBeTaken = !isSymbol(op) && opinionsOf(op).empty() && mayGo(op) &&
                    isGoneWithin(op) && verifyThosePointingAt(id) &&
                    !isTiedToOthers(id) &&
                    (!isMarker(parent) || hasItsBodies(around, parent));
  if (!mayBeTaken)
    return false;
  for (const OldValue &old : oldValues(id)) {
    if (isDefinedIn(around, old.name))
      return false;
    for (Value value : old.group)
      queueUsers(value);
  }
  for (Operation *placeholder : contents.broken.placeholdersOf(id))
    retire(placeholder);
  for (Value value : toldBy(op))
    queueUntold(value, id, false);
  queueWaiting(id);
  if (isFaulted(id))
    faulted.insert(around);
  forget(id);
  contents.broken.erase(id);
  if (op == &op->getBlock()->back())
    askAround(*op->getBlock());
  noteSuccessors(op, nullptr, *op->getBlock());
  if (op->hasTrait<OpTrait::IsTerminator>())
    noteFlow(parent);
  retire(op);
  return true;
}

void SectionEditor::queue(StatementId id) {
  StatementId item = itemOf(id);
  queued.insert({outline.begin(item).value, item});
}

void SectionEditor::queueUsers(Value value) {
  for (Operation *user : value.getUsers())
    queueUser(statementOf(user->getLoc()));
}

/// What the parser said of others, outside of `item`, with a note on the
/// statement.
void SectionEditor::queueThosePointingAt(StatementId id, StatementId item) {
  for (StatementId subject : contents.sayings.pointingAt(id))
    if (!outline.nests(item, subject))
    for (const AnchoredDiagnostic &said : *contents.sayings.of(subject))
      if (said.stage() == IrDiagnostic::Stage::Parse && said.pointsAt(id))
        queue(subject);
}

/// Moves what was said since to where it follows its statements.
bool SectionEditor::keepSayings(StatementId subject) {
  for (IrDiagnostic &diagnostic : contents.diagnostics) {
    if (diagnostic.subject == noStatement)
      diagnostic.subject = subject;
    auto anchored = AnchoredDiagnostic::make(outline, std::move(diagnostic));
    if (!anchored)
      return false;
    contents.sayings.add(std::move(*anchored));
  }
  contents.diagnostics.clear();
  return true;
}

//===----------------------------------------------------------------------===//
// One statement
//===----------------------------------------------------------------------===//

/// Of a group that is defined behind its use nothing is known yet.
bool SectionEditor::usesLaterGroup(StatementId id) const {
  for (const NameOccurrence &name : outline.names(id)) {
    std::optional<NameId> definition = outline.definitionOf(name.id);
    if (definition && outline.name(*definition).resultCount != 1 &&
        outline.begin(id) < outline.begin(definition->statement))
      return true;
  }
  return false;
}

bool SectionEditor::mayParseAlone(StatementId item) const {
  Statement own = outline.statement(item);
  if ((own.kind != StatementKind::Operation &&
       own.kind != StatementKind::Other) ||
      own.parent == noStatement)
    return false;
  for (StatementId id = item, end = outline.behind(item); id != end;
       id = outline.next(id)) {
    if (usesLaterGroup(id) || isOpenToOthers(id) || isTiedToOthers(id))
      return false;
    for (const NameOccurrence &name : outline.names(id))
      if (name.isDefinition &&
          (name.kind == NameKind::Symbol || mayRedefine(name.id)))
        return false;
  }
  return isReadable(contents.operations.lookup(own.parent));
}

/// Where the statement's op goes: behind the one before it in its block, or
/// before the one behind it.
std::optional<Block::iterator> SectionEditor::placeOf(StatementId id,
                                                      Block *&block) const {
  uint32_t region = outline.statement(id).region;
  auto isBeside = [&](StatementId other) {
    return other != noStatement && outline.statement(other).region == region;
  };
  if (Operation *op = standing(id)) {
    block = op->getBlock();
    return std::next(op->getIterator());
  }
  StatementId before = outline.previousSibling(id);
  if (isBeside(before)) {
    Operation *last = standing(before);
    block = last ? last->getBlock() : contents.blockOf(before);
    if (!block)
      return std::nullopt;
    auto place = last ? std::next(last->getIterator()) : block->begin();
    while (place != block->end() && contents.broken.isPlaceholder(&*place))
      ++place;
    return place;
  }
  StatementId behind = outline.nextSibling(id);
  Operation *op = isBeside(behind) ? standing(behind) : nullptr;
  if (!op)
    return std::nullopt;
  block = op->getBlock();
  return op->getIterator();
}

/// Takes what stands for the statement from its block, so that what comes there
/// finds a place in the order of ops, which would else be computed anew. That
/// is `place`, unless something is taken from there too.
Block::iterator SectionEditor::takeOut(StatementId id, Operation *before,
                                       Block::iterator place) {
  touched.insert(before->getBlock());
  Block::iterator next = std::next(before->getIterator());
  while (next != before->getBlock()->end() &&
         contents.broken.isPlaceholder(&*next) &&
         statementOf(next->getLoc()) == id) {
    if (place == next)
      ++place;
    loose.push_back(&*next);
    (next++)->remove();
  }
  before->remove();
  return place;
}

/// The statement without anything nested: its op, in no block yet; null where
/// it does not parse.
Operation *SectionEditor::parseLeaf(StatementId id,
                                    const StatementPlace &place) {
  if (quarantine.isGuilty(id)) {
    contents.diagnostics.push_back(quarantine.findingOf(id));
    return nullptr;
  }
  return ScopeParser(state).parseInScope(id, Extent::Whole, place);
}

/// Lets what was made of the statement take the place of `before`, which may be
/// null: an op, a marker with what does parse of what it nests, or null.
void SectionEditor::putInPlace(StatementId id, Operation *now,
                               Operation *before, Block &block,
                               Block::iterator place) {
  touched.insert(&block);
  bool areMarkers = now && before && isMarker(now) && isMarker(before);
  if (areMarkers) { // Then the placeholders behind it stay.
    place = before->getIterator();
    block.getOperations().insert(place, now);
    before->remove();
    return;
  }
  if (before)
    place = takeOut(id, before, place);
  if (!now)
    Placeholders(state).addMarker(id, block, place);
  else if (isMarker(now))
    Placeholders(state).placeMarker(id, now, block, place);
  else
    block.getOperations().insert(place, now);
}

bool SectionEditor::parseAgain(StatementId id) {
  bool wasLabel = contents.blockOf(id) != nullptr;
  if (outline.kind(id) == StatementKind::BlockLabel)
    return editLabel(id);
  if (outline.hasChildren(id) && !isShortOp(id))
    return !wasLabel && editHeader(id);
  Operation *before = standing(id);
  if (wasLabel || !mayParseAlone(id) || (before && isSymbol(before)) ||
      !isAllOf(id, before))
    return false;
  Block *block = nullptr;
  std::optional<Block::iterator> place = placeOf(id, block);
  if (!place)
    return false;
  std::vector<OldValue> old = oldValues(id);
  llvm::SmallVector<Value> told = toldBy(before), guesses = opinionsOf(before);
  size_t retypedBefore = state.retyped.size();
  forgetItem(id, before);
  Operation *parent = contents.operations.lookup(outline.parent(id));
  parents.insert(parent);
  bool isLeaf = outline.statement(id).regionCount == 0 ||
                (isOpaque(text, outline, id) && !outline.hasChildren(id));
  Operation *now = isLeaf ? parseLeaf(id, {parent, block})
                          : buildItem(id, {parent, block});
  Operation *op = isMarker(now) ? nullptr : now;
  if (op)
    place = placeFor(id, op, before, *block, *place);
  bool isSettled = !state.restsOnOthers && !state.isNotOne &&
                   (now || isLeaf) && tellsAll(op, guesses) &&
                   keepSayings(id) && !(op && isSymbol(op)) && place;
  if (!isSettled) {
    if (now)
      retired.push_back(now);
    return false;
  }
  noteEnd(before, op, *block, *place);
  noteSuccessors(before, op, *block);
  bool staysBroken = !now && before && contents.broken.markerOf(id) == before;
  if (staysBroken)
    before = nullptr;
  else
    putInPlace(id, now, before, *block, *place);
  if (op)
    contents.broken.erase(id);
  if (now) {
    IrRecorder(state).locateOps(now, id);
    Placeholders::settleOrder(now);
    if (!attachItem(id) || !keepSayings(id))
      return false;
    toVerify.insert(now);
    if (!isLeaf)
      withBodies.insert(now);
  }
  bool isReplaced = replaceValues(id, old);
  announceNames(id);
  queueThoseBehind(id, told, op, retypedBefore);
  if (before)
    retire(before);
  if (!isReplaced)
    return false;
  if (!staysBroken || changed.contains(id))
    queueBrokenUsers(id, old);
  if (!op)
    queueWaiting(id);
  return true;
}
