//===- OutlinePlaced.h - What was scanned, with handles ---------*- C++ -*-===//
//
// Private to syntax/. Filled by an OutlineCommit for one edit, and read by its
// OutlineBuild.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEPLACED_H
#define SHAPELS_SYNTAX_OUTLINEPLACED_H

#include "core/syntax/OutlineRescan.h"

#include <unordered_map>

namespace shapels {

struct OutlinePlaced {
  explicit OutlinePlaced(Rescan scan) : scan(std::move(scan)) {}

  bool isOpenAtEnd(uint32_t scanned) const {
    return openAtEnd.contains(scanned);
  }
  /// Whether more of the statement was scanned than the inside of one region.
  bool isScanned(uint32_t scanned) const {
    return !scan.isAncestor(scanned) || !isOpenAtEnd(scanned) ||
           scan.found.statements[scanned].regionCount >
               scan.found.regions[scanned].number + 1;
  }
  ByteOffset beginOf(const Outline &outline, uint32_t scanned) const {
    return scan.isAncestor(scanned)
               ? outline.begin(scan.path[scanned])
               : scan.found.statements[scanned].range.begin;
  }
  StatementId parentOf(uint32_t scanned) const {
    uint32_t parent = scan.found.statements[scanned].parent;
    return parent == noStatement ? noStatement : ids[parent];
  }
  /// The region of a statement that begins at `begin`, as the tables keep it.
  static OutlineRegion fromScan(const OutlineScan::Region &region,
                                ByteOffset begin) {
    return {region.inside.begin.value - begin.value,
            region.inside.end.value - begin.value, region.isClosed,
            region.opening};
  }

  Rescan scan;
  /// Where the first unchanged statement behind the scan was.
  ByteOffset syncBegin;
  /// The handles of the scanned statements; and, of those that are still open
  /// at the end of the scan, the number of their open region.
  std::vector<StatementId> ids;
  std::unordered_map<uint32_t, uint32_t> openAtEnd;
  /// What the statements were before the edit that the scan replaces, or of
  /// which more was scanned than the inside of one region.
  struct Former {
    ByteOffset begin;
    uint32_t size;
    std::vector<OutlineName> names;
    std::vector<OutlineRegion> regions;
  };
  std::unordered_map<StatementId, Former> formers;
  /// The last child of each ancestor, if it still has one.
  std::vector<StatementId> lastChild;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEPLACED_H
