//===- Diagnostic.cpp -----------------------------------------------------===//

#include "core/diagnostics/Diagnostic.h"

#include <algorithm>

using namespace shapels;

bool SectionDiagnostic::follow(const Outline &outline, StatementId whole) {
  std::vector<Anchor> found;
  auto anchor = [&](ByteRange range) {
    std::optional<Anchor> made = Anchor::make(outline, range, whole);
    if (made)
      found.push_back(*made);
    return made.has_value();
  };
  bool isAnchored =
      anchor(range) && (!mlirPlace || anchor({*mlirPlace, *mlirPlace}));
  for (const RelatedInformation &note : related)
    isAnchored = isAnchored && anchor(note.range);
  for (ByteRange underlined : alsoUnderlined)
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
  for (RelatedInformation &note : related)
    note.range = take();
  for (ByteRange &underlined : alsoUnderlined)
    underlined = take();
}

SectionDiagnostic SectionDiagnostic::resolved(const Outline &outline) const {
  SectionDiagnostic result = *this;
  result.resolve(outline);
  return result;
}

ByteRange SectionDiagnostic::rangeIn(const Outline &outline) const {
  return places.empty() ? range : place().resolve(outline);
}

bool SectionDiagnostic::pointsAt(StatementId id) const {
  return std::ranges::any_of(
      places, [&](const Anchor &place) { return place.statement() == id; });
}
