//===- NameChanges.h - Names that mean something else -----------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_NAMECHANGES_H
#define SHAPELS_IR_FUNCTION_NAMECHANGES_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// Statements that do not parse, and may do so now or have another thing to
/// say, are found by the names in them; as are names that are defined twice.
class NameChanges : public EditBase {
public:
  using EditBase::EditBase;

  void noteNames(StatementId statement);
  void queueBereaved();
  bool refersTo(StatementId user, Spelling name, StatementId statement) const;
  bool isUsedByBroken(Spelling name, StatementId statement) const;
  void announceNames(StatementId statement);
  void queueBrokenUsers(StatementId statement, llvm::ArrayRef<OldValue> old);
  bool mayRedefine(NameId definition) const;
  bool isDefinedIn(StatementId around, Spelling name) const;
  bool isDefinedElsewhere(NameId definition) const;
  bool usesLaterGroup(StatementId statement) const;
  bool usesNameOfBody(StatementId statement) const;
  bool isAnyReadOtherwise() const;
  bool mayTakeFromUnregistered() const;
  std::vector<NamedArgument> argumentsOf(mlir::Block &block) const;

private:
  bool isBereaved(StatementId broken, Spelling name) const;
  bool hadName(StatementId statement, Spelling name) const;
  bool isUseInHeader(NameId name) const;
  bool mayUseLater() const;
  bool findReadOtherwise() const;
  UnitIR::Name nameInFirstRegion(mlir::BlockArgument value) const;
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_NAMECHANGES_H
