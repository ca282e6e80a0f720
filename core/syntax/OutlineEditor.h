//===- OutlineEditor.h - One edit of an outline ----------------*- C++ -*-===//
//
// Private to syntax/. Scans from the first statement that could be affected
// to the first one behind the edit that starts as before, with the same
// statements open around it: from there on nothing can differ. Where others are
// open around it, many siblings may still be what they were, and only be nested
// elsewhere: the scan leaves these out. What was scanned then takes the place
// of what was there.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEEDITOR_H
#define SHAPELS_SYNTAX_OUTLINEEDITOR_H

#include "shapels/syntax/OutlineScanner.h"

#include <unordered_map>
#include <unordered_set>

namespace shapels {

class OutlineEditor {
public:
  OutlineEditor(Outline &outline, TextSpan text, ByteRange edit,
                uint32_t newSize)
      : outline(outline), nodes(outline.nodes), text(text), edit(edit),
        newEnd(edit.begin + newSize),
        delta(static_cast<uint32_t>(newSize) - edit.size()) {}

  OutlineChange apply();
  /// All statements, of an outline that never had one.
  void makeAll();

private:
  using Node = Outline::Node;
  using Frames = std::vector<OutlineFrame>;

  // OutlineEditor.cpp: what to scan.
  void findStart();
  OutlineScanner::Ancestor ancestor(size_t depth) const;
  void scan();
  OutlineScan scanBy(uint32_t windowSize);
  OutlineScanner::Decision decide(ByteOffset at, const OutlineScan &scan,
                                  const Frames &frames);
  std::optional<ByteOffset> leaveOut(StatementId first, const OutlineScan &scan,
                                     const Frames &frames);
  bool hasSameFunctions(StatementId id, const OutlineScan &scan,
                        const Frames &frames) const;
  bool isFunction(StatementId id) const {
    return namesFunction(outline.opName(id));
  }
  bool isAsBefore(StatementId id, const OutlineScan &scan,
                  const Frames &frames) const;
  bool hasSameRecovery(const OutlineScan::Statement &now,
                       StatementId before) const;
  bool isOnLineOfEdit(ByteOffset offset) const;
  bool asksAhead(StatementId id) const;
  StatementId before(const OutlineScan::Statement &now) const;

  // OutlineCommit.cpp: from the scan to the tree.
  void collectWindow();
  void nameStatements();
  void nameOpen();
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

  // OutlineBuild.cpp: statements from their parts.
  void build();
  void begin(uint32_t scanned);
  void beginAncestor(uint32_t scanned);
  void makeRoom(uint32_t scanned, uint32_t namesBefore);
  void addNames();
  void addName(StatementId id, const Outline::Name &name);
  std::span<const Outline::Name> namesBehind(uint32_t scanned) const;
  void addRegions();
  /// Of a statement that begins there.
  static Outline::Region fromScan(const OutlineScan::Region &region,
                                  ByteOffset begin) {
    return {region.inside.begin.value - begin.value,
            region.inside.end.value - begin.value, region.isClosed,
            region.opening};
  }
  void addRegion(StatementId id, const Outline::Region &region);
  Outline::Region &lastRegion(StatementId id);
  void finish(uint32_t scanned);
  void addBehind(uint32_t scanned);
  void measureAncestor(uint32_t scanned);
  void shiftBehind(StatementId id);

  // OutlineWhole.cpp: all at once.
  void takeStatements();
  void takeRegions();
  void takeNames();
  void placeAll();

  bool isOpenAtEnd(uint32_t scanned) const {
    return openAtEnd.contains(scanned);
  }
  bool isAncestor(uint32_t scanned) const { return scanned < depth(); }
  /// Whether more of it was scanned than the inside of one region.
  bool isScanned(uint32_t scanned) const {
    return !isAncestor(scanned) || !isOpenAtEnd(scanned) ||
           found.statements[scanned].regionCount >
               found.regions[scanned].number + 1;
  }
  ByteOffset beginOf(uint32_t scanned) const {
    return isAncestor(scanned) ? outline.begin(path[scanned])
                               : found.statements[scanned].range.begin;
  }
  StatementId parentOf(uint32_t scanned) const {
    uint32_t parent = found.statements[scanned].parent;
    return parent == noStatement ? noStatement : ids[parent];
  }
  uint32_t count() const {
    return static_cast<uint32_t>(found.statements.size());
  }
  uint32_t depth() const { return static_cast<uint32_t>(path.size()); }

  Outline &outline;
  std::vector<Node> &nodes;
  TextSpan text;
  const ByteRange edit;
  const ByteOffset newEnd;
  /// Modulo 2^32.
  const uint32_t delta;

  /// The first statement to be scanned again; what is open around it, outermost
  /// first; the last statement before it.
  StatementId start = noStatement, last = noStatement;
  std::vector<StatementId> path;
  ByteOffset from;

  OutlineScan found;
  /// The first statement that is as before.
  StatementId sync = noStatement;
  /// Where it was.
  ByteOffset syncBegin;

  /// What the scan left out, and what nested it; from `first` up to, and
  /// without, `end`.
  struct LeftOut {
    StatementId first, last, end, parent;
  };
  std::vector<LeftOut> leftOut;
  /// Those that need not be looked at for that begin before.
  ByteOffset noneBefore;

  /// What was there between `start` and `sync` and was not left out.
  std::vector<StatementId> old;
  /// Of those, and of the ancestors of which more was scanned.
  struct Former {
    ByteOffset begin;
    uint32_t size;
    std::vector<Outline::Name> names;
    std::vector<Outline::Region> regions;
  };
  std::unordered_map<StatementId, Former> formers;
  std::unordered_set<StatementId> kept;
  /// Of what was scanned: its handles; the number of the region that is still
  /// open at the end.
  std::vector<StatementId> ids;
  std::unordered_map<uint32_t, uint32_t> openAtEnd;
  /// Of each ancestor, if anything of it is left.
  std::vector<StatementId> lastChild;
  /// How many names each has in the scan.
  std::vector<uint32_t> nameCounts;
  OutlineChange change;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEEDITOR_H
