//===- SectionEditor.cpp --------------------------------------------------===//

#include "core/ir/function/SectionEditor.h"
#include "core/ir/function/EditVerifier.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/StatementEditor.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"

using namespace shapels;
using namespace mlir;

/// What one edit may cost before it is cheaper to start anew: a statement alone
/// takes three to five times as long as one of a whole that is right.
size_t SectionEditor::mostChanged() const {
  return std::max<size_t>(200, contents.operations.size() / 20);
}

size_t SectionEditor::mostParsed() const {
  return std::max<size_t>(500, contents.operations.size() / 10);
}

bool SectionEditor::apply(const StatementChanges &changes, IrWork &work) {
  bool isDone = !isShort() && editStatements(changes);
  // Also where it was declined: what is gone is gone.
  if (!isDone)
    IrRemover(state, edit).retireLoose();
  for (Operation &stand : state.settled)
    noteErased(&stand, edit.erased);
  work.erased = std::move(edit.erased);
  if (!isDone)
    return false;
  work.removed = changes.removed;
  work.parsed = edit.parsed;
  for (Operation *op : edit.toVerify) {
    StatementId id = statementOf(op->getLoc());
    work.verified.push_back(id);
    if (edit.withBodies.contains(op))
      for (StatementId nested = outline.next(id), end = outline.behind(id);
           nested != end; nested = outline.next(nested))
        work.verified.push_back(nested);
  }
  EditVerifier(state, edit).noteChanged(work);
  return true;
}

/// Whether it takes less than a millisecond to make all anew.
bool SectionEditor::isShort() const {
  return contents.operations.size() + contents.broken.size() <=
         SectionIR::shortUnit;
}

bool SectionEditor::editStatements(const StatementChanges &changes) {
  if (!contents.isLocal || contents.verdict.hasFaultsBetween ||
      changes.removed.size() + changes.dirty.size() > mostChanged())
    return false;
  const size_t limit = mostParsed();
  bool wasWhole = contents.broken.empty();
  edit.gone.insert(changes.removed.begin(), changes.removed.end());
  edit.changed.insert(changes.dirty.begin(), changes.dirty.end());
  if (!IrRemover(state, edit).retireRemoved(changes.removed))
    return false;
  for (StatementId id : changes.dirty) {
    NameChanges(state, edit).noteNames(id);
    if (Operation *marker = contents.broken.brokenOpOf(id))
      contents.broken.add(outline, id, marker);
    EditBase(state, edit).queue(id);
  }
  NameChanges(state, edit).queueBereaved();
  EditBase(state, edit).queueUnended(changes);
  while (!edit.queued.empty()) {
    StatementId next = edit.queued.begin()->second;
    edit.queued.erase(edit.queued.begin());
    if (edit.parsed.size() >= limit ||
        !StatementEditor(state, edit).parseAgain(next))
      return false;
    EditBase(state, edit).noteParsed(next);
  }
  IrRemover(state, edit).retireGuesses();
  ValueEditor(state, edit).attachOthers();
  bool isOther = wasWhole != contents.broken.empty() &&
                 NameChanges(state, edit).isAnyReadOtherwise();
  if (isOther || !contents.isLocal)
    return false;
  return EditVerifier(state, edit).finish();
}

bool SectionEditor::verifyAgain(llvm::ArrayRef<Operation *> ops, IrWork &work) {
  if (!contents.isLocal || contents.verdict.hasFaultsBetween)
    return false;
  edit.toVerify.insert(ops.begin(), ops.end());
  for (Operation *op : ops)
    work.verified.push_back(statementOf(op->getLoc()));
  edit.wasWrong = contents.verdict.wrong.ops;
  bool isDone = EditVerifier(state, edit).verifyQueued();
  for (Operation *op : ops)
    if (edit.wasWrong.contains(op) != contents.verdict.wrong.ops.contains(op))
      edit.parents.insert(op->getParentOp());
  isDone = isDone && EditVerifier(state, edit).verifyParents();
  EditVerifier(state, edit).noteChanged(work);
  return isDone;
}
