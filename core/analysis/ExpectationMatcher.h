//===- ExpectationMatcher.h - Findings and expectations --------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_EXPECTATIONMATCHER_H
#define SHAPELS_ANALYSIS_EXPECTATIONMATCHER_H

#include "core/analysis/Comments.h"
#include "core/analysis/Document.h"

namespace shapels {

/// Matches the findings of a section with its `// expected-...` comments, both
/// of which outlive it.
class ExpectationMatcher {
public:
  ExpectationMatcher(const Section &section,
                     const std::vector<Expectation> &expectations);

  /// Whether an expectation matches the finding's message, or the message of
  /// MLIR that the finding replaces. Notes that the expectation is met.
  bool wants(const SectionDiagnostic &finding);
  /// Whether the file expects the finding: an expectation wants it, or one for
  /// its line is as severe, in whatever words.
  bool expects(const SectionDiagnostic &finding);

  /// What `--verify-diagnostics` reports: findings that no expectation matches,
  /// and expectations that no finding met. Sorted by place.
  std::vector<SectionNote>
  mismatches(const std::vector<SectionDiagnostic> &findings);

private:
  uint32_t lineOf(SectionOffset offset) const;
  StatementId functionOf(const SectionDiagnostic &finding) const;
  bool meet(ExpectedKind kind, std::string_view message, uint32_t line);

  const Section &section;
  const std::vector<Expectation> &expectations;
  std::vector<bool> isMet;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_EXPECTATIONMATCHER_H
