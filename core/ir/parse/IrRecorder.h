//===- IrRecorder.h - What was parsed, and where it stands ------*- C++ -*-===//
//
// Private to ir/. Leads from statements and names to what was parsed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_IRRECORDER_H
#define SHAPELS_IR_PARSE_IRRECORDER_H

#include "core/ir/parse/ParseBuffer.h"
#include "core/ir/parse/ParserBase.h"
#include "core/ir/parse/TextOrder.h"

#include "mlir/AsmParser/AsmParserState.h"

namespace shapels {

class IrRecorder : public ParserBase {
public:
  using ParserBase::ParserBase;

  /// By the places that the parser gives.
  void record(const ParseBuffer &buffer, const mlir::AsmParserState &places);
  /// By the order of the text.
  void record(const TextMatches &matches);
  bool recordInOrder(const ParseBuffer &buffer, mlir::Block &block);
  void adopt(mlir::Block &block);
  void locateOps(mlir::Operation *op, StatementId parent);
  void noteUnregistered(StatementId statement);
  void noteUnregistered(const ParseBuffer &buffer);
  /// What record() left: ops of unknown dialects get their names and types.
  void finishUnregistered(const ParseBuffer &buffer);

private:
  void recordLabel(const ParseBuffer &buffer,
                   const mlir::AsmParserState::BlockDefinition &definition);
  void
  recordOperation(const ParseBuffer &buffer,
                  const mlir::AsmParserState::OperationDefinition &definition);
  void recordInOrder(const TextMatches &matches);
  void nameResults(UnitIR &unit, StatementId statement,
                   mlir::Operation *op) const;
  /// Whether a statement is the op: not one that the parser added.
  bool isWritten(mlir::Operation *op);
  void resolvePending(const ParseBuffer &buffer, PendingOp op);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_IRRECORDER_H
