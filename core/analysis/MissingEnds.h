//===- MissingEnds.h - Over the edits of a section -------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_MISSINGENDS_H
#define SHAPELS_ANALYSIS_MISSINGENDS_H

#include "shapels/analysis/MissingEnd.h"

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
  void clear() { all.clear(); }
  /// Whether something else may follow from them than when this was asked last.
  bool takeMoved() { return std::exchange(isMoved, false); }
  /// After an edit. Returns of which of the known ones another thing is to be
  /// said.
  std::vector<StatementId> update(const StatementChanges &changes);

  /// Null where nothing is missing.
  const MissingEnd *of(StatementId open) const;
  bool empty() const { return all.empty(); }

private:
  struct Entry {
    OpenLayout layout;
    /// What the layout tells, be it asked or not.
    StatementId behind = noStatement;
    std::optional<MissingEnd> end;
  };
  using Entries = std::map<StatementId, Entry>;
  void erase(Entries::iterator entry);
  void note(Entry &entry, std::optional<MissingEnd> end);
  bool updateEntry(StatementId id, Entry &entry,
                   const StatementChanges &changes);
  StatementId behindNow(StatementId id, const Entry &entry,
                        const StatementChanges &changes) const;

  const Section &section;
  Entries all;
  bool isMoved = false;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_MISSINGENDS_H
