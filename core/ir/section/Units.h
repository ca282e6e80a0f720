//===- Units.h - What stands for itself in a section -----------*- C++ -*-===//
//
// Private to ir/. Functions and other ops at the top of a section know each
// other by their symbols only, so each may be parsed, verified and edited
// without the others: it is a unit. Where the section is one `module`, its
// children are. A function of the text alone.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_UNITS_H
#define SHAPELS_IR_SECTION_UNITS_H

#include "core/syntax/Outline.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace shapels {

class Units {
public:
  explicit Units(const Outline &outline) : outline(outline) {}

  /// Finds all of them. `text` is what the outline is of.
  void read(TextSpan text);
  /// After an edit. False where it takes to read all again. Of what is gone the
  /// unit is still known until other statements have these handles.
  bool update(TextSpan text, llvm::ArrayRef<StatementId> removed,
              llvm::ArrayRef<StatementId> changed);

  /// Whether every op at the top stands for itself.
  bool areIndependent() const;
  /// Whether MLIR may take a brace in the unit for another one that is missing
  /// there.
  bool isUnbalanced(StatementId root) const;
  /// The module around them; noStatement if there is none.
  StatementId container() const { return around; }
  /// The unit that the statement is in, or was before it was removed.
  /// noStatement for aliases and the container.
  StatementId rootOf(StatementId id) const {
    return id < roots.size() ? roots[id] : noStatement;
  }
  /// In the order of the text.
  std::vector<StatementId> all() const;

private:
  StatementId findContainer() const;
  bool isSurplusBrace(TextSpan text, StatementId id) const;
  bool areBalanced(TextSpan text) const;
  bool isBehindUnbalanced(StatementId id) const;
  bool mayCloseEarlier(TextSpan text) const;
  bool dependsOnSiblings(TextSpan text, StatementId id) const;
  bool isAtTop(StatementId id) const;
  void setRoot(StatementId id, StatementId root);
  void note(TextSpan text, StatementId id);
  void noteBraces(TextSpan text, StatementId id);

  const Outline &outline;
  StatementId around = noStatement;
  /// By statement.
  std::vector<StatementId> roots;
  /// Statements at the top which the others may rest on otherwise.
  llvm::DenseSet<StatementId> dependent;
  /// Braces too many.
  llvm::DenseSet<StatementId> surplus;
  /// Whether one of these may be another's that is missing.
  bool maySwapBraces = false;
  /// Statements that are, or lack, a brace which MLIR may have where it is.
  llvm::DenseSet<StatementId> unbalanced;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_UNITS_H
