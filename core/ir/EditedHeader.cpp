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

bool SectionEditor::isSymbol(Operation *op) {
  return op->getAttr(SymbolTable::getSymbolAttrName()) != nullptr;
}

bool SectionEditor::isUnit(StatementId id) const {
  return shared.isByUnit && shared.units.rootOf(id) == id;
}

bool SectionEditor::mayEditHeader(StatementId id) const {
  Statement own = outline.statement(id);
  // What it begins with may parse now, or does not.
  bool hasOtherLabel =
      llvm::any_of(outline.regions(id), [this](const RegionText &region) {
        StatementId first = firstIn(region);
        return first != noStatement && changed.contains(first) &&
               !readLabels.contains(first) &&
               outline.kind(first) == StatementKind::BlockLabel;
      });
  if (own.kind != StatementKind::Operation || isOpenToOthers(id) ||
      isTiedToOthers(id) || quarantine.isGuilty(id) || usesLaterGroup(id) ||
      hasOtherLabel)
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

/// Whether the parser said something of its bodies of the statement, such as of
/// a label there.
bool SectionEditor::speaksOfBodies(StatementId id) const {
  const auto *said = contents.sayings.of(id);
  return said && llvm::any_of(*said, [id](const AnchoredDiagnostic &each) {
           return each.stage() == IrDiagnostic::Stage::Parse &&
                  each.places().front().statement() != id;
         });
}

/// Whether the parser said that a name which the header gives an argument is
/// taken. In the whole it need not be, where an op of an unknown dialect has
/// it.
bool SectionEditor::mayTakeFromOpaque() const {
  return !contents.opaque.empty() &&
         llvm::any_of(contents.diagnostics, [](const IrDiagnostic &said) {
           return said.message.starts_with("region entry argument");
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
  size_t retypedBefore = state.retyped.size();
  forget(id);
  for (Region &region : before->getRegions())
    if (!region.empty())
      forgetArguments(region.front());
  Operation *parent =
      isUnit(id) ? container() : contents.operations.lookup(outline.parent(id));
  if (!isUnit(id))
    parents.insert(parent);
  shared.symbols.forgetOps();
  Operation *op =
      ScopeParser(state).parseInScope(id, Extent::Header, {parent, block});
  bool isBroken = !op;
  bool mayBeBroken =
      !isUnit(id) && before->isRegistered() && !isOpaque(text, outline, id);
  // What is in it may use its symbol.
  if (state.restsOnOthers || state.isNotOne || !tellsAll(op, guesses) ||
      (isBroken &&
       (!mayBeBroken || mayTakeFromOpaque() || isAnyReadOtherwise())) ||
      !keepSayings(id)) {
    if (op)
      retired.push_back(op);
    contents.operations[id] = before; // Which goes with its unit.
    return false;
  }
  if (isBroken)
    op = Placeholders(state).makeMarker(id, bodies->size());
  bool isTaken = isBroken ? leaveBodies(id, before, op, *bodies)
                          : takeBodies(id, before, op, *bodies);
  Block::iterator place = takeOut(id, before, std::next(before->getIterator()));
  contents.broken.erase(id);
  if (isBroken) {
    Placeholders(state).placeMarker(id, op, *block, place);
  } else {
    block->getOperations().insert(place, op);
    Placeholders::settleOrder(op);
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
  contents.isRejected |= outline.openRegion(id).has_value();
  queueBrokenUsers(id, old);
  noteHeader(id, op, isBroken);
  return verifyBodies(id, op);
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
