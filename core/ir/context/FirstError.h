//===- FirstError.h - Why MLIR does not take a file -------------*- C++ -*-===//
//
// Private to ir/. While it lives, nothing else hears of errors.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_FIRSTERROR_H
#define SHAPELS_IR_CONTEXT_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"

#include <string>

namespace shapels {

class FirstError {
public:
  explicit FirstError(mlir::MLIRContext &context);

  /// "line 3, column 5: ..."; empty if there was none.
  const std::string &text() const { return first; }

private:
  std::string first;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_FIRSTERROR_H
