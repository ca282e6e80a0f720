//===- Suggestions.h - What names were meant to be -------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SUGGESTIONS_H
#define SHAPELS_ANALYSIS_SUGGESTIONS_H

#include "core/analysis/Finding.h"

namespace shapels {

/// Whether the message of MLIR is that a value is not defined.
bool isAboutUndeclared(std::string_view message);

/// Whether the message of MLIR is that a dialect has no such op.
bool isAboutUnknownOp(std::string_view message);

/// The last definition before `use` that is visible there and whose name is one
/// edit from that of `use`. Takes time by the length of the name, not by the
/// number of definitions.
std::optional<NameId> nearestValue(const Section &section, NameId use);

/// Adds to MLIR's message about an unknown name the name itself and a
/// suggestion, which is also put into `meant`.
void suggestName(const Section &section, SectionDiagnostic &diagnostic);

/// The known dialects whose names are one edit from `dialect`; none if that is
/// too short to tell.
std::vector<std::string> dialectsLike(std::string_view dialect,
                                      const Dialects &known);

/// The finding that an op's dialect is not known, while one of `dialects` has
/// an op of the same name; nothing if none has.
std::optional<SectionDiagnostic>
otherDialectFinding(const Section &section, StatementId id,
                    const std::vector<std::string> &dialects);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SUGGESTIONS_H
