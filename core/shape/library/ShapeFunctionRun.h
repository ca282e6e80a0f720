//===- ShapeFunctionRun.h - A shape function, run for an op -----*- C++ -*-===//
//
// Private to shape/. Runs the ops of the function by the rules of their names,
// over expressions: what they know of sizes, they say of the op's results.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONRUN_H
#define SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONRUN_H

#include "core/shape/OpShapes.h"

#include <string>
#include <vector>

namespace shapels {

class ShapeState;
struct ShapeFunction;

/// Says to the view of an op what the function makes of it. Bounded: of a
/// function that runs on and on, nothing is known.
void runShapeFunction(ShapeState &state, const ShapeFunction &function,
                      OpShapes &view);

/// Why the function is none for ops with as many operands and results; empty
/// if it is.
std::string misfitOf(const ShapeFunction &function, const OpShapes &view);

/// The ops in the function of which nothing can be computed.
std::vector<mlir::Operation *> opsThatCannotRun(mlir::Operation *function);

} // namespace shapels

#endif // SHAPELS_SHAPE_LIBRARY_SHAPEFUNCTIONRUN_H
