//===- Irdl.h - Dialects that an IRDL file defines --------------*- C++ -*-===//
//
// Private to ir/. MLIR makes such dialects in one context, so every context
// gets them anew.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_IRDL_H
#define SHAPELS_IR_CONTEXT_IRDL_H

#include "core/base/CrashGuard.h"

#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace shapels {

struct IrdlFile {
  std::string path, text;
};

/// Adds the file's dialects to `context` and their names to `dialects`.
/// Returns why that cannot be; empty if it is done. In a context which has all
/// that others have loaded before, so that it works in those as well.
std::string loadIrdl(const IrdlFile &file, mlir::MLIRContext &context,
                     std::vector<std::string> &dialects,
                     CrashGuard &crashGuard = CrashGuard::none());

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_IRDL_H
