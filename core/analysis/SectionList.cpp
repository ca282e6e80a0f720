//===- SectionList.cpp ----------------------------------------------------===//

#include "core/analysis/SectionList.h"

#include <algorithm>
#include <iterator>

using namespace shapels;

static constexpr size_t runLength = 64;

size_t SectionList::indexAt(DocumentOffset offset) const {
  auto after = std::upper_bound(
      sections.begin() + 1, sections.end(), offset,
      [](DocumentOffset at, const std::unique_ptr<Section> &section) {
        return at < section->start();
      });
  return static_cast<size_t>(after - sections.begin()) - 1;
}

void SectionList::moveBehind(size_t index, uint32_t bytes) {
  size_t run = index / runLength;
  size_t end = std::min((run + 1) * runLength, sections.size());
  for (size_t i = index + 1; i < end; ++i)
    sections[i]->moveBy(bytes);
  for (size_t i = run + 1; i < moved.size(); ++i)
    moved[i] += bytes;
}

void SectionList::replace(size_t begin, size_t end,
                          std::vector<std::unique_ptr<Section>> fresh) {
  for (const std::unique_ptr<Section> &section : sections)
    section->moveWith(nullptr);
  auto at = sections.erase(sections.begin() + static_cast<ptrdiff_t>(begin),
                           sections.begin() + static_cast<ptrdiff_t>(end));
  sections.insert(at, std::make_move_iterator(fresh.begin()),
                  std::make_move_iterator(fresh.end()));
  moved.assign((sections.size() + runLength - 1) / runLength, 0);
  for (size_t i = 0; i < sections.size(); ++i)
    sections[i]->moveWith(&moved[i / runLength]);
}
