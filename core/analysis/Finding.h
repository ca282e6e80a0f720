//===- Finding.h - A diagnostic before it is filtered ----------*- C++ -*-===//
//
// Private to analysis/. Offsets count from the start of the section.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FINDING_H
#define SHAPELS_ANALYSIS_FINDING_H

#include "shapels/analysis/Configuration.h"
#include "shapels/analysis/Section.h"

namespace shapels {

struct Finding {
  Diagnostic diagnostic;
  /// Where MLIR would say it: expectations go by the line of this place, or of
  /// the diagnostic.
  ByteOffset anchor;
  StatementId statement = noStatement;
};

/// Everything there is to say of a section, in no order; severities are the
/// table's, except that MLIR's warnings stay warnings.
std::vector<Finding> findingsOf(const Section &section,
                                const Configuration &configuration);

/// Of those, what severities and pragmas leave, in the order of the text.
std::vector<Finding> keptFindings(const Section &section,
                                  const Configuration &configuration);

/// Whether the Broadcastable rules apply to `op`.
bool isBroadcastable(mlir::Operation *op, const Configuration &configuration);

/// What the Broadcastable rules say.
std::vector<Finding> checkBroadcasts(const Section &section,
                                     const Configuration &configuration);

/// Results whose type could say more; costs an inference of everything.
std::vector<Finding> findRefinableResults(const Section &section,
                                          const Configuration &configuration);

/// What is said of a document that is not looked into until it changes.
Diagnostic unreadFinding(ByteRange range, Harm::Kind harm);

/// The severity that a code has before configuration; off codes are hints.
Severity defaultSeverity(DiagnosticCode code);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FINDING_H
