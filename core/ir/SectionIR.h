//===- SectionIR.h - The live IR of one section ----------------*- C++ -*-===//
//
// No other layer sees how text became IR: they ask for the op of a statement,
// the value of a name, and what MLIR said.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONIR_H
#define SHAPELS_IR_SECTIONIR_H

#include "shapels/base/Watch.h"
#include "shapels/ir/IrDiagnostic.h"
#include "shapels/syntax/Names.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>

namespace mlir {
class MLIRContext;
class Operation;
class Value;
} // namespace mlir

namespace shapels {

/// Offsets count from the start of the section; `text`, `outline` and
/// `definitions` (of resolveNames) must
/// outlive it and be those that it was parsed from. What cannot be parsed is
/// not there, nor is what `watch` knows harm of; the rest of the section is.
class SectionIR {
public:
  SectionIR(std::string_view text, const Outline &outline,
            const std::vector<NameId> &definitions, mlir::MLIRContext &context,
            Watch &watch = Watch::none());
  ~SectionIR();

  /// What the parser and the verifier say, in no order.
  const std::vector<IrDiagnostic> &diagnostics() const;

  /// Null where the statement has no op, or it was not parsed.
  mlir::Operation *operationOf(StatementId statement) const;
  /// The statement that the op was written as; for an op that its parent's
  /// syntax implies, the parent's.
  static StatementId statementOf(mlir::Operation *op);
  /// The value that the name at `definition` defines: of a group (`%0:2`) the
  /// one of that number. Null where it was not parsed.
  mlir::Value valueOf(ByteOffset definition, unsigned number) const;
  /// Where the text names the value: the offset of the name and the number in
  /// its group. Nothing where it does not.
  struct Definition {
    ByteOffset name;
    unsigned number = 0;
  };
  std::optional<Definition> definitionOf(mlir::Value value) const;
  /// What `#name` or `!name` stands for, as MLIR prints it.
  std::optional<std::string> aliasValue(std::string_view name) const;

  /// All ops, outer before inner, in the order of the text.
  void walk(llvm::function_ref<void(mlir::Operation *)> visit) const;

  /// Private to ir/.
  struct Contents;

private:
  std::unique_ptr<Contents> contents;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTIONIR_H
