//===- BufferParser.cpp - Text to ops by MLIR's parser --------------------===//

#include "core/ir/parse/BufferParser.h"
#include "core/base/Memory.h"
#include "core/ir/parse/IrRecorder.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"

using namespace shapels;
using namespace mlir;

bool shapels::usesWhatIsBeside(Block &block) {
  return block
      .walk([](Operation *op) {
        Region *around = op->getParentRegion();
        for (Value operand : op->getOperands()) {
          // Of one beside it, which the parser erased, none is left.
          Region *region = operand ? operand.getParentRegion() : nullptr;
          bool isBeside = region && region != around &&
                          (!around || !region->isAncestor(around));
          if (!operand || isBeside)
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// `places`, if it is given, tells where everything is.
bool BufferParser::parseInto(ParseBuffer &buffer, Block &parsed,
                             AsmParserState *places,
                             std::optional<TypeConflict> *conflict) {
  llvm::SourceMgr &manager = buffer.sourceMgr();
  DiagnosticCollector collector(&context, text, outline,
                                DiagnosticCode::MlirParse);
  collector.setBuffer(&buffer);
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  bool isParsed = false;
  {
    GuardedScope scope(crashGuard, buffer.task());
    // It may be one constant.
    const llvm::MemoryBuffer *read =
        manager.getMemoryBuffer(manager.getMainFileID());
    LargePiecesGoBack memory(read->getBufferSize() >= size_t(4) << 20);
    isParsed = succeeded(parseAsmSourceFile(manager, &parsed, config, places));
  }
  std::vector<SectionDiagnostic> said = collector.take();
  // It goes on behind some errors of its lexer.
  bool isError = llvm::any_of(said, [](const SectionDiagnostic &diagnostic) {
    return diagnostic.severity == Severity::Error;
  });
  isParsed = isParsed && !isError && !usesWhatIsBeside(parsed);
  llvm::append_range(contents.diagnostics, std::move(said));
  if (conflict)
    *conflict = collector.conflict();
  return isParsed;
}

/// On success `block` has the new ops, and the maps lead to them.
bool BufferParser::parseBuffer(ParseBuffer &buffer, Block &block,
                               std::optional<TypeConflict> *conflict,
                               bool isRecorded) {
  AsmParserState places;
  Block parsed;
  if (!parseInto(buffer, parsed, &places, conflict))
    return false;
  if (!isRecorded)
    return true;
  IrRecorder(state).record(buffer, places);
  IrRecorder(state).finishUnregistered(buffer);
  block.getOperations().splice(block.end(), parsed.getOperations());
  return true;
}
