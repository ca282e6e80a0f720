//===- DiagnosticCollector.h - MLIR's diagnostics, mapped ------*- C++ -*-===//

#ifndef SHAPELS_IR_DIAGNOSTICCOLLECTOR_H
#define SHAPELS_IR_DIAGNOSTICCOLLECTOR_H

#include "shapels/ir/IrDiagnostic.h"
#include "shapels/ir/ParseBuffer.h"

#include "mlir/IR/Diagnostics.h"

namespace shapels {

/// The location of ours that an op gets after parsing, whatever `loc(...)` it
/// was written with: it leads to its statement.
mlir::Location statementLocation(mlir::MLIRContext *context,
                                 StatementId statement);
/// The statement of such a location, or noStatement.
StatementId statementOf(mlir::Location location);

/// While it lives, takes every diagnostic of the context and maps it to places
/// of the section. One at a time per context, on the document's thread.
class DiagnosticCollector {
public:
  DiagnosticCollector(mlir::MLIRContext *context, std::string_view section,
                      const Outline &outline, IrDiagnostic::Stage stage);

  /// Where FileLineColLocs of the parser lead; null for none.
  void setBuffer(const ParseBuffer *buffer) { this->buffer = buffer; }
  std::vector<IrDiagnostic> take() { return std::move(collected); }

private:
  struct Place {
    ByteRange range;
    StatementId statement;
  };

  void collect(mlir::Diagnostic &diagnostic);
  std::optional<Place> find(mlir::Location location) const;
  Place placeAt(ByteOffset offset) const;

  std::string_view section;
  const Outline &outline;
  IrDiagnostic::Stage stage;
  const ParseBuffer *buffer = nullptr;
  std::vector<IrDiagnostic> collected;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shapels

#endif // SHAPELS_IR_DIAGNOSTICCOLLECTOR_H
