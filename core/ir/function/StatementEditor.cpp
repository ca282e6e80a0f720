//===- StatementEditor.cpp -----------------------------------------------===//

#include "core/ir/function/StatementEditor.h"
#include "core/ir/function/BlockEditor.h"
#include "core/ir/function/EditQueue.h"
#include "core/ir/function/HeaderEditor.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/LabelEditor.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/IrRecorder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OpaqueWriter.h"
#include "core/ir/unregistered/TypeVotes.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

bool StatementEditor::mayParseAlone(StatementId item) const {
  Statement own = outline.statement(item);
  if ((own.kind != StatementKind::Operation &&
       own.kind != StatementKind::Other) ||
      own.parent == noStatement)
    return false;
  for (StatementId id = item, end = outline.behind(item); id != end;
       id = outline.next(id)) {
    if (NameChanges(state, edit).usesLaterGroup(id) || isOpenToOthers(id) ||
        isTiedToOthers(id) || NameChanges(state, edit).usesNameOfBody(id))
      return false;
    for (const NameOccurrence &name : outline.names(id))
      if (name.isDefinition && (name.kind == NameKind::Symbol ||
                                NameChanges(state, edit).mayRedefine(name.id)))
        return false;
  }
  return isReadable(contents.operations.lookup(own.parent));
}

