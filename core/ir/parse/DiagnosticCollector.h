//===- DiagnosticCollector.h - MLIR's diagnostics, mapped ------*- C++ -*-===//

#ifndef SHAPELS_IR_PARSE_DIAGNOSTICCOLLECTOR_H
#define SHAPELS_IR_PARSE_DIAGNOSTICCOLLECTOR_H

#include "core/diagnostics/Diagnostic.h"
#include "core/ir/parse/ParseBuffer.h"

#include "mlir/IR/Diagnostics.h"

namespace shapels {

/// The location of ours that an op gets after parsing, whatever `loc(...)` it
/// was written with: it leads to its statement.
mlir::Location statementLocation(mlir::MLIRContext *context,
                                 StatementId statement);
/// Gives a parsed op that location. A result to which its parser gave no type,
/// such as that of a `gpu.launch` that is not async, has type `none` from then
/// on: verifiers say that it is wrong, and nothing dies of it.
void placeAt(mlir::Operation *op, StatementId statement);
/// The statement of such a location, or noStatement.
StatementId statementOf(mlir::Location location);
/// Whether it is a terminator that no text has: the op around implies it.
bool isImplied(mlir::Operation *op);

/// `use of value '%a' expects different type than prior uses`.
struct TypeConflict {
  std::string name;
  mlir::Type wanted, given;
};

/// While it lives, takes every diagnostic of the context and maps it to places
/// of the section. One at a time per context, on the document's thread.
class DiagnosticCollector {
public:
  /// `code` tells whether MLIR's parser or its verifier is at work.
  DiagnosticCollector(mlir::MLIRContext *context, TextSpan section,
                      const Outline &outline, DiagnosticCode code);

  /// Where FileLineColLocs of the parser lead; null for none.
  void setBuffer(const ParseBuffer *buffer) { this->buffer = buffer; }
  /// The first one.
  const std::optional<TypeConflict> &conflict() const { return typeConflict; }
  std::vector<SectionDiagnostic> take() { return std::move(collected); }

private:
  struct Place {
    ByteRange range;
    StatementId statement;
  };

  void collect(mlir::Diagnostic &diagnostic);
  std::optional<Place> find(mlir::Location location) const;
  Place placeAt(ByteOffset offset) const;

  TextSpan section;
  const Outline &outline;
  DiagnosticCode code;
  const ParseBuffer *buffer = nullptr;
  std::vector<SectionDiagnostic> collected;
  std::optional<TypeConflict> typeConflict;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_DIAGNOSTICCOLLECTOR_H
