//===- Finding.h - What makes and keeps a section's diagnostics -*- C++ -*-===//
//
// Private to analysis/. Offsets count from the start of the section.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FINDING_H
#define SHAPELS_ANALYSIS_FINDING_H

#include "core/analysis/Configuration.h"
#include "core/analysis/MissingEnd.h"
#include "core/analysis/Section.h"
#include "core/shape/TypeShape.h"

#include <map>

namespace shapels {

class CheckedTypes;
struct OpaqueForm;
struct Pragmas;

/// MLIR's diagnostic with the code and the words that users get. Nothing where
/// it only follows from another one (brokenSymbolOf).
std::optional<SectionDiagnostic> mlirFinding(const Section &section,
                                             SectionDiagnostic diagnostic);

/// That the brace is missing which opens a region of the statement, if that is
/// all that is wrong with its header.
std::optional<SectionDiagnostic> missingBrace(const Section &section,
                                              StatementId id);

/// That the brace is missing which ends the op's last region.
SectionDiagnostic missingEndFinding(const Section &section,
                                    const MissingEnd &end);

/// Where the verifier says it of an op that refers to a symbol which is in the
/// text, but was not parsed: what defines that.
std::optional<StatementId> brokenSymbolOf(const Section &section,
                                          const SectionDiagnostic &diagnostic);

/// Whether severities and pragmas leave it; sets its severity.
bool isKept(SectionDiagnostic &finding, const Section &section,
            const Configuration &configuration, const Pragmas &pragmas);

/// Our own rules did not survive the section: they are not asked again.
std::optional<SectionDiagnostic> uncheckable(const Section &section);

/// By name, and how many of whatever.
using DialectCounts = std::map<std::string, uint32_t, std::less<>>;

/// Of all hints about dialects that are not built in.
inline constexpr const char *unknownDialectsCause = "unknown dialects";

/// The hint about dialects that are not built in.
std::string unknownDialectsMessage(const DialectCounts &dialects);
/// `first` is the first op of one of the dialects.
SectionDiagnostic unknownDialectsFinding(SectionRange first,
                                         const DialectCounts &dialects);

/// What the user says of `op` by its name.
std::optional<OpFamily> declaredFamily(mlir::Operation *op,
                                       const Configuration &configuration);

/// Whether the Broadcastable rules apply to `op`.
bool isBroadcastable(mlir::Operation *op, const Configuration &configuration);

/// The shapes of an op's types.
struct StatedShapes {
  std::vector<TypeShape> operands, results;
};

/// What the Broadcastable rules say of an op.
std::vector<SectionDiagnostic> checkBroadcast(const Section &section,
                                              mlir::Operation *op,
                                              StatedShapes shapes,
                                              BroadcastRules rules);

/// That the op's text gives an operand another type than the operand has.
std::optional<SectionDiagnostic> checkOperandTypes(const Section &section,
                                                   mlir::Operation *op,
                                                   const OpaqueForm &form);

/// What is wrong with an op's shapes, and the ops whose integers were read to
/// tell.
struct ShapeFindings {
  std::vector<SectionDiagnostic> findings;
  std::vector<mlir::Operation *> read;
};
/// By its family, which the user declares or its trait says, or by the
/// constraints and the rule of its name.
ShapeFindings checkShapes(const Section &section, mlir::Operation *op,
                          const Configuration &configuration,
                          CheckedTypes &checked);

/// What is wrong with the `dimensions` of an op, if it is a linalg.broadcast.
std::optional<SectionDiagnostic> checkLinalgBroadcast(const Section &section,
                                                      mlir::Operation *op);

/// Results whose type could say more; costs an inference of everything.
std::vector<SectionDiagnostic>
findRefinableResults(const Section &section,
                     const Configuration &configuration);

/// What is said of a document that is not looked into until it changes.
Diagnostic unreadFinding(DocumentRange range, Harm::Kind harm);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FINDING_H
