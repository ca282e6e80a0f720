//===- SaidSize.cpp -------------------------------------------------------===//

#include "core/shape/emit/SaidSize.h"

#include "mlir/Dialect/Shape/IR/Shape.h"

using namespace shapels;
using namespace mlir;

/// Whether it rests on nothing but arguments.
static bool isOfArguments(DimExpr size) {
  return llvm::all_of(leavesOf(size), [](DimExpr leaf) {
    DimSource::Kind kind = leaf->source.kind;
    return kind != DimSource::Kind::Named && kind != DimSource::Kind::Nothing &&
           isa<BlockArgument>(Value::getFromOpaquePointer(leaf->source.value));
  });
}

DimExpr shapels::saidSize(ShapeAnalysis &analysis, Value value, unsigned dim) {
  for (Operation *user : value.getUsers()) {
    auto with = dyn_cast<shape::WithOp>(user);
    if (!with || with.getOperand() != value ||
        user->getBlock() != value.getParentBlock())
      continue;
    Shape said = analysis.symbolic(with.getResult());
    if (said.hasRank && dim < said.rank() && isOfArguments(said[dim]))
      return said[dim];
  }
  return {};
}
