//===- AnchoredDiagnostic.cpp ---------------------------------------------===//

#include "core/ir/section/AnchoredDiagnostic.h"

#include <algorithm>

using namespace shapels;

/// Whether the text of the statement itself keeps the range in its place.
static bool holds(const Outline &outline, StatementId anchor, ByteRange range) {
  if (anchor == noStatement)
    return false;
  for (const RegionText &region : outline.regions(anchor))
    if (region.inside.begin + (region.isOpened ? 0 : 1) <= range.begin)
      return false;
  return true;
}

/// Whether it is in the statement's text behind its regions, which moves with
/// its end.
static bool isBehindRegions(const Outline &outline, StatementId anchor,
                            ByteRange range) {
  if (anchor == noStatement)
    return false;
  std::vector<RegionText> regions = outline.regions(anchor);
  return !regions.empty() && regions.back().isClosed &&
         regions.back().inside.end <= range.begin &&
         range.end <= outline.range(anchor).end;
}

std::optional<AnchoredRange> AnchoredRange::make(const Outline &outline,
                                                 ByteRange range,
                                                 StatementId whole) {
  // What is missing at its end is said of a statement, not of the next.
  if (range.empty() && range.begin.value > 0)
    if (StatementId before = outline.statementAt({range.begin.value - 1});
        before != noStatement && outline.range(before).end == range.begin)
      return AnchoredRange(before, {}, /*isFromEnd=*/true);
  StatementId anchor = outline.statementAt(range.begin);
  if (isBehindRegions(outline, anchor, range)) {
    ByteOffset end = outline.range(anchor).end;
    return AnchoredRange(
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
  ByteOffset begin = outline.begin(anchor);
  return AnchoredRange(anchor,
                       {range.begin - begin.value, range.end - begin.value});
}

ByteRange AnchoredRange::resolve(const Outline &outline) const {
  ByteOffset end = outline.range(anchor).end;
  return isFromEnd
             ? ByteRange{end - relative.begin.value, end - relative.end.value}
             : relative.shifted(outline.begin(anchor).value);
}

std::optional<AnchoredDiagnostic>
AnchoredDiagnostic::make(const Outline &outline, IrDiagnostic diagnostic,
                         StatementId whole) {
  if (diagnostic.subject == noStatement)
    return std::nullopt;
  std::vector<AnchoredRange> ranges;
  auto anchor = [&](ByteRange range) {
    std::optional<AnchoredRange> made =
        AnchoredRange::make(outline, range, whole);
    if (made)
      ranges.push_back(*made);
    return made.has_value();
  };
  bool isAnchored = anchor(diagnostic.range);
  for (const IrNote &note : diagnostic.notes)
    isAnchored = isAnchored && anchor(note.range);
  if (!isAnchored)
    return std::nullopt;
  AnchoredDiagnostic result(std::move(diagnostic));
  result.ranges = std::move(ranges);
  return result;
}

IrDiagnostic AnchoredDiagnostic::resolve(const Outline &outline) const {
  IrDiagnostic result = diagnostic;
  result.range = ranges[0].resolve(outline);
  for (size_t i = 0; i < result.notes.size(); ++i)
    result.notes[i].range = ranges[i + 1].resolve(outline);
  return result;
}

bool AnchoredDiagnostic::pointsAt(StatementId id) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto &range) {
    return range.statement() == id;
  });
}
