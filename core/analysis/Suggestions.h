//===- Suggestions.h - What names were meant to be -------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SUGGESTIONS_H
#define SHAPELS_ANALYSIS_SUGGESTIONS_H

#include "core/analysis/Finding.h"

namespace shapels {

/// Whether MLIR says that nothing defines the value.
bool isAboutUndeclared(std::string_view message);

/// Whether it says that the op is none of its dialect.
bool isAboutUnknownOp(std::string_view message);

/// The definition whose name is one edit from that of `use`: of those that are
/// before it and visible there the last one. Independent of how many there are.
std::optional<NameId> nearestValue(const Section &section, NameId use);

/// Adds to MLIR's words about a name that it does not know which that is, and
/// what was meant.
void suggestName(const Section &section, SectionDiagnostic &diagnostic);

/// The dialects one edit from one that is not known, if its name is long enough
/// to tell.
std::vector<std::string> dialectsLike(std::string_view dialect,
                                      const Dialects &known);

/// That the op is of a dialect that is not known, and one of `dialects` has an
/// op of the same name.
std::optional<SectionDiagnostic>
otherDialectFinding(const Section &section, StatementId id,
                    const std::vector<std::string> &dialects);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SUGGESTIONS_H
