//===- MissingEnds.h - Over the edits of a section -------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_MISSINGENDS_H
#define SHAPELS_ANALYSIS_MISSINGENDS_H

#include "core/analysis/MissingEnd.h"

#include <map>

namespace shapels {

/// The closing braces that are missing in a section, by the op whose region is
/// open; follows edits. An edit costs the statements that it touched, and where
/// it changes which statement the layout takes for the end, the region.
class MissingEnds {
public:
  explicit MissingEnds(const Section &section) : section(section) {}

  /// To be called for each statement, and again when it has changed.
  void read(StatementId id);
  void clear();
  /// Whether an end has moved since the last call, so that other diagnostics
  /// may be consequences of it.
  bool takeMoved() { return std::exchange(isMoved, false); }
  /// To be called after an edit. Returns the ops with an open region whose
  /// finding has changed.
  std::vector<StatementId> update(const StatementChanges &changes);

  /// Null if the op lacks no brace.
  const MissingEnd *of(StatementId open) const;
  bool empty() const { return all.empty(); }

private:
  /// What the layout tells about an op.
  struct Told {
    OpenLayout layout;
    StatementId behind = noStatement;
    bool isAsked = false;
  };
  using Ends = std::map<StatementId, std::optional<MissingEnd>>;

  void erase(Ends::iterator open);
  /// Computes the end of `open`. Returns whether it has changed.
  bool find(StatementId open, std::optional<MissingEnd> &end);
  StatementId behindOf(StatementId op);
  void updateTold(const StatementChanges &changes);
  StatementId behindNow(StatementId id, const Told &before,
                        const StatementChanges &changes) const;

  const Section &section;
  /// Layouts of the ops with an open region, and of those in them whose brace
  /// may be the missing one.
  std::map<StatementId, Told> told;
  Ends all;
  bool isMoved = false;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MISSINGENDS_H
