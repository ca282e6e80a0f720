//===- UnclosedRegion.h - Regions that no brace ends ------------*- C++ -*-===//
//
// Private to analysis/. MLIR takes the text that follows for a part of the
// region, and reports errors there. In a function that has all other braces,
// the layout may tell where the region should end.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_UNCLOSEDREGION_H
#define SHAPELS_ANALYSIS_UNCLOSEDREGION_H

#include "core/analysis/Section.h"

namespace shapels {

/// A closing brace that is missing.
struct UnclosedRegion {
  /// The op whose last region no brace ends.
  StatementId open = noStatement;
  /// The first statement in that region that, by its indentation, belongs
  /// behind it; noStatement where the layout does not tell.
  StatementId behind = noStatement;
  /// The op whose brace is missing: `open`, or an op nested in it whose closing
  /// brace stands in the column of `open`.
  StatementId op = noStatement;
  /// The statement that should be the last one in the region of `op`;
  /// noStatement if the region should be empty.
  StatementId last = noStatement;

  bool operator==(const UnclosedRegion &) const = default;
};

/// The layout of an op with an open last region, as far as it decides which
/// statements in the region belong behind it.
struct OpenLayout {
  static OpenLayout of(const Section &section, StatementId id);
  bool operator==(const OpenLayout &) const = default;
  /// Whether `child`, a statement in the region, starts no further right than
  /// the op. The op must start its line.
  bool isAsFarLeft(const Section &section, StatementId child) const;

  /// The column of the op, if it starts its line.
  std::optional<size_t> column;
  /// The first statement in the region.
  StatementId first = noStatement;
  /// Whether the layout decides. It does not where the region's first statement
  /// is no further right than the op, unless the op itself is further right
  /// than the one around it.
  bool isTold = false;
};

/// The first statement in the op's last region that is no further right than
/// the op; noStatement where the layout does not tell. Takes time by the number
/// of statements in the region.
StatementId firstAsFarLeft(const Section &section, StatementId id);

/// Whether MLIR has the op for one whose last region goes on.
bool isOpen(const Section &section, StatementId id);

/// The missing end of an open op. Nothing where all braces are there, or the
/// brace of another op is reported missing for the same reason. `behindOf` is
/// firstAsFarLeft(), or a cache of it.
std::optional<UnclosedRegion>
missingEnd(const Section &section, StatementId open,
           llvm::function_ref<StatementId(StatementId)> behindOf);

/// The missing end of which the brace of `op` is missing, if there is one.
std::optional<UnclosedRegion> missingEndOf(const Section &section,
                                           StatementId op);

/// Where the brace is missing: behind the last token of the region.
SectionOffset placeOf(const Section &section, const UnclosedRegion &end);

/// The ops whose braces are missing there, from the inside out.
std::vector<StatementId> endedAt(const Section &section,
                                 const UnclosedRegion &end);

/// Whether the diagnostic is only a consequence of the missing brace.
bool followsFrom(const UnclosedRegion &end, const Section &section,
                 const SectionDiagnostic &diagnostic);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_UNCLOSEDREGION_H
