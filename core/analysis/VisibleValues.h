//===- VisibleValues.h - What an op at a place may name --------*- C++ -*-===//
//
// From the statements, so that it works in text that does not parse; types and
// uses from the IR, where that has the value.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_VISIBLEVALUES_H
#define SHAPELS_ANALYSIS_VISIBLEVALUES_H

#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"

#include <string>
#include <vector>

namespace shapels {

struct VisibleValue {
  NameId definition;
  /// In its group.
  unsigned number = 0;
  /// `%0#1`.
  std::string name;
  /// Empty where nobody knows it.
  std::string type;
  /// Whether an op that parses uses it.
  bool isUsed = false;
};

/// A place between two statements.
struct VisiblePlace {
  /// The one that nests it; noStatement at the top level.
  StatementId parent = noStatement;
  /// The last one before it in the same region; noStatement if it is first.
  StatementId before = noStatement;
};

struct VisibleValues {
  /// Those that are defined last come first.
  std::vector<VisibleValue> values;
  /// Whether there may be more than were looked for.
  bool isCut = false;
};

/// Those whose names begin with `prefix` (`%a`), `most` of them. Looks at a
/// bounded number of statements.
VisibleValues visibleValues(const Section &section, VisiblePlace place,
                            std::string_view prefix, size_t most);

/// The type of the value that `name` (`%0#1`) means in the statement; empty
/// where nobody knows it.
std::string typeOfName(const Section &section, StatementId use,
                       std::string_view name);

/// `= [B, 4]`: what is inferred of its shape beyond its type; empty if nothing.
std::string shapeText(const Section &section, SectionShapes &shapes,
                      const VisibleValue &value);

/// The type that the only result of a statement has by its operands, whether it
/// parses or not; empty where nobody knows it.
std::string inferredResultType(const Section &section, SectionShapes &shapes,
                               StatementId statement);

/// The types of the operands of a statement that has an op.
std::vector<std::string> operandTypes(const Section &section,
                                      StatementId statement);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_VISIBLEVALUES_H
