//===- LabelEditor.cpp ---------------------------------------------------===//

#include "core/ir/function/LabelEditor.h"
#include "core/ir/function/BlockEditor.h"
#include "core/ir/function/HeaderEditor.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"

using namespace shapels;
using namespace mlir;

/// The values that a label defines, or that stand for these.
std::vector<OldValue>
LabelEditor::oldValuesOf(const std::vector<NamedArgument> &arguments,
                         StatementId label) const {
  std::vector<OldValue> values = ValueEditor(state, edit).oldValues(label);
  for (const NamedArgument &argument : arguments)
    if (argument.isNamed)
      values.push_back({argument.name.spelling, {argument.value}});
  return values;
}

bool LabelEditor::mayEditLabel(StatementId id) const {
  StatementId parent = outline.parent(id);
  Operation *around = contents.operations.lookup(parent);
  if (parent == noStatement || !isReadable(around) ||
      contents.unregistered.contains(parent) ||
      contents.operations.contains(id))
    return false;
  Block *block = contents.blockOf(id);
  bool isFirst = block && block->isEntryBlock();
  // Another one of the old name was one too many.
  bool isTwice =
      isFirst && (!beside(contents.labels.lookup(id).name, id).empty() ||
                  !beside(outline.spelling(NameId{id, 0}), id).empty());
  return !isTwice &&
         llvm::none_of(outline.names(id), [&](const NameOccurrence &name) {
           return name.kind == NameKind::Value && name.isDefinition &&
                  NameChanges(state, edit).mayRedefine(name.id);
         });
}

/// Other labels of the name in the region of `id`.
llvm::SmallVector<StatementId> LabelEditor::beside(Spelling name,
                                                   StatementId id) const {
  llvm::SmallVector<StatementId> labels;
  Statement own = outline.statement(id);
  for (StatementId other : contents.labelNames.usersOf(name))
    if (other != id && !edit.gone.contains(other) &&
        outline.parent(other) == own.parent &&
        outline.statement(other).region == own.region)
      labels.push_back(other);
  return labels;
}

/// Of labels of a name, the first in the text has it.
void LabelEditor::queueBehind(llvm::ArrayRef<StatementId> labels,
                              StatementId id) {
  for (StatementId label : labels)
    if (outline.begin(id) < outline.begin(label))
      queue(label);
}

/// Those beside it in `parent` that name the block now, or named it, and do not
/// parse.
void LabelEditor::queueNaming(Spelling label, StatementId parent) {
  for (StatementId broken : contents.broken.naming(label)) {
    bool isBranch =
        llvm::any_of(outline.names(broken), [&](const NameOccurrence &name) {
          return name.kind == NameKind::Block && !name.isDefinition &&
                 outline.spelling(name.id) == label;
        });
    if (isBranch && outline.parent(broken) == parent)
      queue(broken);
  }
}

/// Whether a statement names the label.
bool LabelEditor::leadsTo(StatementId user, StatementId label) const {
  return llvm::any_of(outline.names(user), [&](const NameOccurrence &name) {
    std::optional<NameId> definition = outline.definitionOf(name.id);
    return name.kind == NameKind::Block && definition &&
           definition->statement == label;
  });
}

/// Those that lead to the block hand it what it takes; who names another one
/// than `label` now, or none, is parsed again.
void LabelEditor::queuePredecessors(Block &block, StatementId label) {
  for (Block *from : block.getPredecessors()) {
    Operation *branch = &from->back();
    StatementId user = statementOf(branch->getLoc());
    if (edit.gone.contains(user))
      continue;
    if (label != noStatement && leadsTo(user, label))
      edit.toVerify.insert(branch);
    else
      queue(user);
  }
}

/// Whose blocks are others now, or have other arguments.
void LabelEditor::noteBlocks(Operation *op) {
  BlockEditor(state, edit).noteFlow(op);
  edit.parents.insert(op);
  contents.verdict.unjudged.insert(op);
  if (!contents.incomplete.contains(op))
    edit.toVerify.insert(op);
}

