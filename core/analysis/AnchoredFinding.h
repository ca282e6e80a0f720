//===- AnchoredFinding.h - A finding that moves ----------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_ANCHOREDFINDING_H
#define SHAPELS_ANALYSIS_ANCHOREDFINDING_H

#include "core/analysis/Finding.h"
#include "core/ir/section/AnchoredDiagnostic.h"

namespace shapels {

/// A Finding whose ranges follow their statements.
class AnchoredFinding {
public:
  /// Nothing where no statement keeps them in their places.
  static std::optional<AnchoredFinding> make(const Outline &outline,
                                             Finding finding);
  /// The ranges of `finding` are these: its own, those of what is related.
  AnchoredFinding(Finding finding, const std::vector<AnchoredRange> &places);
  /// It stays where it is.
  explicit AnchoredFinding(Finding finding) : finding(std::move(finding)) {}

  /// Brings its places up to date.
  void resolve(const Outline &outline);
  /// Its places are those of the last resolve().
  const Finding &resolved() const { return finding; }
  /// The same with that severity.
  AnchoredFinding as(Severity severity) && {
    finding.diagnostic.severity = severity;
    return std::move(*this);
  }
  /// As the text is now.
  ByteRange range(const Outline &outline) const;
  bool pointsAt(StatementId id) const;
  /// Of its diagnostic, its anchor, what is related and what is underlined.
  const std::vector<AnchoredRange> &places() const { return ranges; }

private:
  Finding finding;
  std::vector<AnchoredRange> ranges;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_ANCHOREDFINDING_H
