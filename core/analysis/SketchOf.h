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

/// Reads an op that defines values and does not parse by its tokens alone. An
/// operand that is missing, as between two commas, becomes one of which nothing
/// is known; so do operands that may follow where the text ends before the
/// types.
std::optional<OpSketch> sketchOf(const Section &section, StatementId id);

/// The sketch of the statement for one of whose results `placeholder` stands,
/// and the number of that result.
std::optional<std::pair<OpSketch, unsigned>>
sketchOf(const Section &section, mlir::Operation *placeholder);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SKETCHOF_H
