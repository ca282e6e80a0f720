//===- Plugins.h - Dialects from shared libraries ---------------*- C++ -*-===//
//
// Private to ir/. A plugin is somebody's code, built against some MLIR: one
// that is linked to another libMLIR than ours would bring a second MLIR into
// the process and crash it, so it is looked at before it is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_PLUGINS_H
#define SHAPELS_IR_CONTEXT_PLUGINS_H

#include "core/base/CrashGuard.h"

#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace shapels {

/// The soname of the libMLIR that this process runs on; empty where MLIR is
/// linked in statically.
const std::string &mlirSoname();

/// Adds the plugin's dialects to `registry`. Returns why that cannot be, and
/// what to do; empty if it is done. A plugin stays in the process.
std::string loadPlugin(const std::string &path, mlir::DialectRegistry &registry,
                       CrashGuard &crashGuard);

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_PLUGINS_H
