//===- StatementBuilder.cpp -----------------------------------------------===//
//
// Where the whole does not parse: statements alone, one after the other. Of an
// op whose body is broken the header is parsed with a dummy body, which the
// statements that parse then fill.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/ImportFinder.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/unregistered/UnregisteredFilter.h"
#include "core/ir/unregistered/UnregisteredWriter.h"

using namespace shapels;
using namespace mlir;

void StatementBuilder::buildTop(Block &block) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id)) {
    StatementKind kind = outline.kind(id);
    if (spelling(outline.range(id)).starts_with('^'))
      reportLabelAtTop(id);
    if (kind == StatementKind::Operation || kind == StatementKind::Other)
      build(id, {nullptr, &block});
  }
}

/// What the parser says of a name that is taken, but in `known`.
void StatementBuilder::reportRedefinitions(StatementId id,
                                           const StatementPlace &place,
                                           StatementId known) {
  for (const NameOccurrence &name : outline.names(id)) {
    if (!name.isDefinition || name.kind != NameKind::Value)
      continue;
    std::optional<NameId> first = outline.earlierDefinition(name.id);
    if (!first ||
        ImportFinder(state).isBehindUnregistered(*first, id, place.parent) ||
        (known != noStatement && outline.nests(known, first->statement)))
      continue;
    // The whole may say it, if nothing before is wrong.
    if (!ImportFinder(state).isBeside(*first, id, place.parent)) {
      contents.isLocal &=
          !ImportFinder(state).isVisible(*first, id, place.parent);
      continue;
    }
    // The results of an op around are defined behind it; and which of several
    // regions has an argument named in the header is not told, nor what the
    // names in that of an unknown op are.
    NameOccurrence before = outline.name(*first);
    if (outline.nests(first->statement, id) &&
        (before.isDefinition || statement(first->statement).regionCount > 1 ||
         isUnregistered(text, outline, first->statement)))
      continue;
    SectionDiagnostic redefinition(DiagnosticCode::MlirParse, name.range,
                                   "redefinition of SSA value '" +
                                       std::string(outline.plainName(name.id)) +
                                       "'",
                                   id);
    redefinition.related.emplace_back(before.range, "previously defined here");
    contents.diagnostics.push_back(std::move(redefinition));
  }
}

/// Adds the statement's op to its block, as much of it as parses. Returns
/// false where there is none.
bool StatementBuilder::build(StatementId id, const StatementPlace &place) {
  reportRedefinitions(id, place);
  bool isCulprit = quarantine.isCulprit(id);
  bool isBuilt = !isCulprit && (isAroundFault(id) ? buildAroundFault(id, place)
                                                  : buildWhole(id, place));
  if (isBuilt)
    return true;
  if (isCulprit)
    Placeholders(state).addBrokenOp(id, *place.block, place.block->end());
  else
    buildBroken(id, place);
  return false;
}

/// Those of a statement that does not parse in which there may be something to
/// say: one op without operands need be no op (`linalg.map { math.exp }`).
std::vector<RegionText> StatementBuilder::bodiesOfBroken(StatementId id) const {
  std::vector<RegionText> bodies = outline.regions(id);
  std::erase_if(bodies, [&](const RegionText &region) {
    StatementId first = firstIn(region);
    if (first == noStatement)
      return true;
    StatementId behind = outline.behind(first);
    bool isOnly =
        behind == noStatement || outline.begin(behind) >= region.inside.end;
    return isOnly && outline.nameCount(first) == 0 &&
           !outline.hasChildren(first);
  });
  return bodies;
}

/// Leaves a marker for a statement that does not parse. What it nests is built
/// in that: it need not be wrong for what is wrong with the header.
void StatementBuilder::buildBroken(StatementId id,
                                   const StatementPlace &place) {
  std::vector<RegionText> bodies = bodiesOfBroken(id);
  Operation *marker = Placeholders(state).makeBrokenOp(id, bodies.size());
  Placeholders(state).placeBrokenOp(id, marker, *place.block,
                                    place.block->end());
  if (!bodies.empty())
    contents.incomplete.insert(marker);
  contents.isLocal &= !isOpenToOthers(id);
  for (auto [body, region] : llvm::zip(bodies, marker->getRegions())) {
    StatementId first = firstIn(body);
    bool isLabel = outline.kind(first) == StatementKind::BlockLabel;
    Block *entry = isLabel ? parseLabel(first, region) : nullptr;
    if (!entry)
      entry = &region.emplaceBlock();
    OperationState dummy(marker->getLoc(), bodyName);
    entry->push_back(Operation::create(dummy));
    buildRegion(outline.children(id, body.number), marker, entry);
  }
}

