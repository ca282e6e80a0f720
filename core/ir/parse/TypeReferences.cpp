//===- TypeReferences.cpp -------------------------------------------------===//

#include "core/ir/parse/TypeReferences.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"

using namespace shapels;

MLIR_DEFINE_EXPLICIT_TYPE_ID(shapels::TypeReferences)
MLIR_DEFINE_EXPLICIT_TYPE_ID(shapels::PendingOp)

TypeReferences::TypeReferences(mlir::MLIRContext *context)
    : Dialect(getDialectNamespace(), context,
              mlir::TypeID::get<TypeReferences>()) {
  allowUnknownOperations();
  addOperations<PendingOp>();
}

mlir::Type shapels::unknownType(mlir::MLIRContext &context) {
  return mlir::OpaqueType::get(mlir::StringAttr::get(&context, "shapels"),
                               "unknown");
}

/// The type that a name was used with; the unknown one if it was not. The
/// parser tells only by contradicting another type.
static mlir::Type typeOfUses(mlir::OpAsmParser &parser, llvm::StringRef name,
                             unsigned number) {
  mlir::Type unknown = unknownType(*parser.getContext());
  mlir::Type found = unknown;
  mlir::ScopedDiagnosticHandler handler(
      parser.getContext(), [&](mlir::Diagnostic &diagnostic) {
        for (mlir::DiagnosticArgument &argument : diagnostic.getArguments())
          if (argument.getKind() ==
              mlir::DiagnosticArgument::DiagnosticArgumentKind::Type)
            found = argument.getAsType();
        return mlir::success();
      });
  llvm::SmallVector<mlir::Value, 1> values;
  (void)parser.resolveOperand(
      {llvm::SMLoc::getFromPointer(name.data()), name, number}, unknown,
      values);
  return found;
}

mlir::ParseResult PendingOp::parse(mlir::OpAsmParser &parser,
                                   mlir::OperationState &state) {
  int64_t first = 0;
  bool isForNames = mlir::failed(parser.parseOptionalKeyword("end"));
  if (!isForNames && parser.getNumResults() != 0)
    return parser.emitError(parser.getNameLoc(),
                            "expected operation name in quotes");
  if (isForNames && parser.parseInteger(first))
    return mlir::failure();
  state.addAttribute("first", parser.getBuilder().getI64IntegerAttr(first));
  for (unsigned i = 0; i < parser.getNumResults(); ++i) {
    auto [bare, number] = parser.getResultName(i);
    // The sigil stands before it.
    llvm::StringRef name(bare.data() - 1, bare.size() + 1);
    state.addTypes(typeOfUses(parser, name, number));
  }
  return mlir::success();
}

std::string TypeReferences::refer(mlir::Type type) {
  types.push_back(type);
  return "!shapels.t<" + std::to_string(types.size() - 1) + ">";
}

mlir::Type TypeReferences::parseType(mlir::DialectAsmParser &parser) const {
  if (mlir::succeeded(parser.parseOptionalKeyword("unknown")))
    return unknownType(*getContext());
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

bool shapels::isBrokenOp(mlir::Operation *op) {
  return op && op->getName().getStringRef() == markerName;
}

bool shapels::hasBrokenLabel(mlir::Block *block) {
  return !block->empty() && isBrokenOp(&block->front()) &&
         block->front().hasAttr(labelMark);
}
