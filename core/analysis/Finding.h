//===- Finding.h - What makes and keeps a section's diagnostics -*- C++ -*-===//
//
// Private to analysis/. Offsets count from the start of the section.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FINDING_H
#define SHAPELS_ANALYSIS_FINDING_H

#include "core/analysis/Configuration.h"
#include "core/analysis/Section.h"
#include "core/analysis/UnclosedRegion.h"
#include "core/shape/TypeShape.h"

#include <map>

namespace shapels {

class CheckedTypes;
class NameNeighbours;
struct UnregisteredForm;

/// MLIR's diagnostic with the code and the words that users get. Nothing where
/// it only follows from another one (brokenSymbolOf). `neighbours` spare time,
/// where there are many.
std::optional<SectionDiagnostic>
mlirFinding(const Section &section, SectionDiagnostic diagnostic,
            const NameNeighbours *neighbours = nullptr);

/// The finding that a region of the statement lacks its opening brace; nothing
/// if it has one, or something else is wrong with the header.
std::optional<SectionDiagnostic> missingBrace(const Section &section,
                                              StatementId id);

/// The finding that an op's last region lacks its closing brace.
SectionDiagnostic missingEndFinding(const Section &section,
                                    const UnclosedRegion &end);

/// For a diagnostic of the verifier about an op that refers to a symbol whose
/// definition is in the text but does not parse: the defining statement. The
/// diagnostic is then only a consequence.
std::optional<StatementId> brokenSymbolOf(const Section &section,
                                          const SectionDiagnostic &diagnostic);

/// Sets the configured severity. False if the finding is off.
bool setSeverity(SectionDiagnostic &finding,
                 const Configuration &configuration);

/// The finding that our own rules crashed on the section, or did not come to an
/// end, and are left out until it changes; nothing if they did not.
std::optional<SectionDiagnostic> uncheckable(const Section &section);

/// Numbers by the names of dialects.
using DialectCounts = std::map<std::string, uint32_t, std::less<>>;

/// The cause (SectionDiagnostic::cause) of all hints about dialects that are
/// not built in.
inline constexpr const char *unknownDialectsCause = "unknown dialects";

/// The hint about dialects that are not built in. `project` is what .td files
/// define, if they have been read.
std::string unknownDialectsMessage(const DialectCounts &dialects,
                                   const Catalogue *project = nullptr);
/// `first` is the first op of one of the dialects.
SectionDiagnostic unknownDialectsFinding(SectionRange first,
                                         const DialectCounts &dialects);

/// The family that the user declares for ops of that name.
std::optional<OpFamily> declaredFamily(mlir::Operation *op,
                                       const Configuration &configuration);

/// Whether the Broadcastable rules apply to `op`.
bool isBroadcastable(mlir::Operation *op, const Configuration &configuration);

/// The shapes of an op's types.
struct StatedShapes {
  std::vector<TypeShape> operands, results;
};

/// The findings of the Broadcastable rules about an op.
std::vector<SectionDiagnostic> checkBroadcast(const Section &section,
                                              mlir::Operation *op,
                                              StatedShapes shapes,
                                              BroadcastRules rules);

/// The finding that the op's text has another type for an operand than the
/// operand has.
std::optional<SectionDiagnostic>
checkOperandTypes(const Section &section, mlir::Operation *op,
                  const UnregisteredForm &form);

/// The findings about an op's shapes, and the ops that tell so beside it, such
/// as constants whose integers were read: when these change, the op has to be
/// checked again.
struct ShapeFindings {
  std::vector<SectionDiagnostic> findings;
  std::vector<mlir::Operation *> read;
};
/// What an op that is not registered breaks of the project's definition of it.
ShapeFindings checkDefinition(const Section &section, mlir::Operation *op);

/// What an op uses from outside of an op around it that the project's
/// definition isolates from what is above.
ShapeFindings checkIsolation(const Section &section, mlir::Operation *op);

/// By its family, which the user declares or its trait says, or by the
/// constraints and the rule of its name.
ShapeFindings checkShapes(const Section &section, mlir::Operation *op,
                          const Configuration &configuration,
                          CheckedTypes &checked);

/// The finding about the `dimensions` of a linalg.broadcast; nothing for
/// others.
std::optional<SectionDiagnostic> checkLinalgBroadcast(const Section &section,
                                                      mlir::Operation *op);

/// The results whose type could state more. Infers the whole section.
std::vector<SectionDiagnostic>
findRefinableResults(const Section &section,
                     const Configuration &configuration);

/// The finding that a document as a whole made the process crash or hang, and
/// is not analysed until it changes. `range` is where it is shown.
Diagnostic unreadFinding(DocumentRange range, Failure::Kind failure);
/// Of a text that has more than `longest` bytes.
Diagnostic tooLongFinding(DocumentRange range, uint32_t longest);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FINDING_H
