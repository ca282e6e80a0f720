//===- StatementRuns.cpp - Many statements at once ------------------------===//
//
// In a broken function most statements are right. Those that follow each other
// are parsed together, as if they were one; where that fails, those in front
// of the one at which the parser gave up, that one, and those behind it.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

using namespace shapels;
using namespace mlir;

/// Whether the statement is a plain op, which may be parsed with others.
bool StatementBuilder::mayRun(StatementId id,
                              const StatementPlace &place) const {
  if (outline.kind(id) != StatementKind::Operation || !place.parent ||
      outline.statement(id).regionCount != 0 || !quarantine.allowsWhole(id))
    return false;
  return llvm::none_of(outline.names(id), [&](const NameOccurrence &name) {
    return name.kind == NameKind::Block ||
           (name.isDefinition && outline.earlierDefinition(name.id));
  });
}

ByteRange StatementBuilder::rangeOf(llvm::ArrayRef<StatementId> run) const {
  return {outline.begin(run.front()), outline.range(run.back()).end};
}

/// Builds the statements one after the other. Returns whether all are there.
bool StatementBuilder::buildRun(llvm::ArrayRef<StatementId> run,
                                const StatementPlace &place) {
  bool isComplete = true;
  // Where many are broken, long runs are in vain.
  size_t most = SectionIR::longestRun;
  while (!run.empty()) {
    llvm::ArrayRef<StatementId> next = run.take_front(most);
    size_t right = next.size() == 1 ? 0 : parseRun(next, place);
    if (right == next.size()) {
      run = run.drop_front(right);
      most = std::min(2 * most, SectionIR::longestRun);
      continue;
    }
    isComplete &= buildRun(next.take_front(right), place);
    isComplete &= build(next[right], place);
    run = run.drop_front(right + 1);
    most = std::min(2 * (right + 1), SectionIR::longestRun);
  }
  return isComplete;
}

/// Whether others in front of the statement have told what its values are.
bool StatementBuilder::isTold(StatementId id) const {
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
    return name.isDefinition && name.kind == NameKind::Value &&
           contents.valueOf(name.id);
  });
}

/// Adds what they need from outside of the run. Returns how many of them can
/// have it: of the next one some of that is not there, or has to be settled for
/// it alone.
size_t StatementBuilder::importsOfRun(llvm::ArrayRef<StatementId> run,
                                      const StatementPlace &place,
                                      Imports &imports) const {
  llvm::DenseSet<StatementId> own(run.begin(), run.end());
  llvm::DenseSet<std::pair<StatementId, uint32_t>> seen;
  for (auto [index, user] : llvm::enumerate(run)) {
    if (isUnregistered(text, outline, user)) {
      if (isTold(user))
        return index;
      continue; // See OperandLinker(state).attachOperands().
    }
    for (const NameOccurrence &name : outline.names(user)) {
      if (name.kind != NameKind::Value)
        continue;
      std::optional<NameId> definition = outline.definitionOf(name.id);
      if (!definition ||
          ImportFinder(state).isOfOtherBody(*definition, place.block))
        return index;
      if (own.contains(definition->statement) ||
          !seen.insert(UnitIR::keyOf(*definition)).second)
        continue;
      std::optional<Import> import =
          ImportFinder(state).importValue(*definition, place.block);
      if (!import || import->values.empty())
        return index;
      imports.values.push_back(std::move(*import));
    }
  }
  return run.size();
}

/// Which statement the parser gave up at, by the first that it said since.
size_t StatementBuilder::faultOf(llvm::ArrayRef<StatementId> run,
                                 size_t since) const {
  if (contents.diagnostics.size() == since)
    return run.size() / 2;
  ByteOffset at = contents.diagnostics[since].range.begin;
  auto behind = llvm::partition_point(
      run, [&](StatementId id) { return outline.begin(id) <= at; });
  return behind == run.begin() ? 0 : behind - run.begin() - 1;
}

/// Parses all of them at once, or none. Returns how many are right, as far as
/// that is known: all, or those in front of one that need not be.
size_t StatementBuilder::parseRun(llvm::ArrayRef<StatementId> run,
                                  const StatementPlace &place) {
  // A part of what killed the parser may do that again.
  if (!quarantine.allowsRun(rangeOf(run)))
    return 0;
  Imports imports;
  if (size_t ready = importsOfRun(run, place, imports); ready != run.size())
    return ready;
  ParseBuffer buffer(text);
  buffer.blame(rangeOf(run));
  std::set<StatementId> aliases;
  for (StatementId id : run)
    AliasParser(state).addAliasesFor(id, Extent::Whole, aliases);
  if (!AliasParser(state).appendAliases(buffer, aliases))
    return 0;
  ScopeParser(state).appendScope(buffer, run.front(), imports);
  for (StatementId id : run) {
    ScopeParser(state).appendStatement(buffer, id, Extent::Whole, place);
    buffer.appendEnd("\n", outline.range(id).end);
  }
  buffer.appendEnd("}) : () -> ()\n", outline.range(run.back()).end);
  size_t before = contents.diagnostics.size();
  Block parsed;
  bool isParsed = BufferParser(state).parseBuffer(buffer, parsed);
  if (isParsed && takeRun(run, parsed, imports, *place.block))
    return run.size();
  size_t fault = faultOf(run, before);
  contents.diagnostics.resize(before);
  return fault;
}

bool StatementBuilder::takeRun(llvm::ArrayRef<StatementId> run, Block &parsed,
                               Imports &imports, Block &block) {
  Region &region = parsed.front().getRegion(0);
  bool isRun =
      llvm::hasSingleElement(region) &&
      llvm::hasNItems(region.front(), imports.values.size() + run.size());
  for (StatementId id : run)
    isRun &= contents.operations.contains(id);
  if (!isRun) {
    contents.forget(&parsed.front());
    return false;
  }
  Block &entry = region.front();
  for (Import &import : imports.values) {
    entry.front().replaceAllUsesWith(import.values);
    entry.front().erase();
  }
  block.getOperations().splice(block.end(), entry.getOperations());
  for (StatementId id : run)
    Placeholders(state).settle(id);
  return true;
}
