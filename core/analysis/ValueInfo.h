//===- ValueInfo.h - What is known of values and ops -----------*- C++ -*-===//
//
// Plain text for features to lay out. Offsets count from the section's start.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_VALUEINFO_H
#define SHAPELS_ANALYSIS_VALUEINFO_H

#include "core/analysis/LinkedText.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

struct DimInfo {
  /// `?`, `4`, `[4]`.
  std::string size;
  /// `4 from %rhs; %lhs has 1 and is broadcast`; empty where it is not
  /// known.
  LinkedText because;
  /// Whether the declared type leaves it open.
  bool isOpen = false;
};

struct ValueInfo {
  /// `%0#1`.
  std::string name;
  /// `result 1 of tosa.add`, `argument 0 of @main`.
  std::string origin;
  /// The op whose result it is; empty where it is none.
  std::string op = {};
  std::string declaredType;
  SectionIR::TypeSource typeSource = SectionIR::TypeSource::Known;
  /// Whether the type was written for something that may be another one's.
  bool isTypeGuessed = false;
  /// The type with the inferred shape; empty where nothing is inferred.
  std::string inferredType;
  /// What inferred it, e.g. `Broadcastable`.
  std::string rule;
  /// `[%arg0[0], 4]`; empty where nothing is known, or no more than numbers.
  std::string symbolic;
  /// The integers in the value: `[%arg0[0], 4]`, or `%n + 1` for an index;
  /// empty where only the value's own name stands for them.
  std::string integers;
  /// The range of an integer that is not a literal: `at most 8`; empty where
  /// nothing is known.
  std::string integerRange;
  std::vector<DimInfo> dims;
  /// The declared type with the sizes that only the inferred one has; empty
  /// where that has none more.
  std::string refinedType;
};

/// Nothing where the value was not parsed.
std::optional<ValueInfo> valueInfo(const Section &section,
                                   SectionShapes &shapes,
                                   const NameOccurrence &name);

struct OperationInfo {
  std::string name;
  /// If there is one result only, with the reasons of its dimensions.
  std::vector<ValueInfo> results;
  /// Without the contents of its regions.
  std::string genericForm;
};

std::optional<OperationInfo> operationInfo(const Section &section,
                                           SectionShapes &shapes,
                                           StatementId statement,
                                           bool withGenericForm);

struct FunctionSizes {
  /// Of each result whose type leaves sizes open: `[%a[0], 4]`.
  std::vector<std::string> returned;
  /// What it requires of its arguments: `%a[0] = %b[0]`, `%a[0]: at most 8`.
  std::vector<std::string> required;
};

/// Empty where the statement is no function, or one that does not parse.
FunctionSizes functionSizes(const Section &section, SectionShapes &shapes,
                            StatementId function);

/// The value of the statement's attribute of that name, as MLIR prints it.
std::optional<std::string> attributeValue(const Section &section,
                                          StatementId statement,
                                          std::string_view attribute);

/// Rank and size of the type that `text` spells, e.g. `rank 2, 6 elements, 24
/// bytes`; nothing if it is no shaped type.
std::optional<std::string> typeSummary(const Section &section,
                                       std::string_view text);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_VALUEINFO_H
