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
  /// Whether more of it was scanned than the inside of one region.
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
  /// Of a statement that begins there.
  static OutlineRegion fromScan(const OutlineScan::Region &region,
                                ByteOffset begin) {
    return {region.inside.begin.value - begin.value,
            region.inside.end.value - begin.value, region.isClosed,
            region.opening};
  }

  Rescan scan;
  /// Where the first statement was that is as before.
  ByteOffset syncBegin;
  /// Of what was scanned: its handles; the number of the region that is still
  /// open at the end.
  std::vector<StatementId> ids;
  std::unordered_map<uint32_t, uint32_t> openAtEnd;
  /// Of what the scan replaces, and of the ancestors of which more was scanned
  /// than one region: where they were, and their parts.
  struct Former {
    ByteOffset begin;
    uint32_t size;
    std::vector<OutlineName> names;
    std::vector<OutlineRegion> regions;
  };
  std::unordered_map<StatementId, Former> formers;
  /// Of each ancestor, if anything of it is left.
  std::vector<StatementId> lastChild;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEPLACED_H
