//===- EditedItems.cpp ----------------------------------------------------===//
//
// After an edit: an op that nests few statements is made anew with all of
// them, by what opens a text, whichever of them changed.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

using namespace shapels;
using namespace mlir;

/// Whether what it nests is made anew together with it.
bool SectionEditor::isShortOp(StatementId id) const {
  bool definesSymbol =
      llvm::any_of(outline.names(id), [](const NameOccurrence &name) {
        return name.isDefinition && name.kind == NameKind::Symbol;
      });
  return outline.parent(id) != noStatement && !isUnit(id) && !definesSymbol &&
         countNested(id, SectionIR::shortOp + 1) <= SectionIR::shortOp;
}

/// What is made anew where the statement changed: the outermost short op
/// around it, or itself.
StatementId SectionEditor::itemOf(StatementId id) const {
  StatementId item = id;
  for (StatementId around = outline.parent(id);
       around != noStatement && isShortOp(around);
       around = outline.parent(around))
    item = around;
  return item;
}

/// The operands of `op` and of what it nests that are defined around it, of
/// those that are `users`.
static llvm::SmallVector<Value>
operandsFromOutside(Operation *op, llvm::function_ref<bool(Operation *)> isUser) {
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

llvm::SmallVector<Value> SectionEditor::valuesFromOutside(Operation *op) const {
  return operandsFromOutside(op, [](Operation *) { return true; });
}

/// Those whose types the syntax of their user says.
llvm::SmallVector<Value> SectionEditor::valuesToldBy(Operation *op) const {
  return operandsFromOutside(op, [this](Operation *user) {
    return OperandLinker(state).knowsTypes(user);
  });
}

/// Whether nothing came into the item from elsewhere, nor left it.
bool SectionEditor::isAllOf(StatementId item, Operation *before) const {
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
  return !before || !before->walk([&](Operation *nested) {
                             return isElsewhere(nested)
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                         .wasInterrupted();
}

/// What was known of a statement that is made anew with the op around it, or
/// is gone with that.
void SectionEditor::forgetNested(StatementId id) {
  contents.sayings.forget(id);
  contents.undefined.forget(id);
  forgetOpaque(id);
  contents.operations.erase(id);
  contents.symbolUsers.erase(id);
  contents.broken.erase(id);
  contents.forgetLabel(id);
  state.brokenLabels.erase(id);
}

/// What was known of the item, but for its results and for what stands in its
/// place.
void SectionEditor::forgetItem(StatementId item, Operation *before) {
  forget(item);
  for (StatementId id = outline.next(item), end = outline.behind(item);
       id != end; id = outline.next(id)) {
    if (isFaulted(id))
      faulted.insert(outline.parent(item));
    forgetNested(id);
  }
  for (Region &region :
       before ? before->getRegions() : MutableArrayRef<Region>())
    for (Block &block : region) {
      forgetArguments(block);
      for (Operation &op : block)
        contents.forgetValues(&op);
    }
}

/// The op of the item, or the marker that stands for it; in no block yet. Null
/// if its text is several ops to MLIR, or none.
Operation *SectionEditor::buildItem(StatementId item,
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

/// Ops of unknown dialects in the item get their operands, and others theirs.
bool SectionEditor::attachItem(StatementId item) {
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

/// That the item was, or the header of what is none.
void SectionEditor::noteParsed(StatementId item) {
  bool isHeader = outline.hasChildren(item) && !isShortOp(item);
  StatementId end = isHeader ? outline.next(item) : outline.behind(item);
  for (StatementId id = item; id != end; id = outline.next(id)) {
    parsed.push_back(id);
    queueThosePointingAt(id, item);
  }
}
