//===- TypeReferences.h - Live types in a text -----------------*- C++ -*-===//
//
// Printed types do not always parse to the same type again. In a text that we
// put together for MLIR's parser, `!shapels.t<3>` stands for the live type
// number 3.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_TYPEREFERENCES_H
#define SHAPELS_IR_TYPEREFERENCES_H

#include "mlir/IR/Dialect.h"

#include <string>
#include <vector>

namespace shapels {

/// Loaded into a document's context when it is first needed. Also the home of
/// the ops `shapels.scope`, `shapels.value` and `shapels.body`, which need no
/// definition.
class TypeReferences : public mlir::Dialect {
public:
  explicit TypeReferences(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return llvm::StringLiteral("shapels");
  }

  /// Forgets the types of the text before.
  void clear() { types.clear(); }
  /// How to write the type, until clear().
  std::string refer(mlir::Type type);

  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  void printType(mlir::Type type,
                 mlir::DialectAsmPrinter &printer) const override {}

private:
  std::vector<mlir::Type> types;
};

/// Whether the op is one of ours, which stands for what is not there.
bool isPlaceholder(mlir::Operation *op);

} // namespace shapels

MLIR_DECLARE_EXPLICIT_TYPE_ID(shapels::TypeReferences)

#endif // SHAPELS_IR_TYPEREFERENCES_H
