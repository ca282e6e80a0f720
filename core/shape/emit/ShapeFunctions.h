//===- ShapeFunctions.h - Functions that compute shapes --------*- C++ -*-===//
//
// For a function of the user's one that has the same arguments, returns shapes
// of its values, and has no op of the original but those that sizes rest on:
// the reification of shapes that the RFC on symbolic shape analysis asks for.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_SHAPEFUNCTIONS_H
#define SHAPELS_SHAPE_EMIT_SHAPEFUNCTIONS_H

#include "core/shape/LocalShapes.h"
#include "core/shape/ShapeAnalysis.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace shapels {

struct EmitOptions {
  /// Of the values that the function returns only, instead of all.
  bool isOfResults = false;
  /// Each size as an index, instead of a `!shape.shape` for each value.
  bool areIndices = false;
};

struct EmittedFunction;

/// What is known of the original; all is called until the functions are made.
struct EmitSources {
  ShapeAnalysis &analysis;
  LocalShapes &local;
  std::function<bool(mlir::Operation *)> isSound;
  EmitOptions options;
  /// The shape function of a function that was written before; null where there
  /// is none.
  std::function<const EmittedFunction *(mlir::Operation *)> written;
  /// Which value a location of what is written is about.
  std::vector<mlir::Value> *located = nullptr;
};

/// Where the shape of a value is among the results.
struct EmittedShape {
  mlir::Value value;
  unsigned first = 0, count = 0;
  /// Why it is not among them; empty where it is.
  std::string missing;
};

/// An argument for what nobody can compute.
struct EmittedUnknown {
  unsigned argument = 0;
  mlir::Value value;
  /// Nothing: all that is in the value.
  std::optional<unsigned> dim;
  std::string reason;
};

struct EmittedFunction {
  mlir::Operation *original = nullptr;
  mlir::func::FuncOp function;
  /// In the order of the text.
  std::vector<EmittedShape> shapes;
  /// Of what the original returns, by the number of the result: its place in
  /// `shapes`.
  std::vector<std::optional<size_t>> returned;
  std::vector<EmittedUnknown> unknowns;
};

struct EmittedModule {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<EmittedFunction> functions;
  /// By the line of a location in `module`: the value that an op is about.
  std::vector<mlir::Value> located;
};

/// The shape functions of these functions, and of those that they call where
/// their sizes rest on that. Callees come first. `makeAnalysis` makes one with
/// the same options that knows nothing yet.
EmittedModule emitShapeFunctions(ShapeAnalysis &analysis,
                                 LocalShapes::MakeAnalysis makeAnalysis,
                                 std::function<bool(mlir::Operation *)> isSound,
                                 llvm::ArrayRef<mlir::Operation *> functions,
                                 EmitOptions options);

/// Whether the op is a function with a body, and with values that have shapes.
bool hasShapeFunction(mlir::Operation *op);

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_SHAPEFUNCTIONS_H
