//===- DeadlyFaults.cpp ---------------------------------------------------===//

#include "shapels/ir/DeadlyFaults.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

static bool isRanked(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank();
}

/// It reads as many sizes of the input as dimensions of the init are not
/// listed: too many where one is listed twice.
bool shapels::hasDeadlyFault(Operation *op) {
  if (op->getName().getStringRef() != "linalg.broadcast" ||
      op->getNumOperands() != 2 ||
      !llvm::all_of(op->getOperandTypes(), isRanked))
    return false;
  auto list = op->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  if (!list)
    return false;
  SmallVector<int64_t> entries(list.asArrayRef());
  llvm::sort(entries);
  return std::adjacent_find(entries.begin(), entries.end()) != entries.end();
}
