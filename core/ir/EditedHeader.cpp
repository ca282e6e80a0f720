//===- EditedHeader.cpp ---------------------------------------------------===//
//
// After an edit: an op with regions of which other text than the statements in
// it changed. Its header is parsed with dummy bodies, which the live ones then
// replace; of a header that does not parse any more a marker has them. Who uses
// an argument that is another one now is parsed again. Where a header parses
// again, or that of a unit does not, the unit is parsed anew.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionEditor.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// What nests more is verified again only where it is known what in it reads
/// the op around.
static constexpr size_t mostNested = 1000;

static bool isSymbol(Operation *op) {
  return op->getAttr(SymbolTable::getSymbolAttrName()) != nullptr;
}

bool SectionEditor::isUnit(StatementId id) const {
  return shared.isByUnit && shared.units.rootOf(id) == id;
}

bool SectionEditor::mayEditHeader(StatementId id) const {
  Statement own = outline.statement(id);
  bool isClosed = llvm::all_of(outline.regions(id),
                               [](auto &region) { return region.isClosed; });
  // What an opaque header names is an argument of empty bodies as well.
  bool areFilled = !isOpaque(text, outline, id) ||
                   llvm::all_of(outline.regions(id), [this](auto &region) {
                     return firstIn(region) != noStatement;
                   });
  if (own.kind != StatementKind::Operation || !isClosed || !areFilled ||
      isTiedToOthers(id) || quarantine.isGuilty(id) || usesLaterGroup(id))
    return false;
  for (const NameOccurrence &name : outline.names(id)) {
    bool isSymbol = name.kind == NameKind::Symbol;
    if (name.isDefinition && (isSymbol ? !isUnit(id) : mayRedefine(name.id)))
      return false;
  }
  return isUnit(id) || (own.parent != noStatement &&
                        isReadable(contents.operations.lookup(own.parent)));
}

/// Whether a name that comes to a header, or goes, is one in its bodies too:
/// then something may be defined twice, or was.
bool SectionEditor::hidesNames(StatementId id, const Bodies &bodies) const {
  std::set<Spelling> before, now;
  for (const Body &body : bodies)
    for (const Argument &argument : body.arguments)
      if (argument.name.id.statement == id)
        before.insert(argument.name.spelling);
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || name.isDefinition ||
        !outline.isDefinition(name.id))
      continue;
    Spelling spelling = outline.spelling(name.id);
    now.insert(spelling);
    if (!before.contains(spelling) && isDefinedElsewhere(name.id) &&
        isDefinedIn(id, spelling))
      return true;
  }
  return llvm::any_of(before, [&](Spelling name) {
    return !now.contains(name) && isDefinedIn(id, name);
  });
}

/// Whether ops in it may be parsed and verified.
bool SectionEditor::isReadable(Operation *op) const {
  for (Operation *around = op; around; around = around->getParentOp())
    if (contents.verdict.wrong.unreadable.contains(around))
      return false;
  return op != nullptr;
}

std::vector<SectionEditor::Argument>
SectionEditor::argumentsOf(Block &block) const {
  std::vector<Argument> arguments;
  for (BlockArgument value : block.getArguments())
    arguments.push_back(
        {value, contents.names.lookup(value), contents.written.lookup(value)});
  return arguments;
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
    if (first == noStatement)
      continue;
    Operation *op = standing(first);
    Block *block = op ? op->getBlock() : contents.labels.lookup(first);
    if (!block || block->getParentOp() != before || !block->isEntryBlock())
      return std::nullopt;
    bodies.push_back({region.number, first, block, argumentsOf(*block)});
  }
  return bodies;
}

/// Whether the parser said something of its bodies of the statement, such as of
/// a label there.
bool SectionEditor::speaksOfBodies(StatementId id) const {
  const auto *said = contents.sayings.of(id);
  return said && llvm::any_of(*said, [id](const AnchoredDiagnostic &each) {
           return each.stage() == IrDiagnostic::Stage::Parse &&
                  each.places().front().statement() != id;
         });
}

