//===- Linalg.cpp - Structured ops, by their indexing maps ----------------===//
//
// One rule for all of linalg: named ops, generic, map, reduce, transpose and
// broadcast. Its other ops have the shape of their destination, by MLIR's
// interface for that.
//
//===----------------------------------------------------------------------===//

#include "core/shape/rules/Families.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

using namespace shapels;
using namespace mlir;

/// One that is wrong may lack some, or have them for other loops.
static bool hasItsMaps(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return maps.size() == op->getNumOperands() &&
         op.getNumDpsInits() >= op->getNumResults() &&
         llvm::all_of(maps, [loops = op.getNumLoops()](AffineMap map) {
           return map.getNumDims() == loops;
         });
}

/// How often each loop runs, as far as operands say by being indexed with the
/// loop's own variable; in the words of the first one, which is no destination
/// if others tell.
static SmallVector<DimExpr> loopBounds(OpShapes &op, linalg::LinalgOp linalg) {
  SmallVector<DimExpr> bounds(linalg.getNumLoops());
  SmallVector<utils::IteratorType> iterators = linalg.getIteratorTypesArray();
  for (OpOperand &operand : linalg->getOpOperands()) {
    AffineMap map = linalg.getMatchingIndexingMap(&operand);
    Shape shape = op.shape(operand.getOperandNumber());
    if (!shape.hasRankOf(map.getNumResults()))
      continue;
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        DimExpr &bound = bounds[loop.getPosition()];
        bool isSummed =
            iterators[loop.getPosition()] == utils::IteratorType::reduction;
        bound = bound ? op.equal(bound, shape[dim],
                                 isSummed ? rules::contracted : "")
                      : shape[dim];
      }
  }
  return bounds;
}

static bool isNobodys(DimExpr size) {
  return size->kind == DimKind::Symbol &&
         size->source.kind == DimSource::Kind::Nothing;
}

void rules::structured(OpShapes &op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op.operation());
  if (!linalg || !hasItsMaps(linalg))
    return;
  op.because("indexing maps");
  SmallVector<DimExpr> bounds = loopBounds(op, linalg);
  for (OpResult result : linalg->getResults()) {
    OpOperand *init = linalg.getDpsInitOperand(result.getResultNumber());
    AffineMap map = linalg.getMatchingIndexingMap(init);
    Shape shape = op.shape(init->getOperandNumber());
    bool isInitKnown = shape.hasRankOf(map.getNumResults());
    if (!isInitKnown)
      shape = Shape::ranked({});
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      DimExpr bound = loop ? bounds[loop.getPosition()] : DimExpr();
      unsigned number = result.getResultNumber();
      if (!isInitKnown)
        shape.dims.push_back(bound ? bound : op.unknown(number, unsigned(dim)));
      else if (bound && !isNobodys(bound))
        shape.dims[dim] = bound;
    }
    op.set(result.getResultNumber(), shape);
  }
}
