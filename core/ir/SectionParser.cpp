//===- SectionParser.cpp - A section as a whole ---------------------------===//

#include "shapels/ir/SectionParser.h"
#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/Verify.h"

#include "mlir/AsmParser/AsmParser.h"

#include <algorithm>
#include <span>

using namespace shapels;
using namespace mlir;

void shapels::parseSection(std::string_view text, const Outline &outline,
                           const std::vector<NameId> &definitions,
                           MLIRContext &context, Watch &watch,
                           SectionIR::Contents &contents) {
  SectionParser(text, outline, definitions, context, watch, contents).parse();
}

void SectionParser::parse() {
  if (!quarantine.allowsWhole() || !parseWhole()) {
    std::vector<IrDiagnostic> ofWhole = std::exchange(contents.diagnostics, {});
    Block block;
    parseAliases();
    buildTop(block);
    adopt(block);
    for (IrDiagnostic &diagnostic : ofWhole)
      mergeFromWhole(std::move(diagnostic), 0);
  }
  verify();
  llvm::append_range(contents.diagnostics, quarantine.findings());
}

/// The whole has the last word on where something is wrong: a statement alone
/// ends too early. And it alone shows what statements do to each other, such
/// as a redefined name. `since`: the diagnostics that its parts gave.
void SectionParser::mergeFromWhole(IrDiagnostic diagnostic, size_t since) {
  std::vector<IrDiagnostic> &known = contents.diagnostics;
  auto ofParts = std::span(known).subspan(since);
  auto alike =
      std::ranges::find(ofParts, diagnostic.message, &IrDiagnostic::message);
  bool isSaidThere = std::ranges::find(ofParts, diagnostic.range,
                                       &IrDiagnostic::range) != ofParts.end();
  if (alike != ofParts.end() && !isSaidThere)
    *alike = std::move(diagnostic);
  else if (ofParts.empty() ||
           (!isSaidThere && diagnostic.message.starts_with("redefinition")))
    known.push_back(std::move(diagnostic));
}

bool SectionParser::parseWhole() {
  ParseBuffer buffer(text);
  ByteRange all{{0}, {static_cast<uint32_t>(text.size())}};
  buffer.blame(all);
  buffer.append(all);
  Block block;
  if (!parseBuffer(buffer, block))
    return false;
  adopt(block);
  return true;
}

/// On success `block` has the new ops, and the maps lead to them.
bool SectionParser::parseBuffer(ParseBuffer &buffer, Block &block) {
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
  llvm::append_range(contents.diagnostics, collector.take());
  if (!isParsed)
    return false;
  record(buffer, state);
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
    contents.define(name, definition.op->getResult(group.startIndex));
  }
  if (StatementId statement = outline.statementStartingAt(start);
      statement != noStatement)
    contents.operations[statement] = definition.op;
}

void SectionParser::record(const ParseBuffer &buffer,
                           const AsmParserState &state) {
  for (const auto &definition : state.getOpDefs())
    if (!buffer.isOurs(definition.loc.Start))
      recordOperation(buffer, definition);
  for (const auto &definition : state.getBlockDefs())
    for (auto [argument, place] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      if (place.loc.isValid() && !buffer.isOurs(place.loc.Start))
        contents.define(buffer.offsetOf(place.loc.Start), argument);
  for (const auto &alias : state.getAttributeAliasDefs())
    if (alias.value)
      contents.attributeAliases[alias.name] = alias.value;
  for (const auto &alias : state.getTypeAliasDefs())
    if (alias.value)
      contents.typeAliases[alias.name] = alias.value;
}

/// Takes over the parsed ops, in a module as mlir-opt has them: the text's own,
/// or one around what it holds.
void SectionParser::adopt(Block &block) {
  if (llvm::hasSingleElement(block) && isa<ModuleOp>(block.front())) {
    contents.module = cast<ModuleOp>(&block.front());
    block.front().remove();
  } else {
    contents.module = ModuleOp::create(UnknownLoc::get(&context));
    contents.module->getBody()->getOperations().splice(
        contents.module->getBody()->end(), block.getOperations());
  }
  llvm::DenseMap<Operation *, StatementId> statements;
  for (auto [statement, op] : contents.operations)
    statements[op] = statement;
  locateOps(*contents.module, statements, noStatement);
}

/// Gives every op the location of its statement, whatever `loc(...)` it was
/// written with; ops that their parent's syntax implies have the parent's.
void SectionParser::locateOps(
    Operation *op, const llvm::DenseMap<Operation *, StatementId> &statements,
    StatementId parent) {
  auto found = statements.find(op);
  StatementId statement = found == statements.end() ? parent : found->second;
  if (statement != noStatement)
    op->setLoc(statementLocation(&context, statement));
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      locateOps(&child, statements, statement);
}

void SectionParser::verify() {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  auto textOf = [&](Operation *op) {
    StatementId id = statementOf(op->getLoc());
    return id == noStatement ? std::string_view()
                             : spelling(statement(id).range);
  };
  std::map<StatementId, Harm::Kind> spared;
  auto onSpared = [&](Operation *op, Harm::Kind harm) {
    spared.emplace(statementOf(op->getLoc()), harm);
  };
  {
    WatchScope scope(watch, {Step::Verify, text, {}});
    verifyAll(*contents.module, contents.incomplete, watch, textOf, onSpared);
  }
  llvm::append_range(contents.diagnostics, collector.take());
  for (auto [id, harm] : spared)
    contents.diagnostics.push_back({IrDiagnostic::Stage::Verify,
                                    IrDiagnostic::Level::Error,
                                    statement(id).name,
                                    id,
                                    "",
                                    {},
                                    harm});
}
