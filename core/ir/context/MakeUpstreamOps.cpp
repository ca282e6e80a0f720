//===- MakeUpstreamOps.cpp - The table of MLIR's ops ----------------------===//
//
// A program of the build: prints the rows of UpstreamOps.inc.
//
//===----------------------------------------------------------------------===//

#include "core/ir/context/RegisteredOps.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;

int main() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    RegisteredOp op = registeredOp(name);
    llvm::outs() << "{\"" << op.name << "\", " << op.definesSymbol << ", "
                 << op.hasNoRegions << ", " << op.isBare << "},\n";
  }
}
