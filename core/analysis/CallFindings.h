//===- CallFindings.h - Calls that give what cannot be taken ---*- C++ -*-===//
//
// Private to analysis/. Calls of functions of the section that need other sizes
// than they are given; kept over edits.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_CALLFINDINGS_H
#define SHAPELS_ANALYSIS_CALLFINDINGS_H

#include "shapels/analysis/AnchoredFinding.h"
#include "shapels/analysis/SectionShapes.h"
#include "shapels/ir/Needs.h"

#include <set>
#include <unordered_map>

namespace shapels {

/// What is wrong with what the op gives the function that it calls.
std::optional<Finding> callFinding(const Section &section,
                                   SectionShapes &shapes, mlir::Operation *op);

class CallFindings {
public:
  /// It outlives this.
  explicit CallFindings(const Section &section) : section(section) {}

  /// Whether the section calls functions: without that update() does nothing.
  /// To be asked after each update of the section.
  bool areThere();
  /// To be called after updates of the section and of its shapes, of which
  /// those before the first call and after forget() may be left out. Returns
  /// the statements of which something else is said.
  std::set<StatementId> update(SectionShapes &shapes);
  /// The shapes are made anew before the next call.
  void forget() { isRead = false; }
  /// Null where nothing is said.
  const AnchoredFinding *find(StatementId id) const;

private:
  void settle(SectionShapes &shapes) const;
  void read(StatementId id, SectionShapes &shapes);

  const Section &section;
  bool isRead = false, hasCalls = false;
  std::unordered_map<StatementId, AnchoredFinding> byStatement;
  /// The statements that what is said of others has places in.
  Needs<StatementId> places;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_CALLFINDINGS_H
