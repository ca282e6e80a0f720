//===- DocumentLinks.h - Other files that a text names ---------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_DOCUMENTLINKS_H
#define SHAPELS_FEATURES_DOCUMENTLINKS_H

#include "core/analysis/Document.h"
#include "server/features/Navigation.h"

#include <vector>

namespace shapels {

struct DocumentLink {
  /// The text that names the file.
  DocumentRange range;
  ExternalPlace place;
  /// Whether the name counts from the document's folder only.
  bool isBeside = false;
};

/// `"file":line:column` in each `loc(...)`, and `%S/file` in RUN lines, in the
/// order of the text. Does not look whether they exist.
std::vector<DocumentLink> documentLinks(const Document &document);

} // namespace shapels

#endif // SHAPELS_FEATURES_DOCUMENTLINKS_H
