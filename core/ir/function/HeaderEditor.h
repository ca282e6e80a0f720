//===- HeaderEditor.h - Headers of long ops after an edit -------*- C++ -*-===//
//
// Private to ir/.
//
//===-----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_HEADEREDITOR_H
#define SHAPELS_IR_FUNCTION_HEADEREDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// After an edit: an op with regions of which other text than the statements in
/// it changed. Its header is parsed with dummy bodies, which the live ones then
/// replace; of a header that does not parse any more a marker has them. Who
/// uses an argument that is another one now is parsed again. Where a header
/// parses again, or that of a unit does not, the unit is parsed anew.
class HeaderEditor : public EditBase {
public:
  using EditBase::EditBase;

  bool editHeader(StatementId statement);
  void takeArguments(const LiveBody &body,
                     llvm::ArrayRef<NamedArgument> wanted);

private:
  bool mayEditHeader(StatementId statement) const;
  bool hidesNames(StatementId statement, const LiveBodies &bodies) const;
  bool speaksOfBodies(StatementId statement) const;
  void noteHeader(StatementId statement, mlir::Operation *op, bool isBroken);
  bool verifyBodies(StatementId statement, mlir::Operation *op);
  std::optional<LiveBodies> bodiesOf(StatementId statement,
                                     mlir::Operation *before) const;
  bool takeBodies(StatementId statement, mlir::Operation *before,
                  mlir::Operation *op, const LiveBodies &bodies);
  bool takeBody(StatementId statement, const LiveBody &body,
                mlir::Region &dummy, llvm::ArrayRef<NamedArgument> arguments);
  void retireArgument(mlir::BlockArgument argument);
  bool leaveBodies(StatementId statement, mlir::Operation *before,
                   mlir::Operation *marker, const LiveBodies &bodies);
  bool leaveArgument(StatementId statement, const NamedArgument &argument);
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_HEADEREDITOR_H
