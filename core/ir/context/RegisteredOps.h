//===- RegisteredOps.h - Op names for the outline --------------*- C++ -*-===//
//
// What is known of ops when their dialects are loaded, which takes ten
// milliseconds for all of MLIR's. So the build loads these once and writes a
// table of their ops (MakeUpstreamOps.cpp), and a program loads those that a
// text names.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_REGISTEREDOPS_H
#define SHAPELS_IR_CONTEXT_REGISTEREDOPS_H

#include <span>
#include <string_view>

namespace mlir {
class RegisteredOperationName;
} // namespace mlir

namespace shapels {

/// What the outline must know of an op.
struct RegisteredOp {
  std::string_view name;
  bool definesSymbol, hasNoRegions;
  /// Whether a statement may begin with the name without its dialect.
  bool isBare;
};

/// Its name lives as long as the context.
RegisteredOp registeredOp(mlir::RegisteredOperationName op);

/// The ops of the MLIR that this is linked with, in any order.
std::span<const RegisteredOp> upstreamOps();

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_REGISTEREDOPS_H
