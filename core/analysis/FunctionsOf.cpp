//===- FunctionsOf.cpp ----------------------------------------------------===//

#include "core/analysis/FunctionsOf.h"
#include "core/shape/emit/ShapeFunctions.h"

#include "mlir/IR/SymbolTable.h"

using namespace shapels;

std::vector<mlir::Operation *> shapels::functionsOf(const Section &section,
                                                    std::string_view name) {
  llvm::StringRef wanted = llvm::StringRef(name).ltrim('@');
  std::vector<mlir::Operation *> functions;
  section.ir().walk([&](mlir::Operation *op) {
    if (hasShapeFunction(op) &&
        (wanted.empty() || mlir::SymbolTable::getSymbolName(op) == wanted))
      functions.push_back(op);
  });
  return functions;
}
