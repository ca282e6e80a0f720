//===- BoundedText.h - Types and attributes as text -------------*- C++ -*-===//
//
// An alias may name another one twice, and that another one: a few lines make a
// type that MLIR would print for hours.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_BOUNDEDTEXT_H
#define SHAPELS_IR_CONTEXT_BOUNDEDTEXT_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

#include <string>

namespace mlir {
class Diagnostic;
class Operation;
} // namespace mlir

namespace shapels {

/// Whether it has more parts, or deeper ones, than anybody reads.
bool isEndless(mlir::Type type);
bool isEndless(mlir::Attribute attribute);
/// Whether one of the op's types or attributes has.
bool isEndless(mlir::Operation *op);

/// As MLIR prints it; of what is endless the kind, `builtin.tuple<…>`.
std::string boundedText(mlir::Type type);
std::string boundedText(mlir::Attribute attribute, bool elidesType = false);
/// Its message, with types and attributes of that kind.
std::string boundedText(const mlir::Diagnostic &diagnostic);

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_BOUNDEDTEXT_H
