//===- FirstError.cpp -----------------------------------------------------===//

#include "core/ir/context/FirstError.h"

#include "llvm/Support/FormatVariadic.h"

using namespace shapels;
using namespace mlir;

static std::string describe(const mlir::Diagnostic &diagnostic) {
  auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
  if (!place)
    return diagnostic.str();
  return llvm::formatv("line {0}, column {1}: {2}", place.getLine(),
                       place.getColumn(), diagnostic.str());
}

FirstError::FirstError(MLIRContext &context)
    : handler(&context, [this](mlir::Diagnostic &diagnostic) {
        if (first.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          first = describe(diagnostic);
        return success();
      }) {}
