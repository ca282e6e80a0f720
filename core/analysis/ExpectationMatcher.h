//===- ExpectationMatcher.h - Findings and expectations --------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_EXPECTATIONMATCHER_H
#define SHAPELS_ANALYSIS_EXPECTATIONMATCHER_H

#include "core/analysis/Comments.h"
#include "core/analysis/Document.h"

namespace shapels {

/// Matches the findings of a section with its `// expected-...` comments.
class ExpectationMatcher {
public:
  ExpectationMatcher(const Section &section,
                     const std::vector<Expectation> &expectations);

  /// Whether some expectation wants the finding: its message, or the one of
  /// MLIR that it replaces.
  bool wants(const SectionDiagnostic &finding);

  /// What `--verify-diagnostics` says: findings that no expectation wants, and
  /// expectations that no finding met.
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
