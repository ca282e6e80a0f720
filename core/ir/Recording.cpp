//===- Recording.cpp - What was parsed, and where it stands ---------------===//

#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionParser.h"
#include "shapels/ir/TypeReferences.h"

using namespace shapels;
using namespace mlir;

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
    unitOf(outline.statementAt(start)).isLocal = false;
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
  ByteOffset start = buffer.offsetOf(place.Start);
  StatementId id = outline.statementStartingAt(start);
  if (id != noStatement && outline.kind(id) == StatementKind::BlockLabel)
    unitOf(id).addLabel(outline, id, definition.block);
  else if (text.firstFrom(start) == '^') // Others are where a region begins.
    unitOf(outline.statementAt(start)).isLocal = false;
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

/// Each in its unit, with the names of its results.
void SectionParser::recordInOrder(std::span<const TextMatches::Op> ops) {
  for (auto first = ops.begin(), end = first; first != ops.end(); first = end) {
    UnitIR &unit = unitOf(first->first);
    end = std::find_if(first, ops.end(), [&](const TextMatches::Op &op) {
      return &unitOf(op.first) != &unit;
    });
    auto count = static_cast<unsigned>(end - first);
    unit.operations.reserve(count);
    unit.values.reserve(count);
    unit.names.reserve(count);
    for (auto [statement, op] : llvm::make_range(first, end)) {
      unit.operations[statement] = op;
      nameResults(unit, statement, op);
    }
  }
}

/// False where it cannot be told what stands where.
bool SectionParser::recordInOrder(const ParseBuffer &buffer, Block &block) {
  TextOrder order(text, buffer, outline);
  if (!order.match(block, context))
    return false;
  record(order.takeMatches());
  readAliases();
  return true;
}

void SectionParser::record(const TextMatches &matches) {
  recordInOrder(matches.ops);
  for (auto [label, labelled] : matches.labels)
    unitOf(label).addLabel(outline, label, labelled);
  for (auto [name, argument] : matches.arguments)
    unitOf(name.statement).define(outline, name, argument);
  for (StatementId missing : matches.missing)
    unitOf(missing).isLocal = false;
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
  if (!isInOrder)
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
