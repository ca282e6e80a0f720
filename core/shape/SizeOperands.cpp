//===- SizeOperands.cpp ---------------------------------------------------===//

#include "core/shape/SizeOperands.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace shapels;
using namespace mlir;

/// One for each `?`, in order.
static std::vector<Value> ofDynamicDims(MemRefType type, ValueRange sizes) {
  std::vector<Value> result(type.getRank());
  for (int64_t dim = 0; dim < type.getRank() && !sizes.empty(); ++dim)
    if (type.isDynamicDim(dim)) {
      result[dim] = sizes.front();
      sizes = sizes.drop_front();
    }
  return result;
}

/// Of the dimensions that a slice keeps.
static std::vector<Value> ofSlice(memref::SubViewOp slice) {
  std::vector<Value> result;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!dropped.test(dim))
      result.push_back(dyn_cast<Value>(size));
  return result;
}

std::vector<Value> shapels::sizeOperandsOf(OpResult result) {
  auto type = dyn_cast<MemRefType>(result.getType());
  if (!type)
    return {};
  return llvm::TypeSwitch<Operation *, std::vector<Value>>(result.getOwner())
      .Case<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
          [&](auto op) { return ofDynamicDims(type, op.getDynamicSizes()); })
      .Case<memref::ViewOp>(
          [&](auto op) { return ofDynamicDims(type, op.getSizes()); })
      .Case<memref::ReinterpretCastOp>(
          [&](auto op) { return ofDynamicDims(type, op.getSizes()); })
      .Case<memref::SubViewOp>([](auto op) { return ofSlice(op); })
      .Default([](Operation *) { return std::vector<Value>(); });
}
