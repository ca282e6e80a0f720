//===- ShapeLibraries.h - Shapes that files teach --------------*- C++ -*-===//
//
// Files with `shape.function_library` ops. Their IR lives in one context, so
// every context gets them anew.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_SHAPELIBRARIES_H
#define SHAPELS_IR_CONTEXT_SHAPELIBRARIES_H

#include "core/base/CrashGuard.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
class Operation;
} // namespace mlir

namespace shapels {

struct ShapeLibraryFile {
  std::string path, text;
};

/// Why there are no shapes to learn from the file; empty if there are.
std::string whyNoShapeLibrary(const ShapeLibraryFile &file,
                              mlir::MLIRContext &context,
                              CrashGuard &crashGuard = CrashGuard::none());

/// The libraries of files, in one context. Outlived by it.
class ShapeLibraries {
public:
  ShapeLibraries(const std::vector<ShapeLibraryFile> &files,
                 mlir::MLIRContext &context);
  ~ShapeLibraries();
  ShapeLibraries(const ShapeLibraries &) = delete;
  ShapeLibraries &operator=(const ShapeLibraries &) = delete;

  /// The ops `shape.function_library`, in the order of the files.
  const std::vector<mlir::Operation *> &all() const { return libraries; }

private:
  struct Module;

  std::vector<std::unique_ptr<Module>> modules;
  std::vector<mlir::Operation *> libraries;
};

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_SHAPELIBRARIES_H
