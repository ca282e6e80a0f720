//===- LinalgBroadcastRepair.h - What a list may mean ---------*- C++ -*-===//
//-*-===//

#ifndef SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H
#define SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H

#include "core/analysis/Section.h"
#include "core/shape/LinalgBroadcast.h"

namespace shapels {

struct BroadcastRepair {
  ListRepair repair;
  /// The name of the input.
  std::string input;
  /// Ops to stand before the broadcast.
  std::vector<std::string> linesBefore;
  /// What to change in it, in the order of the text. Offsets count from the
  /// start of the section.
  std::vector<SectionEdit> edits;
};

/// Of a linalg.broadcast whose list has a fault: the repairs for which there
/// are ops, and a place in the text. The likeliest first.
std::vector<BroadcastRepair> repairsOfBroadcast(const Section &section,
                                                StatementId statement);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_LINALGBROADCASTREPAIR_H
