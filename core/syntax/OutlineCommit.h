//===- OutlineCommit.h - From a scan to the tree ----------------*- C++ -*-===//
//
// Private to syntax/. What was scanned takes the place of what was there; what
// is the same statement keeps its handle.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINECOMMIT_H
#define SHAPELS_SYNTAX_OUTLINECOMMIT_H

#include "core/syntax/OutlinePlaced.h"

#include <unordered_map>
#include <unordered_set>

namespace shapels {

/// Writes the scanned statements of one edit into the tables of the outline
/// and, where they have been made, into its scopes. Used once, on the thread
/// that changes the outline.
class OutlineCommit {
public:
  OutlineCommit(const Outline &outline, OutlineTables &tables,
                MadeOnce<Scopes> &scopes, const OutlineEdit &edit,
                Rescan rescan)
      : outline(outline), tables(tables), scopes(scopes), edit(edit),
        placed(std::move(rescan)), scan(placed.scan) {}

  OutlineChange run();

private:
  void collectWindow();
  void nameStatements();
  void nameOpen();
  std::unordered_map<Spelling, StatementId> replaced() const;
  StatementId
  before(uint32_t scanned,
         const std::unordered_map<Spelling, StatementId> &definers) const;
  bool mayKeep(StatementId id, uint32_t scanned) const;
  bool isPastedInFront(uint32_t scanned) const;
  StatementId allocate();
  void removeOld();
  void takeOut(StatementId id);
  void insertNew();
  void place();
  bool isUnchanged(StatementId id) const;
  bool isUnchanged(ByteRange before, ByteRange now) const;
  void noteChanges();
  void spreadReach();

  const Outline &outline;
  OutlineTables &tables;
  MadeOnce<Scopes> &scopes;
  const OutlineEdit &edit;
  OutlinePlaced placed;
  Rescan &scan;
  /// The statements that were between `scan.start` and `scan.sync` and that the
  /// scan did not skip.
  std::vector<StatementId> old;
  std::unordered_set<StatementId> kept;
  OutlineChange change;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINECOMMIT_H
