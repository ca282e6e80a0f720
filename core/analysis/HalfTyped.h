//===- HalfTyped.h - What is typed is not whole yet -------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_HALFTYPED_H
#define SHAPELS_ANALYSIS_HALFTYPED_H

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace shapels {

/// The statements that stand in these lines, without those around them whose
/// own text does not; at most `most`.
std::vector<StatementId> statementsIn(const Section &section,
                                      SectionRange lines, size_t most);

/// The values that the statement is written to define.
std::set<std::string> valuesDefinedBy(const Outline &outline, StatementId id);

/// Whether the statement does not parse, lacks a brace, names what is not
/// there, or ends a region with what the op around does not take; of an op of a
/// dialect that is not built in, whether it is not all there, or its name is
/// only the beginning of one that we know.
bool isHalfTyped(const Section &section, const Configuration &configuration,
                 StatementId id);

/// Whether the op of the statement does not have what belongs in its regions,
/// or a brace around it.
bool lacksPart(const Section &section, StatementId id);

/// The function around all of `range`, or another op whose body stands for
/// itself.
std::optional<DocumentRange> functionAround(const Document &document,
                                            DocumentRange range);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_HALFTYPED_H
