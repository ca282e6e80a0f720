//===- LabelEditor.h - Labels after an edit ---------------------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_LABELEDITOR_H
#define SHAPELS_IR_FUNCTION_LABELEDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// After an edit: labels. A label that is new cuts its block in two; where one
/// is gone, what it had goes to the block before, or with it. The label that a
/// region begins with belongs to the header of the op around: that is parsed
/// again.
class LabelEditor : public EditBase {
public:
  using EditBase::EditBase;

  bool editLabel(StatementId label);
  bool retireLabel(StatementId label);

private:
  std::vector<OldValue> oldValuesOf(const std::vector<NamedArgument> &arguments,
                                    StatementId label) const;
  bool mayEditLabel(StatementId label) const;
  llvm::SmallVector<StatementId> beside(Spelling name, StatementId label) const;
  void queueBehind(llvm::ArrayRef<StatementId> labels, StatementId label);
  void queueNaming(Spelling name, StatementId parent);
  bool leadsTo(StatementId user, StatementId label) const;
  void queuePredecessors(mlir::Block &block, StatementId label);
  void noteBlocks(mlir::Operation *op);
  mlir::Block *splitAt(StatementId label);
  bool editFirstLabel(StatementId label, mlir::Block &block);
  bool replaceLabel(StatementId label, mlir::Block &block);
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_LABELEDITOR_H
