//===- SectionParser.cpp - A section as a whole ---------------------------===//

#include "shapels/ir/SectionParser.h"
#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/ir/Verify.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/RegionKindInterface.h"

#include <algorithm>
#include <span>

using namespace shapels;
using namespace mlir;

void SectionParser::parse() {
  if (!quarantine.allowsWhole() || !parseWhole()) {
    std::vector<IrDiagnostic> ofWhole = std::exchange(contents.diagnostics, {});
    Block block;
    parseAliases();
    buildTop(block);
    adopt(block);
    for (IrDiagnostic &diagnostic : ofWhole)
      mergeFromWhole(std::move(diagnostic), 0);
  } else {
    collectAliases();
    contents.isLocal = !contents.hasOpsOfNoStatement &&
                       agreesWithOutline(outline.first(), noStatement);
  }
  attachAllOperands();
  if (watch.isSuperseded())
    return;
  verify();
  llvm::append_range(contents.diagnostics, quarantine.findings());
  anchorAll();
}

/// Whether a brace is missing around the place.
bool SectionParser::isInOpenRegion(ByteOffset place) const {
  for (StatementId id = outline.statementAt(place); id != noStatement;
       id = outline.parent(id))
    for (const RegionText &region : outline.regions(id))
      if (!region.isClosed)
        return true;
  return false;
}

/// Whether the whole says that a name is defined again. It does so as well of a
/// name in the function behind one that lacks its brace.
bool SectionParser::isRedefinition(const IrDiagnostic &diagnostic) const {
  return diagnostic.message.starts_with("redefinition") &&
         (diagnostic.notes.empty() ||
          !isInOpenRegion(diagnostic.notes[0].range.begin));
}

/// The whole has the last word on where the first statement is wrong: alone it
/// ends too early. And it alone shows what statements do to each other, such
/// as a redefined name. `since`: the diagnostics that its parts gave.
void SectionParser::mergeFromWhole(IrDiagnostic diagnostic, size_t since) {
  if (mayBeOpaque(diagnostic)) {
    contents.isLocal = false;
    return;
  }
  std::vector<IrDiagnostic> &known = contents.diagnostics;
  auto ofParts = std::span(known).subspan(since);
  auto first = std::ranges::min_element(
      ofParts, {}, [](const auto &part) { return part.range.begin.value; });
  auto alike = std::ranges::find_if(ofParts, [&](const auto &part) {
    return part.message == diagnostic.message && part.subject == first->subject;
  });
  if (alike != ofParts.end() && alike->subject != noStatement) {
    // A place in front of it, the parser never set.
    if (diagnostic.range.begin < outline.begin(alike->subject))
      return;
    diagnostic.range = within(alike->subject, diagnostic.range);
  }
  bool isSaidThere = std::ranges::find(ofParts, diagnostic.range,
                                       &IrDiagnostic::range) != ofParts.end();
  if (alike != ofParts.end() && !isSaidThere)
    *alike = std::move(diagnostic);
  else if (ofParts.empty() || (!isSaidThere && isRedefinition(diagnostic)))
    known.push_back(std::move(diagnostic));
  else
    return;
  contents.isLocal = false;
}

/// Whether the parser found the same ops nested in the same way.
bool SectionParser::agreesWithOutline(StatementId first,
                                      StatementId end) const {
  for (StatementId id = first; id != end; id = outline.next(id)) {
    Operation *op = contents.operations.lookup(id);
    if ((outline.kind(id) == StatementKind::Operation) != (op != nullptr))
      return false;
    Operation *parent = op ? op->getParentOp() : nullptr;
    if (op && outline.parent(id) !=
                  (parent ? statementOf(parent->getLoc()) : noStatement))
      return false;
  }
  return true;
}

bool SectionParser::parseWhole() {
  ParseBuffer buffer(text);
  ByteRange all{{0}, {text.size()}};
  buffer.blame(all);
  OpaqueWriter(text, outline, buffer).appendAll();
  Block block;
  noteOpaque(buffer);
  if (!parseBuffer(buffer, block))
    return false;
  adopt(block);
  return true;
}

