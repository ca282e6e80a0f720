//===- LinalgBroadcastText.h - A broadcast and its text -------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_LINALGBROADCASTTEXT_H
#define SHAPELS_ANALYSIS_LINALGBROADCASTTEXT_H

#include "core/analysis/Section.h"
#include "core/shape/LinalgBroadcast.h"

#include <optional>

namespace shapels {

/// What is wrong with the list of a linalg.broadcast, where it has all that it
/// takes to tell; nothing for other ops.
std::optional<ListVerdict> checkBroadcastList(mlir::Operation *op);

/// Where an op's parts stand in the section; what is not found is not there.
struct BroadcastText {
  /// `[0, 1]`, or `array<i64: 0, 1>` in the generic form.
  std::optional<SectionRange> list;
  std::vector<SectionRange> entries;
  std::optional<SectionRange> inputType;
  bool isGeneric = false;
};

BroadcastText textOfBroadcast(const Section &section, mlir::Operation *op);

/// `[0, 1]`.
std::string listText(std::span<const int64_t> entries);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_LINALGBROADCASTTEXT_H
