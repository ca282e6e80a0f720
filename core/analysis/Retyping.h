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
  /// In the section.
  SectionRange type;
  std::string refined;
};

/// The statement's, if it writes one type for one result.
std::optional<RefinableResult>
refinableResult(const Section &section, SectionShapes &shapes, StatementId id);

/// The edits that give results other types, where they and their users write
/// these.
class Retyping {
public:
  /// `section` outlives it.
  explicit Retyping(const Section &section) : of(section) {}

  /// False where somebody needs the type that it has: it is of no use then.
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
