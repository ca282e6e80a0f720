//===- Incomplete.h - What is typed is not whole yet ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_INCOMPLETE_H
#define SHAPELS_ANALYSIS_INCOMPLETE_H

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shapels {

/// The statements whose own text stands in these lines, at most `most`; ops
/// around whose own text is elsewhere are not among them.
std::vector<StatementId> statementsIn(const Section &section,
                                      SectionRange lines, size_t most);

/// The names of the values that the statement's text defines.
std::set<std::string> valuesDefinedBy(const Outline &outline, StatementId id);

/// Whether the statement looks like one that is still being typed: it does not
/// parse, lacks a brace, names a value that is not defined, or is a terminator
/// that the op around does not take. An op of a dialect that is not built in:
/// its text is cut off, or its name is only the beginning of a known one.
bool isIncomplete(const Section &section, const Configuration &configuration,
                  StatementId id);

/// Whether the statement has no sound op, or one of its regions lacks a brace.
bool lacksPart(const Section &section, StatementId id);

/// The range of the innermost function, or other op isolated from above, around
/// all of `range`.
std::optional<DocumentRange> functionAround(const Document &document,
                                            DocumentRange range);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_INCOMPLETE_H
