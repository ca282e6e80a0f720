//===- Diagnostic.cpp -----------------------------------------------------===//

#include "core/diagnostics/Diagnostic.h"

#include <algorithm>

using namespace shapels;

bool SectionDiagnostic::follow(const Outline &outline, StatementId whole) {
  std::vector<Anchor> found;
  auto anchor = [&](SectionRange range) {
    std::optional<Anchor> made = Anchor::make(outline, range, whole);
    if (made)
      found.push_back(*made);
    return made.has_value();
  };
  bool isAnchored =
      anchor(range) && (!mlirPlace || anchor({*mlirPlace, *mlirPlace}));
  for (const SectionNote &note : related)
    isAnchored = isAnchored && anchor(note.range);
  for (SectionRange underlined : alsoUnderlined)
    isAnchored = isAnchored && anchor(underlined);
  if (isAnchored)
    places = std::move(found);
  return isAnchored;
}

void SectionDiagnostic::resolve(const Outline &outline) {
  if (places.empty())
    return;
  auto next = places.begin();
  auto take = [&] { return next++->resolve(outline); };
  range = take();
  if (mlirPlace)
    mlirPlace = take().begin;
  for (SectionNote &note : related)
    note.range = take();
  for (SectionRange &underlined : alsoUnderlined)
    underlined = take();
}

SectionDiagnostic SectionDiagnostic::resolved(const Outline &outline) const {
  SectionDiagnostic result = *this;
  result.resolve(outline);
  return result;
}

SectionRange SectionDiagnostic::rangeIn(const Outline &outline) const {
  return places.empty() ? range : place().resolve(outline);
}

bool SectionDiagnostic::pointsAt(StatementId id) const {
  return std::ranges::any_of(
      places, [&](const Anchor &place) { return place.statement() == id; });
}

void shapels::moveTo(Diagnostic &shown, const SectionDiagnostic &diagnostic,
                     TextSpan section) {
  shown.range = section.inDocument(diagnostic.range);
  for (size_t i = 0; i < shown.related.size(); ++i)
    shown.related[i].range = section.inDocument(diagnostic.related[i].range);
  for (size_t i = 0; i < shown.alsoUnderlined.size(); ++i)
    shown.alsoUnderlined[i] = section.inDocument(diagnostic.alsoUnderlined[i]);
}

Diagnostic shapels::inDocument(const SectionDiagnostic &diagnostic,
                               TextSpan section) {
  Diagnostic shown{.code = diagnostic.code,
                   .severity = diagnostic.severity,
                   .message = diagnostic.message,
                   .replacedMessage = diagnostic.replacedMessage,
                   .meant = diagnostic.meant};
  for (const SectionNote &note : diagnostic.related)
    shown.related.push_back({{}, note.message});
  shown.alsoUnderlined.resize(diagnostic.alsoUnderlined.size());
  moveTo(shown, diagnostic, section);
  return shown;
}
