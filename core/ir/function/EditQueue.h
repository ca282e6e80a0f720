//===- EditQueue.h - What an edit still has to do ---------------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_EDITQUEUE_H
#define SHAPELS_IR_EDITQUEUE_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// Statements to be parsed again, ops of unknown dialects that are to get their
/// operands, and ops to be verified.
class EditQueue : public EditBase {
public:
  using EditBase::EditBase;

  void queue(StatementId statement);
  void queueUsers(mlir::Value value);
  void queueToAttach(StatementId statement);
  void queueWaiting(StatementId definition);
  void queueWaitingFor(mlir::Operation *op);
  bool verifyUsers(mlir::Value value);
  void verifyDefinitions(mlir::Operation *op);
  void noteParsed(StatementId item);
  bool verifyThosePointingAt(StatementId statement);
  void queueUnended(const StatementChanges &changes);

private:
  void queueUser(StatementId statement);
  void queueThosePointingAt(StatementId statement, StatementId item);
  bool definesOthers(StatementId opaque) const;
  bool isSaidOutside(StatementId broken) const;
};

} // namespace shapels

#endif // SHAPELS_IR_EDITQUEUE_H
