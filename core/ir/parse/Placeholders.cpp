//===- Placeholders.cpp ---------------------------------------------------===//
//
// What stands for statements that do not parse, and for their values.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OperandLinker.h"

using namespace shapels;
using namespace mlir;

/// The values that others took for those of the statement are there now.
void Placeholders::settle(StatementId id) {
  for (Operation &stand : llvm::make_early_inc_range(contents.unplaced)) {
    Value value = stand.getResult(0);
    auto found = contents.names.find(value);
    if (found == contents.names.end() || found->second.id.statement != id)
      continue;
    Value real = contents.valueOf(found->second.id);
    if (real == value)
      continue;
    // Who uses it in front of its definition is the first to tell.
    if (OperandLinker(state).mayBeRetyped(real, noStatement))
      real.setType(value.getType());
    if (real.getType() != value.getType()) {
      // Its users are where they would be if it were the real one. That they
      // are wrong the whole says, if nothing else is wrong.
      contents.isLocal = false;
      if (Operation *definition = real.getDefiningOp())
        moveTo(*definition->getBlock(), definition->getIterator(), &stand);
      continue;
    }
    value.replaceAllUsesWith(real);
    contents.names.erase(found);
    contents.broken.erasePlaceholder(&stand);
    stand.moveBefore(&state.settled, state.settled.end());
  }
}

void Placeholders::moveTo(Block &block, Block::iterator place, Operation *op) {
  // MLIR numbers all ops of a block anew, when it is next asked which is first,
  // if some were spliced into it. One that is inserted gets a number between
  // those of its neighbours, if MLIR is asked at once.
  if (op->getBlock())
    op->remove();
  block.getOperations().insert(place, op);
  if (block.isOpOrderValid() && op->getNextNode())
    (void)op->isBeforeInBlock(op->getNextNode());
}

/// Stands for a statement that does not parse, and has as many regions.
Operation *Placeholders::makeBrokenOp(StatementId id, size_t bodies) {
  context.getOrLoadDialect<TypeReferences>();
  OperationState state(statementLocation(&context, id), markerName);
  for (size_t i = 0; i < bodies; ++i)
    state.addRegion();
  if (outline.kind(id) == StatementKind::BlockLabel)
    state.addAttribute(labelMark, UnitAttr::get(&context));
  return Operation::create(state);
}

/// A terminator stays the last op.
Block::iterator Placeholders::placeOfMarker(Block &block,
                                            Block::iterator place) {
  bool isBehindEnd = place != block.begin() &&
                     std::prev(place)->hasTrait<OpTrait::IsTerminator>();
  return isBehindEnd ? std::prev(place) : place;
}

void Placeholders::placeBrokenOp(StatementId id, Operation *marker,
                                 Block &block, Block::iterator place) {
  moveTo(block, placeOfMarker(block, place), marker);
  contents.broken.add(outline, id, marker);
  for (Operation &stand : llvm::make_early_inc_range(contents.unplaced))
    if (statementOf(stand.getLoc()) == id)
      moveTo(block, std::next(marker->getIterator()), &stand);
}

void Placeholders::addBrokenOp(StatementId id, Block &block,
                               Block::iterator place) {
  placeBrokenOp(id, makeBrokenOp(id), block, place);
}

/// The argument of a marker's body around `user` that a name in its header is.
static Value addArgument(Operation *marker, Block *user, Type type) {
  while (user->getParentOp() != marker)
    user = user->getParentOp()->getBlock();
  return user->getParent()->front().addArgument(type, marker->getLoc());
}

/// A value of the type that the first use says, where its definition would be.
Value Placeholders::addPlaceholder(const Import &import, Block *user) {
  StatementId id = import.name.id.statement;
  Operation *around = contents.broken.brokenOpOf(id);
  Operation *parent = user ? user->getParentOp() : nullptr;
  bool isInHeader = !import.name.isDefinition;
  if (around && parent && isInHeader && around->isAncestor(parent)) {
    Value argument = addArgument(around, user, import.type);
    contents.define(outline, import.name.id, argument);
    return argument;
  }
  OperationState state(statementLocation(&context, id), "shapels.value");
  state.addTypes(import.type);
  Operation *op = Operation::create(state);
  if (around)
    moveTo(*around->getBlock(), std::next(around->getIterator()), op);
  else
    contents.unplaced.push_back(op);
  contents.define(outline, import.name.id, op->getResult(0));
  contents.broken.addPlaceholder(id, op);
  return op->getResult(0);
}
