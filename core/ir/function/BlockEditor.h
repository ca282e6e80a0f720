//===- BlockEditor.h - Blocks after an edit ---------------------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_BLOCKEDITOR_H
#define SHAPELS_IR_FUNCTION_BLOCKEDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// After an edit: where ops may stand in their blocks, how the blocks end, and
/// which lead to which. Where other blocks follow each other, all that is
/// defined in one block and used in another is asked about again.
class BlockEditor : public EditBase {
public:
  using EditBase::EditBase;

  std::optional<mlir::Block::iterator>
  placeFor(StatementId statement, mlir::Operation *op, mlir::Operation *before,
           mlir::Block &block, mlir::Block::iterator place) const;
  void askAround(mlir::Block &block);
  void noteEnd(mlir::Operation *before, mlir::Operation *now,
               mlir::Block &block, mlir::Block::iterator place);
  static bool mayGo(mlir::Operation *op);
  void queueEnds(mlir::Operation *parent);
  void forgetEnd(mlir::Block &block);
  void forgetEnds(mlir::Operation *parent);
  void noteSuccessors(mlir::Operation *before, mlir::Operation *now,
                      mlir::Block &block);
  void noteFlow(mlir::Operation *op);
  void queueBlocks();

private:
  void queueEnd(mlir::Block &block);
  void queueUndominated();
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_BLOCKEDITOR_H
