//===- SectionList.h - A document's sections, in order ---------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SECTIONLIST_H
#define SHAPELS_ANALYSIS_SECTIONLIST_H

#include "core/analysis/Section.h"

#include <memory>
#include <span>
#include <vector>

namespace shapels {

/// Sections move with the text before them, many at once: each run of them has
/// one number that says how far.
class SectionList {
public:
  std::span<const std::unique_ptr<Section>> all() const { return sections; }
  /// Of the section that holds `offset`; there is one at least.
  size_t indexAt(DocumentOffset offset) const;
  /// Sections behind that one are `bytes` further on now.
  void moveBehind(size_t index, uint32_t bytes);
  /// Puts others in the place of some: O(sections).
  void replace(size_t begin, size_t end,
               std::vector<std::unique_ptr<Section>> fresh);

private:
  std::vector<std::unique_ptr<Section>> sections;
  /// By run.
  std::vector<uint32_t> moved;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONLIST_H
