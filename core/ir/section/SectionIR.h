//===- SectionIR.h - The live IR of one section ----------------*- C++ -*-===//
//
// No other layer sees how text became IR: they ask for the op of a statement,
// the value of a name, and what MLIR said.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_SECTIONIR_H
#define SHAPELS_IR_SECTION_SECTIONIR_H

#include "core/base/CrashGuard.h"
#include "core/diagnostics/Diagnostic.h"
#include "core/syntax/Outline.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>

namespace mlir {
class MLIRContext;
class Operation;
class Value;
} // namespace mlir

namespace shapels {

class Quarantine;

/// What is known of a section by the file around it.
struct SectionOrigin {
  bool isMlir = true;
  /// Whether only mlir-opt reads it: no dialect is missing then but those that
  /// its tests do without.
  bool isForMlirOpt = false;
  /// Whether other parts of the file may define what it refers to.
  bool hasOtherParts = false;
};

/// What edits did to statements since the IR was made.
struct StatementChanges {
  /// Had an op, and are gone.
  std::vector<StatementId> removed;
  /// Are new, or written otherwise.
  std::vector<StatementId> dirty;
  /// Hold text that is, be it a comment or a space between statements.
  std::vector<StatementId> touched;
  /// The last ones that start before text that is, or with it, and the first
  /// ones behind it.
  std::vector<StatementId> beside;
};

/// What an update cost.
struct IrWork {
  /// All was parsed and verified anew.
  bool isWhole = false;
  /// Else what was; and of which statements something else is said now.
  std::vector<StatementId> removed, parsed, verified, said;
  /// Of the ops that are there now: those that are new, that have other
  /// operands or types, or that the verifier thinks otherwise of.
  std::vector<mlir::Operation *> changed;
  /// Ops and values that were there before and are gone; by their addresses,
  /// which others may have by now.
  std::vector<const void *> erased;
};

/// Offsets count from the start of the section; `outline` must outlive it and
/// be that of `text`. What cannot be parsed is not there, nor is what `watch`
/// knows harm of; the rest of the section is. It is of no use where `watch`
/// says meanwhile that it is superseded.
class SectionIR {
public:
  SectionIR(TextSpan text, const Outline &outline, mlir::MLIRContext &context,
            CrashGuard &crashGuard = CrashGuard::none(),
            SectionOrigin origin = {});
  /// Of a section that is left unread: it has no ops. Never updated.
  SectionIR(const Outline &outline, mlir::MLIRContext &context);
  ~SectionIR();

  /// Brings the IR up to date with `text`, which `outline` is of again. False
  /// where that takes to be made anew; the IR is of no use then.
  bool update(TextSpan text, const StatementChanges &changes, IrWork &work);

  /// What the parser and the verifier say of the section as it is now, and
  /// which no statement takes along, in no order.
  std::vector<SectionDiagnostic> diagnostics() const;
  /// The statements of which they say more, and what. In no order.
  std::vector<StatementId> subjects() const;
  std::vector<SectionDiagnostic> diagnosticsOf(StatementId subject) const;

  /// Null where the statement has no op, or it was not parsed.
  mlir::Operation *operationOf(StatementId statement) const;
  /// The statement that the op was written as; for an op that its parent's
  /// syntax implies, the parent's.
  static StatementId statementOf(mlir::Operation *op);
  /// The value that the name `definition` defines: of a group (`%0:2`) the one
  /// of that number. Null where it was not parsed.
  mlir::Value valueOf(NameId definition, unsigned number) const;
  /// Where the text names the value: the name and the number in its group.
  /// Nothing where it does not.
  struct Definition {
    NameId name;
    unsigned number = 0;
  };
  std::optional<Definition> definitionOf(mlir::Value value) const;
  /// Whose word a value's type is: its op's or argument's, as MLIR reads it; or
  /// of an op that MLIR knows nothing of the text, or what the value is used
  /// as, or nobody's.
  enum class TypeSource : uint8_t { Known, Written, Use, None };
  TypeSource typeSourceOf(mlir::Value value) const;
  /// Whether the op's verifier is content with it: only then may others ask it
  /// anything.
  bool isSound(mlir::Operation *op) const;
  /// Whether the statement was parsed, and all values that it names are there.
  bool isWhole(StatementId statement) const;
  /// Whether MLIR's parser rejects what the statement is in, as the text
  /// stands: what lacks a brace, or has one too many, for certain.
  bool isRejected(StatementId statement) const;
  /// Whether `statement`, or one in the same function, names the value (`%0`),
  /// which nothing defines.
  bool isMissing(StatementId statement, std::string_view value) const;
  /// What `#name` or `!name` stands for, as MLIR prints it.
  std::optional<std::string> aliasValue(std::string_view name) const;

  /// All ops, outer before inner, in the order of the text.
  void walk(llvm::function_ref<void(mlir::Operation *)> visit) const;

  /// Statements: a unit that has no more is made anew by an edit, which takes
  /// less than a millisecond. Tests of what one statement costs set it to 0.
  static size_t shortUnit;
  /// Statements: an op in a longer unit that nests no more is made anew with
  /// all of them by an edit in it.
  static size_t shortOp;
  /// Statements: in a unit that does not parse no more are parsed together, so
  /// that a few broken ones among many cost little.
  static size_t longestRun;

  /// Private to ir/.
  struct Contents;

private:
  const Outline &outline;
  mlir::MLIRContext &context;
  CrashGuard &crashGuard;
  SectionOrigin origin;
  std::unique_ptr<Quarantine> quarantine;
  std::unique_ptr<Contents> contents;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_SECTIONIR_H
