//===- Mine.h - A small dialect of a project of its own -------------------===//

#ifndef MINE_H
#define MINE_H

#include "mlir/IR/Dialect.h"

namespace mine {

/// Has the type `!mine.token` and the op
/// `%r = mine.add %a, %b : tensor<2xf32>, tensor<1xf32> -> tensor<2xf32>`.
class MineDialect : public mlir::Dialect {
public:
  explicit MineDialect(mlir::MLIRContext *context);
  static llvm::StringRef getDialectNamespace() { return "mine"; }

  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  void printType(mlir::Type type,
                 mlir::DialectAsmPrinter &printer) const override;
};

} // namespace mine

#endif // MINE_H
