//===- Scratch.h - A place for IR that nobody keeps ------------*- C++ -*-===//
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

/// A detached block, silent while it lives. What is in it may use live values
/// and nothing outside may use what is in it; all of it goes with it, so that
/// the live IR is afterwards as it was.
class Scratch {
public:
  explicit Scratch(mlir::MLIRContext *context)
      : silence(context, [](mlir::Diagnostic &) { return mlir::success(); }),
        module(mlir::ModuleOp::create(mlir::UnknownLoc::get(context))) {}

  mlir::Block *block() { return module->getBody(); }
  /// A value of which nothing but the type is known.
  mlir::Value unknown(mlir::Type type) {
    return block()->addArgument(type, module->getLoc());
  }

private:
  mlir::ScopedDiagnosticHandler silence;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SCRATCH_H
