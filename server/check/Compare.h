//===- Compare.h - Two texts, or the steps of a log, compared --*- C++ -*-===//

#ifndef SHAPELS_CHECK_COMPARE_H
#define SHAPELS_CHECK_COMPARE_H

#include "server/check/CheckedFile.h"
#include "server/check/ShapeComparison.h"

namespace shapels {

/// One step: from one text to the next.
struct ComparisonStep {
  /// `a.mlir -> b.mlir`, or as the log says: `After CSE (cse)`.
  std::string title;
  /// The text after, for places.
  const CheckedFile *after = nullptr;
  /// Functions that are in both texts.
  std::vector<FunctionComparison> functions;
  /// Functions that are only in one.
  std::vector<std::string> gone, added;
};

/// Of two texts, section by section. All results refer to the files.
std::vector<ComparisonStep> compareTexts(const CheckedFile &before,
                                         const CheckedFile &after);
/// Of the log of `--mlir-print-ir-after-all`: a step for each pass that has a
/// function that was there before.
std::vector<ComparisonStep> compareLog(const CheckedFile &log);

std::string formatComparisonText(std::span<const ComparisonStep> steps);
/// `version` changes when a reader of an older one could misread it. Ranges are
/// LSP's, in the text after, columns in UTF-8 bytes.
std::string formatComparisonJson(std::span<const ComparisonStep> steps);

/// Whether a shape was lost, or is another one.
bool losesShapes(std::span<const ComparisonStep> steps);

} // namespace shapels

#endif // SHAPELS_CHECK_COMPARE_H
