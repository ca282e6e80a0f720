//===- UnclosedRegions.h - Over the edits of a section ----------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_UNCLOSEDREGIONS_H
#define SHAPELS_ANALYSIS_UNCLOSEDREGIONS_H

#include "core/analysis/UnclosedRegion.h"

#include <map>

namespace shapels {

/// The closing braces that are missing in a section, by the op whose region is
/// open; follows edits. An edit costs the statements that it touched, and where
/// it changes which statement the layout takes for the end, the region.
class UnclosedRegions {
public:
  explicit UnclosedRegions(const Section &section) : section(section) {}

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
  const UnclosedRegion *of(StatementId open) const;
  bool empty() const { return all.empty(); }

private:
  /// What the layout tells about an op.
  struct Told {
    OpenLayout layout;
    StatementId behind = noStatement;
    bool isAsked = false;
  };
  using Ends = std::map<StatementId, std::optional<UnclosedRegion>>;

  void erase(Ends::iterator open);
  /// Computes the end of `open`. Returns whether it has changed.
  bool find(StatementId open, std::optional<UnclosedRegion> &end);
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

#endif // SHAPELS_ANALYSIS_UNCLOSEDREGIONS_H
