//===- ParserState.h - What the parsers of a unit share ---------*- C++ -*-===//
//
// Private to ir/. What the parsers of one unit, or of a section as one, share:
// where it comes from, what is made of it, and what they tell each other.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_PARSERSTATE_H
#define SHAPELS_IR_PARSE_PARSERSTATE_H

#include "core/ir/parse/Quarantine.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/section/SectionContents.h"

namespace shapels {

/// What is parsed, and what may be known of it. All outlive the parser.
struct SectionSource {
  TextSpan text;
  const Outline &outline;
  mlir::MLIRContext &context;
  CrashGuard &crashGuard;
  const Quarantine &quarantine;
  SectionIR::Contents &shared;
  SectionOrigin origin;
};

/// On the stack of what parses; its parts only refer to it.
struct ParserState {
  ParserState(const SectionSource &source, UnitIR &contents)
      : source(source), contents(contents) {}

  SectionSource source;
  UnitIR &contents;
  /// Whether a statement does not parse because of what others say of a value.
  bool restsOnOthers = false;
  /// Where the parser gave up on the last whole that has parts. Of the
  /// statements around that place none need be tried as a whole.
  std::optional<ByteOffset> fault;
  /// Values that were there before and have another type now.
  std::vector<mlir::Value> retyped;
  /// What the last parse left for IrRecorder::finishUnregistered().
  std::vector<PendingOp> pendingOps;
  /// Placeholders of values that are there now. Nobody uses them, but callers
  /// may have kept their addresses.
  mlir::Block settled;
  /// Labels that are known not to parse, and of which that is said.
  llvm::DenseSet<StatementId> brokenLabels;
  /// Whether one was several ops for MLIR, or none.
  bool isNotOne = false;
  /// Whether what is parsed is of many units.
  bool isForAll = false;
  /// Whether the whole was parsed, and its places told by its order.
  bool isInOrder = false;
  /// What the parser said of the whole where it did not parse.
  std::optional<std::vector<SectionDiagnostic>> saidOfWhole;
  /// Of many units: those that were verified with that, and nothing is said of.
  llvm::DenseSet<StatementId> right;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_PARSERSTATE_H
