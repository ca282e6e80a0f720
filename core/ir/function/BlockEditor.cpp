//===- BlockEditor.cpp ---------------------------------------------------===//

#include "core/ir/function/BlockEditor.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/verify/RegionChecks.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

static bool isTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>();
}

/// Of an unknown op its successors tell.
static bool endsBlock(Operation *op) {
  return isTerminator(op) || op->getNumSuccessors() != 0;
}

/// Or nobody knows.
static bool mayBeTerminator(Operation *op) {
  return op->mightHaveTrait<OpTrait::IsTerminator>();
}

/// Whether the text has all that ends the block: elsewhere an op's syntax may
/// imply a terminator.
static bool hasWrittenEnd(Block &block) {
  Operation *parent = block.getParentOp();
  return parent && (isPlaceholder(parent) || isa<FunctionOpInterface>(parent) ||
                    !block.getParent()->hasOneBlock());
}

/// Whether a block that ends with `before` may end with `now`, where the one or
/// the other may be null.
static bool mayTakePlaceOf(Operation *before, Operation *now) {
  bool isLast = before && before == &before->getBlock()->back();
  if (!isLast)
    return !isTerminator(now);
  return mayBeTerminator(now) == mayBeTerminator(before) &&
         isTerminator(now) == (isTerminator(before) || isPlaceholder(before));
}

/// Where the statement's op, which parses, goes: at `place`, or behind markers
/// of statements that are behind a terminator. Nothing where a terminator would
/// not be last, or one would be implied. `before`: what stands in front of
/// `place` for the statement; may be null.
std::optional<Block::iterator>
BlockEditor::placeFor(StatementId id, Operation *op, Operation *before,
                      Block &block, Block::iterator place) const {
  Block::iterator next = place;
  while (endsBlock(op) && next != block.end() && isPlaceholder(&*next))
    ++next;
  Operation *behind = next == block.end() ? nullptr : &*next;
  StatementId other = behind ? statementOf(behind->getLoc()) : noStatement;
  bool isBehindEnd = other != noStatement && other != outline.parent(id) &&
                     outline.begin(other) < outline.begin(id);
  bool followsEnd =
      !before && place != block.begin() && endsBlock(&*std::prev(place));
  if (isBehindEnd || followsEnd || (endsBlock(op) && behind))
    return std::nullopt;
  if (!hasWrittenEnd(block) && !mayTakePlaceOf(before, op))
    return std::nullopt;
  return next;
}

/// Asks the op around, of which it rests on the last ops of its blocks what is
/// said: nothing if one is unknown.
void BlockEditor::askAround(Block &block) {
  Operation *parent = block.getParentOp();
  if (isPlaceholder(parent))
    return;
  edit.toVerify.insert(parent);
  if (!contents.incomplete.contains(parent))
    contents.verdict.unjudged.insert(parent);
}

/// Where a statement's op takes the place of `before`, or stands behind all
/// others. Either may be null.
void BlockEditor::noteEnd(Operation *before, Operation *now, Block &block,
                          Block::iterator place) {
  auto isUnknown = [](Operation *op) {
    return op && !op->isRegistered() && !isPlaceholder(op);
  };
  bool isLast = before ? before == &block.back() : now && place == block.end();
  if (isLast && (!before || isUnknown(before) != isUnknown(now)))
    askAround(block);
}

/// Whether the op may go without another one in its place.
bool BlockEditor::mayGo(Operation *op) {
  return op != &op->getBlock()->back() || hasWrittenEnd(*op->getBlock());
}

/// Who says that a block has no end, or has to say it now, is asked.
void BlockEditor::queueEnd(Block &block) {
  Operation *parent = block.getParentOp();
  if (!parent || contents.incomplete.contains(parent))
    return;
  auto found = contents.verdict.unended.find(&block);
  bool wasEnded = found == contents.verdict.unended.end();
  if (wasEnded && isEnded(block))
    return;
  if (!wasEnded)
    if (Operation *subject = contents.operations.lookup(found->second))
      edit.toVerify.insert(subject);
  edit.toVerify.insert(block.empty() ? parent : &block.back());
}

