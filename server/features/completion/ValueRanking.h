//===- ValueRanking.h - Which values are likely ----------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_COMPLETION_VALUERANKING_H
#define SHAPELS_FEATURES_COMPLETION_VALUERANKING_H

#include "core/ods/FormatReader.h"
#include "server/features/completion/OpRanking.h"

namespace shapels {

/// What is known of the op that is typed.
struct TypedOp {
  std::optional<OpDefinition> definition;
  /// What may stand at the cursor; empty where nobody knows.
  std::vector<ExpectedPart> expected;
  /// The values that it names so far, as it writes them.
  std::vector<std::string> operands;
};
TypedOp typedOp(const Document &document, const TypingPlace &place);

/// Which operand of the definition would be named at the cursor, if any; where
/// the format does not tell, by how many are named before.
std::optional<uint32_t> operandAt(const TypedOp &op);

/// Those that the op may name, the most likely first.
VisibleValues likelyValues(const TypingPlace &place, const TypedOp &op,
                           const Neighbours &near);

} // namespace shapels

#endif // SHAPELS_FEATURES_COMPLETION_VALUERANKING_H
