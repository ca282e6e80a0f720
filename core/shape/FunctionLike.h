//===- FunctionLike.h - Ops whose bodies stand for themselves --*- C++ -*-===//
//
// Private to shape/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_FUNCTIONLIKE_H
#define SHAPELS_SHAPE_FUNCTIONLIKE_H

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

} // namespace shapels

#endif // SHAPELS_SHAPE_FUNCTIONLIKE_H
