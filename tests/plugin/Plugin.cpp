//===- Plugin.cpp - The dialect as a plugin -------------------------------===//

#include "Mine.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mine", "1",
          [](mlir::DialectRegistry *registry) {
            registry->insert<mine::MineDialect>();
          }};
}
