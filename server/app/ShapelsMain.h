//===- ShapelsMain.h - A shapels with your own dialects ---------*- C++ -*-===//
//
// Installed, so that a project can build a server that knows its dialects.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_APP_SHAPELSMAIN_H
#define SHAPELS_APP_SHAPELSMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace shapels {

/// All that the program `shapels` does, for a `main` to return. It knows MLIR's
/// own dialects and those of `registry`, which must not be among them. Called
/// once, before the process starts a thread.
int shapelsMain(int argc, char **argv, const mlir::DialectRegistry &registry);
/// With MLIR's own dialects only.
int shapelsMain(int argc, char **argv);

} // namespace shapels

#endif // SHAPELS_APP_SHAPELSMAIN_H
