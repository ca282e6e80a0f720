//===- IrRemover.cpp -----------------------------------------------------===//

#include "core/ir/function/IrRemover.h"
#include "core/ir/function/BlockEditor.h"
#include "core/ir/function/LabelEditor.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/TypeVotes.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

void IrRemover::retire(Operation *op) {
  noteOperands(op);
  op->walk([&](Operation *nested) {
    contents.verdict.wrong.ops.erase(nested);
    contents.verdict.wrong.unreadable.erase(nested);
    contents.verdict.unjudged.erase(nested);
    contents.incomplete.erase(nested);
    edit.toVerify.remove(nested);
    edit.withBodies.erase(nested);
    edit.restructured.remove(nested);
    edit.parents.remove(nested);
    auto forgetValue = [this](Value value) {
      edit.lessUsed.remove(value);
      edit.unsettled.remove(value);
      llvm::erase(state.retyped, value);
    };
    llvm::for_each(nested->getResults(), forgetValue);
    for (Region &region : nested->getRegions())
      for (Block &block : region) {
        edit.touched.erase(&block);
        edit.rerouted.erase(&block);
        contents.formerEdges.clear();
        contents.verdict.unended.erase(&block);
        llvm::for_each(block.getArguments(), forgetValue);
      }
  });
  if (Operation *parent = op->getParentOp())
    edit.parents.insert(parent);
  if (op->getParentRegion())
    edit.touched.insert(op->getBlock());
  noteErased(op, edit.erased);
  contents.forgetValues(op);
  op->walk(
      [this](Operation *nested) { contents.broken.erasePlaceholder(nested); });
  op->dropAllReferences();
  op->remove();
  edit.retired.push_back(op);
}

/// What was known of the statement, but for what stands in its place.
void IrRemover::forget(StatementId id) {
  if (isFaulted(id) && !edit.gone.contains(id))
    edit.faulted.insert(outline.parent(id));
  contents.emitted.forget(id);
  contents.undefined.forget(id);
  forgetUnregistered(id);
  contents.operations.erase(id);
  contents.symbolUsers.erase(id);
}

/// Whether what is built of a statement that does not parse is what the text
/// has now.
bool IrRemover::hasItsBodies(StatementId id, Operation *marker) const {
  return !edit.gone.contains(id) &&
         StatementBuilder(state).bodiesOfBroken(id).size() ==
             marker->getNumRegions();
}

