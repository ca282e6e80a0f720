//===- CallHierarchy.cpp --------------------------------------------------===//

#include "server/features/CallHierarchy.h"
#include "core/analysis/Section.h"
#include "core/syntax/OpFacts.h"

#include <algorithm>

using namespace shapels;

namespace {

/// The definition of the symbol at an offset of the document.
struct CallTarget {
  const Section &section;
  std::optional<NameOccurrence> definition;

  CallTarget(const Document &document, DocumentOffset at)
      : section(document.sectionAt(at)) {
    auto name = section.outline().nameAt(section.span().inSection(at));
    if (name && name->kind == NameKind::Symbol)
      definition = section.definitionOf(*name);
  }
};

} // namespace

static CallItem itemOf(const Section &section, const NameOccurrence &name) {
  const Statement statement = section.statement(name.id.statement);
  return {std::string(section.outline().plainName(name.id)),
          std::string(section.slice(statement.name)),
          section.span().inDocument(statement.range),
          section.span().inDocument(name.range)};
}

/// The symbol that the op itself defines.
static std::optional<NameOccurrence> symbolDefinedBy(const Outline &outline,
                                                     StatementId id) {
  for (uint32_t i = 0; i < outline.nameCount(id); ++i)
    if (NameOccurrence name = outline.name({id, i});
        name.kind == NameKind::Symbol && name.isDefinition)
      return name;
  return std::nullopt;
}

/// Of the innermost op around a statement that defines a symbol and is no
/// module.
static std::optional<NameOccurrence> callerAround(const Outline &outline,
                                                  StatementId id) {
  for (; id != noStatement; id = outline.parent(id))
    if (auto name = symbolDefinedBy(outline, id);
        name && !namesModule(outline.opName(id)))
      return name;
  return std::nullopt;
}

static void addCall(const Section &section, const NameOccurrence &other,
                    ByteRange place, std::vector<Call> &calls) {
  CallItem item = itemOf(section, other);
  auto known = std::ranges::find_if(calls, [&](const Call &call) {
    return call.other.nameRange == item.nameRange;
  });
  if (known == calls.end())
    known = calls.insert(calls.end(), {std::move(item), {}});
  known->places.push_back(section.span().inDocument(place));
}

std::optional<CallItem> shapels::callItem(const Document &document,
                                          DocumentOffset offset) {
  CallTarget target(document, offset);
  if (!target.definition)
    return std::nullopt;
  return itemOf(target.section, *target.definition);
}

std::vector<Call> shapels::incomingCalls(const Document &document,
                                         DocumentOffset offset) {
  CallTarget target(document, offset);
  std::vector<Call> calls;
  if (!target.definition)
    return calls;
  const Outline &outline = target.section.outline();
  for (const NameOccurrence &use :
       target.section.occurrencesOf(*target.definition))
    if (!outline.isDefinition(use.id))
      if (auto caller = callerAround(outline, use.id.statement))
        addCall(target.section, *caller, use.range, calls);
  return calls;
}

std::vector<Call> shapels::outgoingCalls(const Document &document,
                                         DocumentOffset offset) {
  CallTarget target(document, offset);
  std::vector<Call> calls;
  if (!target.definition)
    return calls;
  const Outline &outline = target.section.outline();
  StatementId caller = target.definition->id.statement;
  for (StatementId id = caller; id != outline.behind(caller);
       id = outline.next(id))
    for (uint32_t i = 0; i < outline.nameCount(id); ++i) {
      NameOccurrence use = outline.name({id, i});
      if (use.kind != NameKind::Symbol || use.isDefinition)
        continue;
      if (auto callee = target.section.definitionOf(use))
        addCall(target.section, *callee, use.range, calls);
    }
  return calls;
}
