//===- PragmaIndex.cpp ----------------------------------------------------===//

#include "core/analysis/PragmaIndex.h"

#include <algorithm>

using namespace shapels;

static std::vector<SectionOffset> placesIn(std::string_view text,
                                           SectionOffset start) {
  std::vector<SectionOffset> places;
  for (size_t at = 0; (at = text.find(shapelsComment, at)) != text.npos;
       at += shapelsComment.size())
    places.push_back(start + static_cast<uint32_t>(at));
  return places;
}

void PragmaIndex::read(std::string_view text) { all = placesIn(text, {}); }

bool PragmaIndex::edit(TextSpan now, SectionRange edit, uint32_t newSize) {
  SectionRange lines{now.lineStart(edit.begin),
                     now.lineEnd(edit.begin + newSize)};
  std::vector<SectionOffset> found = placesIn(now.slice(lines), lines.begin);
  auto first = std::lower_bound(all.begin(), all.end(), lines.begin);
  auto behind =
      std::lower_bound(first, all.end(), lines.end + edit.size() - newSize);
  bool isAny = first != behind || !found.empty();
  for (auto moved = behind; moved != all.end(); ++moved)
    *moved = *moved + newSize - edit.size();
  all.insert(all.erase(first, behind), found.begin(), found.end());
  return isAny;
}
