//===- StatementEditor.h - One statement after an edit ----------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_STATEMENTEDITOR_H
#define SHAPELS_IR_FUNCTION_STATEMENTEDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// A statement is made anew with all that it nests, and takes its place. An op
/// that nests many is left to HeaderEditor, a label to LabelEditor.
class StatementEditor : public EditBase {
public:
  using EditBase::EditBase;

  bool parseAgain(StatementId statement);

private:
  bool mayParseAlone(StatementId statement) const;
  std::optional<mlir::Block::iterator> placeOf(StatementId statement,
                                               mlir::Block *&block) const;
  bool isAllOf(StatementId item, mlir::Operation *before) const;
  mlir::Block *buildItem(StatementId item, const StatementPlace &place);
  void putInPlace(StatementId statement, mlir::Block &made,
                  mlir::Operation *before, mlir::Block &block,
                  mlir::Block::iterator place);
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_STATEMENTEDITOR_H
