//===- OutlineRescan.h - What an edit makes to be scanned -------*- C++ -*-===//
//
// Private to syntax/. Scans from the first statement that could be affected to
// the first one behind the edit that starts as before, with the same statements
// open around it: from there on nothing can differ. Where others are open
// around it, many siblings may still be what they were, and only be nested
// elsewhere: the scan leaves these out.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINERESCAN_H
#define SHAPELS_SYNTAX_OUTLINERESCAN_H

#include "core/syntax/Outline.h"
#include "core/syntax/OutlineEdit.h"
#include "core/syntax/OutlineScanner.h"

namespace shapels {

/// What was scanned, and which statements of the outline that replaces.
/// Offsets in `found` and `from` are of the text now, others of the text
/// before.
struct Rescan {
  /// The first statement that was scanned again; what is open around it,
  /// outermost first; the last statement before it.
  StatementId start = noStatement, last = noStatement;
  std::vector<StatementId> path;
  ByteOffset from;

  /// The first statements are those of `path`.
  OutlineScan found;
  /// The first statement that is as before; none where all was scanned.
  StatementId sync = noStatement;

  /// What the scan left out, and what nested it; from `first` up to, and
  /// without, `end`.
  struct LeftOut {
    StatementId first, last, end, parent;
  };
  std::vector<LeftOut> leftOut;

  uint32_t count() const {
    return static_cast<uint32_t>(found.statements.size());
  }
  uint32_t depth() const { return static_cast<uint32_t>(path.size()); }
  bool isAncestor(uint32_t scanned) const { return scanned < depth(); }
};

/// Used once, for one edit. Reads the outline as it was before; writes no more
/// than new spellings.
class OutlineRescan {
public:
  OutlineRescan(const Outline &outline, Spellings &spellings,
                const OutlineEdit &edit)
      : outline(outline), tables(outline.parts()), spellings(spellings),
        edit(edit) {}

  Rescan run();
  /// The old statement that starts where a scanned one does. Of what was
  /// deleted in front of a statement it does not take the handle.
  static StatementId before(const Outline &outline, const OutlineEdit &edit,
                            const OutlineScan::Statement &now);

private:
  using Frames = std::vector<OutlineFrame>;

  void findStart();
  OutlineScanner::Ancestor ancestor(size_t depth) const;
  OutlineScan scanBy(uint32_t windowSize);
  OutlineScanner::Decision decide(ByteOffset at, const OutlineScan &scan,
                                  const Frames &frames);
  std::optional<ByteOffset> leaveOut(StatementId first, const OutlineScan &scan,
                                     const Frames &frames);
  bool hasSameFunctions(StatementId id, const OutlineScan &scan,
                        const Frames &frames) const;
  bool isAsBefore(StatementId id, const OutlineScan &scan,
                  const Frames &frames) const;
  bool hasSameRecovery(const OutlineScan::Statement &now,
                       StatementId before) const;
  bool asksAhead(StatementId id) const;

  const Outline &outline;
  const OutlineTables &tables;
  Spellings &spellings;
  const OutlineEdit &edit;
  Rescan result;
  /// Statements that begin before this one need not be looked at for
  /// leaveOut().
  ByteOffset noneBefore;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINERESCAN_H
