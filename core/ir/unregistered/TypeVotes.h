//===- TypeVotes.h - Whose word the type of a value is ----------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_TYPEVOTES_H
#define SHAPELS_IR_UNREGISTERED_TYPEVOTES_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// The value of an op of an unknown dialect, or of one that does not parse, has
/// the type that its first user in the text tells. Where that user changes,
/// later ones are parsed again.
class TypeVotes : public EditBase {
public:
  using EditBase::EditBase;

  llvm::SmallVector<mlir::Value> toldBy(mlir::Operation *op) const;
  void queueThoseBehind(StatementId statement,
                        llvm::ArrayRef<mlir::Value> before,
                        mlir::Operation *now, size_t retypedBefore);
  void queueUntold(mlir::Value value, StatementId behind, bool isRetyped);
  llvm::SmallVector<mlir::Value> opinionsOf(mlir::Operation *op) const;
  bool tellsAll(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values) const;
  llvm::SmallVector<mlir::Value> valuesFromOutside(mlir::Operation *op) const;

private:
  llvm::SmallVector<mlir::Value> valuesToldBy(mlir::Operation *op) const;
};

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_TYPEVOTES_H
