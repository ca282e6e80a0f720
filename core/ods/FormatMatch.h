//===- FormatMatch.h - What may stand behind an op's text so far ----------===//

#ifndef SHAPELS_ODS_FORMATMATCH_H
#define SHAPELS_ODS_FORMATMATCH_H

#include "core/ods/FormatText.h"

namespace shapels {

struct ExpectedPart {
  FormatPart part;
  /// Of FormatPart::Kind::None: the literal.
  std::string literal;
  /// Whether its text has begun, with a bracket that is still open.
  bool isInside = false;
  /// Whether C++ decides; it may as well be something else.
  bool isLoose = false;
  friend bool operator==(const ExpectedPart &, const ExpectedPart &) = default;
};

/// `text` is that of the op behind its name, up to where something is to stand.
/// In the order of the format; empty where the text does not follow it, or
/// where the op has none. Costs the text, of which no more than some hundred
/// tokens are read.
std::vector<ExpectedPart> expectedBehind(const OpDefinition &op,
                                         std::string_view text);

} // namespace shapels

#endif // SHAPELS_ODS_FORMATMATCH_H
