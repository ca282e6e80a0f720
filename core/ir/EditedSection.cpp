//===- EditedSection.cpp --------------------------------------------------===//
//
// After an edit: what the verifier says of what was parsed, of what reads it
// and of the ops around.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

bool SectionEditor::finish() {
  retirePlaceholders([](Operation *op) { return op->use_empty(); });
  bool areUnused =
      llvm::all_of(retired, [](Operation *op) { return op->use_empty(); });
  // Without ops a label may become that of the entry block.
  bool isOneEmpty =
      llvm::any_of(touched, [](Block *block) { return block->empty(); });
  if (!areUnused || isOneEmpty || !settleTypes())
    return false;
  for (Operation *op : retired)
    op->destroy();
  retired.clear();
  return updateParents() && verifyAgain() && verifyParents();
}

/// An op that lacks something of its body is wrong for no other reason.
bool SectionEditor::updateParents() {
  for (Operation *parent : parents) {
    bool wasComplete = !contents.incomplete.contains(parent);
    bool isComplete = true;
    for (auto [id, marker] : contents.markers)
      isComplete &= marker->getParentOp() != parent;
    if (wasComplete == isComplete)
      continue;
    if (isComplete && !areBlocksRight(parent))
      return false;
    if (isComplete)
      contents.incomplete.erase(parent);
    else
      contents.incomplete.insert(parent);
    StatementId id = statementOf(parent->getLoc());
    if (contents.verdict.wrong.ops.erase(parent) && !isComplete) {
      if (isa<FunctionOpInterface>(parent))
        return false; // What returns from it is to be judged now.
      forgetSayings(id, IrDiagnostic::Stage::Verify);
    }
    if (!isComplete)
      contents.verdict.wrong.ops.insert(parent);
    else
      toVerify.insert(parent);
  }
  return true;
}

/// False where it is not the verifier who has to say it again.
bool SectionEditor::verifyThosePointingAt(StatementId id) {
  for (const AnchoredDiagnostic &diagnostic : contents.anchored) {
    if (diagnostic.subject() == id || !diagnostic.pointsAt(id) ||
        llvm::is_contained(parsed, diagnostic.subject()))
      continue;
    Operation *op = contents.operations.lookup(diagnostic.subject());
    if (!op || diagnostic.stage() == IrDiagnostic::Stage::Parse)
      return false;
    toVerify.insert(op);
  }
  return true;
}

bool SectionEditor::verifyAgain(llvm::ArrayRef<Operation *> ops, IrWork &work) {
  if (!contents.isLocal || contents.verdict.hasFaultsBetween)
    return false;
  toVerify.insert(ops.begin(), ops.end());
  for (Operation *op : ops)
    work.verified.push_back(statementOf(op->getLoc()));
  return verifyAgain();
}

/// Who says something of a place that moved in its statement says it again.
bool SectionEditor::verifyAgain() {
  for (StatementId id : parsed)
    if (!verifyThosePointingAt(id))
      return false;
  for (Operation *op : toVerify)
    forgetSayings(statementOf(op->getLoc()), IrDiagnostic::Stage::Verify);
  verifyOps(toVerify.getArrayRef());
  return !contents.verdict.hasFaultsBetween && keepSayings(noStatement);
}

/// What an op that was complete never since it was parsed would say now.
bool SectionEditor::areBlocksRight(Operation *op) {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  return !op->hasTrait<OpTrait::SymbolTable>() &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return llvm::all_of(region, checkBlock);
         });
}

/// Whether all that it nests is.
bool SectionEditor::isRight(Operation *op) const {
  return !contents.verdict.wrong.ops.contains(op) &&
         llvm::none_of(contents.verdict.wrong.ops, [&](Operation *wrong) {
           return op->isProperAncestor(wrong);
         });
}

/// What the ops around say of their regions. What functions said once does not
/// rest on a plain op.
bool SectionEditor::verifyParents() {
  llvm::SmallSetVector<Operation *, 4> around;
  for (Operation *parent : parents)
    for (Operation *op = parent; op; op = op->getParentOp())
      around.insert(op);
  return llvm::all_of(around, [&](Operation *op) {
    bool isSaid = isa<FunctionOpInterface, ModuleOp>(op) &&
                  !contents.verdict.unjudged.contains(op);
    if (isSaid || !isRight(op))
      return true;
    contents.verdict.unjudged.erase(op);
    return verifyRegionsOf(op);
  });
}
