//===- DefinedOps.h - What a project defines of unknown ops ----*- C++ -*-===//
//
// A context that knows nothing of a dialect may know how the dialect's ops are
// written: by the definitions that the project has. They are the context's, as
// the registered ops are, so that all who read a text in it read it alike.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_DEFINEDOPS_H
#define SHAPELS_IR_CONTEXT_DEFINEDOPS_H

#include <memory>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace shapels {

class OpSyntaxes;

/// From now on these hold in the context; null: none. While nobody reads.
void defineOps(mlir::MLIRContext &context,
               std::shared_ptr<const OpSyntaxes> ops);

/// Those that hold in the context; null if there are none.
std::shared_ptr<const OpSyntaxes> sharedDefinedOps(mlir::MLIRContext &context);
const OpSyntaxes *definedOps(mlir::MLIRContext &context);

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_DEFINEDOPS_H
