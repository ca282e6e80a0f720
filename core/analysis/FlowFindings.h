//===- FlowFindings.h - Conflicts along the flow of sizes ------*- C++ -*-===//
//
// Private to analysis/. Findings about ops that contradict other ops of their
// function, whatever the declared types are; follows edits.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_FLOWFINDINGS_H
#define SHAPELS_ANALYSIS_FLOWFINDINGS_H

#include "core/analysis/SectionShapes.h"
#include "core/diagnostics/DiagnosticStore.h"
#include "core/ir/section/SectionIR.h"

#include <set>

namespace shapels {

struct Conflict;

/// The finding about `op`, an op of the section in conflict with others;
/// nothing where conflicts of such ops are not reported. `local` is for
/// ShapeAnalysis::inferAlone().
std::optional<SectionDiagnostic> conflictFinding(const Section &section,
                                                 SectionShapes &shapes,
                                                 ShapeAnalysis &local,
                                                 mlir::Operation *op,
                                                 const Conflict &conflict);

/// The note that points from a call to the function whose requirements it has
/// to meet.
std::optional<SectionNote>
calleeNote(const Section &section, SectionShapes &shapes, mlir::Operation *op);

/// The finding about a call with an integer or size that its function cannot
/// take; nothing for any other op.
std::optional<SectionDiagnostic>
callFinding(const Section &section, SectionShapes &shapes, mlir::Operation *op);

class FlowFindings {
public:
  /// It outlives this.
  explicit FlowFindings(const Section &section) : section(section) {}

  /// To be called after each update of the section and of its shapes; updates
  /// before the first call, and between forget() and the next call, may be left
  /// out. Returns the statements whose findings may have changed.
  std::set<StatementId> update(SectionShapes &shapes, const IrWork &work);
  /// Whether update() would infer all of a function that is longer than
  /// `most` bytes.
  bool takesLong(SectionShapes &shapes, const IrWork &work,
                 uint32_t most) const;
  /// The next call looks at everything.
  void forget() { isRead = false; }
  const DiagnosticStore &findings() const { return found; }

private:
  void forEachOp(const IrWork &work,
                 llvm::function_ref<void(mlir::Operation *op)> visit) const;
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
