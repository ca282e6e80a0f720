//===- UnitParser.cpp - One unit of a section -----------------------------===//

#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/IrRecorder.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/section/SectionParser.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

using namespace shapels;
using namespace mlir;

/// The whole section in one go, for all units. On failure nothing is said: the
/// units will say it.
bool SectionParser::parseAllUnits() {
  state.isForAll = true;
  bool isPlainText = isPlain();
  std::optional<bool> inParts;
  if (isPlainText && mayBeParted())
    inParts = parseInParts();
  bool isParsed = inParts ? *inParts : parseWhole(isPlainText);
  if (!isParsed) {
    auto said = std::exchange(contents.diagnostics, {});
    if (!inParts)
      state.saidOfWhole = std::move(said);
  } else if (!inParts && state.isInOrder)
    verifyLongUnits();
  state.isForAll = false;
  return isParsed;
}

/// The module around the units, without them.
bool SectionParser::parseContainer(StatementId container) {
  if (container == noStatement) {
    shared.module = ModuleOp::create(UnknownLoc::get(&context));
    return true;
  }
  Operation *op =
      quarantine.isCulprit(container)
          ? nullptr
          : ScopeParser(state).parseInScope(container, Extent::Header, {});
  auto module = dyn_cast_if_present<ModuleOp>(op);
  if (!module) {
    if (op)
      op->destroy();
    return false;
  }
  for (Operation &body :
       llvm::make_early_inc_range(module.getBody()->getOperations()))
    body.erase();
  shared.module = module;
  return true;
}

/// MLIR takes time by the square of the depth to destroy what it rejects.
std::vector<SectionDiagnostic>
SectionParser::undeclaredInDeep(StatementId root) const {
  constexpr uint32_t deep = 256;
  StatementId end = outline.behind(root);
  bool isDeep = false;
  for (StatementId id = root; id != end && !isDeep; id = outline.next(id))
    isDeep = outline.depth(id) - outline.depth(root) > deep;
  std::vector<SectionDiagnostic> said;
  for (StatementId id = root; isDeep && id != end; id = outline.next(id)) {
    if (isUnregistered(text, outline, id))
      return {};
    // What a header names defines itself.
    if (!outline.parts().regionsOf(id).empty())
      continue;
    for (const NameOccurrence &name : outline.names(id))
      if (name.kind == NameKind::Value && !outline.definitionOf(name.id))
        said.emplace_back(DiagnosticCode::MlirParse, name.range,
                          "use of undeclared SSA value name", noStatement);
  }
  return said;
}

bool SectionParser::parsePlainUnit(StatementId root, Block &block) {
  if (!state.saidOfWhole)
    if (auto said = undeclaredInDeep(root); !said.empty())
      state.saidOfWhole = std::move(said);
  if (state.saidOfWhole) {
    llvm::append_range(contents.diagnostics,
                       *std::exchange(state.saidOfWhole, std::nullopt));
    return false;
  }
  ParseBuffer buffer(text);
  buffer.blame(outline.range(root));
  if (!quarantine.allowsWhole(root) ||
      !AliasParser(state).appendAliasesFor(buffer, root, Extent::Whole))
    return false;
  UnregisteredWriter(text, outline, definedOps(context), buffer)
      .appendUnit(root);
  buffer.appendEnd("\n", outline.range(root).end);
  Block parsed;
  if (!BufferParser(state).parseBuffer(buffer, parsed))
    return false;
  bool isOne = llvm::hasSingleElement(parsed) &&
               contents.operations.lookup(root) == &parsed.front();
  if (!isOne) {
    llvm::for_each(parsed, [this](Operation &op) { contents.forget(&op); });
    state.isNotOne = true;
    return false;
  }
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}

bool SectionParser::parseUnit(StatementId root, Block &block) {
  for (StatementId id = root, end = outline.behind(root); id != end;
       id = outline.next(id))
    if (isUnregistered(text, outline, id))
      IrRecorder(state).noteUnregistered(id);
  if (parsePlainUnit(root, block))
    return true;
  if (state.isNotOne)
    return false;
  StatementPlace place{container(), &block};
  if (quarantine.isCulprit(root))
    contents.diagnostics.clear();
  else if (!buildRejected(root, place))
    StatementBuilder(state).buildBroken(root, place);
  contents.isLocal &= !shared.units.isUnbalanced(root);
  bool isMisread = state.isNotOne && contents.diagnostics.empty();
  for (SectionDiagnostic &finding : quarantine.findings())
    if (outline.nests(root, finding.statement))
      contents.diagnostics.push_back(std::move(finding));
  return !isMisread;
}

/// Builds a unit that does not parse by itself.
bool SectionParser::buildRejected(StatementId root,
                                  const StatementPlace &place) {
  contents.isRejected = true;
  if (!StatementBuilder(state).hasParts(root)) {
    contents.diagnostics.clear();
    return StatementBuilder(state).buildWhole(root, place);
  }
  StatementBuilder(state).noteFault(0);
  ScopeParser(state).keepOwnFindings(root, place, 0);
  return StatementBuilder(state).buildParts(root, place, 0);
}

/// The unit has its place: its ops get theirs.
void SectionParser::settleUnit(StatementId root) {
  Operation *op = contents.standing(root);
  if (!op)
    return;
  IrRecorder(state).locateOps(op, root);
  OperandLinker(state).attachAllOperands();
  if (contents.incomplete.empty() && contents.broken.empty())
    contents.isLocal &= agreesWithOutline(root, outline.behind(root));
}

bool SectionParser::anchorUnit(StatementId root) {
  std::vector<SectionDiagnostic> all = std::exchange(contents.diagnostics, {});
  for (SectionDiagnostic &diagnostic : all) {
    if (diagnostic.subject == noStatement)
      diagnostic.subject = root;
    StatementId subject = diagnostic.subject;
    if (subject == noStatement)
      return false;
    if (contents.emitted.add(outline, subject, diagnostic))
      continue;
    contents.isLocal = false;
    if (!contents.emitted.add(outline, subject, diagnostic, root))
      return false;
  }
  return true;
}