/// That the block lacks its end is not said any more.
void BlockEditor::forgetEnd(Block &block) {
  auto found = contents.verdict.unended.find(&block);
  if (found == contents.verdict.unended.end())
    return;
  Operation *op = contents.operations.lookup(found->second);
  contents.verdict.unended.erase(found);
  if (op && op != block.getParentOp())
    edit.toVerify.insert(op);
}

/// Of an op that lacks some of what it nests, nobody says how its blocks end.
void BlockEditor::forgetEnds(Operation *parent) {
  llvm::SmallVector<Block *> blocks;
  for (auto [block, subject] : contents.verdict.unended)
    if (block->getParentOp() == parent)
      blocks.push_back(block);
  for (Block *block : blocks)
    forgetEnd(*block);
}

void BlockEditor::queueEnds(Operation *parent) {
  for (Region &region : parent->getRegions())
    for (Block &block : region)
      queueEnd(block);
}

/// Notes that a block leads elsewhere, where `now` takes the place of `before`;
/// either may be null. What is lost makes nothing wrong.
void BlockEditor::noteSuccessors(Operation *before, Operation *now,
                                 Block &block) {
  auto successorsOf = [](Operation *op) {
    return op ? llvm::to_vector(op->getSuccessors())
              : llvm::SmallVector<Block *>();
  };
  llvm::SmallVector<Block *> old = successorsOf(before);
  llvm::SmallVector<Block *> others = successorsOf(now);
  for (Block *lost : old)
    if (!llvm::is_contained(others, lost)) {
      contents.formerEdges.insert({&block, lost});
      edit.isLessLinked = true;
    }
  for (Block *other : others)
    if (!llvm::is_contained(old, other) &&
        !contents.formerEdges.erase({&block, other}))
      edit.rerouted.insert(&block);
  if (old != others)
    noteFlow(block.getParentOp());
}

/// Something else may reach what the op nests, or leave it: to who keeps what
/// is known of it, it is another one. Of what does not parse, the op around.
void BlockEditor::noteFlow(Operation *op) {
  while (isBrokenOp(op) && op->getParentOp()->getParentOp())
    op = op->getParentOp();
  if (edit.restructured.insert(op))
    edit.erased.push_back(op);
}

/// Where blocks follow each other otherwise, uses may be right or wrong now.
void BlockEditor::queueUndominated() {
  if (edit.isLessLinked || !edit.rerouted.empty())
    for (const auto &[subject, said] : contents.emitted.all())
      if (Operation *op = contents.operations.lookup(subject);
          op && isOutOfOrder(subject)) {
        edit.toVerify.insert(op);
        contents.formerEdges.clear(); // It may be said again where they return.
      }
  llvm::SmallSetVector<Region *, 2> regions;
  for (Block *block : edit.rerouted)
    regions.insert(block->getParent());
  OperandChecks checks;
  for (Region *region : regions)
    for (Operation *op : checks.findUndominated(*region))
      if (Operation *own =
              contents.operations.lookup(statementOf(op->getLoc())))
        edit.toVerify.insert(own);
  // What came since need not be right where blocks lead as they did.
  auto isAnywhere = [](Operation *op) { return !op || isDominatedAnyway(op); };
  if (contents.formerEdges.empty())
    return;
  if (!regions.empty() || !llvm::all_of(edit.attached, isAnywhere) ||
      llvm::any_of(edit.parsed, [&](StatementId id) {
        return !isAnywhere(contents.operations.lookup(id));
      }))
    contents.formerEdges.clear();
}

/// What is to be asked of the blocks that are not as before. Of those that lack
/// their end, the last op is printed with the numbers of its values, which rest
/// on others.
void BlockEditor::queueBlocks() {
  for (auto [block, subject] : contents.verdict.unended)
    if (Operation *op = contents.operations.lookup(subject))
      edit.toVerify.insert(op);
  for (Block *block : edit.touched)
    queueEnd(*block);
  queueUndominated();
}
