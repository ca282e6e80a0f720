//===- Anchor.cpp ---------------------------------------------------------===//

#include "core/diagnostics/Anchor.h"

using namespace shapels;

/// Whether the text of the statement itself keeps the range in its place.
static bool holds(const Outline &outline, StatementId anchor,
                  SectionRange range) {
  if (anchor == noStatement)
    return false;
  for (const RegionText &region : outline.regions(anchor))
    if (region.inside.begin + (region.isOpened ? 0 : 1) <= range.begin)
      return false;
  return true;
}

/// Whether the range is in the statement's text behind its regions, which moves
/// with the statement's end.
static bool isBehindRegions(const Outline &outline, StatementId anchor,
                            SectionRange range) {
  if (anchor == noStatement)
    return false;
  std::vector<RegionText> regions = outline.regions(anchor);
  return !regions.empty() && regions.back().isClosed &&
         regions.back().inside.end <= range.begin &&
         range.end <= outline.range(anchor).end;
}

std::optional<Anchor> Anchor::make(const Outline &outline, SectionRange range,
                                   StatementId whole) {
  // What is missing at its end is said of a statement, not of the next.
  if (range.empty() && range.begin.value > 0)
    if (StatementId before = outline.statementAt({range.begin.value - 1});
        before != noStatement && outline.range(before).end == range.begin)
      return Anchor(before, {}, /*isFromEnd=*/true);
  StatementId anchor = outline.statementAt(range.begin);
  if (isBehindRegions(outline, anchor, range)) {
    SectionOffset end = outline.range(anchor).end;
    return Anchor(
        anchor,
        {{end.value - range.begin.value}, {end.value - range.end.value}},
        /*isFromEnd=*/true);
  }
  if (!holds(outline, anchor, range)) {
    bool isInWhole = whole != noStatement &&
                     outline.begin(whole) <= range.begin &&
                     range.end <= outline.range(whole).end;
    if (!isInWhole)
      return std::nullopt;
    anchor = whole;
  }
  SectionOffset begin = outline.begin(anchor);
  return Anchor(anchor, {range.begin - begin.value, range.end - begin.value});
}

SectionRange Anchor::resolve(const Outline &outline) const {
  SectionOffset end = outline.range(anchor).end;
  return isFromEnd ? SectionRange{end - relative.begin.value,
                                  end - relative.end.value}
                   : relative.shifted(outline.begin(anchor).value);
}
