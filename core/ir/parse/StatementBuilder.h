//===- StatementBuilder.h - Ops of a text that is broken --------*- C++ -*-===//
//
// Private to ir/. Where the whole does not parse: headers with dummy bodies,
// runs of statements and statements alone, each in the scope of the values
// around it, so that what is broken costs no more than itself.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_STATEMENTBUILDER_H
#define SHAPELS_IR_PARSE_STATEMENTBUILDER_H

#include "core/ir/parse/ImportFinder.h"

namespace shapels {

class StatementBuilder : public ParserBase {
public:
  using ParserBase::ParserBase;

  void buildTop(mlir::Block &block);
  bool build(StatementId statement, const StatementPlace &place);
  bool buildWhole(StatementId statement, const StatementPlace &place);
  bool hasParts(StatementId statement) const;
  bool buildParts(StatementId statement, const StatementPlace &place,
                  size_t since);
  void noteFault(size_t since);
  void buildBroken(StatementId statement, const StatementPlace &place);
  void keepIfSilent(std::vector<SectionDiagnostic> ofWhole, size_t since);
  std::vector<RegionText> bodiesOfBroken(StatementId statement) const;
  static llvm::DenseMap<uint32_t, mlir::Region *>
  dummyBodies(mlir::Operation *op);
  bool parseLabelInto(StatementId label, mlir::Block &parsed, bool isRecorded);

  mlir::Block *parseLabel(StatementId label, mlir::Region &region);
  void reportRedefinedLabel(StatementId label);

private:
  // StatementBuilder.cpp
  void reportRedefinitions(StatementId statement, const StatementPlace &place,
                           StatementId known = noStatement);
  bool isAroundFault(StatementId statement) const;
  bool buildAroundFault(StatementId statement, const StatementPlace &place);
  bool takeWhole(StatementId statement, const StatementPlace &place);
  void fillHeader(StatementId statement, const StatementPlace &place,
                  mlir::Operation *op);
  bool isAboutHeader(StatementId id,
                     llvm::ArrayRef<SectionDiagnostic> said) const;
  bool isBehindOpenRegion(ByteOffset place) const;
  bool buildRegions(StatementId statement, mlir::Operation *op);
  bool buildRegion(const std::vector<StatementId> &children,
                   mlir::Operation *op, mlir::Block *entry);

  // StatementRuns.cpp
  bool mayRun(StatementId statement, const StatementPlace &place) const;
  ByteRange rangeOf(llvm::ArrayRef<StatementId> run) const;
  bool buildRun(llvm::ArrayRef<StatementId> run, const StatementPlace &place);
  bool isTold(StatementId statement) const;
  size_t importsOfRun(llvm::ArrayRef<StatementId> run,
                      const StatementPlace &place, Imports &imports) const;
  size_t faultOf(llvm::ArrayRef<StatementId> run, size_t since) const;
  size_t parseRun(llvm::ArrayRef<StatementId> run, const StatementPlace &place);
  bool takeRun(llvm::ArrayRef<StatementId> run, mlir::Block &parsed,
               Imports &imports, mlir::Block &block);

  // Labels.cpp
  void reportLabelAtTop(StatementId label);
  void reportRedefinedLabels(llvm::ArrayRef<StatementId> children);
  void checkFirstLabels(StatementId statement);
  bool buildLabel(StatementId label, mlir::Block &entry, bool isEntry);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_STATEMENTBUILDER_H
