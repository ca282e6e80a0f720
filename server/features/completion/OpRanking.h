//===- OpRanking.h - Which ops are likely ----------------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_COMPLETION_OPRANKING_H
#define SHAPELS_FEATURES_COMPLETION_OPRANKING_H

#include "server/features/completion/TypingPlace.h"

namespace shapels {

/// An op of the text near a place, in any section.
struct NearbyOp {
  const Section *section;
  StatementId statement;
  std::string_view name;
  bool hasResults;
  /// The op that nests it; empty at the top level.
  std::string_view parent;
};

/// Those before and behind a place, the nearest first; a bounded number.
struct Neighbours {
  std::vector<NearbyOp> before, behind;
};
Neighbours neighboursOf(const Document &document, const TypingPlace &place);

/// The names of ops for the place, the most likely first. Those of the text
/// around it, as it writes them, by how near they are, and by which ops are
/// before, behind and around them there as here; and others that are named as
/// the results at the place are.
std::vector<std::string> likelyOps(const Document &document,
                                   const TypingPlace &place,
                                   const Neighbours &near);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_OPRANKING_H