/// Cuts the block in two where a new label stands, which has the part behind
/// it. Null where it does not stand behind something in its region.
Block *LabelEditor::splitAt(StatementId id) {
  StatementId before = outline.previousSibling(id);
  if (before == noStatement ||
      outline.statement(before).region != outline.statement(id).region)
    return nullptr;
  Operation *last = standing(before);
  Block *block = last ? last->getBlock() : contents.blockOf(before);
  if (!block)
    return nullptr;
  ByteOffset own = outline.begin(id);
  auto begin = [&](Operation &op) {
    return outline.begin(statementOf(op.getLoc()));
  };
  auto place = last ? std::next(last->getIterator()) : block->begin();
  while (place != block->end() && begin(*place) <= own)
    ++place;
  // What does not parse stands in front of a terminator in any case.
  for (auto at = place; at != block->begin();) {
    Operation &op = *--at;
    bool isMovable = isPlaceholder(&op) || op.hasTrait<OpTrait::IsTerminator>();
    if (isPlaceholder(&op) && own < begin(op))
      return nullptr;
    if (!isMovable)
      break;
  }
  if (!block->empty() && isImplied(&block->back()))
    return nullptr;
  auto *rest = new Block;
  block->getParent()->getBlocks().insertAfter(block->getIterator(), rest);
  rest->getOperations().splice(rest->end(), block->getOperations(), place,
                               block->end());
  // It ends the block now.
  if (!block->empty() && contents.verdict.wrong.ops.contains(&block->back()))
    edit.toVerify.insert(&block->back());
  edit.touched.insert(block);
  edit.touched.insert(rest);
  edit.rerouted.insert(block);
  return rest;
}

/// The label that the region begins with, and was there before.
bool LabelEditor::editFirstLabel(StatementId id, Block &block) {
  bool wasBroken = contents.broken.brokenOpOf(id) != nullptr;
  Block ignored;
  size_t before = contents.diagnostics.size();
  bool isBroken = !StatementBuilder(state).parseLabelInto(id, ignored,
                                                          /*isRecorded=*/false);
  contents.diagnostics.resize(before);
  edit.readLabels.insert(id);
  if ((isBroken || wasBroken) && !replaceLabel(id, block))
    return false;
  if (isBroken)
    return true;
  contents.emitted.forget(id); // That a name of it is taken.
  NameChanges(state, edit).announceNames(id);
  NameChanges(state, edit).queueBrokenUsers(id, {});
  contents.addLabel(outline, id, &block);
  queue(outline.parent(id));
  return true;
}

bool LabelEditor::editLabel(StatementId id) {
  if (!mayEditLabel(id))
    return false;
  Block *block = contents.blockOf(id);
  if (block && block->isEntryBlock())
    return editFirstLabel(id, *block);
  if (!block)
    block = splitAt(id);
  return block && replaceLabel(id, *block);
}

