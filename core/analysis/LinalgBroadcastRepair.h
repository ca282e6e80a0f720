//===- LinalgBroadcastRepair.h - What a list may mean -----------*- C++ -*-===//
//-*-===//

#ifndef SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H
#define SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H

#include "core/analysis/Section.h"
#include "core/shape/LinalgBroadcast.h"

namespace shapels {

/// A way to mend the `dimensions` of a linalg.broadcast.
struct BroadcastRepair {
  ListRepair repair;
  /// The name of the input.
  std::string input;
  /// Ops to stand before the broadcast.
  std::vector<std::string> linesBefore;
  /// The edits of the op itself, in the order of the text.
  std::vector<SectionEdit> edits;
};

/// The repairs of a linalg.broadcast whose `dimensions` have a fault, as far as
/// ops can express them and the text has a place for them; the likeliest first.
/// Empty for any other statement.
std::vector<BroadcastRepair> repairsOfBroadcast(const Section &section,
                                                StatementId statement);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H
