//===- DeadlyFaults.cpp ---------------------------------------------------===//

#include "core/ir/verify/DeadlyFaults.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

static bool isRanked(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank();
}

/// That its verifier says first.
static bool lacksOperands(Operation *op) {
  return op->getName().getStringRef() == "linalg.map" &&
         op->getNumOperands() == 0;
}

/// It reads the arguments of a block that is not there; what it finds is
/// chance. Says what it should.
static bool lacksBody(Operation *op) {
  bool isEmpty = op->getName().getDialectNamespace() == "linalg" &&
                 op->getNumRegions() == 1 && op->getRegion(0).empty() &&
                 !lacksOperands(op);
  if (isEmpty)
    op->emitOpError("expects to have 1 region with 1 block");
  return isEmpty;
}

/// It reads as many sizes of the input as dimensions of the init are not
/// listed: too many where one is listed twice.
bool shapels::hasDeadlyFault(Operation *op) {
  if (lacksBody(op))
    return true;
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

/// It looks for them beside the dialect that it is in.
bool shapels::hasDeadlyUse(Operation *op) {
  if (op->getName().getDialectNamespace() != "irdl")
    return false;
  while (op && op->getName().getStringRef() != "irdl.dialect")
    op = op->getParentOp();
  return !op || !op->getParentOp();
}
