//===- Hover.h - What is known of the thing under the cursor ----*- C++ -*-===//

#ifndef SHAPELS_FEATURES_HOVER_H
#define SHAPELS_FEATURES_HOVER_H

#include "core/analysis/Document.h"

#include <optional>
#include <string>

namespace shapels {

struct HoverOptions {
  /// Also show the op in its generic form.
  bool genericForm = false;
  /// Markdown if the client takes it, else plain text.
  bool markdown = true;
  /// All that is known; else what a glance takes: six lines, and of sizes those
  /// that are not plain from the operands.
  bool isFull = false;
  /// Of the document, for links to places in it; none without it.
  std::string uri = {};
};

struct Hover {
  /// The token that the text is about.
  DocumentRange range;
  /// Six lines at most, or twelve, without the generic form.
  std::string text;
};

/// Nothing where there is nothing to say. `document` must be up to date, as
/// for every feature.
std::optional<Hover> hover(const Document &document, DocumentOffset offset,
                           const HoverOptions &options);

} // namespace shapels

#endif // SHAPELS_FEATURES_HOVER_H
