//===- StatementEditor.cpp -----------------------------------------------===//

#include "core/ir/function/StatementEditor.h"
#include "core/ir/function/BlockEditor.h"
#include "core/ir/function/HeaderEditor.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/LabelEditor.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/IrRecorder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/TypeVotes.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

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

/// Lets what was made of the item, an op or a marker with placeholders behind
/// it, take the place of `before`, which may be null.
void StatementEditor::putInPlace(StatementId id, Block &made, Operation *before,
                                 Block &block, Block::iterator place) {
  edit.touched.insert(&block);
  Operation *now = &made.front();
  bool areBrokenOps = before && isBrokenOp(now) && isBrokenOp(before);
  if (areBrokenOps) { // Then the placeholders behind it stay.
    place = std::next(before->getIterator());
    before->remove();
  } else if (before) {
    place = IrRemover(state, edit).takeOut(id, before, place);
  }
  if (isBrokenOp(now) && !areBrokenOps)
    place = Placeholders::placeOfMarker(block, place);
  while (!made.empty())
    Placeholders::moveTo(block, place, &made.front());
  made.erase();
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
  Block *made = buildItem(id, {parent, block});
  Operation *now = made ? &made->front() : nullptr;
  Operation *op = isBrokenOp(now) ? nullptr : now;
  if (op)
    place = BlockEditor(state, edit).placeFor(id, op, before, *block, *place);
  bool isSettled = !state.restsOnOthers && !state.isNotOne && now &&
                   !NameChanges(state, edit).mayTakeFromUnregistered() &&
                   TypeVotes(state, edit).tellsAll(op, guesses) &&
                   keepEmitted(id) && !(op && isSymbol(op)) && place;
  if (!isSettled)
    return false;
  BlockEditor(state, edit).noteEnd(before, op, *block, *place);
  BlockEditor(state, edit).noteSuccessors(before, op, *block);
  if (endsBody(before) != endsBody(op))
    BlockEditor(state, edit).noteFlow(parent);
  bool staysBroken = !op && before && isBrokenOp(before);
  putInPlace(id, *made, before, *block, *place);
  if (op)
    contents.broken.erase(id);
  IrRecorder(state).locateOps(now, id);
  if (!ValueEditor(state, edit).attachItem(id) || !keepEmitted(id)) {
    if (before)
      IrRemover(state, edit).retire(before);
    return false;
  }
  if (op || now->getNumRegions() != 0) {
    edit.toVerify.insert(now);
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
    queueWaiting(id);
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

/// Makes the item anew: its op, or the marker that stands for it with the
/// placeholders behind it, in a block of its own beside that where it goes.
/// Null if its text is several ops to MLIR, or none.
Block *StatementEditor::buildItem(StatementId item,
                                  const StatementPlace &place) {
  for (StatementId id = item, end = outline.behind(item); id != end;
       id = outline.next(id))
    if (quarantine.isCulprit(id))
      contents.diagnostics.push_back(quarantine.findingOf(id));
  auto *made = new Block;
  place.block->getParent()->getBlocks().insertAfter(place.block->getIterator(),
                                                    made);
  StatementBuilder(state).build(item, {place.parent, made});
  bool isOne = !made->empty() &&
               llvm::all_of(llvm::drop_begin(*made), [this](Operation &op) {
                 return contents.broken.isPlaceholder(&op);
               });
  return isOne ? made : nullptr;
}
