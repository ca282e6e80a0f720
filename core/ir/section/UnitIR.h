//===- UnitIR.h - The live IR of what is parsed for itself -----*- C++ -*-===//
//
// Private to ir/. A section whose functions stand for themselves has one of
// these for each op at its top; else there is one for all of it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_UNITIR_H
#define SHAPELS_IR_SECTION_UNITIR_H

#include "core/diagnostics/DiagnosticStore.h"
#include "core/ir/parse/BrokenStatements.h"
#include "core/ir/verify/Verify.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace shapels {

/// Adds an op, what it nests and all their values, by their addresses.
void noteErased(mlir::Operation *op, std::vector<const void *> &erased);

struct UnitIR {
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
  /// The statement's op, or what stands for it.
  mlir::Operation *standing(StatementId id) const {
    mlir::Operation *op = operations.lookup(id);
    return op ? op : broken.brokenOpOf(id);
  }
  void forgetValue(mlir::Value value);
  /// Takes an op's results and block arguments out of the maps.
  void forgetValues(mlir::Operation *op);

  /// The ops of symbolUsers: an op itself, or what its syntax implies.
  llvm::SmallVector<mlir::Operation *> opsWithSymbols() const;
  llvm::SmallVector<mlir::Operation *> opsWithSymbols(StatementId id) const;

  /// Values that are used before it is known what they are.
  mlir::Block unplaced;
  /// What was said of the text as it was when it was parsed as a whole.
  std::vector<SectionDiagnostic> diagnostics;
  /// Instead, if isLocal.
  DiagnosticStore emitted;
  llvm::DenseMap<StatementId, mlir::Operation *> operations;
  /// By the name that defines them; of a group the first one.
  static std::pair<StatementId, uint32_t> keyOf(NameId name) {
    return {name.statement, name.index};
  }
  llvm::DenseMap<std::pair<StatementId, uint32_t>, mlir::Value> values;
  /// The other way round.
  llvm::DenseMap<mlir::Value, Name> names;
  /// Who uses a name that nothing defines.
  ReverseIndex<Spelling> undefined;
  BrokenStatements broken;
  /// A block that has one, and the label's name as it was when it was parsed.
  struct Label {
    mlir::Block *block = nullptr;
    Spelling name = 0;
  };
  llvm::DenseMap<StatementId, Label> labels;
  ReverseIndex<Spelling> labelNames;
  void addLabel(const Outline &outline, StatementId id, mlir::Block *block) {
    forgetLabel(id);
    Spelling name = outline.spelling(NameId{id, 0});
    labels[id] = {block, name};
    labelNames.add(name, id);
  }
  void forgetLabel(StatementId id) {
    labels.erase(id);
    labelNames.forget(id);
  }
  /// From which block to which one led when it was last asked of all uses
  /// whether they are dominated, and leads no more: where it leads there again,
  /// nobody has to ask.
  llvm::DenseSet<std::pair<mlir::Block *, mlir::Block *>> formerEdges;
  /// Null where the statement is no label, or has no block yet.
  mlir::Block *blockOf(StatementId label) const {
    return labels.lookup(label).block;
  }
  /// The ops of unknown dialects in custom form.
  llvm::DenseSet<StatementId> unregistered;
  /// Whether the whole reads a name in another way than a statement alone, once
  /// somebody asked; while it has unregistered ones, and while it has none.
  std::optional<bool> readsOtherwise[2];
  /// Their values that have another type where a user knows better: the type as
  /// written.
  llvm::DenseMap<mlir::Value, mlir::Type> written;
  /// Those that may define a symbol.
  llvm::DenseSet<StatementId> unregisteredSymbols;
  /// Which of them lack an operand, by the statement that defines it.
  ReverseIndex<StatementId> waiting;
  /// Ops that lack some of what their regions hold.
  llvm::DenseSet<mlir::Operation *> incomplete;
  Verdict verdict;
  /// Statements whose ops have something to say of the symbols they name.
  llvm::DenseSet<StatementId> symbolUsers;
  /// Whether MLIR's parser rejects the text as it stands.
  bool isRejected = false;
  /// Whether what is said of each statement follows from it and from what it
  /// refers to, and not from the unit as a whole.
  bool isLocal = true;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_UNITIR_H
