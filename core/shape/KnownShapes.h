//===- KnownShapes.h - What is known of which value ------------*- C++ -*-===//
//
// Private to shape/. Of what an op nests, which is looked at in rounds, also
// what was known in earlier ones.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SHAPE_KNOWNSHAPES_H
#define SHAPELS_SHAPE_KNOWNSHAPES_H

#include "core/shape/Shape.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace shapels {

class KnownShapes {
public:
  using Map = llvm::DenseMap<mlir::Value, const ValueShape *>;

  /// Null where nothing is.
  const ValueShape *lookup(mlir::Value value) const {
    return (isEarlier(value) ? *earlier : now).lookup(value);
  }
  void set(mlir::Value value, const ValueShape *shape) {
    (isEarlier(value) ? *earlier : now)[value] = shape;
  }
  void erase(mlir::Value value) {
    (isEarlier(value) ? *earlier : now).erase(value);
  }
  /// Of what is gone.
  void forget(const void *address) {
    now.erase(mlir::Value::getFromOpaquePointer(address));
  }
  void clear() { now.clear(); }

  /// From now on the ops in `op`, and what they nest, are as in `round`; null
  /// for as they are now.
  void look(mlir::Operation *op, Map *round) {
    around = op;
    earlier = round;
  }
  /// What look() was told last.
  std::pair<mlir::Operation *, Map *> looking() const {
    return {around, earlier};
  }

private:
  bool isEarlier(mlir::Value value) const {
    if (!earlier)
      return false;
    mlir::Block *block = value.getParentBlock();
    mlir::Operation *parent = block ? block->getParentOp() : nullptr;
    if (parent == around)
      return value.getDefiningOp();
    return parent && around->isProperAncestor(parent);
  }

  Map now;
  mlir::Operation *around = nullptr;
  Map *earlier = nullptr;
};

} // namespace shapels

#endif // SHAPELS_SHAPE_KNOWNSHAPES_H
