//===- GpuTargets.cpp - GPU targets that nothing is compiled for ----------===//
//
// Three attributes name a GPU to compile for (#nvvm.target, #rocdl.target,
// #xevm.target). MLIR's own models of gpu::TargetAttrInterface compile, with
// LLVM's code generators for NVPTX, AMDGPU and SPIR-V, half of what a program
// with MLIR built in would be. We read and verify: these models, linked in
// front of MLIR's archives, say that the attributes are targets, and compile
// nothing.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/LLVMIR/XeVMDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVM/XeVM/Target.h"

using namespace mlir;

template <typename Target>
struct NotCompiled
    : gpu::TargetAttrInterface::ExternalModel<NotCompiled<Target>, Target> {
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute, Operation *, const gpu::TargetOptions &) const {
    return std::nullopt;
  }
  Attribute createObject(Attribute, Operation *, const SmallVector<char, 0> &,
                         const gpu::TargetOptions &) const {
    return {};
  }
};

template <typename Dialect, typename Target>
static void add(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, Dialect *) {
    Target::template attachInterface<NotCompiled<Target>>(*context);
  });
}

void NVVM::registerNVVMTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  add<NVVMDialect, NVVMTargetAttr>(registry);
}

void ROCDL::registerROCDLTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  add<ROCDLDialect, ROCDLTargetAttr>(registry);
}

void xevm::registerXeVMTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  add<XeVMDialect, XeVMTargetAttr>(registry);
}
