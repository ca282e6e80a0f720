//===- SectionParser.cpp - A section as a whole ---------------------------===//

#include "core/ir/section/SectionParser.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/parse/AliasParser.h"
#include "core/ir/parse/BufferParser.h"
#include "core/ir/parse/IrRecorder.h"
#include "core/ir/parse/StatementBuilder.h"
#include "core/ir/unregistered/OperandLinker.h"
#include "core/ir/unregistered/UnregisteredWriter.h"
#include "core/ir/verify/UnitVerifier.h"

using namespace shapels;
using namespace mlir;

void SectionParser::parse() {
  if (!quarantine.allowsWhole() || !parseWhole(isPlain())) {
    StatementBuilder(state).noteFault(0);
    std::vector<SectionDiagnostic> ofWhole =
        std::exchange(contents.diagnostics, {});
    Block block;
    AliasParser(state).parseAliases();
    StatementBuilder(state).buildTop(block);
    IrRecorder(state).adopt(block);
    StatementBuilder(state).keepIfSilent(std::move(ofWhole), 0);
    contents.isLocal &= !hasResources();
  } else {
    contents.isLocal &= AliasParser(state).collectAliases() &&
                        AliasParser(state).areAliasesApart();
    if (!state.isInOrder)
      contents.isLocal &= agreesWithOutline(outline.first(), noStatement);
  }
  OperandLinker(state).attachAllOperands();
  if (crashGuard.isSuperseded())
    return;
  UnitVerifier(state).verify();
  llvm::append_range(contents.diagnostics, quarantine.findings());
  anchorAll();
}

/// Which only the whole has: what is wrong with them, it says when nothing else
/// is wrong.
bool SectionParser::hasResources() const {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id))
    if (outline.kind(id) == StatementKind::Resources)
      return true;
  return false;
}

/// Whether the parser found the same ops nested in the same way.
bool SectionParser::agreesWithOutline(StatementId first,
                                      StatementId end) const {
  for (StatementId id = first; id != end; id = outline.next(id)) {
    Operation *op = contents.operations.lookup(id);
    if ((outline.kind(id) == StatementKind::Operation) != (op != nullptr))
      return false;
    Operation *parent = op ? op->getParentOp() : nullptr;
    if (op && outline.parent(id) !=
                  (parent ? statementOf(parent->getLoc()) : noStatement))
      return false;
  }
  return true;
}

/// Whether MLIR gets the text as it stands, and its locations tell what stands
/// where.
bool SectionParser::isPlain() const {
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    if (isUnregistered(text, outline, id) || outline.lacksBrace(id))
      return false;
  return TextOrder::isTold(text);
}

bool SectionParser::parseWhole(bool isPlainText) {
  ParseBuffer buffer(text);
  ByteRange all{{0}, {text.size()}};
  buffer.blame(all);
  if (isPlainText)
    buffer.append(all);
  else
    UnregisteredWriter(text, outline, definedOps(context), buffer).appendAll();
  Block block;
  IrRecorder(state).noteUnregistered(buffer);
  if (isPlainText) {
    if (!BufferParser(state).parseInto(buffer, block))
      return false;
    state.isInOrder = IrRecorder(state).recordInOrder(buffer, block);
    if (state.isInOrder)
      AliasParser(state).readAliases();
  }
  if (!state.isInOrder) {
    contents.diagnostics.clear();
    block.clear();
    if (!BufferParser(state).parseBuffer(buffer, block))
      return false;
  }
  IrRecorder(state).adopt(block);
  return true;
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

/// From now on what is said follows its statements.
void SectionParser::anchorAll() {
  if (!contents.isLocal)
    return;
  for (const SectionDiagnostic &diagnostic : contents.diagnostics) {
    StatementId subject = diagnostic.subject;
    contents.isLocal &= subject != noStatement &&
                        contents.emitted.add(outline, subject, diagnostic);
  }
  if (contents.isLocal)
    contents.diagnostics.clear();
  else
    contents.emitted = {};
}
