//===- SketchOf.h - What a statement that does not parse says ---*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SKETCHOF_H
#define SHAPELS_ANALYSIS_SKETCHOF_H

#include "core/analysis/Section.h"
#include "core/shape/OpSketch.h"

#include <optional>
#include <utility>

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// Of an op that defines values, by its tokens alone. An operand that is
/// missing, such as between two commas, is one that nothing is known of; so is
/// what may follow where the text ends before the types.
std::optional<OpSketch> sketchOf(const Section &section, StatementId id);

/// Of the statement whose value `placeholder` stands for, and which of its
/// results that is.
std::optional<std::pair<OpSketch, unsigned>>
sketchOf(const Section &section, mlir::Operation *placeholder);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SKETCHOF_H
