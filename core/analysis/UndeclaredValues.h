//===- UndeclaredValues.h - Which other names they may mean ----*- C++ -*-===//
//
// Private to analysis/. The message about a value that is not defined suggests
// a similar name: when an edit changes which names are similar, the message has
// to be made again.
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
  /// There is a diagnostic of `subject` about the undefined name at `place`;
  /// `meant` is the name that it suggests, if there is one.
  void note(StatementId subject, SectionOffset place, std::string_view meant);
  /// The statements whose diagnostics may suggest another name after an update
  /// with these changes.
  std::vector<StatementId> otherwise(const StatementChanges &changes) const;

private:
  /// A name that is not defined, and the name that was suggested for it.
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
