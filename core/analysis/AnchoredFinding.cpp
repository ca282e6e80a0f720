//===- AnchoredFinding.cpp ------------------------------------------------===//

#include "core/analysis/AnchoredFinding.h"

#include <algorithm>

using namespace shapels;

std::optional<AnchoredFinding> AnchoredFinding::make(const Outline &outline,
                                                     Finding finding) {
  std::vector<AnchoredRange> ranges;
  bool isAnchored = true;
  auto anchor = [&](ByteRange range) {
    auto made = AnchoredRange::make(outline, range);
    isAnchored &= made.has_value();
    if (made)
      ranges.push_back(*made);
  };
  const Diagnostic &diagnostic = finding.diagnostic;
  anchor(diagnostic.range);
  anchor({finding.anchor, finding.anchor});
  for (const RelatedInformation &related : diagnostic.related)
    anchor(related.range);
  for (ByteRange range : diagnostic.alsoUnderlined)
    anchor(range);
  if (!isAnchored)
    return std::nullopt;
  AnchoredFinding result(std::move(finding));
  result.ranges = std::move(ranges);
  return result;
}

AnchoredFinding::AnchoredFinding(Finding finding,
                                 const std::vector<AnchoredRange> &places)
    : finding(std::move(finding)), ranges(places) {
  ranges.insert(ranges.begin() + 1, ranges[0].atBegin());
}

void AnchoredFinding::resolve(const Outline &outline) {
  if (ranges.empty())
    return;
  auto next = ranges.begin();
  auto take = [&] { return next++->resolve(outline); };
  finding.diagnostic.range = take();
  finding.anchor = take().begin;
  for (RelatedInformation &related : finding.diagnostic.related)
    related.range = take();
  for (ByteRange &range : finding.diagnostic.alsoUnderlined)
    range = take();
}

ByteRange AnchoredFinding::range(const Outline &outline) const {
  return ranges.empty() ? finding.diagnostic.range : ranges[0].resolve(outline);
}

bool AnchoredFinding::pointsAt(StatementId id) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto &range) {
    return range.statement() == id;
  });
}
