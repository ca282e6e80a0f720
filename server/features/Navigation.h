//===- Navigation.h - Definition, references, highlight ---------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_NAVIGATION_H
#define SHAPELS_FEATURES_NAVIGATION_H

#include "core/analysis/Document.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

/// A place in another file that a `loc("file":line:column)` names. Line and
/// column are zero-based; the column counts bytes.
struct ExternalPlace {
  std::string file;
  Position position;
  friend bool operator==(const ExternalPlace &,
                         const ExternalPlace &) = default;
};

/// Where the name under the cursor is defined: SSA value, block, symbol,
/// alias.
std::vector<DocumentRange> definition(const Document &document,
                                      DocumentOffset offset);

/// Where the type alias under the cursor is defined, or those that the type of
/// the value under the cursor names.
std::vector<DocumentRange> typeDefinition(const Document &document,
                                          DocumentOffset offset);

/// The place in another file that the `loc(...)` under the cursor, or the one
/// behind the op under the cursor, names. Does not look whether it exists.
std::optional<ExternalPlace> externalDefinition(const Document &document,
                                                DocumentOffset offset);

/// Where the op whose name is under the cursor is defined, if the project's .td
/// files say so.
std::optional<ExternalPlace> operationDefinition(const Document &document,
                                                 DocumentOffset offset);

/// All places that name what is under the cursor, in the order of the text.
std::vector<DocumentRange> references(const Document &document,
                                      DocumentOffset offset,
                                      bool includeDeclaration);

struct Highlight {
  DocumentRange range;
  /// A definition, as opposed to a use.
  bool isWrite = false;
  friend bool operator==(const Highlight &, const Highlight &) = default;
};

std::vector<Highlight> highlights(const Document &document,
                                  DocumentOffset offset);

} // namespace shapels

#endif // SHAPELS_FEATURES_NAVIGATION_H
