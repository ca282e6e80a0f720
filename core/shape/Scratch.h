//===- Scratch.h - A place for temporary IR --------------------*- C++ -*-===//
//
// Private to shape/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SCRATCH_H
#define SHAPELS_SHAPE_SCRATCH_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"

namespace shapels {

/// A detached block for temporary ops; diagnostics of the context are dropped
/// while it lives. Ops in it may use live values, but nothing outside may use
/// theirs. They are deleted with it, so that the live IR is then as it was.
class Scratch {
public:
  explicit Scratch(mlir::MLIRContext *context)
      : silence(context, [](mlir::Diagnostic &) { return mlir::success(); }),
        module(mlir::ModuleOp::create(mlir::UnknownLoc::get(context))) {}

  mlir::Block *block() { return module->getBody(); }
  /// A value of that type of which nothing else is known.
  mlir::Value unknown(mlir::Type type) {
    return block()->addArgument(type, module->getLoc());
  }

private:
  mlir::ScopedDiagnosticHandler silence;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SCRATCH_H
