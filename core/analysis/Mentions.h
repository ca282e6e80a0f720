//===- Mentions.h - Where a section speaks to shapels ----------*- C++ -*-===//
//
// Private to analysis/. What comments mean rests on what is around, so they are
// read again after each edit; this is to find them without reading the text.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_MENTIONS_H
#define SHAPELS_ANALYSIS_MENTIONS_H

#include "core/text/TextSpan.h"

#include <string_view>
#include <vector>

namespace shapels {

/// What a comment to shapels starts with.
inline constexpr std::string_view shapelsComment = "// shapels:";

/// The places of `shapelsComment` in a text, kept over its edits.
class Mentions {
public:
  void read(std::string_view text);
  /// `edit` was replaced by `newSize` bytes of `now`. Returns whether its lines
  /// had a mention, or have one.
  bool edit(TextSpan now, SectionRange edit, uint32_t newSize);
  /// In order; some may be in strings.
  const std::vector<SectionOffset> &places() const { return all; }

private:
  std::vector<SectionOffset> all;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MENTIONS_H
