//===- Aliases.cpp - The aliases that a statement needs -------------------===//

#include "shapels/ir/SectionParser.h"

using namespace shapels;
using namespace mlir;

/// The aliases of the section, each with those before it that it may name.
template <typename Visit>
static void forEachAlias(const Outline &outline, Visit visit) {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Alias)
      visit(id);
}

void SectionParser::collectAliases() {
  forEachAlias(outline, [&](StatementId id) {
    contents.aliases.try_emplace(spelling(statement(id).name), id);
  });
}

/// Finds the aliases, and reports what is wrong with them alone.
void SectionParser::parseAliases() {
  forEachAlias(outline, [&](StatementId id) {
    ParseBuffer buffer(text);
    buffer.blame(statement(id).range);
    bool isWhole = appendAliasesFor(buffer, id, Extent::Whole);
    contents.aliases.try_emplace(spelling(statement(id).name), id);
    buffer.append(statement(id).range);
    buffer.appendEnd("\n", statement(id).range.end);
    Block ignored;
    if (!isWhole || quarantine.isGuilty(id) || !parseBuffer(buffer, ignored))
      contents.brokenAliases.insert(id);
  });
}

/// The aliases that the statement names, with all that it nests or alone, and
/// those that they need.
void SectionParser::addAliasesFor(StatementId id, Extent extent,
                                  std::set<StatementId> &needed) const {
  StatementId end =
      extent == Extent::Whole ? outline.behind(id) : outline.next(id);
  for (; id != end; id = outline.next(id))
    for (const NameOccurrence &name : outline.names(id)) {
      auto found = contents.aliases.find(spelling(name.range));
      if (found != contents.aliases.end() && !name.isDefinition &&
          needed.insert(found->second).second)
        addAliasesFor(found->second, Extent::Whole, needed);
    }
}

/// Appends the aliases that the statement needs. Returns false if some are
/// broken.
bool SectionParser::appendAliasesFor(ParseBuffer &buffer, StatementId id,
                                     Extent extent) const {
  std::set<StatementId> needed;
  addAliasesFor(id, extent, needed);
  return appendAliases(buffer, needed);
}

bool SectionParser::appendAliases(ParseBuffer &buffer,
                                  const std::set<StatementId> &needed) const {
  std::vector<StatementId> inOrder(needed.begin(), needed.end());
  llvm::sort(inOrder, [&](StatementId a, StatementId b) {
    return outline.begin(a) < outline.begin(b);
  });
  for (StatementId alias : inOrder) {
    if (contents.brokenAliases.contains(alias))
      return false;
    buffer.append(statement(alias).range);
    buffer.appendEnd("\n", statement(alias).range.end);
  }
  return true;
}
