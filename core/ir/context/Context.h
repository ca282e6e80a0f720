//===- Context.h - Where the IR of texts lives -----------------*- C++ -*-===//

#ifndef SHAPELS_IR_CONTEXT_CONTEXT_H
#define SHAPELS_IR_CONTEXT_CONTEXT_H

#include "core/ir/context/ShapeLibraries.h"
#include "core/ir/context/StructBodies.h"

#include <memory>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace shapels {

class Dialects;

/// A context of MLIR, which forgets nothing, and what it should have forgotten.
struct Context {
  explicit Context(const Dialects &dialects);
  ~Context();

  const std::unique_ptr<mlir::MLIRContext> mlir;
  StructBodies structs;
  /// What files teach of shapes.
  const ShapeLibraries libraries;
};

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_CONTEXT_H
