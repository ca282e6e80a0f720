//===- UndeclaredValues.h - Which other names they may mean ----*- C++ -*-===//
//
// Private to analysis/. What is said of a name that nothing defines rests on
// the names that are like it: an edit of those asks again.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_UNDECLAREDVALUES_H
#define SHAPELS_ANALYSIS_UNDECLAREDVALUES_H

#include "core/analysis/Section.h"

#include <unordered_map>

namespace shapels {

class UndeclaredValues {
public:
  explicit UndeclaredValues(const Section &section) : section(section) {}

  void clear() { bySubject.clear(); }
  void forget(StatementId subject) { bySubject.erase(subject); }
  /// Something is said of `subject` about the name at that place.
  void note(StatementId subject, SectionOffset place);
  /// The statements about which another diagnostic may be right after an update
  /// with these changes.
  std::vector<StatementId> otherwise(const StatementChanges &changes) const;

private:
  /// A name that nothing defines, and what it was taken for.
  struct Use {
    std::string name;
    Spelling meant;
    std::optional<NameId> definition;
  };

  std::vector<std::string_view> newNames(const StatementChanges &changes) const;
  bool isOtherwise(StatementId subject, const Use &use,
                   const std::vector<std::string_view> &added) const;

  const Section &section;
  std::unordered_map<StatementId, std::vector<Use>> bySubject;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_UNDECLAREDVALUES_H
