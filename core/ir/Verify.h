//===- Verify.h - MLIR's verifier, without stopping ------------*- C++ -*-===//

#ifndef SHAPELS_IR_VERIFY_H
#define SHAPELS_IR_VERIFY_H

#include "llvm/ADT/DenseSet.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace shapels {

/// Verifies `root` and all that it nests; what is wrong goes to the context's
/// diagnostic handler. Says all that mlir::verify says, and goes on where that
/// stops: at the first wrong op of a function. Of `incomplete` ops, whose
/// regions lack something that was not parsed, only what they nest is verified.
void verifyAll(mlir::Operation *root,
               const llvm::DenseSet<mlir::Operation *> &incomplete);

} // namespace shapels

#endif // SHAPELS_IR_VERIFY_H
