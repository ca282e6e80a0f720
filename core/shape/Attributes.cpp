//===- Attributes.cpp -----------------------------------------------------===//

#include "core/shape/Attributes.h"
#include "core/ir/context/BoundedText.h"
#include "core/shape/Shape.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

std::optional<int64_t> shapels::integerIn(Attribute attribute) {
  if (auto integer = dyn_cast_if_present<IntegerAttr>(attribute)) {
    const llvm::APInt &value = integer.getValue();
    if (value.getBitWidth() == 1)
      return value.getZExtValue();
    if (value.getSignificantBits() <= 64)
      return value.getSExtValue();
    return std::nullopt;
  }
  auto dense = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (dense && dense.getNumElements() == 1)
    if (std::optional<Integers> all = integersIn(attribute))
      return all->front();
  return std::nullopt;
}

template <typename Array>
static Integers listOf(Array array) {
  return Integers(array.asArrayRef().begin(), array.asArrayRef().end());
}

static std::optional<Integers> denseIntegers(DenseElementsAttr dense) {
  if (dense.getNumElements() > int64_t(Elements::most) ||
      !isa<IntegerType, IndexType>(dense.getElementType()))
    return std::nullopt;
  bool isBool = dense.getElementType().isInteger(1);
  Integers result;
  for (const llvm::APInt &value : dense.getValues<llvm::APInt>()) {
    if (value.getSignificantBits() > 64)
      return std::nullopt;
    result.push_back(isBool ? value.getZExtValue() : value.getSExtValue());
  }
  return result;
}

std::optional<Integers> shapels::integersIn(Attribute attribute) {
  if (auto array = dyn_cast_if_present<DenseI64ArrayAttr>(attribute))
    return listOf(array);
  if (auto array = dyn_cast_if_present<DenseI32ArrayAttr>(attribute))
    return listOf(array);
  if (auto array = dyn_cast_if_present<DenseBoolArrayAttr>(attribute))
    return listOf(array);
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(attribute))
    return denseIntegers(dense);
  if (std::optional<int64_t> single = integerIn(attribute))
    return Integers{*single};
  auto array = dyn_cast_if_present<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  Integers result;
  for (Attribute element : array) {
    std::optional<Integers> part = integersIn(element);
    if (!part)
      return std::nullopt;
    llvm::append_range(result, *part);
  }
  return result;
}

static double asDouble(llvm::APFloat value) {
  bool losesInfo = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

std::optional<llvm::SmallVector<double>>
shapels::floatsIn(Attribute attribute) {
  if (auto single = dyn_cast_if_present<FloatAttr>(attribute))
    return llvm::SmallVector<double>{asDouble(single.getValue())};
  llvm::SmallVector<double> result;
  if (auto array = dyn_cast_if_present<ArrayAttr>(attribute)) {
    for (Attribute element : array)
      if (auto single = dyn_cast<FloatAttr>(element))
        result.push_back(asDouble(single.getValue()));
      else
        return std::nullopt;
    return result;
  }
  auto dense = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (!dense || dense.getNumElements() > int64_t(Elements::most) ||
      !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  for (const llvm::APFloat &value : dense.getValues<llvm::APFloat>())
    result.push_back(asDouble(value));
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Behind `key`, which stands alone, and the `=` or `:` that follows it.
static std::optional<llvm::StringRef> behindKey(llvm::StringRef text,
                                                llvm::StringRef key) {
  for (size_t at = text.find(key); at != text.npos;
       at = text.find(key, at + 1)) {
    bool isPart = at > 0 && (llvm::isAlnum(text[at - 1]) ||
                             llvm::StringRef("_.").contains(text[at - 1]));
    llvm::StringRef rest = text.drop_front(at + key.size()).ltrim();
    if (!isPart && (rest.consume_front("=") || rest.consume_front(":")))
      return rest.ltrim();
  }
  return std::nullopt;
}

/// Of `array<i64: 1, 2>`, behind its `<`.
static std::optional<Integers> integersOfArray(llvm::StringRef &rest) {
  auto [type, items] =
      rest.take_until([](char c) { return c == '>'; }).split(':');
  rest = rest.drop_front(std::min(rest.size(), rest.find('>') + 1));
  Integers result;
  if (items.empty()) // `array<i64>` is an empty one.
    return result;
  for (llvm::StringRef item : llvm::split(items, ',')) {
    int64_t value = 0;
    if (item.trim().getAsInteger(10, value))
      return std::nullopt;
    result.push_back(value);
  }
  return result;
}

/// The integers at the start of a text; `rest` is left behind them.
static std::optional<Integers> leadingIntegers(llvm::StringRef &rest) {
  if (rest.consume_front("array<"))
    return integersOfArray(rest);
  rest.consume_front("dense<");
  Integers result;
  int depth = 0;
  while (!rest.empty()) {
    rest = rest.ltrim(" ,\n\t");
    if (rest.consume_front("[")) {
      ++depth;
    } else if (rest.consume_front("]")) {
      --depth;
    } else {
      int64_t value = 0;
      if (rest.consumeInteger(10, value))
        return std::nullopt;
      result.push_back(value);
    }
    if (depth <= 0)
      return result;
  }
  return std::nullopt;
}

std::optional<Integers> shapels::integersInText(llvm::StringRef text,
                                                llvm::StringRef key) {
  std::optional<llvm::StringRef> rest = behindKey(text, key);
  return rest ? leadingIntegers(*rest) : std::nullopt;
}

std::optional<Integers> shapels::secondIntegersInText(llvm::StringRef text,
                                                      llvm::StringRef key) {
  std::optional<llvm::StringRef> rest = behindKey(text, key);
  if (!rest || !leadingIntegers(*rest))
    return std::nullopt;
  *rest = rest->ltrim();
  if (!rest->consume_front("x"))
    return std::nullopt;
  *rest = rest->ltrim();
  return leadingIntegers(*rest);
}

std::optional<llvm::SmallVector<double>>
shapels::denseInText(llvm::StringRef text) {
  constexpr llvm::StringLiteral opening("dense<");
  size_t at = text.find(opening);
  if (at == text.npos)
    return std::nullopt;
  llvm::StringRef list = text.drop_front(at + opening.size()).split('>').first;
  llvm::SmallVector<double> result;
  for (llvm::StringRef item : llvm::split(list, ',')) {
    item = item.trim(" \n\t[]");
    double number = 0;
    if (item == "true" || item == "false")
      number = item == "true";
    else if (item.starts_with("0x") || item.getAsDouble(number))
      return std::nullopt;
    if (result.size() == Elements::most)
      return std::nullopt;
    result.push_back(number);
  }
  return result;
}

llvm::StringRef shapels::valueInText(llvm::StringRef text,
                                     llvm::StringRef key) {
  std::optional<llvm::StringRef> rest = behindKey(text, key);
  if (!rest)
    return "";
  if (rest->consume_front("\""))
    return rest->take_until([](char c) { return c == '"'; });
  int depth = 0;
  for (auto [at, character] : llvm::enumerate(*rest)) {
    if (llvm::StringRef("([{<").contains(character))
      ++depth;
    bool isArrow = character == '>' && at > 0 && (*rest)[at - 1] == '-';
    if (llvm::StringRef(")]}>").contains(character) && !isArrow)
      --depth;
    if (depth < 0 || (depth == 0 && character == ','))
      return rest->take_front(at).trim();
  }
  return rest->trim();
}

std::string shapels::attributeText(Attribute attribute) {
  return boundedText(attribute, /*elidesType=*/true);
}