/// Where the statement's op goes: behind the one before it in its block, or
/// before the one behind it.
std::optional<Block::iterator> StatementEditor::placeOf(StatementId id,
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

/// The statement without anything nested: its op, in no block yet; null where
/// it does not parse.
Operation *StatementEditor::parseLeaf(StatementId id,
                                      const StatementPlace &place) {
  if (quarantine.isGuilty(id)) {
    contents.diagnostics.push_back(quarantine.findingOf(id));
    return nullptr;
  }
  return ScopeParser(state).parseInScope(id, Extent::Whole, place);
}

/// Lets what was made of the statement take the place of `before`, which may be
/// null: an op, a marker with what does parse of what it nests, or null.
void StatementEditor::putInPlace(StatementId id, Operation *now,
                                 Operation *before, Block &block,
                                 Block::iterator place) {
  edit.touched.insert(&block);
  bool areMarkers = now && before && isMarker(now) && isMarker(before);
  if (areMarkers) { // Then the placeholders behind it stay.
    place = before->getIterator();
    block.getOperations().insert(place, now);
    before->remove();
    contents.broken.add(outline, id, now);
    return;
  }
  if (before)
    place = IrRemover(state, edit).takeOut(id, before, place);
  if (!now)
    Placeholders(state).addMarker(id, block, place);
  else if (isMarker(now))
    Placeholders(state).placeMarker(id, now, block, place);
  else
    block.getOperations().insert(place, now);
}

static bool endsBody(Operation *op) {
  return op && op->hasTrait<OpTrait::IsTerminator>();
}

bool StatementEditor::parseAgain(StatementId id) {
  bool wasLabel = contents.blockOf(id) != nullptr;
  if (outline.kind(id) == StatementKind::BlockLabel)
    return LabelEditor(state, edit).editLabel(id);
  if (outline.hasChildren(id) && !isShortOp(id))
    return !wasLabel && HeaderEditor(state, edit).editHeader(id);
  Operation *before = standing(id);
  if (wasLabel || !mayParseAlone(id) || (before && isSymbol(before)) ||
      !isAllOf(id, before))
    return false;
  Block *block = nullptr;
  std::optional<Block::iterator> place = placeOf(id, block);
  if (!place)
    return false;
  std::vector<OldValue> old = ValueEditor(state, edit).oldValues(id);
  llvm::SmallVector<Value> told = TypeVotes(state, edit).toldBy(before),
                           guesses = TypeVotes(state, edit).opinionsOf(before);
  size_t retypedBefore = state.retyped.size();
  IrRemover(state, edit).forgetItem(id, before);
  Operation *parent = contents.operations.lookup(outline.parent(id));
  edit.parents.insert(parent);
  bool isLeaf = outline.statement(id).regionCount == 0 ||
                (isOpaque(text, outline, id) && !outline.hasChildren(id));
  Operation *now =
      isLeaf ? parseLeaf(id, {parent, block}) : buildItem(id, {parent, block});
  Operation *op = isMarker(now) ? nullptr : now;
  if (op)
    place = BlockEditor(state, edit).placeFor(id, op, before, *block, *place);
  bool isSettled = !state.restsOnOthers && !state.isNotOne && (now || isLeaf) &&
                   !NameChanges(state, edit).mayTakeFromOpaque() &&
                   TypeVotes(state, edit).tellsAll(op, guesses) &&
                   keepSayings(id) && !(op && isSymbol(op)) && place;
  if (!isSettled) {
    if (now)
      edit.retired.push_back(now);
    return false;
  }
  BlockEditor(state, edit).noteEnd(before, op, *block, *place);
  BlockEditor(state, edit).noteSuccessors(before, op, *block);
  if (endsBody(before) != endsBody(op))
    BlockEditor(state, edit).noteFlow(parent);
  bool wasBroken = before && contents.broken.markerOf(id) == before;
  if (!now && wasBroken && before->getNumRegions() != 0)
    now = Placeholders(state).makeMarker(id);
  bool staysBroken = !now && wasBroken;
  if (staysBroken)
    before = nullptr;
  else
    putInPlace(id, now, before, *block, *place);
  if (op)
    contents.broken.erase(id);
  if (now) {
    IrRecorder(state).locateOps(now, id);
    Placeholders::settleOrder(now);
    if (!ValueEditor(state, edit).attachItem(id) || !keepSayings(id)) {
      if (before)
        IrRemover(state, edit).retire(before);
      return false;
    }
    edit.toVerify.insert(now);
    if (!isLeaf)
      edit.withBodies.insert(now);
  }
  bool isReplaced = ValueEditor(state, edit).replaceValues(id, old);
  NameChanges(state, edit).announceNames(id);
  TypeVotes(state, edit).queueThoseBehind(id, told, op, retypedBefore);
  if (before)
    IrRemover(state, edit).retire(before);
  if (!isReplaced)
    return false;
  if (!staysBroken || edit.changed.contains(id))
    NameChanges(state, edit).queueBrokenUsers(id, old);
  if (!op)
    EditQueue(state, edit).queueWaiting(id);
  return true;
}

/// Whether nothing came into the item from elsewhere, nor left it.
bool StatementEditor::isAllOf(StatementId item, Operation *before) const {
  for (StatementId id = outline.next(item), end = outline.behind(item);
       id != end; id = outline.next(id)) {
    Operation *op = standing(id);
    Block *block = contents.blockOf(id);
    Operation *around = block ? block->getParentOp()
                        : op  ? op->getParentOp()
                              : nullptr;
    if (around && !(before && before->isAncestor(around)))
      return false;
  }
  auto isElsewhere = [&](Operation *nested) {
    StatementId id = statementOf(nested->getLoc());
    return id != item && standing(id) == nested && !outline.nests(item, id);
  };
  return !before || !before
                         ->walk([&](Operation *nested) {
                           return isElsewhere(nested) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
}

/// The op of the item, or the marker that stands for it; in no block yet. Null
/// if its text is several ops to MLIR, or none.
Operation *StatementEditor::buildItem(StatementId item,
                                      const StatementPlace &place) {
  for (StatementId id = item, end = outline.behind(item); id != end;
       id = outline.next(id))
    if (quarantine.isGuilty(id))
      contents.diagnostics.push_back(quarantine.findingOf(id));
  auto *scratch = new Block;
  place.block->getParent()->getBlocks().insertAfter(place.block->getIterator(),
                                                    scratch);
  StatementBuilder(state).build(item, {place.parent, scratch});
  if (!llvm::hasSingleElement(*scratch))
    return nullptr;
  Operation *op = &scratch->front();
  op->remove();
  scratch->erase();
  return op;
}
