//===- FindingList.h - Findings in the order of the text -------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FINDINGLIST_H
#define SHAPELS_ANALYSIS_FINDINGLIST_H

#include "core/analysis/AnchoredFinding.h"

#include <memory>
#include <set>
#include <unordered_map>

namespace shapels {

/// The findings of a section by the statements that they are of, so that an
/// edit costs those of few statements.
class FindingList {
public:
  struct Entry {
    AnchoredFinding finding;
    /// No other finding of the document had or will have it.
    uint64_t serial;
  };

  /// Both outlive it; `serials` counts the findings of the document.
  FindingList(const Outline &outline, uint64_t &serials)
      : outline(outline), serials(serials), inOrder(ByPlace{&outline}) {}

  void clear();
  /// Takes out what is said of it. The statement may be gone.
  void remove(StatementId subject);
  void add(StatementId subject, AnchoredFinding finding);

  /// Calls `visit` for each, in the order of the text; of those that say the
  /// same of the same place for one.
  template <typename Visit>
  void forEach(Visit visit) const {
    Entry *before = nullptr;
    for (Entry *entry : inOrder)
      if (!before || !isSame(*before, *entry))
        visit(*(before = entry));
  }

private:
  /// Edits keep the order of what they leave. An entry of a statement that is
  /// gone has no place: it is erased by its iterator.
  struct ByPlace {
    const Outline *outline;
    bool operator()(const Entry *a, const Entry *b) const;
  };
  using InOrder = std::multiset<Entry *, ByPlace>;
  struct Owned {
    std::unique_ptr<Entry> entry;
    InOrder::iterator place;
  };

  bool isSame(Entry &a, Entry &b) const;

  const Outline &outline;
  uint64_t &serials;
  InOrder inOrder;
  std::unordered_map<StatementId, std::vector<Owned>> bySubject;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FINDINGLIST_H
