//===- FindingList.h - Findings in the order of the text -------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FINDINGLIST_H
#define SHAPELS_ANALYSIS_FINDINGLIST_H

#include "core/diagnostics/DiagnosticStore.h"

#include <memory>
#include <set>
#include <unordered_map>

namespace shapels {

/// The findings of a section in the order of the text, and by the statements
/// that they belong to, so that an edit costs those of few statements. Pointers
/// to findings stay valid until their statement is removed.
class FindingList {
public:
  /// Both outlive it; `serials` counts the document's findings, which are
  /// numbered in the order in which they are added.
  FindingList(const Outline &outline, uint64_t &serials)
      : outline(outline), serials(serials), inOrder(ByPlace{&outline}) {}

  void clear();
  /// Removes the statement's findings. The statement may be gone.
  void remove(StatementId subject);
  void add(StatementId subject, SectionDiagnostic finding);

  /// Calls `visit` for each, in the order of the text; of equal ones for the
  /// first only.
  template <typename Visit>
  void forEach(Visit visit) const {
    SectionDiagnostic *before = nullptr;
    for (SectionDiagnostic *finding : inOrder)
      if (!before || !isSame(*before, *finding))
        visit(*(before = finding));
  }

private:
  /// Edits keep the order of what they leave. An entry of a statement that is
  /// gone has no place: it is erased by its iterator.
  struct ByPlace {
    const Outline *outline;
    bool operator()(const SectionDiagnostic *a,
                    const SectionDiagnostic *b) const;
  };
  using InOrder = std::multiset<SectionDiagnostic *, ByPlace>;
  struct Owned {
    std::unique_ptr<SectionDiagnostic> finding;
    InOrder::iterator place;
  };

  bool isSame(SectionDiagnostic &a, SectionDiagnostic &b) const;

  const Outline &outline;
  uint64_t &serials;
  InOrder inOrder;
  std::unordered_map<StatementId, std::vector<Owned>> bySubject;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FINDINGLIST_H
