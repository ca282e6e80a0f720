//===- FlowFindings.h - What only the flow of sizes tells ------*- C++ -*-===//
//
// Private to analysis/. Ops that cannot hold together with others of their
// function, whatever the sizes are; kept over edits.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FLOWFINDINGS_H
#define SHAPELS_ANALYSIS_FLOWFINDINGS_H

#include "core/analysis/SectionShapes.h"
#include "core/diagnostics/DiagnosticStore.h"

#include <set>

namespace shapels {

struct Conflict;

/// What is wrong with `op`, which is the section's; nothing where that is not
/// said of such ops. `local` is for ShapeAnalysis::inferAlone().
std::optional<SectionDiagnostic> conflictFinding(const Section &section,
                                                 SectionShapes &shapes,
                                                 ShapeAnalysis &local,
                                                 mlir::Operation *op,
                                                 const Conflict &conflict);

/// Says of an op which function it calls, whose needs are the op's.
std::optional<SectionNote>
calleeNote(const Section &section, SectionShapes &shapes, mlir::Operation *op);

/// As conflictFinding(), of an op that gives a function another number than
/// that needs; nothing where it is not that.
std::optional<SectionDiagnostic>
callFinding(const Section &section, SectionShapes &shapes, mlir::Operation *op);

class FlowFindings {
public:
  /// It outlives this.
  explicit FlowFindings(const Section &section) : section(section) {}

  /// To be called after updates of the section and of its shapes, of which
  /// those before the first call and after forget() may be left out. Returns
  /// the statements of which something else is said.
  std::set<StatementId> update(SectionShapes &shapes, const IrWork &work);
  /// The shapes are made anew before the next call.
  void forget() { isRead = false; }
  const DiagnosticStore &findings() const { return found; }

private:
  void settle(SectionShapes &shapes, const IrWork &work) const;
  void read(StatementId id, SectionShapes &shapes,
            std::unique_ptr<ShapeAnalysis> &local);

  const Section &section;
  bool isRead = false;
  /// At most one of each statement.
  DiagnosticStore found;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_FLOWFINDINGS_H
