//===- NewNames.h - Whether a name may take another one's place -*- C++ -*-===//
//
// Private to features/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_NEWNAMES_H
#define SHAPELS_FEATURES_NEWNAMES_H

#include "core/syntax/Outline.h"

#include <optional>
#include <string>
#include <string_view>

namespace shapels {

/// A name as a user types it.
struct NewName {
  /// Empty for a size.
  std::string sigil;
  /// Without sigil and quotes.
  std::string plain;
  /// Of a symbol that is no word.
  bool needsQuotes = false;
  /// Why MLIR would not read it; empty otherwise.
  std::string refusal;
};

/// Nothing for `kind` is a size in `// shapels:`.
NewName readNewName(std::string_view typed, std::optional<NameKind> kind);

/// A place that keeps a name from being given.
struct Obstacle {
  SectionOffset place;
  /// It means something by that name that it would not mean any more; else it
  /// has the name.
  bool isCapture = false;
};

/// What is in the way of `spelled`, with its sigil, in the place of the name of
/// `definition`.
std::optional<Obstacle> obstacle(const Outline &outline,
                                 const NameOccurrence &definition,
                                 std::string_view spelled);

} // namespace shapels

#endif // SHAPELS_FEATURES_NEWNAMES_H
