//===- DefinedOps.cpp -----------------------------------------------------===//

#include "core/ir/context/DefinedOps.h"
#include "core/ods/OpSyntax.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"

using namespace shapels;

namespace {

/// Has no op, type or attribute: what a context keeps are dialects.
class DefinedOps : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DefinedOps)

  explicit DefinedOps(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<DefinedOps>()) {}
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return llvm::StringLiteral("shapels_defined");
  }

  std::shared_ptr<const OpSyntaxes> ops;
};

} // namespace

void shapels::defineOps(mlir::MLIRContext &context,
                        std::shared_ptr<const OpSyntaxes> ops) {
  auto *loaded = context.getLoadedDialect<DefinedOps>();
  if (!loaded && ops)
    loaded = context.getOrLoadDialect<DefinedOps>();
  if (loaded)
    loaded->ops = std::move(ops);
}

std::shared_ptr<const OpSyntaxes>
shapels::sharedDefinedOps(mlir::MLIRContext &context) {
  auto *loaded = context.getLoadedDialect<DefinedOps>();
  return loaded ? loaded->ops : nullptr;
}

const OpSyntaxes *shapels::definedOps(mlir::MLIRContext &context) {
  auto *loaded = context.getLoadedDialect<DefinedOps>();
  return loaded ? loaded->ops.get() : nullptr;
}
