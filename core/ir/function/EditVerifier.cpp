//===- EditVerifier.cpp --------------------------------------------------===//

#include "core/ir/function/EditVerifier.h"
#include "core/ir/function/BlockEditor.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/verify/DeadlyFaults.h"
#include "core/ir/verify/OpChecks.h"
#include "core/ir/verify/UnitVerifier.h"
#include "core/ir/verify/Verify.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

/// Whether nobody says any more what does not parse in `around`: then the whole
/// does.
bool EditVerifier::isSilent(StatementId around) const {
  for (StatementId id = around; id != noStatement; id = outline.parent(id)) {
    bool isAnyFaulted =
        llvm::any_of(contents.emitted.all(), [&](const auto &entry) {
          return outline.nests(id, entry.first) && isFaulted(entry.first);
        });
    if (isAnyFaulted)
      return false;
    if (contents.broken.areNestedIn(outline, id))
      return true;
  }
  return false;
}

/// Forgets what was said of all in it.
void EditVerifier::forgetVerdict(Operation *op) {
  op->walk([&](Operation *nested) {
    contents.emitted.forget(statementOf(nested->getLoc()),
                            DiagnosticCode::MlirVerify);
    contents.verdict.wrong.ops.erase(nested);
    if (nested != op) {
      contents.verdict.wrong.unreadable.erase(nested);
      contents.verdict.unjudged.erase(nested);
    }
  });
}

static bool isUnused(Block *block) {
  return block->use_empty() &&
         llvm::all_of(block->getArguments(),
                      [](Value argument) { return argument.use_empty(); });
}

bool EditVerifier::finish() {
  edit.wasWrong = contents.verdict.wrong.ops;
  bool areUnused =
      llvm::all_of(edit.retired,
                   [](Operation *op) { return op->use_empty(); }) &&
      llvm::all_of(edit.retiredBlocks, isUnused);
  // Without ops a label may become that of the entry block.
  bool isOneEmpty = llvm::any_of(edit.touched, [](Block *block) {
    return block->empty() && block->isEntryBlock();
  });
  if (!areUnused || isOneEmpty)
    return false;
  ValueEditor(state, edit).settleTypes();
  for (Operation *op : edit.retired)
    op->destroy();
  edit.retired.clear();
  for (Block *block : edit.retiredBlocks)
    delete block;
  edit.retiredBlocks.clear();
  for (BlockArgument argument : edit.unused) {
    if (!argument.use_empty())
      return false;
    edit.erased.push_back(argument.getAsOpaquePointer());
    argument.getOwner()->eraseArgument(argument.getArgNumber());
  }
  bool isSaid = contents.broken.empty() ||
                llvm::none_of(edit.faulted, [this](StatementId around) {
                  return isSilent(around);
                });
  if (!isSaid || !updateParents())
    return false;
  BlockEditor(state, edit).queueBlocks();
  return verifyQueued() && verifyParents();
}

/// Where the value's op may see it otherwise, so may its users.
void EditVerifier::noteChanged(Value value, IrWork &work) const {
  Operation *op = value.getDefiningOp();
  work.changed.push_back(op ? op : value.getParentBlock()->getParentOp());
  llvm::append_range(work.changed, value.getUsers());
}

void EditVerifier::noteChanged(IrWork &work) const {
  auto noteOp = [&](Operation *op) {
    work.changed.push_back(op);
    for (Value result : op->getResults())
      llvm::append_range(work.changed, result.getUsers());
  };
  for (StatementId id : edit.parsed)
    if (Operation *op = standing(id))
      noteOp(op);
  llvm::for_each(edit.attached, noteOp);
  llvm::for_each(edit.restructured, noteOp);
  for (StatementId id : edit.parsed)
    for (Operation *placeholder : contents.broken.placeholdersOf(id))
      noteOp(placeholder);
  for (Value value : state.retyped)
    noteChanged(value, work);
  for (Operation *op : edit.wasWrong)
    if (!contents.verdict.wrong.ops.contains(op))
      noteOp(op);
  for (Operation *op : contents.verdict.wrong.ops)
    if (!edit.wasWrong.contains(op))
      noteOp(op);
}

