//===- IrRecorder.cpp - What was parsed, and where it stands --------------===//

#include "core/ir/parse/IrRecorder.h"
#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

#include <span>

using namespace shapels;
using namespace mlir;

void IrRecorder::recordOperation(
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
  // Of an unregistered one the results may have been left out.
  if (statement == noStatement && outline.statementAt(start) != noStatement &&
      isUnregistered(text, outline, outline.statementAt(start)))
    statement = outline.statementAt(start);
  if (statement == noStatement) {
    unitOf(outline.statementAt(start)).isLocal = false;
    return;
  }
  unitOf(statement).operations[statement] = definition.op;
  placeAt(definition.op, statement);
}

void IrRecorder::recordLabel(
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

void IrRecorder::record(const ParseBuffer &buffer,
                        const AsmParserState &places) {
  state.pendingOps.clear();
  for (const auto &definition : places.getOpDefs())
    if (!buffer.isOurs(definition.loc.Start))
      recordOperation(buffer, definition);
    else if (auto pending = dyn_cast<PendingOp>(definition.op))
      state.pendingOps.push_back(pending);
  for (const auto &definition : places.getBlockDefs()) {
    recordLabel(buffer, definition);
    for (auto [argument, place] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      if (place.loc.isValid() && !buffer.isOurs(place.loc.Start))
        if (auto id = outline.nameStartingAt(buffer.offsetOf(place.loc.Start)))
          unitOf(id->statement).define(outline, *id, argument);
  }
  for (const auto &alias : places.getAttributeAliasDefs())
    if (alias.value)
      shared.attributeAliases[alias.name] = alias.value;
  for (const auto &alias : places.getTypeAliasDefs())
    if (alias.value)
      shared.typeAliases[alias.name] = alias.value;
}

/// For so many more. Most units are small, and a map that grows by itself has
/// room for 48 at once.
template <typename Map>
static void makeRoom(Map &map, size_t count) {
  auto all = static_cast<unsigned>(map.size() + count);
  if (map.empty())
    map = Map(all);
  else
    map.reserve(all);
}

/// Ops, each in its unit, with the names of its results.
void IrRecorder::recordInOrder(const TextMatches &matches) {
  std::span<const TextMatches::Op> ops(matches.ops);
  auto argument = matches.arguments.begin();
  for (auto first = ops.begin(), end = first; first != ops.end(); first = end) {
    UnitIR &unit = unitOf(first->first);
    auto isOther = [&](StatementId id) { return &unitOf(id) != &unit; };
    size_t values = 0;
    for (end = first; end != ops.end() && !isOther(end->first); ++end)
      values += end->second->getNumResults();
    for (; argument != matches.arguments.end() &&
           !isOther(argument->first.statement);
         ++argument)
      ++values;
    makeRoom(unit.operations, end - first);
    makeRoom(unit.values, values);
    makeRoom(unit.names, values);
    for (auto [statement, op] : llvm::make_range(first, end)) {
      unit.operations[statement] = op;
      nameResults(unit, statement, op);
    }
  }
}

/// False where it cannot be told what stands where.
bool IrRecorder::recordInOrder(const ParseBuffer &buffer, Block &block) {
  TextOrder order(text, buffer, outline);
  if (!order.match(block, context))
    return false;
  record(order.takeMatches());
  return true;
}

void IrRecorder::record(const TextMatches &matches) {
  recordInOrder(matches);
  for (auto [label, labelled] : matches.labels)
    unitOf(label).addLabel(outline, label, labelled);
  for (auto [name, argument] : matches.arguments)
    unitOf(name.statement).define(outline, name, argument);
  for (StatementId missing : matches.missing)
    unitOf(missing).isLocal = false;
}

/// Takes over the parsed ops, in a module as mlir-opt has them: the text's own,
/// or one around what it holds. One that is a unit is in another one.
void IrRecorder::adopt(Block &block) {
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
  if (!state.isInOrder)
    locateOps(*shared.module, noStatement);
}

/// Ops that their parent's syntax implies have the parent's location; all
/// others have that of their statement, whatever `loc(...)` they were written
/// with.
void IrRecorder::locateOps(Operation *op, StatementId parent) {
  StatementId statement = statementOf(op->getLoc());
  if (statement == noStatement) {
    statement = parent;
    if (statement != noStatement)
      placeAt(op, statement);
  }
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      locateOps(&child, statement);
}

//===----------------------------------------------------------------------===//
// Ops of unknown dialects
//===----------------------------------------------------------------------===//

void IrRecorder::noteUnregistered(StatementId id) {
  UnitIR &unit = unitOf(id);
  unit.unregistered.insert(id);
  unit.isLocal &= !isOpenToOthers(id);
}

/// Whether they parse or not.
void IrRecorder::noteUnregistered(const ParseBuffer &buffer) {
  for (const ParseBuffer::Opaque &unregistered : buffer.unregistered)
    noteUnregistered(unregistered.statement);
}

/// By the names that the statement begins with.
void IrRecorder::nameResults(UnitIR &unit, StatementId id,
                             Operation *op) const {
  unsigned index = 0;
  for (uint32_t i = 0; index < op->getNumResults() && i < outline.nameCount(id);
       ++i) {
    NameOccurrence name = outline.name({id, i});
    if (!name.isDefinition || name.kind != NameKind::Value)
      continue;
    unit.define(outline, name.id, op->getResult(index));
    index += name.resultCount;
  }
}

bool IrRecorder::isWritten(Operation *op) {
  StatementId id = statementOf(op->getLoc());
  return id != noStatement && unitOf(id).operations.lookup(id) == op;
}

/// Lets the real values take the places, and the types, of pending ones.
void IrRecorder::resolvePending(const ParseBuffer &buffer, PendingOp op) {
  size_t next = op.first();
  for (OpResult stand : op->getResults()) {
    const ParseBuffer::Pending &pending = buffer.pending[next++];
    UnitIR &unit = unitOf(pending.statement);
    Operation *owner = unit.operations.lookup(pending.statement);
    if (!owner)
      continue;
    bool isResult = pending.region == ParseBuffer::Pending::isResult;
    Value value =
        isResult
            ? Value(owner->getResult(pending.index))
            : Value(
                  owner->getRegion(pending.region).getArgument(pending.index));
    if (!isResult && !unit.valueOf(pending.name))
      unit.define(outline, pending.name, value);
    unit.written.try_emplace(value, value.getType());
    if (stand.getType() != unknownType(context))
      value.setType(stand.getType());
    stand.replaceAllUsesWith(value);
  }
  // A terminator that the parser added, as it took the pending op for the last
  // one.
  Operation *before = op->getPrevNode(), *behind = op->getNextNode();
  if (behind && !isa<PendingOp>(behind) && !isWritten(behind) && before &&
      before->hasTrait<OpTrait::IsTerminator>())
    behind->erase();
  op.erase();
}

void IrRecorder::finishUnregistered(const ParseBuffer &buffer) {
  for (auto [id, isCertain] : buffer.unregistered)
    if (Operation *op = unitOf(id).operations.lookup(id)) {
      UnitIR &unit = unitOf(id);
      noteUnregistered(id);
      if (!isCertain)
        for (Value result : op->getResults())
          unit.written[result] = result.getType();
      // It may have been written without them.
      nameResults(unit, id, op);
    }
  for (PendingOp op : std::exchange(state.pendingOps, {}))
    resolvePending(buffer, op);
}
