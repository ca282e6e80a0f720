//===- HeaderEditor.cpp --------------------------------------------------===//

#include "core/ir/function/HeaderEditor.h"
#include "core/ir/function/IrRemover.h"
#include "core/ir/function/NameChanges.h"
#include "core/ir/function/ValueEditor.h"
#include "core/ir/parse/BareNames.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/TypeVotes.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace shapels;
using namespace mlir;

/// What nests more is verified again only where it is known what in it reads
/// the op around.
static constexpr size_t mostNested = 1000;

bool HeaderEditor::mayEditHeader(StatementId id) const {
  Statement own = outline.statement(id);
  // What it begins with may parse now, or does not.
  bool hasOtherLabel =
      llvm::any_of(outline.regions(id), [this](const RegionText &region) {
        StatementId first = firstIn(region);
        return first != noStatement && edit.changed.contains(first) &&
               !edit.readLabels.contains(first) &&
               outline.kind(first) == StatementKind::BlockLabel;
      });
  if (own.kind != StatementKind::Operation || isOpenToOthers(id) ||
      isTiedToOthers(id) || quarantine.isCulprit(id) ||
      NameChanges(state, edit).usesLaterGroup(id) || hasOtherLabel)
    return false;
  for (const NameOccurrence &name : outline.names(id)) {
    bool isSymbol = name.kind == NameKind::Symbol;
    if (name.isDefinition &&
        (isSymbol ? !isUnit(id)
                  : NameChanges(state, edit).mayRedefine(name.id)))
      return false;
  }
  return isUnit(id) || (own.parent != noStatement &&
                        isReadable(contents.operations.lookup(own.parent)));
}

/// Whether a name that comes to a header, or goes, is one in its bodies too:
/// then something may be defined twice, or was.
bool HeaderEditor::hidesNames(StatementId id, const LiveBodies &bodies) const {
  std::set<Spelling> before, now;
  for (const LiveBody &body : bodies)
    for (const NamedArgument &argument : body.arguments)
      if (argument.name.id.statement == id)
        before.insert(argument.name.spelling);
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || name.isDefinition ||
        !outline.isDefinition(name.id))
      continue;
    Spelling spelling = outline.spelling(name.id);
    now.insert(spelling);
    bool isElsewhere = NameChanges(state, edit).isDefinedElsewhere(name.id) &&
                       NameChanges(state, edit).isDefinedIn(id, spelling);
    if (!before.contains(spelling) &&
        (isElsewhere || ValueEditor(state, edit).nameIn(id, spelling)))
      return true;
  }
  return llvm::any_of(before, [&](Spelling name) {
    return !now.contains(name) &&
           NameChanges(state, edit).isDefinedIn(id, name);
  });
}

/// Whether the parser said something of its bodies of the statement, such as of
/// a label there.
bool HeaderEditor::speaksOfBodies(StatementId id) const {
  const auto *said = contents.emitted.of(id);
  return said && llvm::any_of(*said, [id](const SectionDiagnostic &each) {
           return each.isFromParser() && each.place().statement() != id;
         });
}

