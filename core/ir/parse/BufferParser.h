//===- BufferParser.h - Text to ops by MLIR's parser ------------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_BUFFERPARSER_H
#define SHAPELS_IR_PARSE_BUFFERPARSER_H

#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ParserBase.h"

namespace mlir {
class AsmParserState;
} // namespace mlir

namespace shapels {

/// Whether an op uses a value of a region that is not around it: MLIR's parser
/// finds names behind their use anywhere.
bool usesWhatIsBeside(mlir::Block &block);

/// Hands text to MLIR's parser. What that says goes to the unit's diagnostics.
class BufferParser : public ParserBase {
public:
  using ParserBase::ParserBase;

  bool parseInto(ParseBuffer &buffer, mlir::Block &parsed,
                 mlir::AsmParserState *places = nullptr,
                 std::optional<TypeConflict> *conflict = nullptr);
  bool parseBuffer(ParseBuffer &buffer, mlir::Block &block,
                   std::optional<TypeConflict> *conflict = nullptr,
                   bool isRecorded = true);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_BUFFERPARSER_H