/// Whether one of them is not in a body. What is said of a body rests on the
/// header; that something is missing at its end may be said of its brace.
bool StatementBuilder::isAboutHeader(
    StatementId id, llvm::ArrayRef<SectionDiagnostic> said) const {
  return llvm::any_of(said, [&](const SectionDiagnostic &diagnostic) {
    ByteOffset at = diagnostic.range.begin;
    return llvm::none_of(outline.regions(id), [&](const RegionText &region) {
      return region.inside.begin <= at && at <= region.inside.end;
    });
  });
}

/// Whether it may be divided into a header and what that nests.
bool StatementBuilder::hasParts(StatementId id) const {
  return outline.hasChildren(id) || outline.openRegion(id);
}

/// Whether the whole takes the place for a part of a region that lacks its
/// brace, which the outline tells; as it does in the end.
bool StatementBuilder::isBehindOpenRegion(ByteOffset place) const {
  if (outline.openAt(place) != noStatement)
    return true;
  bool isAtEnd = text.firstFrom(place) == '\0';
  for (StatementId id = isAtEnd ? outline.first() : noStatement;
       id != noStatement; id = outline.next(id))
    if (outline.openRegion(id))
      return true;
  return false;
}

/// What does not parse never passes in silence: where its parts, since there
/// were `since` diagnostics, say nothing, the whole does.
void StatementBuilder::keepIfSilent(std::vector<SectionDiagnostic> ofWhole,
                                    size_t since) {
  if (contents.diagnostics.size() != since)
    return;
  llvm::erase_if(ofWhole, [this](const SectionDiagnostic &diagnostic) {
    return isBehindOpenRegion(diagnostic.range.begin) ||
           UnregisteredFilter(state).mayBeUnregistered(diagnostic);
  });
  contents.isLocal &= ofWhole.empty();
  llvm::append_range(contents.diagnostics, std::move(ofWhole));
}

/// The whole has been tried, and that was said since.
void StatementBuilder::noteFault(size_t since) {
  auto said = llvm::drop_begin(contents.diagnostics, since);
  auto error = llvm::find_if(said, [](const SectionDiagnostic &diagnostic) {
    return diagnostic.severity == Severity::Error;
  });
  state.fault =
      error == said.end() ? std::nullopt : std::optional(error->range.begin);
}

/// Whether an op around gave up inside what the statement nests: it does not
/// parse as a whole either.
bool StatementBuilder::isAroundFault(StatementId id) const {
  return state.fault && hasParts(id) &&
         llvm::any_of(outline.regions(id), [this](const RegionText &region) {
           return region.inside.begin <= *state.fault &&
                  *state.fault <= region.inside.end;
         });
}

/// Builds the header and then what it nests. Where the header does not parse
/// without its body, the whole is tried after all.
bool StatementBuilder::buildAroundFault(StatementId id,
                                        const StatementPlace &place) {
  size_t before = contents.diagnostics.size();
  checkFirstLabels(id);
  std::vector<SectionDiagnostic> ofLabels =
      ScopeParser(state).takeDiagnostics(before);
  Operation *op = ScopeParser(state).parseInScope(id, Extent::Header, place);
  if (!op)
    contents.diagnostics.resize(before);
  bool isBuilt = op || buildWhole(id, place);
  llvm::append_range(contents.diagnostics, std::move(ofLabels));
  if (op)
    fillHeader(id, place, op);
  return isBuilt;
}

/// False, and why is said, where it does not parse.
bool StatementBuilder::takeWhole(StatementId id, const StatementPlace &place) {
  Operation *op = ScopeParser(state).parseInScope(id, Extent::Whole, place);
  if (!op)
    return false;
  place.block->push_back(op);
  Placeholders(state).settle(id);
  // The parser saw nothing of what is around.
  for (StatementId nested = outline.next(id), end = outline.behind(id);
       nested != end; nested = outline.next(nested))
    reportRedefinitions(
        nested, {contents.operations.lookup(outline.parent(nested)), nullptr},
        id);
  return true;
}

