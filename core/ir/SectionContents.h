//===- SectionContents.h - What parsing fills in ---------------*- C++ -*-===//
//
// Private to ir/: SectionParser writes it, SectionIR reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONCONTENTS_H
#define SHAPELS_IR_SECTIONCONTENTS_H

#include "shapels/ir/SectionIR.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace shapels {

struct SectionIR::Contents {
  void define(ByteOffset name, mlir::Value value) {
    values[name.value] = value;
    names[value] = name.value;
  }

  /// Takes an op, and what it nests, out of the maps.
  void forget(mlir::Operation *op);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<IrDiagnostic> diagnostics;
  llvm::DenseMap<StatementId, mlir::Operation *> operations;
  /// By the offset of the name that defines them; of a group the first one.
  llvm::DenseMap<uint32_t, mlir::Value> values;
  /// The other way round.
  llvm::DenseMap<mlir::Value, uint32_t> names;
  /// By name without sigil. Printed on request only: that may take forever.
  llvm::StringMap<mlir::Attribute> attributeAliases;
  llvm::StringMap<mlir::Type> typeAliases;
  /// Ops that lack some of what their regions hold.
  llvm::DenseSet<mlir::Operation *> incomplete;
};

/// Parses the section into `contents`, verification included.
void parseSection(std::string_view text, const Outline &outline,
                  const std::vector<NameId> &definitions,
                  mlir::MLIRContext &context, Watch &watch,
                  SectionIR::Contents &contents);

} // namespace shapels

#endif // SHAPELS_IR_SECTIONCONTENTS_H
