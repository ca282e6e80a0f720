//===- EditedBodies.cpp ---------------------------------------------------===//
//
// After an edit: the live bodies of an op with regions, and their arguments,
// which go to the op that its header is now.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

std::vector<SectionEditor::Argument>
SectionEditor::argumentsOf(Block &block) const {
  std::vector<Argument> arguments;
  for (BlockArgument value : block.getArguments()) {
    auto found = contents.names.find(value);
    bool isNamed = found != contents.names.end();
    arguments.push_back({value,
                         isNamed ? found->second : nameInFirstRegion(value),
                         isNamed, contents.written.lookup(value)});
  }
  return arguments;
}

/// What an opaque header names is an argument of each region, and is known as
/// that of the first.
UnitIR::Name SectionEditor::nameInFirstRegion(BlockArgument value) const {
  Region &region = *value.getParentRegion();
  Region &first = region.getParentOp()->getRegion(0);
  bool isOther = &first != &region && !first.empty() &&
                 value.getOwner()->isEntryBlock() &&
                 value.getArgNumber() < first.getNumArguments();
  return isOther
             ? contents.names.lookup(first.getArgument(value.getArgNumber()))
             : UnitIR::Name();
}

/// Takes the arguments of a block out of the maps.
void SectionEditor::forgetArguments(Block &block) {
  for (BlockArgument value : block.getArguments())
    contents.forgetValue(value);
}

/// Where the bodies are that the text has; nothing where one of them is not in
/// `before`.
std::optional<SectionEditor::Bodies>
SectionEditor::bodiesOf(StatementId id, Operation *before) const {
  Bodies bodies;
  for (const RegionText &region : outline.regions(id)) {
    StatementId first = firstIn(region);
    if (first == noStatement) {
      // What an opaque header names is an argument of empty ones as well.
      Region *empty =
          isOpaque(text, outline, id) && region.number < before->getNumRegions()
              ? &before->getRegion(region.number)
              : nullptr;
      if (empty && empty->hasOneBlock() && empty->front().empty())
        bodies.push_back({region.number, first, &empty->front(),
                          argumentsOf(empty->front())});
      continue;
    }
    Operation *op = standing(first);
    Block *block = op ? op->getBlock() : contents.blockOf(first);
    if (!block || block->getParentOp() != before || !block->isEntryBlock())
      return std::nullopt;
    bodies.push_back({region.number, first, block, argumentsOf(*block)});
  }
  return bodies;
}

/// The terminator that the text of a body does not have; null if there is none.
static Operation *impliedEnd(Region &region) {
  Block &last = region.back();
  return !last.empty() && isImplied(&last.back()) ? &last.back() : nullptr;
}

