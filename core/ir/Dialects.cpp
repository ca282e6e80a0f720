//===- Dialects.cpp -------------------------------------------------------===//

#include "shapels/ir/Dialects.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace shapels;

/// Dialects whose ops may be written without prefix inside their own region
/// ops (OpAsmOpInterface::getDefaultDialect).
static constexpr std::string_view bareDialects[] = {"builtin", "func", "pdl"};

const Dialects &Dialects::upstream() {
  static const Dialects dialects;
  return dialects;
}

Dialects::Dialects() : registry(std::make_shared<mlir::DialectRegistry>()) {
  mlir::registerAllDialects(*registry);
  mlir::registerAllExtensions(*registry);
  mlir::MLIRContext context(*registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string_view name = op.getStringRef();
    table.add(name, op.hasInterface<mlir::SymbolOpInterface>(),
              op.hasTrait<mlir::OpTrait::ZeroRegions>());
    // An op with a result starts with `%name =`, whatever follows.
    if (op.hasTrait<mlir::OpTrait::OneResult>())
      continue;
    for (std::string_view dialect : bareDialects)
      if (dialectOf(name) == dialect)
        table.addBare(name.substr(dialect.size() + 1));
  }
}

bool Dialects::isRegistered(std::string_view dialect) const {
  return static_cast<bool>(registry->getDialectAllocator(dialect));
}

bool Dialects::isUnknown(std::string_view opName) const {
  std::string_view dialect = dialectOf(opName);
  if (dialect.empty() || table.isRegistered(opName))
    return false;
  return !isRegistered(dialect) ||
         !table.isPrefix(opName.substr(0, opName.rfind('.')));
}

std::string Dialects::barePrefix(std::string_view name,
                                 std::string_view dialect) const {
  bool isBare = !name.empty() && name.find('.') == name.npos;
  if (!isBare || dialect.empty() ||
      table.isRegistered("builtin." + std::string(name)))
    return "";
  return std::string(dialect) + ".";
}

std::unique_ptr<mlir::MLIRContext> Dialects::makeContext() const {
  auto context = std::make_unique<mlir::MLIRContext>(
      *registry, mlir::MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  context->printOpOnDiagnostic(false);
  context->printStackTraceOnDiagnostic(false);
  return context;
}

std::string_view shapels::dialectOf(std::string_view opName) {
  size_t dot = opName.find('.');
  return dot == opName.npos ? std::string_view() : opName.substr(0, dot);
}
