//===- ParserBase.h - What all parsers of a unit see ------------*- C++ -*-===//
//
// Private to ir/. The parsers of a unit are views of one ParserState: they are
// made where they are called, and keep nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_PARSERBASE_H
#define SHAPELS_IR_PARSE_PARSERBASE_H

#include "core/ir/parse/ParserState.h"

namespace shapels {

/// Where a statement stands.
struct StatementPlace {
  /// Null at the top of the section.
  mlir::Operation *parent = nullptr;
  mlir::Block *block = nullptr;
};

/// How much of a statement is parsed: its header goes with dummy bodies.
enum class Extent { Whole, Header };

class ParserBase {
public:
  explicit ParserBase(ParserState &state)
      : state(state), text(state.source.text), outline(state.source.outline),
        context(state.source.context), crashGuard(state.source.crashGuard),
        shared(state.source.shared), contents(state.contents),
        quarantine(state.source.quarantine) {}

protected:
  Statement statement(StatementId id) const { return outline.statement(id); }
  std::string_view spelling(ByteRange range) const { return text.slice(range); }
  /// noStatement where the region holds none.
  StatementId firstIn(const RegionText &region) const;
  bool isGeneric(StatementId id) const;
  bool isBrokenLabel(StatementId label) const;
  bool isOpenToOthers(StatementId id) const;
  UnitIR &unitOf(StatementId id);
  mlir::Operation *container() const;
  static mlir::Value inRegion(mlir::Value value, mlir::Block *block);

  ParserState &state;
  TextSpan text;
  const Outline &outline;
  mlir::MLIRContext &context;
  CrashGuard &crashGuard;
  SectionIR::Contents &shared;
  UnitIR &contents;
  const Quarantine &quarantine;
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_PARSERBASE_H
