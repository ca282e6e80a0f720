//===- EditVerifier.h - What the verifier says after an edit ----*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_EDITVERIFIER_H
#define SHAPELS_IR_FUNCTION_EDITVERIFIER_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// Verifies what was parsed, what reads it, and the ops around.
class EditVerifier : public EditBase {
public:
  using EditBase::EditBase;

  bool finish();
  bool verifyQueued();
  bool verifyParents();
  void noteChanged(mlir::Value value, IrWork &work) const;
  void noteChanged(IrWork &work) const;

private:
  bool updateParents();
  bool isRight(mlir::Operation *op) const;
  bool isContent(mlir::Operation *op);
  void forgetVerdict(mlir::Operation *op);
  bool isSilent(StatementId around) const;
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_EDITVERIFIER_H
