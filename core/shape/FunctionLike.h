//===- FunctionLike.h - Ops whose bodies stand for themselves --*- C++ -*-===//
//
// Private to shape/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_FUNCTIONLIKE_H
#define SHAPELS_SHAPE_FUNCTIONLIKE_H

#include "core/ir/parse/TypeReferences.h"

#include "mlir/IR/BuiltinOps.h"

namespace shapels {

/// Whether a region of the op runs as a whole when it is called, as a
/// function's does.
inline bool isFunctionLike(mlir::Operation *op) {
  return op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() ||
         (!op->isRegistered() &&
          llvm::isa_and_present<mlir::ModuleOp>(op->getParentOp()));
}

/// Whether it is what such an op runs first.
inline bool isFunctionBody(mlir::Block *block) {
  return block && block->getParentOp() && block->isEntryBlock() &&
         isFunctionLike(block->getParentOp());
}

/// The op whose body's sizes are told apart from those of others; null where
/// there is none.
inline mlir::Operation *functionAround(mlir::Block *block) {
  mlir::Operation *op = block ? block->getParentOp() : nullptr;
  while (op && !isFunctionLike(op))
    op = op->getParentOp();
  return op;
}

/// Whether nothing in it knows of anything outside; what stands for a function
/// that does not parse is one too.
inline bool mayBeScope(mlir::Operation *op) {
  return (op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() &&
          !llvm::isa<mlir::ModuleOp>(op)) ||
         (isPlaceholder(op) && op->getNumRegions() != 0);
}

} // namespace shapels

#endif // SHAPELS_SHAPE_FUNCTIONLIKE_H
