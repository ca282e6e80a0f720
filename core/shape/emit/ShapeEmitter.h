//===- ShapeEmitter.h - Sizes of a function's values, as ops ---*- C++ -*-===//
//
// Private to shape/emit. Writes what is asked for and what that rests on, in
// the frame of the region that computes it in the original. Sizes come from the
// analysis; where that knows no more than the value's own name, from its op:
// by its rule, by control flow, by the shape function of what it calls, by the
// op itself. What none of them tells becomes an argument of the function that
// is written.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_SHAPEEMITTER_H
#define SHAPELS_SHAPE_EMIT_SHAPEEMITTER_H

#include "core/shape/emit/EmitFrame.h"
#include "core/shape/emit/ShapeFunctions.h"
#include "core/shape/emit/SizeWriter.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace shapels {

/// What was asked of the results of ops with regions; what one pass has found
/// the next one writes at once.
struct EmitDemand {
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<EmitItem>> items;
  /// Whether an op was written more than once.
  bool isRepeated = false;
};

class ShapeEmitter {
public:
  /// All outlive it. `into`: the function to be written, with an entry block
  /// that has the arguments of `original`.
  ShapeEmitter(const EmitSources &sources, mlir::Operation *original,
               mlir::func::FuncOp into, EmitDemand &demand);

  /// Says that nobody tells this expression but as a size of that value.
  void own(DimExpr expr, mlir::Value value, unsigned dim);

  // Null where it cannot be computed, for the reason of why().
  mlir::Value dim(mlir::Value value, unsigned dim);
  mlir::Value content(mlir::Value value);
  mlir::Value item(const EmitItem &item) {
    return item.dim ? dim(item.value, *item.dim) : content(item.value);
  }
  /// One of the integers in the value, as an index.
  mlir::Value integer(mlir::Value value, unsigned number);
  /// Whether the integer in the value is not 0, as an i1.
  mlir::Value condition(mlir::Value value);
  /// The shape of an argument whose rank is not known.
  mlir::Value wholeShape(mlir::Value value);

  const std::string &why() const { return reason; }
  mlir::Value fail(std::string why) {
    reason = std::move(why);
    return {};
  }
  /// One that stands for what cannot be computed.
  mlir::Value unknown(const EmitItem &item, mlir::Type type, std::string why);
  llvm::ArrayRef<EmittedUnknown> unknowns() const { return asked; }

  //===--- For parts that write control flow and calls --------------------===//

  EmitFrame &now() { return *current; }
  /// The frame in which an op of the original is written; null where its region
  /// is not being written.
  EmitFrame *frameOf(mlir::Value value);
  /// Calls it while ops go to that frame, and nothing of frames within it is
  /// visible.
  mlir::Value in(EmitFrame &frame, llvm::function_ref<mlir::Value()> write);
  mlir::OpBuilder builder(EmitFrame &frame, mlir::Value about);
  mlir::Location place(mlir::Value about);
  const EmitSources &from() const { return sources; }
  EmitDemand &demands() { return demand; }

private:
  /// Values that rest on each other; what rests on more is not followed.
  static constexpr unsigned mostDepth = 400;

  mlir::Value size(DimExpr expr);
  mlir::Value leaf(DimExpr symbol);
  mlir::Value write(DimExpr expr);
  mlir::Value ownDim(mlir::Value value, unsigned dim);
  mlir::Value computedDim(mlir::OpResult value, unsigned dim);
  mlir::Value dimByRule(mlir::OpResult value, unsigned dim);
  mlir::Value saidDim(mlir::OpResult value, unsigned dim);
  mlir::Value measured(mlir::Value value, mlir::Value plain, unsigned dim);
  mlir::Value knownContent(mlir::Value value);
  mlir::Value ownContent(mlir::Value value);
  mlir::Value computedContent(mlir::OpResult value);
  mlir::Value copied(mlir::OpResult value);
  mlir::Value asIndex(mlir::Value integer);
  mlir::Value fromIndex(mlir::Value index, mlir::Type type);
  EmitFrame &deepest(llvm::ArrayRef<mlir::Value> values);
  bool isOutOfReach(mlir::Value value);

  const EmitSources &sources;
  mlir::Operation *original;
  mlir::func::FuncOp function;
  EmitDemand &demand;
  EmitFrame outermost;
  EmitFrame *current = &outermost;
  mlir::Value about;
  std::string reason;
  std::vector<EmittedUnknown> asked;
  llvm::DenseMap<const DimNode *, std::pair<mlir::Value, unsigned>> owners;
  /// What is being computed: values that rest on themselves end here.
  llvm::DenseSet<std::pair<mlir::Value, unsigned>> running;
  llvm::DenseMap<const void *, uint32_t> places;
  unsigned depth = 0;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_SHAPEEMITTER_H