bool HeaderEditor::editHeader(StatementId id) {
  Operation *before = standing(id);
  if (!before || isPlaceholder(before) || speaksOfBodies(id) ||
      !mayEditHeader(id))
    return false;
  bool isPlaced =
      before->getNumSuccessors() == 0 && (isUnit(id) || !isSymbol(before));
  std::optional<LiveBodies> bodies = bodiesOf(id, before);
  if (!isPlaced || !bodies || bodies->empty() || hidesNames(id, *bodies))
    return false;
  Block *block = before->getBlock();
  std::vector<OldValue> old = ValueEditor(state, edit).oldValues(id);
  llvm::SmallVector<Value> told, guesses;
  if (!isUnit(id)) { // Around which no value is defined.
    told = TypeVotes(state, edit).toldBy(before);
    guesses = TypeVotes(state, edit).opinionsOf(before);
  }
  size_t retypedBefore = state.retyped.size();
  IrRemover(state, edit).forget(id);
  for (Region &region : before->getRegions())
    if (!region.empty())
      IrRemover(state, edit).forgetArguments(region.front());
  Operation *parent =
      isUnit(id) ? container() : contents.operations.lookup(outline.parent(id));
  if (!isUnit(id))
    edit.parents.insert(parent);
  shared.symbols.forgetOps();
  Operation *op =
      ScopeParser(state).parseInScope(id, Extent::Header, {parent, block});
  bool isBroken = !op;
  bool mayBeBroken = !isUnit(id) && before->isRegistered() &&
                     !isUnregistered(text, outline, id);
  // What is in it may use its symbol.
  if (state.restsOnOthers || state.isNotOne ||
      !TypeVotes(state, edit).tellsAll(op, guesses) ||
      (isBroken &&
       (!mayBeBroken || NameChanges(state, edit).mayTakeFromUnregistered() ||
        NameChanges(state, edit).isAnyReadOtherwise())) ||
      !keepEmitted(id)) {
    if (op)
      edit.retired.push_back(op);
    contents.operations[id] = before; // Which goes with its unit.
    return false;
  }
  if (isBroken)
    op = Placeholders(state).makeBrokenOp(id, bodies->size());
  bool isTaken = isBroken ? leaveBodies(id, before, op, *bodies)
                          : takeBodies(id, before, op, *bodies);
  Block::iterator place =
      IrRemover(state, edit)
          .takeOut(id, before, std::next(before->getIterator()));
  contents.broken.erase(id);
  if (isBroken) {
    Placeholders(state).placeBrokenOp(id, op, *block, place);
  } else {
    Placeholders::moveTo(*block, place, op);
    isTaken = isTaken && ValueEditor(state, edit).attachAgain(id, op) &&
              keepEmitted(id);
    verifyDefinitions(op);
    queueWaitingFor(op);
  }
  bool isReplaced = isTaken && ValueEditor(state, edit).replaceValues(id, old);
  NameChanges(state, edit).announceNames(id);
  if (!isUnit(id))
    TypeVotes(state, edit)
        .queueThoseBehind(id, told, isBroken ? nullptr : op, retypedBefore);
  IrRemover(state, edit).retire(before);
  if (!isReplaced)
    return false;
  contents.isRejected |= outline.openRegion(id).has_value();
  NameChanges(state, edit).queueBrokenUsers(id, old);
  noteHeader(id, op, isBroken);
  return verifyBodies(id, op);
}

void HeaderEditor::noteHeader(StatementId id, Operation *op, bool isBroken) {
  Verdict &verdict = contents.verdict;
  verdict.unjudged.insert(op);
  if (isBroken || contents.broken.areIn(id)) {
    contents.incomplete.insert(op);
    verdict.wrong.ops.insert(op);
  } else {
    edit.parents.insert(op);
  }
  if (isBroken)
    verdict.wrong.unreadable.insert(op);
}

