//===- LinalgBroadcastText.h - A broadcast and its text ---------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_LINALGBROADCASTTEXT_H
#define SHAPELS_ANALYSIS_LINALGBROADCASTTEXT_H

#include "core/analysis/Section.h"
#include "core/shape/LinalgBroadcast.h"

#include <optional>

namespace shapels {

/// The verdict on the `dimensions` of a linalg.broadcast. Nothing for other
/// ops, and where the op lacks what it takes to tell.
std::optional<ListVerdict> checkBroadcastList(mlir::Operation *op);

/// Where the parts of a linalg.broadcast stand in the section. A part that the
/// text does not have, or not in a known form, is empty.
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
