//===- MissingEnd.h - Regions that no brace ends ---------------*- C++ -*-===//
//
// Private to analysis/. MLIR takes what follows for a part of the region, and
// says what is wrong there. In a function that has its other braces, the layout
// may tell where the region was to end.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_MISSINGEND_H
#define SHAPELS_ANALYSIS_MISSINGEND_H

#include "core/analysis/Section.h"

namespace shapels {

struct MissingEnd {
  /// Whose last region no brace ends.
  StatementId open = noStatement;
  /// What is in that region, and as far to the left as its op; noStatement
  /// where the layout does not tell.
  StatementId behind = noStatement;
  /// Whose brace is missing: `open`, or what is in it, if the brace that ends
  /// that stands below `open`.
  StatementId op = noStatement;
  /// Which was to be the last one in the region of `op`; noStatement if that
  /// was to be empty.
  StatementId last = noStatement;

  bool operator==(const MissingEnd &) const = default;
};

/// What tells whether something in the last region of an op is behind it.
struct OpenLayout {
  static OpenLayout of(const Section &section, StatementId id);
  bool operator==(const OpenLayout &) const = default;
  /// Whether what is in that region is as far to the left as the op. Not to be
  /// asked where the op does not start its line.
  bool isAsFarLeft(const Section &section, StatementId child) const;

  /// Of the op, if it starts its line.
  std::optional<size_t> column;
  /// In the region.
  StatementId first = noStatement;
  /// Not where the region begins as far to the left, unless the op itself is
  /// further to the right than the one around.
  bool isTold = false;
};

/// The first one in the op's last region that is as far to the left as the op;
/// noStatement where the layout does not tell. It looks at all that is in
/// there.
StatementId firstAsFarLeft(const Section &section, StatementId id);

/// Whether MLIR has the op for one whose last region goes on.
bool isOpen(const Section &section, StatementId id);

/// Nothing where all braces are there, or another op's is said to be missing
/// for the same reason. `behindOf` is firstAsFarLeft().
std::optional<MissingEnd>
missingEnd(const Section &section, StatementId open,
           llvm::function_ref<StatementId(StatementId)> behindOf);

/// The one of this op, if there is one.
std::optional<MissingEnd> missingEndOf(const Section &section, StatementId op);

/// Where the brace is missing: behind the last token of the region.
SectionOffset placeOf(const Section &section, const MissingEnd &end);

/// The ops whose braces are missing there, from the inside out.
std::vector<StatementId> endedAt(const Section &section, const MissingEnd &end);

/// Whether nothing of it would be wrong if the brace was there.
bool followsFrom(const MissingEnd &end, const Section &section,
                 const SectionDiagnostic &diagnostic);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MISSINGEND_H
