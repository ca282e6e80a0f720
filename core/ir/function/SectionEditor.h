//===- SectionEditor.h - Live IR after an edit -----------------*- C++ -*-===//
//
// Private to ir/. Parses the statements that changed, each alone in the scope
// of the live values around it, and lets the new ops take the places of the old
// ones. Who uses a value of another type, or one that is gone, is parsed again
// as well; all others stay. Verifies what was parsed, and what reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_FUNCTION_SECTIONEDITOR_H
#define SHAPELS_IR_FUNCTION_SECTIONEDITOR_H

#include "core/ir/function/EditBase.h"

namespace shapels {

/// For one edit, of a unit or of a section that is no units.
class SectionEditor : public ParserBase {
public:
  using ParserBase::ParserBase;

  /// False where a change is not of this kind: then the IR is of no use any
  /// more, and has to be made from the whole text.
  bool apply(const StatementChanges &changes, IrWork &work);
  /// Asks the verifier again, as what ops refer to changed. False as above.
  bool verifyAgain(llvm::ArrayRef<mlir::Operation *> ops, IrWork &work);

private:
  bool isShort() const;
  size_t mostChanged() const;
  size_t mostParsed() const;
  bool editStatements(const StatementChanges &changes);

  EditState edit;
};

} // namespace shapels

#endif // SHAPELS_IR_FUNCTION_SECTIONEDITOR_H
