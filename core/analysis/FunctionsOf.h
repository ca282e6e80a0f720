//===- FunctionsOf.h - The functions of a section --------------*- C++ -*-===//
//
// Private to analysis/ and to what prints functions.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FUNCTIONSOF_H
#define SHAPELS_ANALYSIS_FUNCTIONSOF_H

#include "core/analysis/Section.h"

#include <string_view>
#include <vector>

namespace shapels {

/// Those with a body and with shapes, in the order of the text, that have that
/// name, with or without `@`; all where it is empty.
std::vector<mlir::Operation *> functionsOf(const Section &section,
                                           std::string_view name);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FUNCTIONSOF_H
