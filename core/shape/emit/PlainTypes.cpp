//===- PlainTypes.cpp -----------------------------------------------------===//

#include "core/shape/emit/PlainTypes.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/unregistered/UnregisteredDialect.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/StatedShape.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

bool shapels::isPlain(Type type) { return !restsOnUnknown(type); }

/// `f32`, `i8`, `si64`; null for other words.
static Type numberNamed(llvm::StringRef word, MLIRContext *context) {
  if (word == "bf16")
    return BFloat16Type::get(context);
  llvm::StringRef kind = word.take_while(llvm::isAlpha);
  unsigned width = 0;
  if (word.drop_front(kind.size()).getAsInteger(10, width) || width == 0 ||
      width > IntegerType::kMaxWidth)
    return {};
  if (kind == "f")
    return width == 16   ? Type(Float16Type::get(context))
           : width == 32 ? Type(Float32Type::get(context))
           : width == 64 ? Type(Float64Type::get(context))
                         : Type();
  if (kind == "i")
    return IntegerType::get(context, width);
  if (kind == "si" || kind == "ui")
    return IntegerType::get(context, width,
                            kind == "si" ? IntegerType::Signed
                                         : IntegerType::Unsigned);
  return {};
}

/// Of what such a type is made, as far as MLIR has that too: the last word of
/// `!torch.vtensor<[2,?],f32>`, or of `!x.buffer<2x?xf32>`.
static Type elementOf(Type type) {
  MLIRContext *context = type.getContext();
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && isPlain(shaped.getElementType()))
    return shaped.getElementType();
  std::string text = boundedText(type);
  Type found;
  for (llvm::StringRef part : llvm::split(text, ',')) {
    part = part.rtrim("> ").ltrim();
    part = part.substr(part.find_last_of("<x") + 1);
    if (Type number = numberNamed(part, context))
      found = number;
  }
  return found ? found : IntegerType::get(context, 8);
}

Type shapels::plainType(Type type) {
  if (isPlain(type))
    return type;
  MLIRContext *context = type.getContext();
  TypeShape shape = statedShape(type);
  if (shape.isShaped())
    return tensorOf(shape, elementOf(type));
  if (isTypeNamed(type, "torch", "int"))
    return IntegerType::get(context, 64);
  if (isTypeNamed(type, "torch", "bool"))
    return IntegerType::get(context, 1);
  if (isTypeNamed(type, "torch", "float"))
    return Float64Type::get(context);
  return NoneType::get(context);
}
