//===- EditedSection.cpp --------------------------------------------------===//
//
// After an edit: what the verifier says of what was parsed, of what reads it
// and of the ops around.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/DeadlyFaults.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/ir/Verify.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

static bool isUnused(Block *block) {
  return block->use_empty() &&
         llvm::all_of(block->getArguments(),
                      [](Value argument) { return argument.use_empty(); });
}

bool SectionEditor::finish() {
  wasWrong = contents.verdict.wrong.ops;
  bool areUnused =
      llvm::all_of(retired, [](Operation *op) { return op->use_empty(); }) &&
      llvm::all_of(retiredBlocks, isUnused);
  // Without ops a label may become that of the entry block.
  bool isOneEmpty = llvm::any_of(touched, [](Block *block) {
    return block->empty() && block->isEntryBlock();
  });
  if (!areUnused || isOneEmpty)
    return false;
  settleTypes();
  for (Operation *op : retired)
    op->destroy();
  retired.clear();
  for (Block *block : retiredBlocks)
    delete block;
  retiredBlocks.clear();
  for (BlockArgument argument : unused) {
    if (!argument.use_empty())
      return false;
    erased.push_back(argument.getAsOpaquePointer());
    argument.getOwner()->eraseArgument(argument.getArgNumber());
  }
  bool isSaid = contents.broken.empty() ||
                llvm::none_of(faulted, [this](StatementId around) {
                  return isSilent(around);
                });
  if (!isSaid || !updateParents())
    return false;
  queueBlocks();
  return verifyAgain() && verifyParents();
}

/// Where the value's op may see it otherwise, so may its users.
void SectionEditor::noteChanged(Value value, IrWork &work) const {
  Operation *op = value.getDefiningOp();
  work.changed.push_back(op ? op : value.getParentBlock()->getParentOp());
  llvm::append_range(work.changed, value.getUsers());
}

void SectionEditor::noteChanged(IrWork &work) const {
  auto noteOp = [&](Operation *op) {
    work.changed.push_back(op);
    for (Value result : op->getResults())
      llvm::append_range(work.changed, result.getUsers());
  };
  for (StatementId id : parsed)
    if (Operation *op = standing(id))
      noteOp(op);
  llvm::for_each(attached, noteOp);
  llvm::for_each(restructured, noteOp);
  for (StatementId id : parsed)
    for (Operation *placeholder : contents.broken.placeholdersOf(id))
      noteOp(placeholder);
  for (Value value : state.retyped)
    noteChanged(value, work);
  for (Operation *op : wasWrong)
    if (!contents.verdict.wrong.ops.contains(op))
      noteOp(op);
  for (Operation *op : contents.verdict.wrong.ops)
    if (!wasWrong.contains(op))
      noteOp(op);
}

/// An op that lacks something of its body is wrong for no other reason.
bool SectionEditor::updateParents() {
  for (Operation *parent : parents) {
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
      queueEnds(parent);
    } else {
      contents.incomplete.insert(parent);
      forgetEnds(parent);
    }
    bool wasWrong = contents.verdict.wrong.ops.erase(parent);
    if (wasWrong && !isComplete && isa<FunctionOpInterface>(parent))
      return false; // What returns from it is to be judged now.
    // Of its operands something may be said still.
    if (isComplete || isOutOfOrder(id))
      toVerify.insert(parent);
    if (!isComplete) {
      contents.sayings.forget(id, IrDiagnostic::Stage::Verify);
      contents.verdict.wrong.ops.insert(parent);
    }
  }
  return true;
}

/// False where it is not the verifier who has to say it again.
bool SectionEditor::verifyThosePointingAt(StatementId id) {
  for (StatementId subject : contents.sayings.pointingAt(id)) {
    if (llvm::is_contained(parsed, subject))
      continue;
    Operation *op = contents.operations.lookup(subject);
    bool isParsers = llvm::any_of(
        *contents.sayings.of(subject), [&](const AnchoredDiagnostic &said) {
          return said.stage() == IrDiagnostic::Stage::Parse &&
                 said.pointsAt(id);
        });
    if (!op || isParsers)
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
  wasWrong = contents.verdict.wrong.ops;
  bool isDone = verifyAgain();
  for (Operation *op : ops)
    if (wasWrong.contains(op) != contents.verdict.wrong.ops.contains(op))
      parents.insert(op->getParentOp());
  isDone = isDone && verifyParents();
  noteChanged(work);
  return isDone;
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
bool SectionEditor::verifyAgain() {
  for (StatementId id : parsed)
    if (!verifyThosePointingAt(id))
      return false;
  // In one that is wrong they are judged together with it.
  if (!llvm::all_of(toVerify,
                    [this](Operation *op) {
                      return !op->getParentOp() ||
                             (isReadable(op->getParentOp()) &&
                              !usesWhatIsHidden(op));
                    }) ||
      llvm::any_of(attached, usesWhatIsHidden))
    return false;
  for (Operation *op : toVerify)
    contents.sayings.forget(statementOf(op->getLoc()),
                            IrDiagnostic::Stage::Verify);
  llvm::for_each(withBodies, [this](Operation *op) { forgetVerdict(op); });
  UnitVerifier(state).verifyOps(toVerify.getArrayRef(), [this](Operation *op) {
    return withBodies.contains(op);
  });
  return !contents.verdict.hasFaultsBetween && keepSayings(noStatement);
}

/// Whether all that it nests is.
bool SectionEditor::isRight(Operation *op) const {
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
bool SectionEditor::isContent(Operation *op) {
  bool isWrong = contents.verdict.wrong.ops.contains(op);
  if (contents.incomplete.contains(op))
    return true;
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  for (NamedAttribute attribute : op->getDiscardableAttrDictionary())
    if (Dialect *dialect = attribute.getNameDialect();
        dialect &&
        (isWrong || failed(dialect->verifyOperationAttribute(op, attribute))))
      return false;
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  bool isRight = !info || isWrong || looksOnce(op) ||
                 (!hasDeadlyFault(op) && succeeded(info->verifyInvariants(op)));
  // A warning is for who looks at the whole.
  const auto *said = contents.sayings.of(statementOf(op->getLoc()));
  bool hasWarned = !isWrong && said && !toVerify.contains(op) &&
                   llvm::any_of(*said, [](const AnchoredDiagnostic &each) {
                     return each.stage() == IrDiagnostic::Stage::Verify;
                   });
  return isRight && !hasWarned && collector.take().empty();
}

/// What the ops around say of their regions.
bool SectionEditor::verifyParents() {
  llvm::SmallSetVector<Operation *, 4> around;
  for (Operation *parent : parents)
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
