//===- UndeclaredValues.cpp -----------------------------------------------===//

#include "core/analysis/UndeclaredValues.h"
#include "core/analysis/Nearest.h"
#include "core/analysis/Suggestions.h"
#include "core/diagnostics/Diagnostic.h"

#include <algorithm>

using namespace shapels;

void UndeclaredValues::note(StatementId subject, SectionOffset place,
                            std::string_view meant) {
  const Outline &outline = section.outline();
  std::optional<NameId> use = outline.nameStartingAt(place);
  if (!use)
    return;
  std::optional<Spelling> known =
      meant.empty() ? std::nullopt : outline.spelling(meant);
  std::optional<NameId> definition =
      known ? outline.valueIn(use->statement, *known) : std::nullopt;
  bySubject[subject].push_back(
      {std::string(outline.plainName(*use)), known.value_or(0), definition});
}

/// What statements that are new or written otherwise may define: their results,
/// and what the header of an op with regions names.
std::vector<std::string_view>
UndeclaredValues::newNames(const StatementChanges &changes) const {
  const Outline &outline = section.outline();
  std::vector<std::string_view> names;
  for (StatementId id : changes.dirty) {
    bool hasRegions = outline.statement(id).regionCount != 0;
    for (const NameOccurrence &name : outline.names(id))
      if (name.kind == NameKind::Value && (name.isDefinition || hasRegions))
        names.push_back(outline.plainName(name.id));
  }
  return names;
}

/// By the statement that it is said of: names that a use in it sees are those
/// that it sees itself, but for what it nests.
bool UndeclaredValues::isOtherwise(
    StatementId subject, const Use &use,
    const std::vector<std::string_view> &added) const {
  if (use.definition &&
      section.outline().valueIn(subject, use.meant) != use.definition)
    return true;
  return std::ranges::any_of(added, [&](std::string_view name) {
    return areOneEditApart(name, use.name);
  });
}

std::vector<StatementId>
UndeclaredValues::otherwise(const StatementChanges &changes) const {
  std::vector<StatementId> result;
  if (bySubject.empty())
    return result;
  std::vector<std::string_view> added = newNames(changes);
  for (const auto &[subject, uses] : bySubject)
    if (section.ir().diagnosticsOf(subject).empty() ||
        std::ranges::any_of(uses, [&](const Use &use) {
          return isOtherwise(subject, use, added);
        }))
      result.push_back(subject);
  return result;
}
