//===- UnregisteredDialect.h - Types of unknown dialects --------*- C++ -*-===//
//
// Stands for a dialect that is not registered, so that its types and attributes
// may be used wherever one may be that MLIR knows nothing of: also as elements
// and memory spaces of memrefs, where its own unregistered ones may not. They
// are kept as text, in which blanks make no difference. A memref has one memory
// space only, so the attribute in front of another one is its layout.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_UNREGISTEREDDIALECT_H
#define SHAPELS_IR_UNREGISTERED_UNREGISTEREDDIALECT_H

#include "core/syntax/Outline.h"

#include "mlir/IR/Dialect.h"

namespace shapels {

class UnregisteredDialect : public mlir::Dialect {
public:
  explicit UnregisteredDialect(mlir::MLIRContext *context);
  /// Of the one that is being loaded.
  static llvm::StringRef getDialectNamespace();

  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
  void printType(mlir::Type type,
                 mlir::DialectAsmPrinter &printer) const override;
  void printAttribute(mlir::Attribute attribute,
                      mlir::DialectAsmPrinter &printer) const override;

private:
  mlir::SelfOwningTypeID typeId, attributeId, layoutId;
};

/// Loads one for each dialect whose types or attributes the statements from
/// `first` up to `end` name, and which is not registered.
void loadUnregisteredDialects(mlir::MLIRContext &context, TextSpan text,
                              const Outline &outline, StatementId first,
                              StatementId end);

/// Whether the statement names types or attributes of a dialect that is not
/// registered.
bool namesUnknownParts(TextSpan text, const Outline &outline, StatementId id,
                       llvm::function_ref<bool(llvm::StringRef)> isRegistered);

/// What an unknown dialect's type is written as, behind `!dialect.`; nothing
/// for other types.
std::optional<llvm::StringRef> unknownTypeText(mlir::Type type);

/// Whether types or attributes of unknown dialects are part of it.
bool restsOnUnknown(mlir::Type type);
bool restsOnUnknown(mlir::Attribute attribute);

} // namespace shapels

MLIR_DECLARE_EXPLICIT_TYPE_ID(shapels::UnregisteredDialect)

#endif // SHAPELS_IR_UNREGISTERED_UNREGISTEREDDIALECT_H
