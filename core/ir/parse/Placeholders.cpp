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
        stand.moveBefore(definition);
      continue;
    }
    value.replaceAllUsesWith(real);
    contents.names.erase(found);
    contents.broken.erasePlaceholder(&stand);
    stand.moveBefore(&state.settled, state.settled.end());
  }
}

/// Finds the op's place in the order of its block while those beside it have
/// theirs; else all would be ordered anew when somebody asks.
void Placeholders::settleOrder(Operation *op) {
  if (op->getBlock()->isOpOrderValid() && op->getNextNode())
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
  block.getOperations().insert(placeOfMarker(block, place), marker);
  contents.broken.add(outline, id, marker);
  settleOrder(marker);
  for (Operation &stand : llvm::make_early_inc_range(contents.unplaced))
    if (statementOf(stand.getLoc()) == id)
      stand.moveAfter(marker);
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
  if (around) {
    around->getBlock()->getOperations().insertAfter(around->getIterator(), op);
    settleOrder(op);
  } else
    contents.unplaced.push_back(op);
  contents.define(outline, import.name.id, op->getResult(0));
  contents.broken.addPlaceholder(id, op);
  return op->getResult(0);
}
