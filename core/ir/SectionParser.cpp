//===- SectionParser.cpp - From statements to live IR ---------------------===//
//
// A section goes to MLIR's parser as a whole. Where that fails, its top-level
// statements (and those of a module) go one by one, so that one broken function
// leaves the others alive. What MLIR does not survive is blanked out before.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/ParseBuffer.h"
#include "shapels/ir/Quarantine.h"
#include "shapels/ir/SectionContents.h"
#include "shapels/ir/Verify.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"

#include <map>
#include <set>

using namespace shapels;
using namespace mlir;

namespace {

class Parser {
public:
  Parser(std::string_view text, const Outline &outline, MLIRContext &context,
         Watch &watch, SectionIR::Contents &contents)
      : text(text), outline(outline), context(context), watch(watch),
        contents(contents), quarantine(text, outline, watch) {}

  void parse();

private:
  bool parseWhole();
  void mergeFromWhole(IrDiagnostic diagnostic);
  void parseByStatement(Block &block, StatementId parent);
  void parseContainer(Block &block, StatementId container);
  bool parseAlone(Block &block, StatementId statement);
  void parseAliases();
  bool appendWithAliases(ParseBuffer &buffer, ByteRange range,
                         StatementId self);
  bool parseBuffer(ParseBuffer &buffer, ByteRange blamed, Block &block,
                   std::vector<IrDiagnostic> &diagnostics);

  void record(const ParseBuffer &buffer, const AsmParserState &state);
  void recordOperation(const ParseBuffer &buffer,
                       const AsmParserState::OperationDefinition &definition);
  void adopt(Block &block);
  void locateOps(Operation *op,
                 const llvm::DenseMap<Operation *, StatementId> &statements,
                 StatementId parent);
  void verify();

  bool isContainer(StatementId statement) const;
  void addAliasesFor(ByteRange range, std::set<StatementId> &needed) const;
  ByteRange headerOf(StatementId container) const;

  std::string_view spelling(ByteRange range) const {
    return text.substr(range.begin.value, range.size());
  }

  std::string_view text;
  const Outline &outline;
  MLIRContext &context;
  Watch &watch;
  SectionIR::Contents &contents;
  const Quarantine quarantine;
  /// The statement that defines each alias.
  llvm::StringMap<StatementId> aliases;
  /// Alias statements that do not parse: what rests on them is no error.
  std::set<StatementId> brokenAliases;
};

} // namespace

void shapels::parseSection(std::string_view text, const Outline &outline,
                           MLIRContext &context, Watch &watch,
                           SectionIR::Contents &contents) {
  Parser(text, outline, context, watch, contents).parse();
}

void Parser::parse() {
  bool isParsed = !quarantine.forbidsWhole() && parseWhole();
  if (!isParsed && !sharesValuesAtTopLevel(outline)) {
    std::vector<IrDiagnostic> ofWhole = std::exchange(contents.diagnostics, {});
    Block block;
    parseAliases();
    parseByStatement(block, noStatement);
    adopt(block);
    for (IrDiagnostic &diagnostic : ofWhole)
      mergeFromWhole(std::move(diagnostic));
  }
  if (!contents.module) {
    contents.module = ModuleOp::create(UnknownLoc::get(&context));
    // What is wrong may be no more than what was blanked out.
    if (!quarantine.empty())
      contents.diagnostics.clear();
  }
  verify();
  llvm::append_range(contents.diagnostics, quarantine.findings());
}

/// The whole has the last word on where something is wrong: a statement alone
/// ends too early. And it alone shows what statements do to each other, such
/// as a redefined alias.
void Parser::mergeFromWhole(IrDiagnostic diagnostic) {
  std::vector<IrDiagnostic> &known = contents.diagnostics;
  auto alike = llvm::find_if(known, [&](const IrDiagnostic &other) {
    return other.message == diagnostic.message;
  });
  bool isSaidThere = llvm::any_of(known, [&](const IrDiagnostic &other) {
    return other.range == diagnostic.range;
  });
  if (alike != known.end() && !isSaidThere)
    *alike = std::move(diagnostic);
  else if ((known.empty() && quarantine.empty()) ||
           (!isSaidThere && diagnostic.message.starts_with("redefinition")))
    known.push_back(std::move(diagnostic));
}

bool Parser::parseWhole() {
  ParseBuffer buffer(text, quarantine.cuts());
  ByteRange all{{0}, {static_cast<uint32_t>(text.size())}};
  buffer.append(all);
  Block block;
  if (!parseBuffer(buffer, all, block, contents.diagnostics))
    return false;
  adopt(block);
  return true;
}

/// On success `block` has the new ops, and the maps lead to them. `blamed` is
/// what was appended to the buffer last.
bool Parser::parseBuffer(ParseBuffer &buffer, ByteRange blamed, Block &block,
                         std::vector<IrDiagnostic> &diagnostics) {
  llvm::SourceMgr &manager = buffer.sourceMgr();
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Parse);
  collector.setBuffer(&buffer);
  AsmParserState state;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  Block parsed;
  bool isParsed = false;
  {
    WatchScope scope(watch,
                     {Step::Parse, spelling(blamed), buffer.lastSlice()});
    isParsed = succeeded(parseAsmSourceFile(manager, &parsed, config, &state));
  }
  llvm::append_range(diagnostics, collector.take());
  if (!isParsed)
    return false;
  record(buffer, state);
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}

//===----------------------------------------------------------------------===//
// Statement by statement
//===----------------------------------------------------------------------===//

