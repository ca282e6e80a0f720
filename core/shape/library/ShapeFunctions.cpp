//===- ShapeFunctions.cpp -------------------------------------------------===//

#include "core/shape/library/ShapeFunctions.h"
#include "core/ir/parse/TypeReferences.h"
#include "core/shape/library/ShapeFunctionRun.h"

#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

// What users write beside an argument of a shape function.
static constexpr llvm::StringLiteral operandKey("shapels.operand"),
    repeatedKey("shapels.repeated"), attributeKey("shapels.attribute"),
    defaultKey("shapels.default"), equalsKey("shapels.equals"),
    resultKey("shapels.result");

bool shapels::isShapeLibrary(Operation *op) {
  return isa<shape::FunctionLibraryOp>(op);
}

bool shapels::isInShapeLibrary(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isShapeLibrary(op))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool isIntegerType(Type type) {
  return isa<IndexType, IntegerType, shape::SizeType>(type);
}

static bool isShapeOrValue(Type type) {
  return isa<shape::ShapeType, shape::ValueShapeType, ShapedType>(type);
}

/// Why there is no such argument; empty if there is.
static std::string whyNoParameter(const ShapeParameter &parameter, Type type,
                                  DictionaryAttr said) {
  using Kind = ShapeParameter::Kind;
  if (parameter.kind == Kind::Attribute) {
    bool isList =
        isa<shape::ShapeType>(type) ||
        (isa<TensorType>(type) && isIntegerType(getElementTypeOrSelf(type)));
    if (!isList && !isIntegerType(type))
      return "an attribute is an integer (index, i64, !shape.size), or a list "
             "of integers (!shape.shape, tensor<?xindex>)";
    if (parameter.names.empty())
      return "'shapels.attribute' must be a string: the name of the attribute";
    if (said.get(defaultKey) && !parameter.otherwise)
      return "'shapels.default' must be an integer or a list of integers";
    return "";
  }
  if (said.get(defaultKey) || said.get(equalsKey))
    return "'shapels.default' and 'shapels.equals' are for arguments with "
           "'shapels.attribute'";
  return isShapeOrValue(type) || isIntegerType(type)
             ? ""
             : "shapels knows no such argument: it is a !shape.value_shape, a "
               "!shape.shape, a shaped type or an integer";
}

static ShapeParameter parameterOf(DictionaryAttr said, unsigned nextOperand) {
  using Kind = ShapeParameter::Kind;
  ShapeParameter parameter{Kind::Operand, nextOperand};
  auto numberOf = [&](StringRef key) {
    return unsigned(integerIn(said.get(key)).value_or(0));
  };
  if (said.get(resultKey))
    return {Kind::Result, numberOf(resultKey)};
  if (said.get(operandKey))
    parameter.number = numberOf(operandKey);
  Attribute name = said.get(attributeKey);
  if (!name)
    return parameter;
  parameter.kind = Kind::Attribute;
  if (auto names = dyn_cast<StringAttr>(name))
    llvm::append_range(parameter.names, llvm::split(names.getValue(), '|'));
  parameter.otherwise = integersIn(said.get(defaultKey));
  if (auto text = said.getAs<StringAttr>(equalsKey))
    parameter.text = text.getValue();
  return parameter;
}

/// Where the argument is written, as far as the IR can tell.
static DictionaryAttr attributesOf(FunctionOpInterface function,
                                   unsigned argument) {
  DictionaryAttr said = function.getArgAttrDict(argument);
  return said ? said : DictionaryAttr::get(function.getContext());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Why it computes no shapes; empty if it does.
static std::string whyNoFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return "a shape function needs a body";
  for (Type type : function.getResultTypes())
    if (!isShapeOrValue(type) && !isIntegerType(type))
      return "a shape function returns shapes: !shape.shape, "
             "!shape.value_shape, tensor<?xindex>, or an integer";
  return "";
}

static std::string symbolOf(Operation *function) {
  auto name = SymbolTable::getSymbolName(function);
  return name ? name.getValue().str() : "";
}

std::shared_ptr<const ShapeFunction> ShapeFunctions::read(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function) {
    fail(op, "this is no function, so it gives no shapes");
    return nullptr;
  }
  if (std::string why = whyNoFunction(function); !why.empty()) {
    fail(op, why);
    return nullptr;
  }
  auto read = std::make_shared<ShapeFunction>();
  read->function = op;
  read->words = "shape function @" + symbolOf(op);
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    DictionaryAttr said = attributesOf(function, unsigned(index));
    ShapeParameter parameter = parameterOf(said, read->operands);
    std::string why = whyNoParameter(parameter, type, said);
    bool isOperand = parameter.kind == ShapeParameter::Kind::Operand;
    if (isOperand && said.get(repeatedKey)) {
      if (read->repeated || read->operands == 0 || said.get(operandKey))
        why = "'shapels.repeated' is for one argument behind another operand";
      read->repeated = unsigned(index);
    }
    if (!why.empty()) {
      fail(op, "argument " + std::to_string(index) + " of @" + symbolOf(op) +
                   ": " + why);
      return nullptr;
    }
    read->isOpen |= isOperand && said.get(operandKey);
    read->operands += isOperand && !said.get(operandKey);
    read->parameters.push_back(std::move(parameter));
  }
  for (Operation *unknown : opsThatCannotRun(op))
    fail(unknown, "shapels cannot compute '" +
                      unknown->getName().getStringRef().str() + "': what @" +
                      symbolOf(op) + " makes of it is unknown");
  return read;
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

void ShapeFunctions::map(Operation *library, StringRef op, Attribute value) {
  auto name = dyn_cast<FlatSymbolRefAttr>(value);
  Operation *function =
      name ? SymbolTable::lookupSymbolIn(library, name) : nullptr;
  if (!function)
    return fail(library, "'" + op.str() + "' is mapped to " +
                             (name ? "@" + name.getValue().str()
                                   : attributeText(value)) +
                             ", which is no function of this library");
  auto [entry, isNew] = known.try_emplace(function);
  if (isNew)
    entry->second = read(function);
  if (!entry->second)
    return;
  auto [own, isFirst] = byOp.try_emplace(op, entry->second);
  if (!isFirst && own->second != entry->second)
    fail(function, "'" + op.str() + "' has a shape function before this one" +
                       ", " + own->second->words +
                       ": this one is not used for it");
}

void ShapeFunctions::add(Operation *op) {
  auto library = cast<shape::FunctionLibraryOp>(op);
  for (NamedAttribute entry : library.getMapping())
    map(op, entry.getName().getValue(), entry.getValue());
}

std::vector<std::string> ShapeFunctions::ops() const {
  std::vector<std::string> names;
  for (StringRef name : byOp.keys())
    names.push_back(name.str());
  llvm::sort(names);
  return names;
}