/// Whether nothing is left of what the op nests.
bool IrRemover::isGoneWithin(Operation *op) const {
  StatementId own = statementOf(op->getLoc());
  return !op->walk([&](Operation *nested) {
              StatementId id = statementOf(nested->getLoc());
              return id == own || edit.gone.contains(id)
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Whether something is said of others, outside of `item`, with a note on what
/// is gone.
bool IrRemover::isPointedAtFromOutside(StatementId removed,
                                       StatementId item) const {
  return llvm::any_of(
      contents.emitted.pointingAt(removed), [&](StatementId subject) {
        bool isWithin = item != noStatement && outline.nests(item, subject);
        return !edit.gone.contains(subject) && !isWithin;
      });
}

/// Takes out what is gone. What was nested in a short op goes when that is made
/// anew, and in one that is gone with it.
bool IrRemover::retireRemoved(llvm::ArrayRef<StatementId> removed) {
  std::vector<StatementId> nested, labels;
  std::set<StatementId> items;
  llvm::for_each(removed, [this](StatementId id) {
    NameChanges(state, edit).noteNames(id);
  });
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
    if (!edit.gone.contains(around) && isShortOp(around))
      item = itemOf(around);
    if (edit.gone.contains(around) || item != noStatement) {
      if (isTiedToOthers(id) || isPointedAtFromOutside(id, item))
        return false;
      if (item != noStatement && isFaulted(id))
        edit.faulted.insert(outline.parent(item));
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
    if (!LabelEditor(state, edit).retireLabel(label))
      return false;
  llvm::for_each(nested, [this](StatementId id) { forgetNested(id); });
  edit.gone.clear(); // Their handles may be those of new statements.
  llvm::for_each(items, [this](StatementId item) { queue(item); });
  return true;
}

bool IrRemover::retireOp(StatementId id) {
  Operation *op = standing(id);
  Operation *parent = op->getParentOp();
  StatementId around = statementOf(parent->getLoc());
  bool mayBeTaken = !isSymbol(op) &&
                    TypeVotes(state, edit).opinionsOf(op).empty() &&
                    BlockEditor::mayGo(op) && isGoneWithin(op) &&
                    verifyThosePointingAt(id) && !isTiedToOthers(id) &&
                    (!isBrokenOp(parent) || hasItsBodies(around, parent));
  if (!mayBeTaken)
    return false;
  for (const OldValue &old : ValueEditor(state, edit).oldValues(id)) {
    if (NameChanges(state, edit).isDefinedIn(around, old.name))
      return false;
    for (Value value : old.group)
      queueUsers(value);
  }
  for (Operation *placeholder : contents.broken.placeholdersOf(id))
    retire(placeholder);
  for (Value value : TypeVotes(state, edit).toldBy(op))
    TypeVotes(state, edit).queueUntold(value, id, false);
  queueWaiting(id);
  if (isFaulted(id))
    edit.faulted.insert(around);
  forget(id);
  contents.broken.erase(id);
  if (op == &op->getBlock()->back())
    BlockEditor(state, edit).askAround(*op->getBlock());
  BlockEditor(state, edit).noteSuccessors(op, nullptr, *op->getBlock());
  if (op->hasTrait<OpTrait::IsTerminator>())
    BlockEditor(state, edit).noteFlow(parent);
  retire(op);
  return true;
}

/// Takes what stands for the statement from its block, so that what comes there
/// finds a place in the order of ops, which would else be computed anew. That
/// is `place`, unless something is taken from there too.
Block::iterator IrRemover::takeOut(StatementId id, Operation *before,
                                   Block::iterator place) {
  edit.touched.insert(before->getBlock());
  Block::iterator next = std::next(before->getIterator());
  while (next != before->getBlock()->end() &&
         contents.broken.isPlaceholder(&*next) &&
         statementOf(next->getLoc()) == id) {
    if (place == next)
      ++place;
    edit.loose.push_back(&*next);
    (next++)->remove();
  }
  before->remove();
  return place;
}

/// What was known of a statement that is made anew with the op around it, or
/// is gone with that.
void IrRemover::forgetNested(StatementId id) {
  contents.emitted.forget(id);
  contents.undefined.forget(id);
  forgetUnregistered(id);
  contents.operations.erase(id);
  contents.symbolUsers.erase(id);
  contents.broken.erase(id);
  contents.forgetLabel(id);
  state.brokenLabels.erase(id);
}

/// What was known of the item, but for its results and for what stands in its
/// place.
void IrRemover::forgetItem(StatementId item, Operation *before) {
  forget(item);
  for (StatementId id = outline.next(item), end = outline.behind(item);
       id != end; id = outline.next(id)) {
    if (isFaulted(id))
      edit.faulted.insert(outline.parent(item));
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

void IrRemover::noteOperands(Operation *op) {
  op->walk([this](Operation *nested) { verifyDefinitions(nested); });
  for (Value operand : TypeVotes(state, edit).valuesFromOutside(op)) {
    if (contents.written.contains(operand))
      edit.unsettled.insert(operand);
    if (ImportFinder(state).isGuess(operand))
      edit.lessUsed.insert(operand);
  }
}

void IrRemover::forgetUnregistered(StatementId id) {
  if (!contents.unregistered.erase(id))
    return;
  contents.waiting.forget(id);
  contents.unregisteredSymbols.erase(id);
}

/// Takes a value that is to go from the unregistered ops that use it.
void IrRemover::detach(Value value) {
  for (Operation *user : llvm::to_vector(value.getUsers())) {
    queueToAttach(statementOf(user->getLoc()));
    user->setOperands({});
  }
}

/// Placeholders that have no block to go with.
void IrRemover::retireLoose() {
  for (Operation *placeholder : edit.loose)
    if (contents.broken.isPlaceholder(placeholder)) {
      noteErased(placeholder, edit.erased);
      edit.retired.push_back(placeholder);
    }
}

/// What nobody knows is nothing to guess.
void IrRemover::retireGuesses() {
  for (Value guess : llvm::to_vector(edit.lessUsed)) {
    if (OperandLinker(state).knowingUser(guess, noStatement))
      continue;
    contents.forgetValue(guess);
    detach(guess);
    retireGuess(guess);
  }
}

void IrRemover::retireGuess(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return retire(value.getDefiningOp());
  edit.erased.push_back(value.getAsOpaquePointer());
  llvm::erase(state.retyped, value);
  contents.forgetValue(value);
  argument.getOwner()->eraseArgument(argument.getArgNumber());
}

/// Takes the arguments of a block out of the maps.
void IrRemover::forgetArguments(Block &block) {
  for (BlockArgument value : block.getArguments())
    contents.forgetValue(value);
}
