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

/// The result of scanning the text around an edit again, and which statements
/// of the outline it replaces. Offsets in `found` and `from` are those of the
/// text after the edit, all others those of the text before it.
struct Rescan {
  /// `start`: the first statement that was scanned again; `path`: the
  /// statements that are open around it, outermost first; `last`: the statement
  /// before it.
  StatementId start = noStatement, last = noStatement;
  std::vector<StatementId> path;
  ByteOffset from;

  /// The first statements are those of `path`.
  OutlineScan found;
  /// The first statement behind the scan; it and all that follow are unchanged.
  /// noStatement where the scan went to the end of the text.
  StatementId sync = noStatement;

  /// A run of statements that the scan skipped, from `first` up to, and
  /// without, `end`, and the statement that nested them.
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

/// Scans the text around one edit again. Used once; reads the outline as it was
/// before the edit, and adds to it no more than new spellings.
class OutlineRescan {
public:
  OutlineRescan(const Outline &outline, Spellings &spellings,
                const OutlineEdit &edit)
      : outline(outline), tables(outline.parts()), spellings(spellings),
        edit(edit) {}

  Rescan run();
  /// The statement of `outline` that the scanned statement `now` continues: the
  /// one that started at the same place; not one that the edit deleted in front
  /// of it. noStatement if there is none.
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
  /// No statement that begins before this offset can be skipped by leaveOut().
  ByteOffset noneBefore;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINERESCAN_H
