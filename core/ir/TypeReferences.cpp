//===- TypeReferences.cpp -------------------------------------------------===//

#include "shapels/ir/TypeReferences.h"

#include "mlir/IR/DialectImplementation.h"

using namespace shapels;

MLIR_DEFINE_EXPLICIT_TYPE_ID(shapels::TypeReferences)

TypeReferences::TypeReferences(mlir::MLIRContext *context)
    : Dialect(getDialectNamespace(), context,
              mlir::TypeID::get<TypeReferences>()) {
  allowUnknownOperations();
}

std::string TypeReferences::refer(mlir::Type type) {
  types.push_back(type);
  return "!shapels.t<" + std::to_string(types.size() - 1) + ">";
}

mlir::Type TypeReferences::parseType(mlir::DialectAsmParser &parser) const {
  unsigned number = 0;
  if (parser.parseKeyword("t") || parser.parseLess() ||
      parser.parseInteger(number) || parser.parseGreater())
    return {};
  if (number < types.size())
    return types[number];
  parser.emitError(parser.getNameLoc(), "no such type");
  return {};
}

bool shapels::isPlaceholder(mlir::Operation *op) {
  return op->getName().getDialectNamespace() ==
         TypeReferences::getDialectNamespace();
}
