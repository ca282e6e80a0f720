//===- IrRemover.h - What an edit takes out of the IR -----------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_IRREMOVER_H
#define SHAPELS_IR_FUNCTION_IRREMOVER_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// Ops and values that go, with all that the maps know of them. What others may
/// still use is kept aside until the edit is done.
class IrRemover : public EditBase {
public:
  using EditBase::EditBase;

  void retire(mlir::Operation *op);
  void retireLoose();
  void retireGuesses();
  void detach(mlir::Value value);
  void forget(StatementId statement);
  void forgetItem(StatementId item, mlir::Operation *before);
  void forgetArguments(mlir::Block &block);
  mlir::Block::iterator takeOut(StatementId statement, mlir::Operation *before,
                                mlir::Block::iterator place);
  void noteOperands(mlir::Operation *op);
  bool retireRemoved(llvm::ArrayRef<StatementId> removed);

private:
  void retireGuess(mlir::Value value);
  void forgetUnregistered(StatementId statement);
  void forgetNested(StatementId statement);
  bool retireOp(StatementId statement);
  bool isGoneWithin(mlir::Operation *op) const;
  bool isPointedAtFromOutside(StatementId removed, StatementId item) const;
  bool hasItsBodies(StatementId statement, mlir::Operation *marker) const;
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_IRREMOVER_H
