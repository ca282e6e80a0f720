//===- SectionParser.cpp - A section as a whole ---------------------------===//

#include "shapels/ir/SectionParser.h"
#include "shapels/base/Memory.h"
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
    keepIfSilent(std::move(ofWhole), 0);
    contents.isLocal &= !hasResources();
  } else {
    contents.isLocal &= collectAliases() && areAliasesApart();
    if (!isInOrder)
      contents.isLocal &= agreesWithOutline(outline.first(), noStatement);
  }
  attachAllOperands();
  if (watch.isSuperseded())
    return;
  verify();
  llvm::append_range(contents.diagnostics, quarantine.findings());
  anchorAll();
}

/// Which only the whole has: what is wrong with them, it says when nothing else
/// is wrong.
bool SectionParser::hasResources() const {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Resources)
      return true;
  return false;
}

/// Whether the whole takes the place for a part of a region that lacks its
/// brace, which the outline tells; as it does in the end.
bool SectionParser::isBehindOpenRegion(ByteOffset place) const {
  if (outline.openAt(place) != noStatement)
    return true;
  bool isAtEnd = text.firstFrom(place) == '\0';
  for (StatementId id = isAtEnd ? outline.first() : noStatement;
       id != noStatement; id = outline.next(id))
    if (outline.openRegion(id))
      return true;
  return false;
}

/// Whether a region lacks its brace in a section that is no units: what is said
/// behind it rests on the whole.
bool SectionParser::isOpenToOthers(StatementId id) const {
  return !shared.isByUnit && outline.openRegion(id);
}

/// What does not parse never passes in silence: where its parts, since there
/// were `since` diagnostics, say nothing, the whole does.
void SectionParser::keepIfSilent(std::vector<IrDiagnostic> ofWhole,
                                 size_t since) {
  if (contents.diagnostics.size() != since)
    return;
  llvm::erase_if(ofWhole, [this](const IrDiagnostic &diagnostic) {
    return isBehindOpenRegion(diagnostic.range.begin) ||
           mayBeOpaque(diagnostic);
  });
  contents.isLocal &= ofWhole.empty();
  llvm::append_range(contents.diagnostics, std::move(ofWhole));
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
  if (buffer.isPlain() && TextOrder::isTold(text)) {
    if (!parseInto(buffer, block))
      return false;
    isInOrder = recordInOrder(buffer, block);
  }
  if (!isInOrder) {
    contents.diagnostics.clear();
    block.clear();
    if (!parseBuffer(buffer, block))
      return false;
  }
  adopt(block);
  return true;
}

bool shapels::usesWhatIsBeside(Block &block) {
  return block
      .walk([](Operation *op) {
        Region *around = op->getParentRegion();
        for (Value operand : op->getOperands()) {
          // Of one beside it, which the parser erased, none is left.
          Region *region = operand ? operand.getParentRegion() : nullptr;
          bool isBeside = region && region != around &&
                          (!around || !region->isAncestor(around));
          if (!operand || isBeside)
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// `state`, if it is given, tells where everything is.
bool SectionParser::parseInto(ParseBuffer &buffer, Block &parsed,
                              AsmParserState *state,
                              std::optional<TypeConflict> *conflict) {
  llvm::SourceMgr &manager = buffer.sourceMgr();
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Parse);
  collector.setBuffer(&buffer);
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  bool isParsed = false;
  {
    WatchScope scope(watch, buffer.errand());
    // It may be one constant.
    const llvm::MemoryBuffer *read =
        manager.getMemoryBuffer(manager.getMainFileID());
    LargePiecesGoBack memory(read->getBufferSize() >= size_t(4) << 20);
    isParsed = succeeded(parseAsmSourceFile(manager, &parsed, config, state));
  }
  std::vector<IrDiagnostic> said = collector.take();
  // It goes on behind some errors of its lexer.
  bool isError = llvm::any_of(said, [](const IrDiagnostic &diagnostic) {
    return diagnostic.level == IrDiagnostic::Level::Error;
  });
  isParsed = isParsed && !isError && !usesWhatIsBeside(parsed);
  llvm::append_range(contents.diagnostics, std::move(said));
  if (conflict)
    *conflict = collector.conflict();
  return isParsed;
}

/// On success `block` has the new ops, and the maps lead to them.
bool SectionParser::parseBuffer(ParseBuffer &buffer, Block &block,
                                std::optional<TypeConflict> *conflict,
                                bool isRecorded) {
  AsmParserState state;
  Block parsed;
  if (!parseInto(buffer, parsed, &state, conflict))
    return false;
  if (!isRecorded)
    return true;
  record(buffer, state);
  finishOpaque(buffer);
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

/// `check` verifies; what it says is kept. It is asked about what is in
/// `whole`, or about some ops only, which are blamed by their headers: a body
/// may be long.
void SectionParser::collectVerdict(
    std::optional<ByteRange> whole,
    llvm::function_ref<void(TextOf, OnSpared)> check) {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  std::string_view all = whole ? spelling(*whole) : std::string_view();
  auto textOf = [&](Operation *op) {
    StatementId id = statementOf(op->getLoc());
    if (id == noStatement)
      return std::string_view();
    if (!whole)
      return spelling(headerOf(outline, id));
    ByteRange range = outline.range(id);
    // MLIR may take for one op what the outline takes for two.
    return whole->contains(range)
               ? all.substr(range.begin.value - whole->begin.value,
                            range.size())
               : spelling(range);
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
  verifyTree(*shared.module, {{0}, {text.size()}});
}

void SectionParser::verifyTree(Operation *op, ByteRange whole) {
  collectVerdict(whole, [&](TextOf textOf, OnSpared onSpared) {
    contents.verdict =
        verifyAll(op, contents.incomplete, watch, textOf, onSpared);
  });
}

/// Some ops again, without the statements that they nest unless `isWhole`.
void SectionParser::verifyOps(llvm::ArrayRef<Operation *> ops,
                              IsWhole isWhole) {
  llvm::SmallVector<Operation *> users;
  OperandChecks operands;
  collectVerdict(std::nullopt, [&](TextOf textOf, OnSpared onSpared) {
    for (Operation *op : ops) {
      WatchScope scope(watch, {Step::Verify, textOf(op), {}});
      StatementId id = statementOf(op->getLoc());
      bool isAlone = outline.hasChildren(id) && !isWhole(op);
      shapels::verifyAgain(op, isAlone, operands, contents.incomplete, watch,
                           textOf, onSpared, contents.verdict);
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
  if (!info && isOfNobody(op))
    return true;
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