bool StatementBuilder::buildWhole(StatementId id, const StatementPlace &place) {
  size_t before = contents.diagnostics.size();
  if (takeWhole(id, place))
    return true;
  contents.isRejected = true;
  return hasParts(id) && buildParts(id, place, before);
}

/// Builds what does not parse as a whole, of which that was said since there
/// were `before` diagnostics. False where its header does not parse either.
bool StatementBuilder::buildParts(StatementId id, const StatementPlace &place,
                                  size_t before) {
  std::vector<SectionDiagnostic> ofWhole =
      ScopeParser(state).takeDiagnostics(before);
  checkFirstLabels(id);
  std::vector<SectionDiagnostic> ofLabels =
      ScopeParser(state).takeDiagnostics(before);
  Operation *op = ScopeParser(state).parseInScope(id, Extent::Header, place);
  if (!op) {
    std::vector<SectionDiagnostic> ofHeader =
        ScopeParser(state).takeDiagnostics(before);
    bool isWitness = ofHeader.empty() || isAboutHeader(id, ofWhole);
    llvm::append_range(contents.diagnostics,
                       std::move(isWitness ? ofWhole : ofHeader));
    llvm::append_range(contents.diagnostics, std::move(ofLabels));
    return false;
  }
  llvm::append_range(contents.diagnostics, std::move(ofLabels));
  fillHeader(id, place, op);
  keepIfSilent(std::move(ofWhole), before);
  return true;
}

/// Gives the header its place, and then its bodies.
void StatementBuilder::fillHeader(StatementId id, const StatementPlace &place,
                                  Operation *op) {
  place.block->push_back(op);
  Placeholders(state).settle(id);
  if (!buildRegions(id, op))
    contents.incomplete.insert(op);
}

/// The regions that have dummy bodies, by their numbers in the text.
llvm::DenseMap<uint32_t, Region *>
StatementBuilder::dummyBodies(Operation *op) {
  llvm::DenseMap<uint32_t, Region *> regions;
  for (Region &region : op->getRegions())
    for (Operation &body : region.getOps())
      if (body.getName().getStringRef() == bodyName)
        regions[static_cast<uint32_t>(
            body.getAttrOfType<IntegerAttr>("n").getInt())] = &region;
  return regions;
}

/// Replaces the dummy bodies. Returns whether all that they hold is there.
bool StatementBuilder::buildRegions(StatementId id, Operation *op) {
  contents.isLocal &= !isOpenToOthers(id);
  bool isComplete = true;
  for (auto [number, region] : dummyBodies(op))
    isComplete &=
        buildRegion(outline.children(id, number), op, &region->front());
  return isComplete;
}

bool StatementBuilder::buildRegion(const std::vector<StatementId> &children,
                                   Operation *op, Block *entry) {
  entry->front().erase();
  // A terminator that the op's syntax implies: it goes last again.
  Operation *implied = entry->empty() ? nullptr : &entry->front();
  if (implied)
    implied->remove();
  bool isComplete = true;
  reportRedefinedLabels(children);
  for (StatementId child : children)
    if (statement(child).kind == StatementKind::BlockLabel) {
      reportRedefinitions(child, {op, entry});
      isComplete &= buildLabel(child, *entry, child == children.front());
    }
  Block *block = entry;
  std::vector<StatementId> run;
  auto endRun = [&] {
    isComplete &= buildRun(run, {op, block});
    run.clear();
  };
  for (StatementId child : children) {
    bool isLabel = statement(child).kind == StatementKind::BlockLabel;
    if (!isLabel && mayRun(child, {op, block})) {
      run.push_back(child);
      continue;
    }
    endRun();
    if (isLabel)
      block = contents.blockOf(child);
    else
      isComplete &= build(child, {op, block});
  }
  endRun();
  bool isEnded =
      !block->empty() && block->back().hasTrait<OpTrait::IsTerminator>();
  // Where it hands nothing on, it is needed once the body parses.
  if (implied && !isEnded && (isComplete || op->getNumResults() == 0))
    block->push_back(implied);
  else if (implied)
    implied->destroy();
  return isComplete;
}
