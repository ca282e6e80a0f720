//===- SketchInference.h - Ops that do not parse ----------------*- C++ -*-===//
//
// Private to shape/. Made for one call; see ShapeState.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_SKETCHINFERENCE_H
#define SHAPELS_SHAPE_SKETCHINFERENCE_H

#include "core/shape/OpSketch.h"
#include "core/shape/ShapeState.h"

namespace shapels {

class SketchInference {
public:
  explicit SketchInference(ShapeState &state) : state(state) {}

  /// What the rule can tell of a result of that number and type. Nothing that
  /// it implies beside that is kept: the op is not there yet.
  ValueShape inferSketch(const OpSketch &sketch, unsigned number,
                         mlir::Type type);
  /// Of a result that is as the sketch writes it.
  ValueShape inferSketch(const OpSketch &sketch, unsigned number,
                         mlir::MLIRContext *context);
  void inferPlaceholder(mlir::Operation *op);

private:
  OpKind kindOf(const OpSketch &sketch, mlir::MLIRContext *context) const;

  ShapeState &state;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_SKETCHINFERENCE_H
