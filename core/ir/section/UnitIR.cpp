//===- UnitIR.cpp ---------------------------------------------------------===//

#include "core/ir/section/UnitIR.h"

#include "core/ir/parse/DiagnosticCollector.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;

void shapels::noteErased(mlir::Operation *op,
                         std::vector<const void *> &erased) {
  auto note = [&](mlir::Value value) {
    erased.push_back(value.getAsOpaquePointer());
  };
  op->walk([&](mlir::Operation *nested) {
    erased.push_back(nested);
    llvm::for_each(nested->getResults(), note);
    for (mlir::Region &region : nested->getRegions())
      for (mlir::Block &block : region)
        llvm::for_each(block.getArguments(), note);
  });
}

llvm::SmallVector<mlir::Operation *> UnitIR::opsWithSymbols() const {
  llvm::SmallVector<mlir::Operation *> ops;
  for (StatementId id : symbolUsers)
    llvm::append_range(ops, opsWithSymbols(id));
  return ops;
}

llvm::SmallVector<mlir::Operation *>
UnitIR::opsWithSymbols(StatementId id) const {
  llvm::SmallVector<mlir::Operation *> ops;
  if (mlir::Operation *op = operations.lookup(id))
    op->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *nested) {
      if (statementOf(nested->getLoc()) != id)
        return mlir::WalkResult::skip();
      if (mlir::isa<mlir::SymbolUserOpInterface>(nested))
        ops.push_back(nested);
      return mlir::WalkResult::advance();
    });
  return ops;
}

void UnitIR::forgetValue(mlir::Value value) {
  written.erase(value);
  auto found = names.find(value);
  if (found == names.end())
    return;
  if (valueOf(found->second.id) == value)
    values.erase(keyOf(found->second.id));
  names.erase(found);
}

void UnitIR::forgetValues(mlir::Operation *op) {
  auto forgetValue = [this](mlir::Value value) { this->forgetValue(value); };
  op->walk([&](mlir::Operation *nested) {
    for (mlir::Value result : nested->getResults())
      forgetValue(result);
    for (mlir::Region &region : nested->getRegions())
      for (mlir::Block &block : region)
        llvm::for_each(block.getArguments(), forgetValue);
  });
}

void UnitIR::forget(mlir::Operation *op) {
  forgetValues(op);
  for (auto entry = operations.begin(); entry != operations.end(); ++entry)
    if (op->isAncestor(entry->second)) {
      unregistered.erase(entry->first);
      operations.erase(entry);
    }
  for (auto entry = labels.begin(); entry != labels.end(); ++entry)
    if (op->isAncestor(entry->second.block->getParentOp())) {
      labelNames.forget(entry->first);
      labels.erase(entry);
    }
}
