//===- RegisteredOps.cpp --------------------------------------------------===//

#include "core/ir/context/RegisteredOps.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;

/// Dialects whose ops may be written without prefix inside their own region
/// ops (OpAsmOpInterface::getDefaultDialect).
static constexpr llvm::StringRef bareDialects[] = {"builtin", "func", "pdl"};

RegisteredOp shapels::registeredOp(mlir::RegisteredOperationName op) {
  // An op with a result starts with `%name =`, whatever follows.
  bool isBare = llvm::is_contained(bareDialects, op.getDialectNamespace()) &&
                !op.hasTrait<mlir::OpTrait::OneResult>();
  return {op.getStringRef(), op.hasInterface<mlir::SymbolOpInterface>(),
          op.hasTrait<mlir::OpTrait::ZeroRegions>(), isBare};
}