bool Parser::isContainer(StatementId statement) const {
  std::string_view name = spelling(outline.statements[statement].name);
  return (name == "module" || name == "builtin.module") &&
         outline.statements[statement].subtreeEnd > statement + 1;
}

void Parser::parseByStatement(Block &block, StatementId parent) {
  StatementId id = parent == noStatement ? 0 : parent + 1;
  StatementId end = parent == noStatement
                        ? static_cast<StatementId>(outline.statements.size())
                        : outline.statements[parent].subtreeEnd;
  for (; id < end; id = outline.statements[id].subtreeEnd) {
    StatementKind kind = outline.statements[id].kind;
    if ((kind != StatementKind::Operation && kind != StatementKind::Other) ||
        quarantine.isCut(outline.statements[id].range))
      continue;
    size_t before = contents.diagnostics.size();
    if (parseAlone(block, id) || !isContainer(id))
      continue;
    contents.diagnostics.resize(before);
    parseContainer(block, id);
  }
}

/// A module of which some statement is broken: an empty one with its header,
/// and in it the statements that parse.
void Parser::parseContainer(Block &block, StatementId container) {
  ParseBuffer buffer(text, quarantine.cuts());
  ByteRange header = headerOf(container);
  bool isWhole = appendWithAliases(buffer, header, container);
  buffer.appendText("}", header.end);
  ModuleOp module;
  if (isWhole && parseBuffer(buffer, header, block, contents.diagnostics))
    module = dyn_cast<ModuleOp>(block.back());
  if (!module) {
    module = ModuleOp::create(UnknownLoc::get(&context));
    block.push_back(module);
    contents.operations[container] = module;
  }
  parseByStatement(*module.getBody(), container);
}

/// From the op's start up to the brace that opens its body.
ByteRange Parser::headerOf(StatementId container) const {
  ByteOffset begin = outline.statements[container].range.begin;
  ByteOffset child = outline.statements[container + 1].range.begin;
  size_t brace = text.find_last_of('{', child.value);
  return {begin, {static_cast<uint32_t>(brace) + 1}};
}

/// The aliases that stand in `range`, and those that they need.
void Parser::addAliasesFor(ByteRange range,
                           std::set<StatementId> &needed) const {
  auto from =
      llvm::partition_point(outline.names, [&](const NameOccurrence &name) {
        return name.range.begin < range.begin;
      });
  for (; from != outline.names.end() && from->range.begin < range.end; ++from) {
    auto found = aliases.find(spelling(from->range));
    if (found != aliases.end() && !from->isDefinition &&
        needed.insert(found->second).second)
      addAliasesFor(outline.statements[found->second].range, needed);
  }
}

/// Appends what `range` needs before it, and `range` itself. Returns false if
/// some of that is broken.
bool Parser::appendWithAliases(ParseBuffer &buffer, ByteRange range,
                               StatementId self) {
  std::set<StatementId> needed;
  addAliasesFor(range, needed);
  needed.erase(self);
  for (StatementId alias : needed) {
    if (brokenAliases.contains(alias))
      return false;
    buffer.append(outline.statements[alias].range);
    buffer.appendText("\n", outline.statements[alias].range.end);
  }
  buffer.append(range);
  return true;
}

/// Finds the aliases, and reports what is wrong with them alone.
void Parser::parseAliases() {
  for (StatementId id = 0; id < outline.statements.size();
       id = outline.statements[id].subtreeEnd) {
    if (outline.statements[id].kind != StatementKind::Alias)
      continue;
    aliases.try_emplace(spelling(outline.statements[id].name), id);
    Block ignored;
    if (quarantine.isCut(outline.statements[id].range) ||
        !parseAlone(ignored, id))
      brokenAliases.insert(id);
  }
}

bool Parser::parseAlone(Block &block, StatementId id) {
  ParseBuffer buffer(text, quarantine.cuts());
  ByteRange range = outline.statements[id].range;
  if (!appendWithAliases(buffer, range, id))
    return false;
  buffer.appendText("\n", range.end);
  return parseBuffer(buffer, range, block, contents.diagnostics);
}

//===----------------------------------------------------------------------===//
// After parsing
//===----------------------------------------------------------------------===//

void Parser::recordOperation(
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

void Parser::record(const ParseBuffer &buffer, const AsmParserState &state) {
  for (const auto &definition : state.getOpDefs())
    recordOperation(buffer, definition);
  for (const auto &definition : state.getBlockDefs())
    for (auto [argument, place] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      if (place.loc.isValid())
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
void Parser::adopt(Block &block) {
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
void Parser::locateOps(
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

void Parser::verify() {
  DiagnosticCollector collector(&context, text, outline,
                                IrDiagnostic::Stage::Verify);
  auto textOf = [&](Operation *op) {
    StatementId id = statementOf(op->getLoc());
    return id == noStatement ? std::string_view()
                             : spelling(outline.statements[id].range);
  };
  std::map<StatementId, Harm::Kind> spared;
  {
    WatchScope scope(watch, {Step::Verify, text, {}});
    verifyAll(*contents.module, watch, textOf,
              [&](Operation *op, Harm::Kind harm) {
                spared.emplace(statementOf(op->getLoc()), harm);
              });
  }
  for (IrDiagnostic &diagnostic : collector.take())
    if (!quarantine.lacksStatement(diagnostic.statement))
      contents.diagnostics.push_back(std::move(diagnostic));
  for (auto [id, harm] : spared)
    contents.diagnostics.push_back({IrDiagnostic::Stage::Verify,
                                    IrDiagnostic::Level::Error,
                                    outline.statements[id].name,
                                    id,
                                    "",
                                    {},
                                    harm});
}