/// Lets the block have the label as it is now.
bool LabelEditor::replaceLabel(StatementId id, Block &block) {
  auto known = contents.labels.find(id);
  Spelling name = outline.spelling(NameId{id, 0});
  bool isNew = known == contents.labels.end();
  bool isRenamed = !isNew && known->second.name != name;
  if (isRenamed) {
    queueNaming(known->second.name, outline.parent(id));
    queueBehind(beside(known->second.name, id), id);
  }
  std::vector<NamedArgument> before =
      NameChanges(state, edit).argumentsOf(block);
  // Others are those that a header names.
  llvm::erase_if(before, [id](const NamedArgument &argument) {
    return argument.isNamed && argument.name.id.statement != id;
  });
  std::vector<OldValue> old = oldValuesOf(before, id);
  Operation *marker = contents.broken.brokenOpOf(id);
  IrRemover(state, edit).forget(id);
  for (const NamedArgument &argument : before)
    contents.forgetValue(argument.value);
  Region scratch;
  if (quarantine.isCulprit(id))
    contents.diagnostics.push_back(quarantine.findingOf(id));
  state.brokenLabels.erase(id); // Of what it was.
  Block *labelled = StatementBuilder(state).parseLabel(id, scratch);
  llvm::SmallVector<StatementId> alike = beside(name, id);
  if (isRenamed || isNew)
    queueBehind(alike, id);
  if (llvm::any_of(alike, [&](StatementId other) {
        return outline.begin(other) < outline.begin(id);
      }))
    StatementBuilder(state).reportRedefinedLabel(id);
  if (!keepEmitted(id))
    return false;
  contents.addLabel(outline, id, &block);
  if (labelled) {
    std::vector<NamedArgument> arguments =
        NameChanges(state, edit).argumentsOf(*labelled);
    IrRemover(state, edit).forgetArguments(*labelled);
    HeaderEditor(state, edit).takeArguments({0, id, &block, before}, arguments);
    contents.broken.erase(id);
  } else {
    for (const NamedArgument &argument : before)
      edit.unused.push_back(argument.value);
    Placeholders(state).addBrokenOp(id, block, block.begin());
    Block::iterator marker = contents.broken.brokenOpOf(id)->getIterator();
    for (Operation *placeholder : contents.broken.placeholdersOf(id))
      Placeholders::moveTo(block, std::next(marker), placeholder);
  }
  bool isReplaced = ValueEditor(state, edit).replaceValues(id, old);
  NameChanges(state, edit).announceNames(id);
  NameChanges(state, edit).queueBrokenUsers(id, old);
  queueWaiting(id);
  queueNaming(name, outline.parent(id));
  queuePredecessors(block, id);
  if (marker)
    IrRemover(state, edit).retire(marker);
  noteBlocks(block.getParentOp());
  return isReplaced;
}

/// Its block goes with it, or what is left of that to the block before.
bool LabelEditor::retireLabel(StatementId id) {
  Block *block = contents.blockOf(id);
  Operation *parent = block->getParentOp();
  StatementId around = parent ? statementOf(parent->getLoc()) : noStatement;
  if (around == noStatement || edit.gone.contains(around) ||
      block->isEntryBlock() || !isReadable(parent))
    return false;
  Spelling name = contents.labels.lookup(id).name;
  std::vector<OldValue> old =
      oldValuesOf(NameChanges(state, edit).argumentsOf(*block), id);
  for (const OldValue &value : old) {
    if (NameChanges(state, edit).isDefinedIn(around, value.name))
      return false;
    for (Value each : value.group)
      queueUsers(each);
  }
  for (StatementId other : contents.labelNames.usersOf(name))
    if (Block *others = contents.blockOf(other);
        others->getParent() == block->getParent() && !others->isEntryBlock() &&
        !edit.gone.contains(other))
      queue(other);
  queueNaming(name, around);
  queuePredecessors(*block, noStatement);
  for (Operation *placeholder : contents.broken.placeholdersOf(id))
    IrRemover(state, edit).retire(placeholder);
  Operation *marker = contents.broken.brokenOpOf(id);
  queueWaiting(id);
  IrRemover(state, edit).forget(id);
  contents.broken.erase(id);
  contents.forgetLabel(id);
  if (marker)
    IrRemover(state, edit).retire(marker);
  IrRemover(state, edit).forgetArguments(*block);
  Block &front = *block->getPrevNode();
  // Which is not the last one any more.
  if (!front.empty() && !block->empty())
    edit.toVerify.insert(&front.back());
  front.getOperations().splice(front.end(), block->getOperations());
  edit.touched.insert(&front);
  edit.touched.erase(block);
  edit.rerouted.insert(&front);
  edit.rerouted.erase(block);
  contents.formerEdges.clear();
  BlockEditor(state, edit)
      .forgetEnd(*block); // Where one block is left, it need not have an end.
  for (Value argument : block->getArguments())
    edit.erased.push_back(argument.getAsOpaquePointer());
  block->getParent()->getBlocks().remove(block);
  edit.retiredBlocks.push_back(block);
  noteBlocks(parent);
  return true;
}
