//===- SectionContents.h - What parsing fills in ---------------*- C++ -*-===//
//
// Private to ir/: SectionParser writes it, SectionIR reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONCONTENTS_H
#define SHAPELS_IR_SECTIONCONTENTS_H

#include "shapels/ir/AnchoredDiagnostic.h"
#include "shapels/ir/SectionIR.h"
#include "shapels/ir/Verify.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace shapels {

struct SectionIR::Contents {
  /// A name as it was when its value was made.
  struct Name {
    NameId id;
    Spelling spelling;
  };

  void define(const Outline &outline, NameId name, mlir::Value value) {
    values[keyOf(name)] = value;
    names[value] = {name, outline.spelling(name)};
  }
  mlir::Value valueOf(NameId name) const { return values.lookup(keyOf(name)); }

  /// Takes an op, and what it nests, out of the maps.
  void forget(mlir::Operation *op);
  /// Takes an op's results and block arguments out of the maps.
  void forgetValues(mlir::Operation *op);

  /// Values that are used before it is known what they are.
  mlir::Block unplaced;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What was said of the text as it was when it was parsed as a whole.
  std::vector<IrDiagnostic> diagnostics;
  /// Instead, if isLocal.
  std::vector<AnchoredDiagnostic> anchored;
  llvm::DenseMap<StatementId, mlir::Operation *> operations;
  /// By the name that defines them; of a group the first one.
  static std::pair<StatementId, uint32_t> keyOf(NameId name) {
    return {name.statement, name.index};
  }
  llvm::DenseMap<std::pair<StatementId, uint32_t>, mlir::Value> values;
  /// The other way round.
  llvm::DenseMap<mlir::Value, Name> names;
  /// Who uses a name that nothing defines.
  std::multimap<Spelling, StatementId> undefined;
  /// What stands in the place of statements that do not parse.
  llvm::DenseMap<StatementId, mlir::Operation *> markers;
  /// What defines the values of such statements, as far as others use them.
  llvm::DenseSet<mlir::Operation *> placeholders;
  llvm::DenseMap<StatementId, mlir::Block *> labels;
  /// The ops of unknown dialects in custom form.
  llvm::DenseSet<StatementId> opaque;
  /// Their values that have another type where a user knows better: the type as
  /// written.
  llvm::DenseMap<mlir::Value, mlir::Type> written;
  /// Those that may define a symbol.
  llvm::DenseSet<StatementId> opaqueSymbols;
  /// Which of them lack an operand, by the statement that defines it.
  std::multimap<StatementId, StatementId> waiting;
  /// The statement that defines each alias, by its name with sigil; those that
  /// do not parse: what rests on them is no error.
  llvm::StringMap<StatementId> aliases;
  llvm::DenseSet<StatementId> brokenAliases;
  /// By name without sigil. Printed on request only: that may take forever.
  llvm::StringMap<mlir::Attribute> attributeAliases;
  llvm::StringMap<mlir::Type> typeAliases;
  /// Ops that lack some of what their regions hold.
  llvm::DenseSet<mlir::Operation *> incomplete;
  Verdict verdict;
  /// Whether what is said of each statement follows from it and from what it
  /// refers to, and not from the section as a whole.
  bool isLocal = true;
};

/// Parses the section into `contents`, verification included.
void parseSection(TextSpan text, const Outline &outline,
                  mlir::MLIRContext &context, Watch &watch,
                  SectionIR::Contents &contents);

} // namespace shapels

#endif // SHAPELS_IR_SECTIONCONTENTS_H
