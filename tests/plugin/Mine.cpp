//===- Mine.cpp -----------------------------------------------------------===//

#include "Mine.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace mine {

class TokenType : public Type::TypeBase<TokenType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "mine.token";
};

/// MLIR does not come to an end when it prints it.
class EndlessType : public Type::TypeBase<EndlessType, Type, TypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "mine.endless";
};

class AddOp : public Op<AddOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                        OpTrait::ZeroSuccessors, OpTrait::NOperands<2>::Impl,
                        OpTrait::ResultsBroadcastableShape> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "mine.add"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  static ParseResult parse(OpAsmParser &parser, OperationState &state) {
    OpAsmParser::UnresolvedOperand lhs, rhs;
    SmallVector<Type> types(2);
    SMLoc place = parser.getCurrentLocation();
    return failure(parser.parseOperand(lhs) || parser.parseComma() ||
                   parser.parseOperand(rhs) ||
                   parser.parseColonType(types[0]) || parser.parseComma() ||
                   parser.parseType(types[1]) ||
                   parser.parseArrowTypeList(state.types) ||
                   parser.resolveOperands(ArrayRef{lhs, rhs}, types, place,
                                          state.operands));
  }
  void print(OpAsmPrinter &printer) {
    printer << ' ' << getOperand(0) << ", " << getOperand(1) << " : "
            << getOperand(0).getType() << ", " << getOperand(1).getType()
            << " -> " << getOperation()->getResult(0).getType();
  }
};

MineDialect::MineDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<MineDialect>()) {
  addOperations<AddOp>();
  addTypes<TokenType, EndlessType>();
}

Type MineDialect::parseType(DialectAsmParser &parser) const {
  StringRef keyword;
  if (failed(parser.parseKeyword(&keyword)))
    return {};
  if (keyword == "endless")
    return EndlessType::get(getContext());
  return keyword == "token" ? TokenType::get(getContext()) : Type();
}

void MineDialect::printType(Type type, DialectAsmPrinter &printer) const {
  for (volatile bool isEndless = isa<EndlessType>(type); isEndless;)
    ;
  printer << "token";
}

} // namespace mine