bool SectionEditor::editHeader(StatementId id) {
  Operation *before = standing(id);
  if (!before || isPlaceholder(before) || speaksOfBodies(id) ||
      !mayEditHeader(id))
    return false;
  bool isPlaced =
      before->getNumSuccessors() == 0 && (isUnit(id) || !isSymbol(before));
  std::optional<Bodies> bodies = bodiesOf(id, before);
  if (!isPlaced || !bodies || bodies->empty() || hidesNames(id, *bodies))
    return false;
  Block *block = before->getBlock();
  std::vector<OldValue> old = oldValues(id);
  llvm::SmallVector<Value> told = toldBy(before), guesses = opinionsOf(before);
  size_t retypedBefore = retyped.size();
  forget(id);
  for (const Body &body : *bodies)
    forgetArguments(*body.entry);
  Operation *parent =
      isUnit(id) ? container() : contents.operations.lookup(outline.parent(id));
  if (!isUnit(id))
    parents.insert(parent);
  shared.symbols.forgetOps();
  Operation *op = parseInScope(id, Extent::Header, {parent, block});
  bool isBroken = !op;
  bool mayBeBroken = !isUnit(id) && !isOpaque(text, outline, id);
  // What is in it may use its symbol.
  if (restsOnOthers || isNotOne || !tellsAll(op, guesses) ||
      (isBroken && (!mayBeBroken || isAnyDefinedAgain())) || !keepSayings(id)) {
    if (op)
      retired.push_back(op);
    contents.operations[id] = before; // Which goes with its unit.
    return false;
  }
  if (isBroken)
    op = makeMarker(id, bodies->size());
  bool isTaken = isBroken ? leaveBodies(id, before, op, *bodies)
                          : takeBodies(id, before, op, *bodies);
  Block::iterator place = takeOut(id, before);
  contents.broken.erase(id);
  if (isBroken) {
    placeMarker(id, op, *block, place);
  } else {
    block->getOperations().insert(place, op);
    settleOrder(op);
    isTaken = isTaken && attachAgain(id, op) && keepSayings(id);
    verifyDefinitions(op);
    queueWaitingFor(op);
  }
  bool isReplaced = isTaken && replaceValues(id, old);
  announceNames(id);
  queueThoseBehind(id, told, isBroken ? nullptr : op, retypedBefore);
  retire(before);
  if (!isReplaced)
    return false;
  queueBrokenUsers(id, old);
  noteHeader(id, op, isBroken);
  return verifyBodies(id, op);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// The terminator that the text of a body does not have; null if there is none.
static Operation *impliedEnd(Region &region, StatementId id) {
  Block &last = region.back();
  bool isImplied = !last.empty() &&
                   last.back().hasTrait<OpTrait::IsTerminator>() &&
                   statementOf(last.back().getLoc()) == id;
  return isImplied ? &last.back() : nullptr;
}

/// Moves the live bodies from `before` to the new op.
bool SectionEditor::takeBodies(StatementId id, Operation *before, Operation *op,
                               const Bodies &bodies) {
  bool areOpaque = !op->isRegistered() && !before->isRegistered() &&
                   defaultDialect(op) == defaultDialect(before);
  bool isSame = (areOpaque || op->getName() == before->getName()) &&
                op->getNumRegions() == before->getNumRegions();
  bool isApart = isUnit(id) ? op->getNumResults() + op->getNumOperands() == 0
                            : !isSymbol(op);
  if (!isSame || !isApart || op->getNumSuccessors() != 0 ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  llvm::DenseMap<uint32_t, Region *> dummies = dummyBodies(op);
  return llvm::all_of(bodies, [&](const Body &body) {
    Region *dummy = dummies.lookup(body.number);
    return dummy && takeBody(id, body, *dummy);
  });
}

bool SectionEditor::takeBody(StatementId id, const Body &body, Region &dummy) {
  Region &live = *body.entry->getParent();
  // The parser took the label that it was given for the dummy's.
  if (outline.kind(body.first) == StatementKind::BlockLabel)
    contents.labels[body.first] = body.entry;
  Operation *wanted = dummy.front().front().getNextNode();
  Operation *implied = impliedEnd(live, id);
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
  takeArguments(body, dummy.front());
  dummy.takeBody(live);
  return true;
}

/// Lets the body have the arguments of the one that was parsed: its own where
/// these are as they were.
void SectionEditor::takeArguments(const Body &body, Block &parsed) {
  Block &live = *body.entry;
  const std::vector<Argument> &before = body.arguments;
  std::vector<Argument> wanted = argumentsOf(parsed);
  forgetArguments(parsed);
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
    if (argument.name.id.statement != noStatement)
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
  if (defaultDialect(marker) != defaultDialect(before) ||
      contents.broken.areIn(id) || bodiesOfBroken(id).size() != bodies.size())
    return false;
  for (auto [index, body] : llvm::enumerate(bodies)) {
    Region &live = *body.entry->getParent();
    if (Operation *implied = impliedEnd(live, id)) {
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
      retyped.push_back(argument);
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
  if (!knowingUser(value, noStatement)) {
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

//===----------------------------------------------------------------------===//
// What is verified then
//===----------------------------------------------------------------------===//

void SectionEditor::noteHeader(StatementId id, Operation *op, bool isBroken) {
  Verdict &verdict = contents.verdict;
  verdict.unjudged.insert(op);
  if (isBroken || contents.broken.areIn(id)) {
    contents.incomplete.insert(op);
    verdict.wrong.ops.insert(op);
  } else {
    parents.insert(op);
  }
  if (isBroken)
    verdict.wrong.unreadable.insert(op);
}

/// What a body holds may read the op around. Of a function that is its
/// terminators; of others nobody knows.
bool SectionEditor::verifyBodies(StatementId id, Operation *op) {
  if (countNested(id, mostNested) < mostNested) {
    toVerify.insert(op);
    withBodies.insert(op);
    return true;
  }
  if (llvm::StringRef(outline.opName(id)) != func::FuncOp::getOperationName())
    return false;
  if (!contents.incomplete.contains(op))
    toVerify.insert(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
        toVerify.insert(&block.back());
  return true;
}

/// How many statements it nests; `enough` if there are that many.
size_t SectionEditor::countNested(StatementId id, size_t enough) const {
  size_t count = 0;
  ByteOffset end = outline.range(id).end;
  for (id = outline.next(id);
       count < enough && id != noStatement && outline.begin(id) < end;
       id = outline.next(id))
    ++count;
  return count;
}

/// Forgets what was said of all in it.
void SectionEditor::forgetVerdict(Operation *op) {
  op->walk([&](Operation *nested) {
    contents.sayings.forget(statementOf(nested->getLoc()),
                            IrDiagnostic::Stage::Verify);
    contents.verdict.wrong.ops.erase(nested);
    if (nested != op) {
      contents.verdict.wrong.unreadable.erase(nested);
      contents.verdict.unjudged.erase(nested);
    }
  });
}
