//===- ScopeParser.h - Statements alone, in their scope ---------*- C++ -*-===//
//
// Private to ir/. A statement alone is parsed inside a generic op, in which
// dummy ops define the values of its scope and stub blocks stand for its
// successors; then the new op moves to its real place.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_SCOPEPARSER_H
#define SHAPELS_IR_PARSE_SCOPEPARSER_H

#include "core/ir/parse/ParseBuffer.h"
#include "core/ir/unregistered/OperandLinker.h"

namespace shapels {

/// Stands for the body of a region, as its op number N: `{n = N}`.
inline constexpr llvm::StringLiteral bodyName("shapels.body");
std::string bodyText(uint32_t number);

/// What MLIR's parser says of a successor that is no label of the region.
inline constexpr llvm::StringLiteral
    undefinedBlock("reference to an undefined block");

class ScopeParser : public ParserBase {
public:
  using ParserBase::ParserBase;

  mlir::Operation *parseInScope(StatementId statement, Extent extent,
                                const StatementPlace &place);
  /// For many statements at once: opens the scope, and adds one.
  void appendScope(ParseBuffer &buffer, StatementId statement,
                   const Imports &imports);
  void appendStatement(ParseBuffer &buffer, StatementId statement,
                       Extent extent, const StatementPlace &place,
                       bool isTyped = true) const;
  void keepOwnFindings(StatementId statement, const StatementPlace &place,
                       size_t since);
  std::vector<SectionDiagnostic> takeDiagnostics(size_t before);
  ByteRange within(StatementId statement, ByteRange range) const;

private:
  ByteOffset endBefore(StatementId statement) const;
  ByteOffset endBehind(StatementId statement) const;
  void appendInScope(ParseBuffer &buffer, StatementId statement, Extent extent,
                     const StatementPlace &place, const Imports &imports,
                     ByteRange behind, bool isTyped = true);
  mlir::Operation *parseWith(Imports &imports, StatementId statement,
                             Extent extent, const StatementPlace &place,
                             RetypedValues &retyped);
  void diagnoseInContext(StatementId statement, const StatementPlace &place,
                         const Imports &imports, size_t since);
  mlir::Operation *takeFromScope(StatementId statement, mlir::Block &parsed,
                                 Imports &imports, mlir::Block *block);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_SCOPEPARSER_H
