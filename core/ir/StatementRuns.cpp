//===- StatementRuns.cpp - Many statements at once ------------------------===//
//
// In a broken function most statements are right. Those that follow each other
// are parsed together, as if they were one; where that fails, by halves.
//
//===----------------------------------------------------------------------===//

#include "shapels/ir/OpaqueWriter.h"
#include "shapels/ir/SectionParser.h"

using namespace shapels;
using namespace mlir;

/// So that a few broken ones among many cost little.
static constexpr size_t mostInRun = 64;

/// Whether the statement is a plain op, which may be parsed with others.
bool SectionParser::mayRun(StatementId id, const Place &place) const {
  if (outline.kind(id) != StatementKind::Operation || !place.parent ||
      outline.statement(id).regionCount != 0 || !quarantine.allowsWhole(id))
    return false;
  return llvm::none_of(outline.names(id), [&](const NameOccurrence &name) {
    return name.kind == NameKind::Block ||
           (name.isDefinition && outline.earlierDefinition(name.id));
  });
}

ByteRange SectionParser::rangeOf(llvm::ArrayRef<StatementId> run) const {
  return {outline.begin(run.front()), outline.range(run.back()).end};
}

bool SectionParser::buildEach(llvm::ArrayRef<StatementId> run,
                              const Place &place) {
  bool isComplete = true;
  for (StatementId id : run)
    isComplete &= build(id, place);
  return isComplete;
}

/// Builds the statements one after the other. Returns whether all are there.
bool SectionParser::buildRun(llvm::ArrayRef<StatementId> run,
                             const Place &place) {
  if (run.empty())
    return true;
  if (run.size() == 1)
    return build(run[0], place);
  // Halves of what killed the parser would do that again.
  if (!quarantine.allowsRun(rangeOf(run)))
    return buildEach(run, place);
  if (run.size() <= mostInRun && parseRun(run, place))
    return true;
  size_t half = run.size() / 2;
  bool isFirst = buildRun(run.take_front(half), place);
  return buildRun(run.drop_front(half), place) && isFirst;
}

/// Whether others in front of the statement have told what its values are.
bool SectionParser::isTold(StatementId id) const {
  return llvm::any_of(outline.names(id), [&](const NameOccurrence &name) {
    return name.isDefinition && name.kind == NameKind::Value &&
           contents.valueOf(name.id);
  });
}

/// What they need from outside of the run; nothing if some of that is not
/// there, or has to be settled one by one.
std::optional<SectionParser::Imports>
SectionParser::importsOfRun(llvm::ArrayRef<StatementId> run,
                            const Place &place) const {
  llvm::DenseSet<StatementId> own(run.begin(), run.end());
  llvm::DenseSet<std::pair<StatementId, uint32_t>> seen;
  Imports imports;
  for (StatementId user : run) {
    if (isOpaque(text, outline, user)) {
      if (isTold(user))
        return std::nullopt;
      continue; // See attachOperands().
    }
    for (const NameOccurrence &name : outline.names(user)) {
      if (name.kind != NameKind::Value)
        continue;
      std::optional<NameId> definition = outline.definitionOf(name.id);
      if (!definition || isOfOtherBody(*definition, place.block))
        return std::nullopt;
      if (own.contains(definition->statement) ||
          !seen.insert(UnitIR::keyOf(*definition)).second)
        continue;
      std::optional<Import> import = importValue(*definition, place.block);
      if (!import || import->values.empty())
        return std::nullopt;
      imports.values.push_back(std::move(*import));
    }
  }
  return imports;
}

bool SectionParser::parseRun(llvm::ArrayRef<StatementId> run,
                             const Place &place) {
  std::optional<Imports> imports = importsOfRun(run, place);
  if (!imports)
    return false;
  ParseBuffer buffer(text);
  buffer.blame(rangeOf(run));
  std::set<StatementId> aliases;
  for (StatementId id : run)
    addAliasesFor(id, Extent::Whole, aliases);
  if (!appendAliases(buffer, aliases))
    return false;
  appendScope(buffer, run.front(), *imports);
  for (StatementId id : run) {
    appendStatement(buffer, id, Extent::Whole, place);
    buffer.appendEnd("\n", outline.range(id).end);
  }
  buffer.appendEnd("}) : () -> ()\n", outline.range(run.back()).end);
  size_t before = contents.diagnostics.size();
  Block parsed;
  bool isParsed = parseBuffer(buffer, parsed);
  if (isParsed && takeRun(run, parsed, *imports, *place.block))
    return true;
  contents.diagnostics.resize(before);
  return false;
}

bool SectionParser::takeRun(llvm::ArrayRef<StatementId> run, Block &parsed,
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
    settle(id);
  return true;
}
