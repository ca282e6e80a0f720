//===- ShapeHints.h - What to show behind a type ---------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SHAPEHINTS_H
#define SHAPELS_ANALYSIS_SHAPEHINTS_H

#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"

namespace shapels {

/// Offsets count from the section's start.
struct ShapeHint {
  SectionOffset place;
  /// `= [B, S+1, 128]`.
  std::string label;
};

/// Those in `range`, in the order of the text. Looks at no other statement but
/// those around it.
std::vector<ShapeHint> shapeHints(const Section &section, SectionShapes &shapes,
                                  SectionRange range, InlayHintMode mode);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPEHINTS_H
