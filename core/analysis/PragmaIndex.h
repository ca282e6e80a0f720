//===- PragmaIndex.h - Where a section speaks to shapels --------*- C++ -*-===//
//
// Private to analysis/. The meaning of a comment depends on the text around it,
// so comments are read again after each edit. This finds them without a search
// through the text.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_PRAGMAINDEX_H
#define SHAPELS_ANALYSIS_PRAGMAINDEX_H

#include "core/text/TextSpan.h"

#include <string_view>
#include <vector>

namespace shapels {

/// The start of a comment for shapels.
inline constexpr std::string_view shapelsComment = "// shapels:";

/// The places of `shapelsComment` in a text; follows edits.
class PragmaIndex {
public:
  void read(std::string_view text);
  /// In the text, which is `now` after that, the range `edit` was replaced by
  /// `newSize` bytes. Returns whether the lines of the edit had such a comment
  /// before, or have one now.
  bool edit(TextSpan now, SectionRange edit, uint32_t newSize);
  /// In the order of the text. Some may be inside strings.
  const std::vector<SectionOffset> &places() const { return all; }

private:
  std::vector<SectionOffset> all;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_PRAGMAINDEX_H
