//===- ValueShapes.cpp ----------------------------------------------------===//

#include "core/shape/ValueShapes.h"

#include "llvm/ADT/Hashing.h"

using namespace shapels;

static llvm::hash_code hashOf(llvm::ArrayRef<DimExpr> exprs) {
  size_t hash = exprs.size();
  for (DimExpr expr : exprs)
    hash = llvm::hash_combine(hash, expr.get());
  return hash;
}

unsigned ValueShapes::Info::getHashValue(const ValueShape &shape) {
  size_t elements = shape.elements ? size_t(hashOf(shape.elements->items)) : 0;
  return unsigned(llvm::hash_combine(size_t(hashOf(shape.shape.dims)),
                                     shape.shape.hasRank, elements,
                                     shape.isStated, shape.rule.data()));
}