/// Moves the live bodies from `before` to the new op.
bool SectionEditor::takeBodies(StatementId id, Operation *before, Operation *op,
                               const Bodies &bodies) {
  bool areOpaque = !op->isRegistered() && !before->isRegistered() &&
                   BareNames(state).defaultDialect(op) ==
                       BareNames(state).defaultDialect(before);
  bool isSame = (areOpaque || op->getName() == before->getName()) &&
                op->getNumRegions() == before->getNumRegions();
  bool isApart = isUnit(id) ? op->getNumResults() + op->getNumOperands() == 0
                            : !isSymbol(op);
  if (!isSame || !isApart || op->getNumSuccessors() != 0 ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  llvm::DenseMap<uint32_t, Region *> dummies =
      StatementBuilder::dummyBodies(op);
  std::vector<std::pair<Region *, std::vector<Argument>>> parsed;
  for (const Body &body : bodies) {
    Region *dummy = body.first == noStatement ? &op->getRegion(body.number)
                                              : dummies.lookup(body.number);
    if (!dummy)
      return false;
    parsed.emplace_back(dummy, dummy->empty() ? std::vector<Argument>()
                                              : argumentsOf(dummy->front()));
  }
  for (auto [body, region] : llvm::zip(bodies, parsed))
    if (!region.first->empty() &&
        !takeBody(id, body, *region.first, region.second))
      return false;
  return true;
}

bool SectionEditor::takeBody(StatementId id, const Body &body, Region &dummy,
                             llvm::ArrayRef<Argument> arguments) {
  Region &live = *body.entry->getParent();
  bool isEmpty = body.first == noStatement;
  // The parser took the label that it was given for the dummy's.
  if (!isEmpty && outline.kind(body.first) == StatementKind::BlockLabel)
    contents.addLabel(outline, body.first, body.entry);
  Operation *wanted = isEmpty ? nullptr : dummy.front().front().getNextNode();
  Operation *implied = impliedEnd(live);
  Block &last = live.back();
  bool isWritten = !implied && !last.empty() &&
                   last.back().hasTrait<OpTrait::IsTerminator>();
  if (!isWritten && implied && !wanted)
    return false;
  if (!isWritten && wanted && !implied && !contents.broken.areIn(id)) {
    wanted->remove();
    wanted->setLoc(statementLocation(&context, id));
    last.push_back(wanted);
  }
  forgetArguments(dummy.front());
  takeArguments(body, arguments);
  dummy.takeBody(live);
  return true;
}

/// Lets the body have the arguments of the one that was parsed: its own where
/// these are as they were.
void SectionEditor::takeArguments(const Body &body,
                                  llvm::ArrayRef<Argument> wanted) {
  Block &live = *body.entry;
  const std::vector<Argument> &before = body.arguments;
  size_t next = 0;
  auto retireUpTo = [&](size_t end) {
    for (; next < end; ++next)
      retireArgument(before[next].value);
  };
  for (const Argument &argument : wanted) {
    size_t same = next;
    while (same < before.size() && !argument.isSame(before[same]))
      ++same;
    BlockArgument now;
    if (same < before.size()) {
      retireUpTo(same);
      now = before[next++].value;
    } else {
      unsigned place = next < before.size() ? before[next].value.getArgNumber()
                                            : live.getNumArguments();
      now = live.insertArgument(place, argument.value.getType(),
                                argument.value.getLoc());
    }
    now.setLoc(argument.value.getLoc());
    if (argument.isNamed)
      contents.define(outline, argument.name.id, now);
    if (argument.written)
      contents.written[now] = argument.written;
  }
  retireUpTo(before.size());
}

/// Who uses it finds another one by its name, or says that there is none.
void SectionEditor::retireArgument(BlockArgument argument) {
  queueUsers(argument);
  unused.push_back(argument);
}

/// Moves the live bodies to a marker. The names in its header are arguments as
/// far as they are used.
bool SectionEditor::leaveBodies(StatementId id, Operation *before,
                                Operation *marker, const Bodies &bodies) {
  // Bare names in them mean what they meant; one that does not parse may be an
  // op now.
  if (BareNames(state).defaultDialect(marker) !=
          BareNames(state).defaultDialect(before) ||
      contents.broken.areIn(id) ||
      StatementBuilder(state).bodiesOfBroken(id).size() != bodies.size())
    return false;
  for (auto [index, body] : llvm::enumerate(bodies)) {
    Region &live = *body.entry->getParent();
    if (Operation *implied = impliedEnd(live)) {
      if (llvm::hasSingleElement(live.back()))
        return false;
      noteErased(implied, erased);
      implied->erase();
    }
    for (const Argument &argument : body.arguments)
      if (!leaveArgument(id, argument))
        return false;
    // What flowed into them does not any more.
    for (BlockArgument argument : body.entry->getArguments()) {
      erased.push_back(argument.getAsOpaquePointer());
      state.retyped.push_back(argument);
    }
    marker->getRegion(index).takeBody(live);
  }
  return true;
}

bool SectionEditor::leaveArgument(StatementId id, const Argument &argument) {
  BlockArgument value = argument.value;
  const UnitIR::Name &name = argument.name;
  bool isOfLabel = name.id.statement != noStatement && name.id.statement != id;
  if (isOfLabel) {
    contents.define(outline, name.id, value);
    return true;
  }
  if (!OperandLinker(state).knowingUser(value, noStatement)) {
    detach(value);
    erased.push_back(value.getAsOpaquePointer());
    value.getOwner()->eraseArgument(value.getArgNumber());
    return true;
  }
  for (const NameOccurrence &now : outline.names(id))
    if (now.kind == NameKind::Value && outline.isDefinition(now.id) &&
        outline.spelling(now.id) == name.spelling) {
      contents.define(outline, now.id, value);
      return !isUsedByBroken(name.spelling, id);
    }
  return false;
}
