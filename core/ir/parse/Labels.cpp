//===- Labels.cpp - Labels, each alone ------------------------------------===//
//
// Where the whole does not parse. A label that does not parse has a block as
// well, at whose beginning a marker stands for it: who branches to it, and who
// uses what it may define, need not be wrong for that.
//
//===----------------------------------------------------------------------===//

#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/Placeholders.h"
#include "core/ir/parse/ScopeParser.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/parse/TypeReferences.h"

#include "llvm/ADT/StringSet.h"

using namespace shapels;
using namespace mlir;

/// What the parser says of one that has the name of another one.
void StatementBuilder::reportRedefinedLabel(StatementId label) {
  contents.diagnostics.emplace_back(
      DiagnosticCode::MlirParse, statement(label).name,
      "redefinition of block '" + std::string(outline.opName(label)) + "'",
      label);
}

/// What the parser says of a label where no blocks are.
void StatementBuilder::reportLabelAtTop(StatementId label) {
  ByteOffset begin = outline.begin(label);
  std::optional<NameId> name = outline.nameStartingAt(begin);
  contents.diagnostics.emplace_back(DiagnosticCode::MlirParse,
                                    name ? outline.name(*name).range
                                         : ByteRange{begin, begin},
                                    "expected operation name in quotes", label);
}

void StatementBuilder::reportRedefinedLabels(
    llvm::ArrayRef<StatementId> children) {
  llvm::StringSet<> seen;
  for (StatementId child : children)
    if (outline.kind(child) == StatementKind::BlockLabel &&
        !seen.insert(outline.opName(child)).second)
      reportRedefinedLabel(child);
}

/// The label's block is the last one of the region that it is parsed in.
bool StatementBuilder::parseLabelInto(StatementId label, Block &parsed,
                                      bool isRecorded) {
  ParseBuffer buffer(text);
  ByteRange range = statement(label).range;
  buffer.blame(range);
  if (quarantine.isCulprit(label) ||
      !AliasParser(state).appendAliasesFor(buffer, label, Extent::Whole))
    return false;
  context.getOrLoadDialect<TypeReferences>();
  buffer.appendText("\"shapels.scope\"() ({\n" + bodyText(0), range.begin);
  buffer.append(range);
  buffer.appendEnd("\n" + bodyText(0) + "}) : () -> ()\n", range.end);
  size_t before = contents.diagnostics.size();
  bool isParsed =
      BufferParser(state).parseBuffer(buffer, parsed, nullptr, isRecorded);
  for (SectionDiagnostic &said :
       llvm::drop_begin(contents.diagnostics, before)) {
    said.subject = label;
    said.range = ScopeParser(state).within(label, said.range);
  }
  return isParsed;
}

/// Its block, at the end of `region`; null if it does not parse.
Block *StatementBuilder::parseLabel(StatementId label, Region &region) {
  Block parsed;
  if (state.brokenLabels.contains(label))
    return nullptr;
  if (!parseLabelInto(label, parsed, /*isRecorded=*/true)) {
    state.brokenLabels.insert(label);
    return nullptr;
  }
  Region &scope = parsed.front().getRegion(0);
  Block *block = &scope.back();
  block->front().erase();
  region.getBlocks().splice(region.end(), scope.getBlocks(),
                            Region::iterator(block));
  return block;
}

/// Tells which of the labels that regions of the statement begin with do not
/// parse: its header does without them.
void StatementBuilder::checkFirstLabels(StatementId id) {
  for (const RegionText &region : outline.regions(id)) {
    StatementId first = firstIn(region);
    Block ignored;
    if (first != noStatement &&
        outline.kind(first) == StatementKind::BlockLabel &&
        !isBrokenLabel(first) &&
        !parseLabelInto(first, ignored, /*isRecorded=*/false))
      state.brokenLabels.insert(first);
  }
}

/// Gives the label its block: `entry` if a region begins with it. Returns
/// whether it parses.
bool StatementBuilder::buildLabel(StatementId label, Block &entry,
                                  bool isEntry) {
  Region &region = *entry.getParent();
  Block *block = isEntry ? &entry : parseLabel(label, region);
  if (!block)
    block = &region.emplaceBlock();
  contents.addLabel(outline, label, block);
  if (!state.brokenLabels.contains(label))
    return true;
  Placeholders(state).addBrokenOp(label, *block, block->begin());
  return false;
}
