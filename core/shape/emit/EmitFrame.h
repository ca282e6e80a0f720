//===- EmitFrame.h - A block that is being written -------------*- C++ -*-===//
//
// Private to shape/emit.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_EMIT_EMITFRAME_H
#define SHAPELS_SHAPE_EMIT_EMITFRAME_H

#include "core/shape/DimExpr.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <optional>

namespace shapels {

/// What is asked of a value: one of its sizes, or all that is in it.
struct EmitItem {
  mlir::Value value;
  /// Nothing: what is in it.
  std::optional<unsigned> dim;

  EmitItem of(mlir::Value other) const { return {other, dim}; }
  friend bool operator==(const EmitItem &, const EmitItem &) = default;
};

/// Where what a region of the original computes is computed. It stands in the
/// block of the frame around it as soon as it is done; until then it is
/// detached, and that block may still grow.
struct EmitFrame {
  mlir::Region *original = nullptr;
  EmitFrame *outer = nullptr;
  mlir::Block *block = nullptr;
  /// What an argument of the region is; null where that cannot be told.
  std::function<mlir::Value(EmitItem)> enters;

  // What was written so far, by what it is in the original.
  llvm::DenseMap<const DimNode *, mlir::Value> sizes;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> dims;
  llvm::DenseMap<mlir::Value, mlir::Value> contents;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_EMIT_EMITFRAME_H
