//===- GenericForm.h - An op without its own syntax ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_GENERICFORM_H
#define SHAPELS_ANALYSIS_GENERICFORM_H

#include "core/analysis/Section.h"

#include <string>

namespace shapels {

/// As MLIR prints it, but with the names that the text has; without what is in
/// its regions. Costs what the op itself is, however long its function.
std::string genericForm(const Section &section, mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_GENERICFORM_H
