//===- ValueEditor.h - Values after an edit ---------------------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_VALUEEDITOR_H
#define SHAPELS_IR_FUNCTION_VALUEEDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// The users of the values of a statement get the new ones, and ops of unknown
/// dialects their operands.
class ValueEditor : public EditBase {
public:
  using EditBase::EditBase;

  std::vector<OldValue> oldValues(StatementId statement) const;
  std::optional<NameId> nameIn(StatementId statement, Spelling name) const;
  bool isAsBefore(StatementId statement, const OldValue &old) const;
  bool replaceValues(StatementId statement, std::vector<OldValue> &old);
  void settleTypes();
  void attachOthers();
  bool attachAgain(StatementId statement, mlir::Operation *op);
  bool attachItem(StatementId item);

private:
  bool parses(StatementId statement) const;
  bool mayBeToldByBroken(const OldValue &old, StatementId id) const;
  bool standInFor(StatementId statement, const OldValue &old);
  void keepType(mlir::Value before, mlir::Value now);
  void askUsers(mlir::Value value);
  void attach(StatementId statement, mlir::Operation *op);
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_VALUEEDITOR_H
