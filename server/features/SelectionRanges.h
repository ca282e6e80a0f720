//===- SelectionRanges.h - What grows around the cursor --------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_SELECTIONRANGES_H
#define SHAPELS_FEATURES_SELECTIONRANGES_H

#include "core/analysis/Document.h"

#include <vector>

namespace shapels {

/// The innermost first, each one larger than that before: a word, what is
/// between two commas, what is in brackets, and these as well, a statement,
/// what is in a region, the region, the statement around, the section, the
/// text; in a comment the comment and those in the lines beside it. At least
/// one.
std::vector<DocumentRange> selectionRanges(const Document &document,
                                           DocumentOffset offset);

} // namespace shapels

#endif // SHAPELS_FEATURES_SELECTIONRANGES_H