/// An op that lacks something of its body is wrong for no other reason.
bool EditVerifier::updateParents() {
  for (Operation *parent : edit.parents) {
    bool wasComplete = !contents.incomplete.contains(parent);
    StatementId id = statementOf(parent->getLoc());
    bool isComplete = !contents.broken.areIn(id);
    if (wasComplete == isComplete)
      continue;
    bool isRead = isPlaceholder(parent) || canBeReadIncomplete(parent);
    if (!isRead || (isComplete && parent->hasTrait<OpTrait::SymbolTable>()))
      return false;
    if (isComplete) {
      contents.incomplete.erase(parent);
      BlockEditor(state, edit).queueEnds(parent);
    } else {
      contents.incomplete.insert(parent);
      BlockEditor(state, edit).forgetEnds(parent);
    }
    bool wasBad = contents.verdict.wrong.ops.erase(parent);
    if (wasBad && !isComplete && isa<FunctionOpInterface>(parent))
      return false; // What returns from it is to be judged now.
    // Of its operands something may be said still.
    if (isComplete || isOutOfOrder(id))
      edit.toVerify.insert(parent);
    if (!isComplete) {
      contents.emitted.forget(id, DiagnosticCode::MlirVerify);
      contents.verdict.wrong.ops.insert(parent);
    }
  }
  return true;
}

/// Whether an isolated op is between it and what it uses: that the isolated one
/// says.
static bool usesWhatIsHidden(Operation *op) {
  Region *own = op->getParentRegion();
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    for (Region *region = own; region != operand.getParentRegion();
         region = region->getParentRegion())
      if (!region ||
          region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
        return region != nullptr;
    return false;
  });
}

/// Who says something of a place that moved in its statement says it again.
bool EditVerifier::verifyQueued() {
  for (StatementId id : edit.parsed)
    if (!verifyThosePointingAt(id))
      return false;
  edit.toVerify.remove_if([this](Operation *op) {
    Operation *around = op->getParentOp();
    while (around && !edit.withBodies.contains(around))
      around = around->getParentOp();
    return around != nullptr; // It is verified with that.
  });
  // In one that is wrong they are judged together with it.
  if (!llvm::all_of(edit.toVerify,
                    [this](Operation *op) {
                      return !op->getParentOp() ||
                             (isReadable(op->getParentOp()) &&
                              !usesWhatIsHidden(op));
                    }) ||
      llvm::any_of(edit.attached, usesWhatIsHidden))
    return false;
  for (Operation *op : edit.toVerify)
    contents.emitted.forget(statementOf(op->getLoc()),
                            DiagnosticCode::MlirVerify);
  llvm::for_each(edit.withBodies, [this](Operation *op) { forgetVerdict(op); });
  UnitVerifier(state).verifyOps(
      edit.toVerify.getArrayRef(),
      [this](Operation *op) { return edit.withBodies.contains(op); });
  return !contents.verdict.hasFaultsBetween && keepEmitted(noStatement);
}

/// Whether all that it nests is.
bool EditVerifier::isRight(Operation *op) const {
  return !contents.verdict.wrong.ops.contains(op) &&
         llvm::none_of(contents.verdict.unended,
                       [&](const auto &entry) {
                         return op->isAncestor(entry.first->getParentOp());
                       }) &&
         llvm::none_of(contents.verdict.wrong.ops, [&](Operation *wrong) {
           return op->isProperAncestor(wrong);
         });
}

/// What functions said once does not rest on a plain op.
static bool looksOnce(Operation *op) {
  return isa<FunctionOpInterface, ModuleOp>(op);
}

/// Whether the op itself, or a dialect of which it has attributes, says no more
/// than it did of the ops in it: some look at these, be they right or not.
bool EditVerifier::isContent(Operation *op) {
  bool isWrong = contents.verdict.wrong.ops.contains(op);
  if (contents.incomplete.contains(op))
    return true;
  DiagnosticCollector collector(&context, text, outline,
                                DiagnosticCode::MlirVerify);
  for (NamedAttribute attribute : op->getDiscardableAttrDictionary())
    if (Dialect *dialect = attribute.getNameDialect();
        dialect &&
        (isWrong || failed(dialect->verifyOperationAttribute(op, attribute))))
      return false;
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  bool isRight = !info || isWrong || looksOnce(op) ||
                 (!hasDeadlyFault(op) && succeeded(info->verifyInvariants(op)));
  // A warning is for who looks at the whole.
  const auto *said = contents.emitted.of(statementOf(op->getLoc()));
  bool hasWarned = !isWrong && said && !edit.toVerify.contains(op) &&
                   llvm::any_of(*said, [](const SectionDiagnostic &each) {
                     return each.isFromVerifier();
                   });
  return isRight && !hasWarned && collector.take().empty();
}

/// What the ops around say of their regions.
bool EditVerifier::verifyParents() {
  llvm::SmallSetVector<Operation *, 4> around;
  for (Operation *parent : edit.parents)
    for (Operation *op = parent; op; op = op->getParentOp())
      around.insert(op);
  return llvm::all_of(around, [&](Operation *op) {
    if (!isContent(op))
      return false;
    bool isSaid = looksOnce(op) && !contents.verdict.unjudged.contains(op);
    if (isSaid || !isRight(op))
      return true;
    contents.verdict.unjudged.erase(op);
    return UnitVerifier(state).verifyRegionsOf(op);
  });
}
