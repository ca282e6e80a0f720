//===- SectionContents.h - What parsing fills in ---------------*- C++ -*-===//
//
// Private to ir/: the parser writes it, SectionIR reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTION_SECTIONCONTENTS_H
#define SHAPELS_IR_SECTION_SECTIONCONTENTS_H

#include "core/ir/section/SectionIR.h"
#include "core/ir/section/SymbolUseIndex.h"
#include "core/ir/section/UnitIR.h"
#include "core/ir/section/UnitSymbols.h"
#include "core/ir/section/Units.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace shapels {

struct SectionIR::Contents {
  explicit Contents(const Outline &outline) : units(outline) {}

  /// What knows of the statement: its unit, or the one for all.
  UnitIR &unitOf(StatementId statement);
  const UnitIR &unitOf(StatementId statement) const {
    return const_cast<Contents *>(this)->unitOf(statement);
  }

  struct Alias {
    StatementId statement;
    Spelling spelling;
  };
  /// By name with sigil. What rests on those that do not parse is no error.
  llvm::StringMap<Alias> aliases;
  llvm::DenseSet<StatementId> brokenAliases;
  /// By name without sigil. Printed on request only: that may take forever.
  llvm::StringMap<mlir::Attribute> attributeAliases;
  llvm::StringMap<mlir::Type> typeAliases;

  Units units;
  /// If not by units: all. Else what is in none: aliases, the module around.
  UnitIR rest;
  bool isByUnit = false;
  llvm::SmallDenseMap<StatementId, std::unique_ptr<UnitIR>, 4> byRoot;
  /// Units of which something is said with a note in another one.
  ReverseIndex<StatementId> pointing;
  UnitSymbols symbols;
  /// Once a symbol changed.
  std::optional<SymbolUseIndex> mentions;
  /// Goes before the units, which have values that its ops use.
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTION_SECTIONCONTENTS_H
