//===- AnchoredDiagnostic.cpp ---------------------------------------------===//

#include "shapels/ir/AnchoredDiagnostic.h"

#include <algorithm>

using namespace shapels;

std::optional<AnchoredRange> AnchoredRange::make(const Outline &outline,
                                                 ByteRange range) {
  StatementId anchor = outline.statementAt(range.begin);
  // What is missing at its end is said of a statement, not of the next.
  if (range.empty() && range.begin.value > 0)
    if (StatementId before = outline.statementAt({range.begin.value - 1});
        before != noStatement && outline.range(before).end == range.begin)
      anchor = before;
  if (anchor == noStatement)
    return std::nullopt;
  for (const RegionText &region : outline.regions(anchor))
    if (region.inside.begin <= range.begin)
      return std::nullopt;
  ByteOffset begin = outline.begin(anchor);
  return AnchoredRange(anchor,
                       {range.begin - begin.value, range.end - begin.value});
}

std::optional<AnchoredDiagnostic>
AnchoredDiagnostic::make(const Outline &outline, IrDiagnostic diagnostic) {
  if (diagnostic.subject == noStatement)
    return std::nullopt;
  std::vector<AnchoredRange> ranges;
  auto anchor = [&](ByteRange range) {
    std::optional<AnchoredRange> made = AnchoredRange::make(outline, range);
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
