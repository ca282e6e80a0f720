//===- MissingEnd.h - Where the layout ends an open region -----*- C++ -*-===//
//
// A `}` that is missing in a function with all its other braces: MLIR then
// takes what follows for a part of the region, and says what is wrong there.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_MISSINGEND_H
#define SHAPELS_ANALYSIS_MISSINGEND_H

#include "shapels/analysis/Section.h"

namespace shapels {

struct MissingEnd {
  /// Whose last region no brace ends.
  StatementId open = noStatement;
  /// What is in that region, and as far to the left as its op.
  StatementId behind = noStatement;
  /// Whose brace is missing: `open`, or what is in it, if the brace that ends
  /// that stands below `open`.
  StatementId op = noStatement;
  /// Behind the last token of the region.
  ByteOffset place;
};

/// Nothing where the layout does not tell, or of what may be a unit.
std::optional<MissingEnd> missingEnd(const Section &section, StatementId open);

/// The one of this op, if there is one.
std::optional<MissingEnd> missingEndOf(const Section &section, StatementId op);

/// The ops whose braces are missing there, from the inside out.
std::vector<StatementId> endedAt(const Section &section, const MissingEnd &end);

/// Whether nothing of it would be wrong if the brace was there.
bool followsFrom(const MissingEnd &end, const Section &section,
                 const IrDiagnostic &diagnostic);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MISSINGEND_H
