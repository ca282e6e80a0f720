//===- OtherVersions.h - Text of another version of MLIR --------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_OTHERVERSIONS_H
#define SHAPELS_ANALYSIS_OTHERVERSIONS_H

#include "core/analysis/Finding.h"

namespace shapels {

/// What is there today for an op that MLIR had once; empty where that is not
/// known.
std::string_view successorOf(std::string_view op);

/// The op that `name` without a prefix was once: `addf` is `arith.addf`. Empty
/// where there is none, or one in several dialects.
std::string formerlyBare(std::string_view name, const OpTable &ops);

/// What a parse error has in common with others in text of another version: an
/// op that is not there, or a type that was written otherwise. Empty where it
/// is about this place alone.
std::string commonCauseOf(const Section &section,
                          const SectionDiagnostic &diagnostic);

/// So many errors of one cause are told each; if there are more, the first one
/// stands for all.
inline constexpr size_t mostOfOneCause = 9;

/// How it is told of the first one that there are `others`.
std::string othersOfCause(std::string_view cause, size_t others);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_OTHERVERSIONS_H
