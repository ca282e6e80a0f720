//===- DeadlyTexts.h - What MLIR's parser does not survive -----*- C++ -*-===//
//
// Private to ir/. Faults that are common while somebody types and known to
// crash the parser of MLIR 22, which are told without asking it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_DEADLYTEXTS_H
#define SHAPELS_IR_PARSE_DEADLYTEXTS_H

#include "core/syntax/Outline.h"

#include <optional>
#include <string>

namespace shapels {

struct DeadlyText {
  /// The token that is wrong; empty where one is missing.
  ByteRange range;
  /// What MLIR says, before it crashes.
  std::string message;
};

/// Whether the outline may have statements with such a fault.
bool mayBeDeadly(const Outline &outline);
/// The fault of the statement; nothing if it has none.
std::optional<DeadlyText> deadlyTextOf(TextSpan text, const Outline &outline,
                                       StatementId statement);

} // namespace shapels

#endif // SHAPELS_IR_PARSE_DEADLYTEXTS_H
