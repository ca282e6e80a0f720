//===- Rename.h - Another name for a value, block, symbol ... --*- C++ -*-===//
//
// From the statements alone, so in broken text and in unknown dialects too.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_RENAME_H
#define SHAPELS_FEATURES_RENAME_H

#include "core/analysis/Document.h"

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// What can be renamed at a place, or why nothing can.
struct RenamePlace {
  /// The name with its sigil, which the cursor touches.
  DocumentRange range;
  std::string name;
  /// Empty if it can be renamed.
  std::string refusal;
};

RenamePlace renamePlace(const Document &document, DocumentOffset offset);

struct Renaming {
  /// In the order of the text.
  std::vector<TextEdit> edits;
  /// Why there are none; empty otherwise.
  std::string refusal;
};

/// Renames what is at `offset` in all places that mean the same, comments to
/// shapels included. `newName` may leave out the sigil, and the quotes of a
/// symbol. Refuses what is no name, what is taken where the old name is seen,
/// and what would make another place mean something else.
Renaming rename(const Document &document, DocumentOffset offset,
                std::string_view newName);

} // namespace shapels

#endif // SHAPELS_FEATURES_RENAME_H
