//===- ShapeNests.h - What is kept of ops' regions --------------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPENESTS_H
#define SHAPELS_SHAPE_SHAPENESTS_H

#include "core/shape/RegionFlows.h"
#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeNests {
public:
  explicit ShapeNests(ShapeState &state) : state(state) {}

  std::optional<RegionFlows> flowsOf(mlir::Operation *op) const;
  void keepNest(mlir::Operation *op, const RegionFlows *flows, Rounds rounds);
  KnownShapes::Map nestedShapes(mlir::Operation *op) const;
  BlockOrder &newOrder(mlir::Region &region);
  static bool isPlain(mlir::Operation *op);
  bool isApart(mlir::Operation *op);
  bool isKeptInRounds(mlir::Operation *op) const;
  bool isEnteredAsBefore(mlir::Region &region, const Round &round) const;
  bool resume(mlir::Operation *op);
  BlockOrder::Component *openCycle(mlir::Operation *op) const;
  unsigned loopsAround(mlir::Operation *op, bool withItself = false) const;

private:
  bool areSteady(Nest &nest);

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPENESTS_H
