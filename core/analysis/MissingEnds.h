//===- MissingEnds.h - Over the edits of a section -------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_MISSINGENDS_H
#define SHAPELS_ANALYSIS_MISSINGENDS_H

#include "core/analysis/MissingEnd.h"

#include <map>

namespace shapels {

/// The closing braces that are missing, by the statement whose region is open.
/// An edit costs no more than what it touched, unless the layout tells another
/// end then.
class MissingEnds {
public:
  explicit MissingEnds(const Section &section) : section(section) {}

  /// To be told of each statement, and of each that changed.
  void read(StatementId id);
  void clear();
  /// Whether something else may follow from them than when this was asked last.
  bool takeMoved() { return std::exchange(isMoved, false); }
  /// After an edit. Returns of which of the known ones another thing is to be
  /// said.
  std::vector<StatementId> update(const StatementChanges &changes);

  /// Null where nothing is missing.
  const MissingEnd *of(StatementId open) const;
  bool empty() const { return all.empty(); }

private:
  /// What the layout tells of an op.
  struct Told {
    OpenLayout layout;
    StatementId behind = noStatement;
    bool isAsked = false;
  };
  using Ends = std::map<StatementId, std::optional<MissingEnd>>;

  void erase(Ends::iterator open);
  /// Whether it is another one now.
  bool find(StatementId open, std::optional<MissingEnd> &end);
  StatementId behindOf(StatementId op);
  void updateTold(const StatementChanges &changes);
  StatementId behindNow(StatementId id, const Told &before,
                        const StatementChanges &changes) const;

  const Section &section;
  /// Of the ops with an open region, and of those whose ends may be theirs.
  std::map<StatementId, Told> told;
  Ends all;
  bool isMoved = false;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MISSINGENDS_H
