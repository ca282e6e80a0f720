//===- InlayHints.h - Inferred shapes behind types -------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_INLAYHINTS_H
#define SHAPELS_FEATURES_INLAYHINTS_H

#include "server/features/Hover.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels {

struct InlayHint {
  DocumentOffset place;
  /// `= [B, S+1, 128]`.
  std::string label;
  friend bool operator==(const InlayHint &, const InlayHint &) = default;
};

/// Those in `range`, in the order of the text: behind the type of an op's only
/// result where the text spells it, else at the end of the line of the op's
/// name; behind the type of a function's argument. By default of values some
/// size of which the type leaves open and that is known, or that has a name of
/// the user's; `All`: of all values with a size that is known to be another's.
std::vector<InlayHint> inlayHints(const Document &document, DocumentRange range,
                                  InlayHintMode mode);

struct InlayHintDetails {
  /// Why, as a hover says it.
  std::string tooltip;
  /// Where the sizes come from, as far as one place tells.
  std::optional<DocumentRange> origin;
  /// Write the type with these sizes.
  std::vector<TextEdit> edits;
};

/// Of a hint of inlayHints(); empty where the text has no such hint any more.
InlayHintDetails inlayHintDetails(const Document &document,
                                  const InlayHint &hint, InlayHintMode mode,
                                  const HoverOptions &options);

} // namespace shapels

#endif // SHAPELS_FEATURES_INLAYHINTS_H
