//===- EmitParts.h - Control flow and calls as ops -------------*- C++ -*-===//
//
// Private to shape/emit.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_EMITPARTS_H
#define SHAPELS_SHAPE_EMIT_EMITPARTS_H

#include "core/shape/emit/ShapeEmitter.h"

namespace shapels {

/// Whether the op chooses between its regions, or goes round in them.
bool mayBeFlow(mlir::Operation *op);

/// What is asked of a result of such an op: it is written again, with what it
/// carries of that and no more. Null where it cannot be.
mlir::Value writeFlow(ShapeEmitter &emitter, EmitItem item);

/// A size of a call's result, by the shape function of what it calls.
mlir::Value writeCall(ShapeEmitter &emitter, EmitItem item);

/// Whether it is a view of a memref by a `memref.subview` of which sizes and
/// strides do not tell which dimensions of extent 1 it leaves out.
bool dropsUnclearly(mlir::Value value);

/// A tensor of the value's sizes with nothing in it, for what only measures it.
mlir::Value standIn(ShapeEmitter &emitter, mlir::Value value,
                    mlir::RankedTensorType type);

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_EMITPARTS_H
