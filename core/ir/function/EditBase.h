//===- EditBase.h - What all parts of an edit see ---------------*- C++ -*-===//
//
// Private to ir/. The parts of an edit are views of one EditState: they are
// made where they are called, and keep nothing.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_EDITBASE_H
#define SHAPELS_IR_EDITBASE_H

#include "core/ir/function/EditState.h"
#include "core/ir/parse/ParserBase.h"

namespace shapels {

class EditBase : public ParserBase {
public:
  EditBase(ParserState &state, EditState &edit)
      : ParserBase(state), edit(edit) {}

protected:
  mlir::Operation *standing(StatementId statement) const;
  bool isUnit(StatementId statement) const;
  static bool isSymbol(mlir::Operation *op);
  bool isReadable(mlir::Operation *op) const;
  bool keepSayings(StatementId subject);
  bool isTiedToOthers(StatementId opaque) const;
  bool isFaulted(StatementId statement) const;
  bool isOutOfOrder(StatementId subject) const;
  bool isShortOp(StatementId statement) const;
  size_t countNested(StatementId statement, size_t enough) const;
  StatementId itemOf(StatementId statement) const;

  EditState &edit;
};

} // namespace shapels

#endif // SHAPELS_IR_EDITBASE_H
