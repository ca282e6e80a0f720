//===- Simplify.h - Nothing left for MLIR to simplify ----------*- C++ -*-===//
//
// Private to shape/emit.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_SIMPLIFY_H
#define SHAPELS_SHAPE_EMIT_SIMPLIFY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace shapels {

/// MLIR's canonicalization and CSE, for the dialects that functions use.
class Simplifier {
public:
  void simplify(mlir::func::FuncOp function);

private:
  void learnDialects(mlir::func::FuncOp function);

  llvm::SetVector<mlir::Dialect *> dialects;
  std::optional<mlir::FrozenRewritePatternSet> patterns;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_SIMPLIFY_H
