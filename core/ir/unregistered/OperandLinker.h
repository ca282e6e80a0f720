//===- OperandLinker.h - Operands and types of unknown ops ------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_OPERANDLINKER_H
#define SHAPELS_IR_UNREGISTERED_OPERANDLINKER_H

#include "core/ir/parse/ImportFinder.h"

namespace shapels {

/// Values, with the types that they had.
using RetypedValues = llvm::SmallDenseMap<mlir::Value, mlir::Type, 2>;

/// Gives ops of unknown dialects their operands; and values whose types only
/// the text of such an op tells, those that their users know.
class OperandLinker : public ParserBase {
public:
  using ParserBase::ParserBase;

  bool knowsTypes(mlir::Operation *op) const;
  mlir::Operation *knowingUser(mlir::Value value, StatementId before) const;
  bool mayBeRetyped(mlir::Value value, StatementId user) const;
  RetypedValues resetTypes(const Imports &imports, StatementId user) const;
  void restoreTypes(const RetypedValues &before, mlir::Operation *op);
  bool retype(const Imports &imports,
              const std::optional<TypeConflict> &conflict, StatementId user,
              RetypedValues &retyped) const;
  void attachOperands(StatementId statement);
  void attachAllOperands();
  void tellTypes(StatementId user);

private:
  mlir::Value operandFor(const NameOccurrence &use, NameId definition,
                         mlir::Operation *op) const;
  void reportUndeclared(const NameOccurrence &name);
};

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_OPERANDLINKER_H
