//===- EditedBlocks.cpp ---------------------------------------------------===//
//
// After an edit: where ops may stand in their blocks, how the blocks end, and
// which lead to which. Where other blocks follow each other, all that is
// defined in one block and used in another is asked about again.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/RegionChecks.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

static bool isTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>();
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
  bool endsBlock = before && before == &before->getBlock()->back();
  if (!endsBlock)
    return !isTerminator(now);
  return mayBeTerminator(now) == mayBeTerminator(before) &&
         isTerminator(now) == (isTerminator(before) || isPlaceholder(before));
}

/// Where the statement's op, which parses, goes: at `place`, or behind markers
/// of statements that are behind a terminator. Nothing where a terminator would
/// not be last, or one would be implied. `before`: what stands in front of
/// `place` for the statement; may be null.
std::optional<Block::iterator>
SectionEditor::placeFor(StatementId id, Operation *op, Operation *before,
                        Block &block, Block::iterator place) const {
  Block::iterator next = place;
  while (isTerminator(op) && next != block.end() && isPlaceholder(&*next))
    ++next;
  Operation *behind = next == block.end() ? nullptr : &*next;
  StatementId other = behind ? statementOf(behind->getLoc()) : noStatement;
  bool isBehindEnd = other != noStatement && other != outline.parent(id) &&
                     outline.begin(other) < outline.begin(id);
  bool followsEnd =
      !before && place != block.begin() && isTerminator(&*std::prev(place));
  if (isBehindEnd || followsEnd || (isTerminator(op) && behind))
    return std::nullopt;
  if (!hasWrittenEnd(block) && !mayTakePlaceOf(before, op))
    return std::nullopt;
  return next;
}

/// Whether the op may go without another one in its place.
bool SectionEditor::mayGo(Operation *op) {
  return op != &op->getBlock()->back() || hasWrittenEnd(*op->getBlock());
}

/// Who says that a block has no end, or has to say it now, is asked.
void SectionEditor::queueEnd(Block &block) {
  Operation *parent = block.getParentOp();
  if (!parent || contents.incomplete.contains(parent))
    return;
  auto found = contents.verdict.unended.find(&block);
  bool wasEnded = found == contents.verdict.unended.end();
  if (wasEnded && isEnded(block))
    return;
  if (!wasEnded)
    if (Operation *subject = contents.operations.lookup(found->second))
      toVerify.insert(subject);
  toVerify.insert(block.empty() ? parent : &block.back());
}

/// Of an op that lacks some of what it nests, nobody says how its blocks end.
void SectionEditor::forgetEnds(Operation *parent) {
  llvm::SmallVector<Block *> blocks;
  for (auto [block, subject] : contents.verdict.unended)
    if (block->getParentOp() == parent)
      blocks.push_back(block);
  for (Block *block : blocks) {
    StatementId subject = contents.verdict.unended.lookup(block);
    contents.verdict.unended.erase(block);
    if (!block->empty())
      if (Operation *op = contents.operations.lookup(subject))
        toVerify.insert(op);
    if (subject == statementOf(parent->getLoc()))
      contents.sayings.forget(subject, IrDiagnostic::Stage::Verify);
  }
}

void SectionEditor::queueEnds(Operation *parent) {
  for (Region &region : parent->getRegions())
    for (Block &block : region)
      queueEnd(block);
}

/// Notes that a block leads elsewhere, where `now` takes the place of `before`;
/// either may be null.
void SectionEditor::noteSuccessors(Operation *before, Operation *now,
                                   Block &block) {
  auto successorsOf = [](Operation *op) {
    return op ? op->getSuccessors() : SuccessorRange();
  };
  if (!llvm::equal(successorsOf(before), successorsOf(now))) {
    rerouted.insert(&block);
    noteFlow(block.getParentOp());
  }
}

/// Something else may reach what the op nests, or leave it: to who keeps what
/// is known of it, it is another one.
void SectionEditor::noteFlow(Operation *op) {
  if (restructured.insert(op))
    erased.push_back(op);
}

static bool isAboutOrder(const AnchoredDiagnostic &said) {
  return said.stage() == IrDiagnostic::Stage::Verify &&
         said.message().find("does not dominate") != std::string_view::npos;
}

/// Whether something is used where it need not be there.
bool SectionEditor::isOutOfOrder(StatementId subject) const {
  const auto *said = contents.sayings.of(subject);
  return said && llvm::any_of(*said, isAboutOrder);
}

/// In regions of which the blocks follow each other otherwise.
void SectionEditor::queueUndominated() {
  OperandChecks checks;
  llvm::SmallSetVector<Region *, 2> regions;
  for (Block *block : rerouted)
    regions.insert(block->getParent());
  for (Region *region : regions) {
    for (const auto &[subject, said] : contents.sayings.all())
      if (Operation *op = contents.operations.lookup(subject);
          op && isOutOfOrder(subject) &&
          region->isAncestor(op->getParentRegion()))
        toVerify.insert(op);
    for (Operation *op : checks.findUndominated(*region))
      if (Operation *own =
              contents.operations.lookup(statementOf(op->getLoc())))
        toVerify.insert(own);
  }
}

/// What is to be asked of the blocks that are not as before. Of those that lack
/// their end, the last op is printed with the numbers of its values, which rest
/// on others.
void SectionEditor::queueBlocks() {
  for (auto [block, subject] : contents.verdict.unended)
    if (Operation *op = contents.operations.lookup(subject))
      toVerify.insert(op);
  for (Block *block : touched)
    queueEnd(*block);
  queueUndominated();
}
