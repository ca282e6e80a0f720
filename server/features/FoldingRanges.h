//===- FoldingRanges.h - What editors can fold away ------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_FOLDINGRANGES_H
#define SHAPELS_FEATURES_FOLDINGRANGES_H

#include "core/analysis/Document.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shapels {

enum class FoldingKind { Code, Comment, Imports, Region };

/// Folded, `first` is shown, and the lines behind it up to `last` are not.
struct FoldingRange {
  Line first, last;
  FoldingKind kind = FoldingKind::Code;
  friend bool operator==(const FoldingRange &, const FoldingRange &) = default;
};

/// In the order of the text, the outer one first where two begin in one line:
/// bodies of ops and file metadata, up to the line before the brace that ends
/// them, or to the last token where that brace is missing; runs of lines with
/// nothing but a comment; runs of alias definitions (Imports); and the sections
/// of a text that has several, behind their borders (Region). From the
/// statements alone, so in broken text too. If there are more than `limit`,
/// those that are nested least.
std::vector<FoldingRange> foldingRanges(const Document &document,
                                        size_t limit = SIZE_MAX);

} // namespace shapels

#endif // SHAPELS_FEATURES_FOLDINGRANGES_H
