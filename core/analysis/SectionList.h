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

/// The sections of a document. An edit moves all sections behind it: each run
/// of sections has one number that tells how far, so that costs O(sections /
/// 64).
class SectionList {
public:
  std::span<const std::unique_ptr<Section>> all() const { return sections; }
  /// The index of the section that contains `offset`. There must be a section.
  size_t indexAt(DocumentOffset offset) const;
  /// Moves the sections behind that one by `bytes`, modulo 2^32.
  void moveBehind(size_t index, uint32_t bytes);
  /// Replaces the sections from `begin` to before `end` by `fresh`.
  /// O(sections).
  void replace(size_t begin, size_t end,
               std::vector<std::unique_ptr<Section>> fresh);

private:
  std::vector<std::unique_ptr<Section>> sections;
  /// How far each run has moved.
  std::vector<uint32_t> moved;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONLIST_H
