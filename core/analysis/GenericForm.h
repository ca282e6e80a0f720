//===- GenericForm.h - An op without its own syntax ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_GENERICFORM_H
#define SHAPELS_ANALYSIS_GENERICFORM_H

#include "core/analysis/Section.h"

#include <string>

namespace shapels {

/// The op in MLIR's generic form, but with the names of the text, and without
/// the contents of its regions. Takes time by the op's own size, not by that of
/// its function. Empty if it isEndless().
std::string genericForm(const Section &section, mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_GENERICFORM_H