/// What a body holds may read the op around. Of a function that is its
/// terminators; of others nobody knows.
bool HeaderEditor::verifyBodies(StatementId id, Operation *op) {
  if (countNested(id, mostNested) < mostNested) {
    edit.toVerify.insert(op);
    edit.withBodies.insert(op);
    return true;
  }
  if (llvm::StringRef(outline.opName(id)) != func::FuncOp::getOperationName())
    return false;
  if (!contents.incomplete.contains(op))
    edit.toVerify.insert(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
        edit.toVerify.insert(&block.back());
  return true;
}

/// Where the bodies are that the text has; nothing where one of them is not in
/// `before`.
std::optional<LiveBodies> HeaderEditor::bodiesOf(StatementId id,
                                                 Operation *before) const {
  LiveBodies bodies;
  for (const RegionText &region : outline.regions(id)) {
    StatementId first = firstIn(region);
    if (first == noStatement) {
      // What an unregistered header names is an argument of empty ones as well.
      Region *empty = isUnregistered(text, outline, id) &&
                              region.number < before->getNumRegions()
                          ? &before->getRegion(region.number)
                          : nullptr;
      if (empty && empty->hasOneBlock() && empty->front().empty())
        bodies.push_back(
            {region.number, first, &empty->front(),
             NameChanges(state, edit).argumentsOf(empty->front())});
      continue;
    }
    Operation *op = standing(first);
    Block *block = op ? op->getBlock() : contents.blockOf(first);
    if (!block || block->getParentOp() != before || !block->isEntryBlock())
      return std::nullopt;
    bodies.push_back({region.number, first, block,
                      NameChanges(state, edit).argumentsOf(*block)});
  }
  return bodies;
}

/// The terminator that the text of a body does not have; null if there is none.
static Operation *impliedEnd(Region &region) {
  Block &last = region.back();
  return !last.empty() && isImplied(&last.back()) ? &last.back() : nullptr;
}

/// Moves the live bodies from `before` to the new op.
bool HeaderEditor::takeBodies(StatementId id, Operation *before, Operation *op,
                              const LiveBodies &bodies) {
  bool areUnregistered = !op->isRegistered() && !before->isRegistered() &&
                         BareNames(state).defaultDialect(op) ==
                             BareNames(state).defaultDialect(before);
  bool isSame = (areUnregistered || op->getName() == before->getName()) &&
                op->getNumRegions() == before->getNumRegions();
  bool isApart = isUnit(id) ? op->getNumResults() + op->getNumOperands() == 0
                            : !isSymbol(op);
  if (!isSame || !isApart || op->getNumSuccessors() != 0 ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  llvm::DenseMap<uint32_t, Region *> dummies =
      StatementBuilder::dummyBodies(op);
  std::vector<std::pair<Region *, std::vector<NamedArgument>>> wanted;
  for (const LiveBody &body : bodies) {
    Region *dummy = body.first == noStatement ? &op->getRegion(body.number)
                                              : dummies.lookup(body.number);
    if (!dummy)
      return false;
    wanted.emplace_back(
        dummy, dummy->empty()
                   ? std::vector<NamedArgument>()
                   : NameChanges(state, edit).argumentsOf(dummy->front()));
  }
  for (auto [body, region] : llvm::zip(bodies, wanted))
    if (!region.first->empty() &&
        !takeBody(id, body, *region.first, region.second))
      return false;
  return true;
}

bool HeaderEditor::takeBody(StatementId id, const LiveBody &body, Region &dummy,
                            llvm::ArrayRef<NamedArgument> arguments) {
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
  IrRemover(state, edit).forgetArguments(dummy.front());
  takeArguments(body, arguments);
  dummy.takeBody(live);
  return true;
}

/// Lets the body have the arguments of the one that was parsed: its own where
/// these are as they were.
void HeaderEditor::takeArguments(const LiveBody &body,
                                 llvm::ArrayRef<NamedArgument> wanted) {
  Block &live = *body.entry;
  const std::vector<NamedArgument> &before = body.arguments;
  size_t next = 0;
  auto retireUpTo = [&](size_t end) {
    for (; next < end; ++next)
      retireArgument(before[next].value);
  };
  for (const NamedArgument &argument : wanted) {
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
void HeaderEditor::retireArgument(BlockArgument argument) {
  queueUsers(argument);
  edit.unused.push_back(argument);
}

/// Moves the live bodies to a marker. The names in its header are arguments as
/// far as they are used.
bool HeaderEditor::leaveBodies(StatementId id, Operation *before,
                               Operation *marker, const LiveBodies &bodies) {
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
      noteErased(implied, edit.erased);
      implied->erase();
    }
    for (const NamedArgument &argument : body.arguments)
      if (!leaveArgument(id, argument))
        return false;
    // What flowed into them does not any more.
    for (BlockArgument argument : body.entry->getArguments()) {
      edit.erased.push_back(argument.getAsOpaquePointer());
      state.retyped.push_back(argument);
    }
    marker->getRegion(index).takeBody(live);
  }
  return true;
}

bool HeaderEditor::leaveArgument(StatementId id,
                                 const NamedArgument &argument) {
  BlockArgument value = argument.value;
  const UnitIR::Name &name = argument.name;
  bool isOfLabel = name.id.statement != noStatement && name.id.statement != id;
  if (isOfLabel) {
    contents.define(outline, name.id, value);
    return true;
  }
  if (!OperandLinker(state).knowingUser(value, noStatement)) {
    IrRemover(state, edit).detach(value);
    edit.erased.push_back(value.getAsOpaquePointer());
    value.getOwner()->eraseArgument(value.getArgNumber());
    return true;
  }
  for (const NameOccurrence &now : outline.names(id))
    if (now.kind == NameKind::Value && outline.isDefinition(now.id) &&
        outline.spelling(now.id) == name.spelling) {
      contents.define(outline, now.id, value);
      return !NameChanges(state, edit).isUsedByBroken(name.spelling, id);
    }
  return false;
}
