//===- OutlineBuild.h - Statements from their parts -------------*- C++ -*-===//
//
// Private to syntax/. Gives statements what they have before, in and behind the
// scan.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEBUILD_H
#define SHAPELS_SYNTAX_OUTLINEBUILD_H

#include "core/syntax/OutlinePlaced.h"

namespace shapels {

/// Gives the scanned statements of one edit their names, regions and sizes in
/// the outline's tables. Used once, by OutlineCommit, when the statements are
/// in the outline's order and have empty nodes.
class OutlineBuild {
public:
  OutlineBuild(const Outline &outline, OutlineTables &tables,
               const OutlineEdit &edit, const OutlinePlaced &placed)
      : outline(outline), tables(tables), edit(edit), placed(placed),
        scan(placed.scan) {}

  void run();

private:
  void begin(uint32_t scanned);
  void beginAncestor(uint32_t scanned);
  void makeRoom(uint32_t scanned, uint32_t namesBefore);
  void addNames();
  void addName(StatementId id, const OutlineName &name);
  std::span<const OutlineName> namesBehind(uint32_t scanned) const;
  void addRegions();
  void addRegion(StatementId id, const OutlineRegion &region);
  OutlineRegion &lastRegion(StatementId id);
  void finish(uint32_t scanned);
  void addBehind(uint32_t scanned);
  void measureAncestor(uint32_t scanned);
  void shiftBehind(StatementId id);

  const Outline &outline;
  OutlineTables &tables;
  const OutlineEdit &edit;
  const OutlinePlaced &placed;
  const Rescan &scan;
  /// How many names each scanned statement has.
  std::vector<uint32_t> nameCounts;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEBUILD_H