/// Whether an op uses a value of a region that is not around it: MLIR's parser
/// finds names behind their use anywhere.
static bool usesWhatIsBeside(Block &block) {
  return block
      .walk([](Operation *op) {
        Region *around = op->getParentRegion();
        for (Value operand : op->getOperands())
          if (Region *region = operand.getParentRegion();
              region && region != around &&
              (!around || !region->isAncestor(around)))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// On success `block` has the new ops, and the maps lead to them.
bool SectionParser::parseBuffer(ParseBuffer &buffer, Block &block,
                                std::optional<TypeConflict> *conflict,
                                bool isRecorded) {
  llvm::SourceMgr &manager = buffer.sourceMgr();
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Parse);
  collector.setBuffer(&buffer);
  AsmParserState state;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  Block parsed;
  bool isParsed = false;
  {
    WatchScope scope(watch, buffer.errand());
    isParsed = succeeded(parseAsmSourceFile(manager, &parsed, config, &state));
  }
  isParsed = isParsed && !usesWhatIsBeside(parsed);
  llvm::append_range(contents.diagnostics, collector.take());
  if (conflict)
    *conflict = collector.conflict();
  if (!isParsed || !isRecorded)
    return isParsed;
  record(buffer, state);
  finishOpaque(buffer);
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}

//===----------------------------------------------------------------------===//
// After parsing
//===----------------------------------------------------------------------===//

void SectionParser::recordOperation(
    const ParseBuffer &buffer,
    const AsmParserState::OperationDefinition &definition) {
  ByteOffset start = buffer.offsetOf(definition.scopeLoc.Start);
  for (const auto &group : definition.resultGroups) {
    ByteOffset name = buffer.offsetOf(group.definition.loc.Start);
    start = std::min(start, name);
    if (std::optional<NameId> id = outline.nameStartingAt(name))
      unitOf(id->statement)
          .define(outline, *id, definition.op->getResult(group.startIndex));
  }
  StatementId statement = outline.statementStartingAt(start);
  // Of an opaque one the results may have been left out.
  if (statement == noStatement && outline.statementAt(start) != noStatement &&
      isOpaque(text, outline, outline.statementAt(start)))
    statement = outline.statementAt(start);
  if (statement == noStatement) {
    unitOf(outline.statementAt(start)).hasOpsOfNoStatement = true;
    return;
  }
  unitOf(statement).operations[statement] = definition.op;
  definition.op->setLoc(statementLocation(&context, statement));
}

void SectionParser::recordLabel(
    const ParseBuffer &buffer,
    const AsmParserState::BlockDefinition &definition) {
  llvm::SMRange place = definition.definition.loc;
  if (!place.isValid() || buffer.isOurs(place.Start))
    return;
  StatementId id = outline.statementStartingAt(buffer.offsetOf(place.Start));
  if (id != noStatement && outline.kind(id) == StatementKind::BlockLabel)
    unitOf(id).labels[id] = definition.block;
}

void SectionParser::record(const ParseBuffer &buffer,
                           const AsmParserState &state) {
  pendingOps.clear();
  for (const auto &definition : state.getOpDefs())
    if (!buffer.isOurs(definition.loc.Start))
      recordOperation(buffer, definition);
    else if (auto pending = dyn_cast<PendingOp>(definition.op))
      pendingOps.push_back(pending);
  for (const auto &definition : state.getBlockDefs()) {
    recordLabel(buffer, definition);
    for (auto [argument, place] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      if (place.loc.isValid() && !buffer.isOurs(place.loc.Start))
        if (auto id = outline.nameStartingAt(buffer.offsetOf(place.loc.Start)))
          unitOf(id->statement).define(outline, *id, argument);
  }
  for (const auto &alias : state.getAttributeAliasDefs())
    if (alias.value)
      shared.attributeAliases[alias.name] = alias.value;
  for (const auto &alias : state.getTypeAliasDefs())
    if (alias.value)
      shared.typeAliases[alias.name] = alias.value;
}

/// What knows of the statement: where many units are parsed at once, its own.
UnitIR &SectionParser::unitOf(StatementId id) {
  return isForAll ? shared.unitOf(id) : contents;
}

/// Takes over the parsed ops, in a module as mlir-opt has them: the text's own,
/// or one around what it holds. One that is a unit is in another one.
void SectionParser::adopt(Block &block) {
  bool mayBeOwn = !shared.isByUnit || shared.units.container() != noStatement;
  if (mayBeOwn && llvm::hasSingleElement(block) &&
      isa<ModuleOp>(block.front())) {
    shared.module = cast<ModuleOp>(&block.front());
    block.front().remove();
  } else {
    shared.module = ModuleOp::create(UnknownLoc::get(&context));
    shared.module->getBody()->getOperations().splice(
        shared.module->getBody()->end(), block.getOperations());
  }
  locateOps(*shared.module, noStatement);
}

/// Ops that their parent's syntax implies have the parent's location; all
/// others have that of their statement, whatever `loc(...)` they were written
/// with.
void SectionParser::locateOps(Operation *op, StatementId parent) {
  StatementId statement = statementOf(op->getLoc());
  if (statement == noStatement) {
    statement = parent;
    if (statement != noStatement)
      op->setLoc(statementLocation(&context, statement));
  }
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      locateOps(&child, statement);
}

/// `check` verifies; what it says is kept. If `isPartial` it is asked about
/// some ops only, which are blamed by their headers: a body may be long.
void SectionParser::collectVerdict(
    bool isPartial, llvm::function_ref<void(TextOf, OnSpared)> check) {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  auto textOf = [&](Operation *op) {
    StatementId id = statementOf(op->getLoc());
    if (id == noStatement)
      return std::string_view();
    return spelling(isPartial ? headerOf(outline, id) : outline.range(id));
  };
  std::map<StatementId, Harm::Kind> spared;
  auto onSpared = [&](Operation *op, Harm::Kind harm) {
    spared.emplace(statementOf(op->getLoc()), harm);
  };
  check(textOf, onSpared);
  for (IrDiagnostic &diagnostic : collector.take())
    if (!restsOnOpaque(diagnostic))
      contents.diagnostics.push_back(std::move(diagnostic));
  for (auto [id, harm] : spared) {
    contents.diagnostics.push_back({IrDiagnostic::Stage::Verify,
                                    IrDiagnostic::Level::Error,
                                    statement(id).name,
                                    id,
                                    "",
                                    {},
                                    harm,
                                    id});
    // It is known by all of its text, which more than its own edits change.
    contents.verdict.hasFaultsBetween |= outline.hasChildren(id);
  }
}

void SectionParser::verify() {
  WatchScope scope(watch, {Step::Verify, text.text(), {}});
  verifyTree(*shared.module);
}

void SectionParser::verifyTree(Operation *op) {
  collectVerdict(false, [&](TextOf textOf, OnSpared onSpared) {
    contents.verdict =
        verifyAll(op, contents.incomplete, watch, textOf, onSpared);
  });
}

/// Some ops again, without the statements that they nest unless `isWhole`.
void SectionParser::verifyOps(llvm::ArrayRef<Operation *> ops,
                              IsWhole isWhole) {
  llvm::SmallVector<Operation *> users;
  collectVerdict(true, [&](TextOf textOf, OnSpared onSpared) {
    for (Operation *op : ops) {
      WatchScope scope(watch, {Step::Verify, textOf(op), {}});
      StatementId id = statementOf(op->getLoc());
      bool isAlone = outline.hasChildren(id) && !isWhole(op);
      shapels::verifyAgain(op, isAlone, contents.incomplete, watch, textOf,
                           onSpared, contents.verdict);
      if (isWhole(op))
        collectSymbolUsers(op, users);
      else if (isa<SymbolUserOpInterface>(op))
        users.push_back(op);
    }
  });
  for (Operation *user : users)
    contents.symbolUsers.insert(statementOf(user->getLoc()));
  size_t before = contents.diagnostics.size();
  verifySymbolUses(users);
  // Else nobody knows who defines what.
  if (!shared.isByUnit && contents.diagnostics.size() != before)
    contents.verdict.hasFaultsBetween = true;
}

/// Whether mlir::verify may say more of the op's regions than the op itself.
static bool mayHaveGraphs(Operation *op) {
  return isa<RegionKindInterface>(op) &&
         llvm::any_of(op->getRegions(), [](Region &region) {
           return !region.empty() && !llvm::hasSingleElement(region);
         });
}

/// What the op itself says of its regions, the blocks of which are right.
bool SectionParser::verifyRegionsOf(Operation *op) {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  // In a unit nothing is above that what is in it could use.
  StatementId id = statementOf(op->getLoc());
  if (auto function = dyn_cast<func::FuncOp>(op);
      function && shared.isByUnit && shared.units.rootOf(id) == id)
    return succeeded(function_interface_impl::verifyTrait(function));
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  // mlir::verify looks at every op in them.
  return succeeded(info && !mayHaveGraphs(op)
                       ? info->verifyRegionInvariants(op)
                       : mlir::verify(op, /*verifyRecursively=*/false));
}

/// From now on what is said follows its statements.
void SectionParser::anchorAll() {
  if (!contents.isLocal)
    return;
  for (const IrDiagnostic &diagnostic : contents.diagnostics) {
    auto anchored = AnchoredDiagnostic::make(outline, diagnostic);
    contents.isLocal &= anchored.has_value();
    if (anchored)
      contents.sayings.add(std::move(*anchored));
  }
  if (contents.isLocal)
    contents.diagnostics.clear();
  else
    contents.sayings = {};
}
