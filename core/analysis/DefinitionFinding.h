//===- DefinitionFinding.h - What breaks a definition ----------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_DEFINITIONFINDING_H
#define SHAPELS_ANALYSIS_DEFINITIONFINDING_H

#include "core/analysis/Finding.h"
#include "core/ods/OpSyntax.h"

namespace shapels {

/// The finding that the op breaks its definition, on its name; `why` goes on
/// behind that: `has 1 operand, but is defined with 2`.
SectionDiagnostic definitionFinding(const Section &section, mlir::Operation *op,
                                    const OpDefinition &known,
                                    const std::string &why);

/// What the op breaks of its definition by the op that it stands in, by what
/// follows it, or by how its blocks end; and the ops that tell so.
ShapeFindings checkPlacement(const Section &section, mlir::Operation *op,
                             const OpSyntax &known,
                             const OpSyntaxes &definitions);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_DEFINITIONFINDING_H
