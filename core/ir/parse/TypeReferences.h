//===- TypeReferences.h - Live types in a text -----------------*- C++ -*-===//
//
// Printed types do not always parse to the same type again. In a text that we
// put together for MLIR's parser, `!shapels.t<3>` stands for the live type
// number 3.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_TYPEREFERENCES_H
#define SHAPELS_IR_PARSE_TYPEREFERENCES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

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

/// `%x = shapels.pending N` defines a name that was used before with the type
/// that its users take it for; of a name that nobody used the type is unknown.
/// N is the number of its first result in ParseBuffer::pending. Before it
/// stands `shapels.pending end`, which takes no names, such as those of `%y =`.
class PendingOp
    : public mlir::Op<
          PendingOp, mlir::OpTrait::ZeroRegions, mlir::OpTrait::VariadicResults,
          mlir::OpTrait::ZeroSuccessors, mlir::OpTrait::ZeroOperands> {
public:
  using Op::Op;
  static llvm::StringLiteral getOperationName() {
    return llvm::StringLiteral("shapels.pending");
  }
  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &state);
  void print(mlir::OpAsmPrinter &printer) {}
  uint64_t first() {
    return (*this)->getAttrOfType<mlir::IntegerAttr>("first").getInt();
  }
};

/// Stands for the type of a value that nothing is known of.
mlir::Type unknownType(mlir::MLIRContext &context);

/// Whether the op is one of ours, which stands for what is not there.
bool isPlaceholder(mlir::Operation *op);

inline constexpr llvm::StringLiteral markerName("shapels.broken");
/// Whether the op stands for a statement that does not parse; null does not.
bool isBrokenOp(mlir::Operation *op);
/// Has a marker of a label.
inline constexpr llvm::StringLiteral labelMark("label");
/// Whether the block's label does not parse: its arguments may be any.
bool hasBrokenLabel(mlir::Block *block);

} // namespace shapels

MLIR_DECLARE_EXPLICIT_TYPE_ID(shapels::TypeReferences)
MLIR_DECLARE_EXPLICIT_TYPE_ID(shapels::PendingOp)

#endif // SHAPELS_IR_PARSE_TYPEREFERENCES_H
