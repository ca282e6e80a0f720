//===- Retyping.h - Give values other types --------------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_RETYPING_H
#define SHAPELS_ANALYSIS_RETYPING_H

#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// A result whose type says less than is inferred.
struct RefinableResult {
  NameOccurrence name;
  SectionRange type;
  std::string refined;
};

/// The result of the statement, if its text has one type for one result, and
/// more is inferred than that says.
std::optional<RefinableResult>
refinableResult(const Section &section, SectionShapes &shapes, StatementId id);

/// The edits that give results other types, in the statements that define them
/// and in those of their users that write the types of operands.
class Retyping {
public:
  /// `section` outlives it.
  explicit Retyping(const Section &section) : of(section) {}

  /// Returns false if a user needs the type that the result has. This is then
  /// unusable: try with a copy.
  bool add(const RefinableResult &result);
  /// In the order of the text.
  std::vector<SectionEdit> edits() const;

private:
  bool put(SectionRange range, const std::string &type) {
    return byPlace.try_emplace(range.begin, SectionEdit{range, type}).second;
  }
  bool follow(mlir::Value value, const std::string &refined);
  std::optional<SectionRange> onlyPlaceOf(std::string_view type,
                                          StatementId id) const;

  std::reference_wrapper<const Section> of;
  std::map<SectionOffset, SectionEdit> byPlace;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_RETYPING_H
