//===- ImportFinder.h - What a statement needs from around it ---*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_IMPORTFINDER_H
#define SHAPELS_IR_PARSE_IMPORTFINDER_H

#include "core/ir/parse/DiagnosticCollector.h"
#include "core/ir/parse/ParserBase.h"

namespace shapels {

/// A definition outside of a statement that it uses.
struct Import {
  NameOccurrence name;
  /// Empty while it is not known what it is.
  llvm::SmallVector<mlir::Value, 1> values;
  /// What its use says then.
  mlir::Type type;
};

/// What a statement needs from around it.
struct Imports {
  std::vector<Import> values;
  std::vector<std::pair<std::string_view, mlir::Block *>> blocks;
};

class ImportFinder : public ParserBase {
public:
  using ParserBase::ParserBase;

  std::optional<Import> importValue(NameId definition,
                                    mlir::Block *block) const;
  std::optional<Imports> importsOf(StatementId statement, Extent extent,
                                   const StatementPlace &place) const;
  std::optional<NameId> visibleDefinition(const NameOccurrence &name,
                                          StatementId statement,
                                          mlir::Operation *parent) const;
  bool isBeside(NameId definition, StatementId statement,
                mlir::Operation *parent) const;
  bool isVisible(NameId definition, StatementId statement,
                 mlir::Operation *parent) const;
  bool isBehindUnregistered(NameId definition, StatementId statement,
                            mlir::Operation *parent) const;
  bool isOfOtherBody(NameId definition, mlir::Block *block) const;
  bool isGuess(mlir::Value value) const;
  bool isGuess(const Import &import) const;
  bool isNotDefinedBefore(StatementId statement, const Imports &imports,
                          const TypeConflict &conflict) const;
  Import *findMistyped(Imports &imports,
                       const std::optional<TypeConflict> &conflict);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_IMPORTFINDER_H
