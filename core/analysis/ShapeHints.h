//===- ShapeHints.h - What to show behind a type ---------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SHAPEHINTS_H
#define SHAPELS_ANALYSIS_SHAPEHINTS_H

#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"

namespace shapels {

/// An inferred shape to be shown in the text, at an offset of the section.
struct ShapeHint {
  SectionOffset place;
  /// `= [B, S+1, 128]`.
  std::string label;
  /// What it is about: where the value is named, or else its op.
  SectionOffset subject = {};
};

/// The hints in `range`, in the order of the text. Takes time by the statements
/// in and around the range.
std::vector<ShapeHint> shapeHints(const Section &section, SectionShapes &shapes,
                                  SectionRange range, InlayHintMode mode);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHAPEHINTS_H
