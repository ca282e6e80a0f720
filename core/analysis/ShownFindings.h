//===- ShownFindings.h - What a document shows -----------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SHOWNFINDINGS_H
#define SHAPELS_ANALYSIS_SHOWNFINDINGS_H

#include "shapels/analysis/FindingList.h"

#include <span>

namespace shapels {

/// A finding that may be shown.
struct ShownItem {
  FindingList::Entry *entry;
  const Section *section;
};

/// The list that is shown. What stays in it costs an update its places only.
class ShownFindings {
public:
  std::span<const Diagnostic> list() const { return shown; }
  /// Shows `items`, but no more than `most`, the least severe left out first;
  /// one more says how many are left out then.
  void update(std::vector<ShownItem> items, size_t most);
  /// Shows that alone.
  void showOnly(Diagnostic diagnostic);
  /// The first one of that code; null if none is shown.
  Diagnostic *find(DiagnosticCode code);

private:
  void replace(std::span<const ShownItem> items);

  std::vector<Diagnostic> shown;
  /// Those of the findings that they are.
  std::vector<uint64_t> serials;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHOWNFINDINGS_H
