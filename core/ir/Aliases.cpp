//===- Aliases.cpp - The aliases that a statement needs -------------------===//

#include "shapels/ir/SectionParser.h"

using namespace shapels;
using namespace mlir;

/// Finds the aliases, and reports what is wrong with them alone.
void SectionParser::parseAliases() {
  for (StatementId id = 0; id < outline.statements.size();
       id = statement(id).subtreeEnd) {
    if (statement(id).kind != StatementKind::Alias)
      continue;
    ParseBuffer buffer(text);
    buffer.blame(statement(id).range);
    bool isWhole = appendAliasesFor(buffer, statement(id).range);
    aliases.try_emplace(spelling(statement(id).name), id);
    buffer.append(statement(id).range);
    buffer.appendText("\n", statement(id).range.end);
    Block ignored;
    if (!isWhole || quarantine.isGuilty(id) || !parseBuffer(buffer, ignored))
      brokenAliases.insert(id);
  }
}

/// The aliases that stand in `range`, and those that they need.
void SectionParser::addAliasesFor(ByteRange range,
                                  std::set<StatementId> &needed) const {
  auto name =
      llvm::partition_point(outline.names, [&](const NameOccurrence &name) {
        return name.range.begin < range.begin;
      });
  for (; name != outline.names.end() && name->range.begin < range.end; ++name) {
    auto found = aliases.find(spelling(name->range));
    if (found != aliases.end() && !name->isDefinition &&
        needed.insert(found->second).second)
      addAliasesFor(statement(found->second).range, needed);
  }
}

/// Appends the aliases that `range` needs. Returns false if some are broken.
bool SectionParser::appendAliasesFor(ParseBuffer &buffer,
                                     ByteRange range) const {
  std::set<StatementId> needed;
  addAliasesFor(range, needed);
  for (StatementId alias : needed) {
    if (brokenAliases.contains(alias))
      return false;
    buffer.append(statement(alias).range);
    buffer.appendText("\n", statement(alias).range.end);
  }
  return true;
}
