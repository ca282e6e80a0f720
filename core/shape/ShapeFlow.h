//===- ShapeFlow.h - Shapes through blocks and regions ----------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SHAPEFLOW_H
#define SHAPELS_SHAPE_SHAPEFLOW_H

#include "core/shape/RegionFlows.h"
#include "core/shape/ShapeState.h"

namespace shapels {

class ShapeFlow {
public:
  explicit ShapeFlow(ShapeState &state) : state(state) {}

  /// The op with all that it nests.
  void runOp(mlir::Operation *op);
  /// An argument of which nobody knows more than its type.
  void bindGiven(mlir::BlockArgument argument);
  bool runFlows(mlir::Operation *op, const RegionFlows &flows, Rounds &rounds,
                bool isReplay);
  void runComponent(BlockOrder::Component &component, const BlockOrder &order);
  bool flowInto(mlir::Block &block, const BlockOrder &order,
                bool isForward = false);
  bool flowBack(const BlockOrder::Component &component,
                const BlockOrder &order);

private:
  void runRegion(mlir::Region &region);
  void runBlocks(mlir::Region &region);
  void runBlock(mlir::Block &block);
  bool runRegions(mlir::Operation *op, const RegionFlows &flows, Rounds &rounds,
                  bool isReplay);
  bool runRound(mlir::Region &region, Round &round, bool isReplay);
  void runNested(mlir::Region &region);
  bool flowAll(const RegionFlows::Flows &flows, unsigned regions);
  void forgetFed(mlir::Operation *op,
                 const llvm::SmallDenseSet<mlir::Value> &fed);
  void bindCarried(mlir::Operation *op, const RegionFlows &flows,
                   const llvm::SmallDenseSet<mlir::Value> &fed, bool isGivenUp);
  bool setSeen(mlir::Value value, ValueShape &&shape);
  bool flow(mlir::Value from, mlir::Value to);
  ValueShape merge(const ValueShape &a, const ValueShape &b, mlir::Value at);
  Shape merge(const Shape &a, const Shape &b, mlir::Value at);
  void bindUnknown(mlir::Value value);
  void bindSlice(mlir::Value whole, mlir::Value part);
  void bindGathered(mlir::Value part, mlir::Value whole,
                    const RegionFlows::Flows &slices);
  void bindAllGathered(mlir::Operation *op, const RegionFlows &flows);
  void bindArguments(mlir::Region &region, bool areGiven);

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SHAPEFLOW_H
