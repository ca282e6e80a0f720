//===- SectionParser.h - From statements to live IR -------------*- C++ -*-===//
//
// Private to ir/. A section goes to MLIR's parser as a whole. Where that
// fails, its statements go one by one, each in the scope of the values around
// it, so that what is broken costs no more than itself. What MLIR does not
// survive is not parsed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_SECTIONPARSER_H
#define SHAPELS_IR_SECTION_SECTIONPARSER_H

#include "core/ir/parse/ParseBuffer.h"
#include "core/ir/parse/ParserBase.h"
#include "core/ir/parse/TextOrder.h"

namespace shapels {

/// Parses one unit, or a section as one.
class SectionParser : public ParserBase {
public:
  using ParserBase::ParserBase;

  /// All of a section that is no units.
  void parse();

  /// False where the section does not parse at once.
  bool parseAllUnits();
  /// Whether what is parsed has its places, and the units are settled.
  bool isSettled() const { return state.isInOrder; }
  bool parseContainer(StatementId container);
  /// Names of a unit nested deep that nothing defines, as the parser would say
  /// when it had read all of it.
  std::vector<SectionDiagnostic> undeclaredInDeep(StatementId root) const;
  /// At the end of `block`. False where the text is several ops to MLIR, or
  /// none, and nothing is wrong with it.
  bool parseUnit(StatementId root, mlir::Block &block);
  void settleUnit(StatementId root);
  /// False where something has no place in the unit.
  bool anchorUnit(StatementId root);

private:
  // UnitParser.cpp
  bool parsePlainUnit(StatementId root, mlir::Block &block);
  bool buildRejected(StatementId root, const StatementPlace &place);

  // SectionParser.cpp
  bool isPlain() const;
  bool parseWhole(bool isPlainText);
  bool agreesWithOutline(StatementId first, StatementId end) const;
  bool hasResources() const;
  void anchorAll();

  // SectionParts.cpp
  struct Part;
  bool mayBeParted() const;
  using Parts = std::vector<std::unique_ptr<Part>>;
  Parts partsOf(unsigned count) const;
  std::vector<ByteRange> aliasRanges() const;
  unsigned countOfParts(unsigned threads,
                        llvm::ArrayRef<ByteRange> aliases) const;
  void appendPart(ParseBuffer &buffer, const Part &part,
                  llvm::ArrayRef<ByteRange> aliases) const;
  bool parsePart(Part &part, llvm::ArrayRef<ByteRange> aliases) const;
  void finishPart(Part &part);
  bool onThreads(GuardedTask task, size_t count,
                 llvm::function_ref<bool(size_t)> work) const;
  void verifyLongUnits();
  std::optional<bool> parseInParts();
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_SECTIONPARSER_H
