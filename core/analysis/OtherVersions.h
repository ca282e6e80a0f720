//===- OtherVersions.h - Text of another version of MLIR --------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_OTHERVERSIONS_H
#define SHAPELS_ANALYSIS_OTHERVERSIONS_H

#include "core/analysis/Finding.h"

namespace shapels {

/// The op that replaces `op`, which earlier versions of MLIR had; empty for any
/// other op.
std::string_view successorOf(std::string_view op);

/// How older versions wrote the op, of which MLIR says this now: `the shape was
/// an attribute`. Empty where that is not known.
std::string_view formerFormOf(std::string_view op, std::string_view message);

/// The op whose name without a dialect was `name` in earlier versions: `addf`
/// is `arith.addf`. Empty where there is none, or where several dialects have
/// one.
std::string formerlyBare(std::string_view name, const OpTable &ops);

/// What a parse error has in common with others if the text is of another
/// version of MLIR: an unknown op, or the syntax of a type that has changed.
/// Empty where the error is about its place alone.
std::string commonCauseOf(const Section &section,
                          const SectionDiagnostic &diagnostic);

/// Up to so many errors of one cause are shown one by one; if there are more,
/// the first one stands for all.
inline constexpr size_t mostOfOneCause = 9;

/// The end of the first one's message: that there are `others` like it.
std::string othersOfCause(std::string_view cause, size_t others);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_OTHERVERSIONS_H
