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
};

/// Those before and behind a place, the nearest first; a bounded number.
struct Neighbours {
  std::vector<NearbyOp> before, behind;
};
Neighbours neighboursOf(const Document &document, const TypingPlace &place);

/// The names of ops of the text around the place, as it writes them, the most
/// likely first: by how near they are, and by what ops are before and behind
/// them there as here.
std::vector<std::string> likelyOps(const Document &document,
                                   const TypingPlace &place,
                                   const Neighbours &near);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_OPRANKING_H
