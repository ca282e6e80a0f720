//===- OpChecks.cpp -------------------------------------------------------===//

#include "core/ir/verify/OpChecks.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/ir/unregistered/UnregisteredDialect.h"
#include "core/ir/verify/DeadlyFaults.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace shapels;
using namespace mlir;

bool shapels::verifyAttributes(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrDictionary())
    if (Dialect *dialect = attribute.getNameDialect();
        dialect && failed(dialect->verifyOperationAttribute(op, attribute)))
      return false;
  return true;
}

bool shapels::verifyInvariants(Operation *op) {
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  return !info ||
         (!hasDeadlyFault(op) && succeeded(info->verifyInvariants(op)));
}

bool shapels::verifyRegions(Operation *op) {
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  if (!info && isOfNobody(op))
    return true;
  bool isPlain = op->getNumRegions() == 0 && op->getNumSuccessors() == 0;
  if (info && isPlain)
    return succeeded(info->verifyRegionInvariants(op));
  // Of what is between ops, MLIR says the first only; the rest comes from MLIR
  // itself.
  return succeeded(verify(op, /*verifyRecursively=*/false));
}

bool shapels::isFunctionWithType(Operation *op) {
  auto type = op->getAttrOfType<TypeAttr>("function_type");
  return isa<FunctionOpInterface>(op) && type &&
         isa<FunctionType>(type.getValue());
}

bool shapels::hasEarlyTerminator(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() &&
          llvm::any_of(llvm::drop_end(block), [](Operation &inner) {
            return inner.hasTrait<OpTrait::IsTerminator>() ||
                   inner.getNumSuccessors() != 0;
          }))
        return true;
  return false;
}

bool shapels::isOfNobody(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (!dialect || isa<UnregisteredDialect>(dialect) || isPlaceholder(op))
    return true;
  // An extension: `transform.iree.x`.
  const Dialects &upstream = Dialects::upstream();
  return upstream.isRegistered(dialect->getNamespace()) &&
         upstream.ops().isUnknown(op->getName().getStringRef());
}

bool shapels::canBeReadIncomplete(Operation *op) {
  return isa<FunctionOpInterface>(op) ? isFunctionWithType(op)
                                      : !isPlaceholder(op);
}
