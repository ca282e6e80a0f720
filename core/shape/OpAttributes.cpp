//===- OpAttributes.cpp ---------------------------------------------------===//

#include "core/shape/OpAttributes.h"
#include "core/shape/OpSketch.h"
#include "core/shape/ShapeState.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace shapels;

OpAttributes::OpAttributes(ShapeState &state, mlir::Operation *op,
                           const OpSketch &sketch)
    : OpAttributes(state, op) {
  sketchName = sketch.name;
  ownText = sketch.text;
}

std::pair<unsigned, unsigned> OpAttributes::group(unsigned number) const {
  std::optional<Integers> sizes = integers({"operandSegmentSizes"});
  if (!sizes || number >= sizes->size())
    return {operandCount(), 0};
  int64_t first = 0;
  for (unsigned i = 0; i < number; ++i)
    first += (*sizes)[i];
  int64_t size = (*sizes)[number];
  if (first < 0 || size < 0 || first + size > operandCount())
    return {operandCount(), 0};
  return {unsigned(first), unsigned(size)};
}

llvm::StringRef OpAttributes::written() const {
  if (!ownText)
    ownText = state.textOf(op);
  return *ownText;
}

mlir::Attribute OpAttributes::attribute(Names names) const {
  for (llvm::StringRef name : names)
    if (mlir::Attribute found = op->getAttr(name))
      return found;
  return {};
}

std::optional<int64_t> OpAttributes::integer(Names names) const {
  if (mlir::Attribute found = attribute(names))
    return integerIn(found);
  std::optional<Integers> all = integers(names);
  return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::optional<Integers> OpAttributes::integers(Names names) const {
  if (mlir::Attribute found = attribute(names))
    return integersIn(found);
  for (llvm::StringRef name : names)
    if (std::optional<Integers> values = integersInText(written(), name))
      return values;
  return std::nullopt;
}

Integers OpAttributes::written(llvm::StringRef key, unsigned number) const {
  return (number == 0 ? integersInText(written(), key)
                      : secondIntegersInText(written(), key))
      .value_or(Integers());
}

std::string OpAttributes::text(Names names) const {
  mlir::Attribute found = attribute(names);
  if (!found) {
    for (llvm::StringRef name : names)
      if (llvm::StringRef value = valueInText(written(), name); !value.empty())
        return value.str();
    return "";
  }
  if (auto string = llvm::dyn_cast<mlir::StringAttr>(found))
    return string.str();
  return attributeText(found);
}

std::optional<Integers>
OpAttributes::integersWithin(Names names, llvm::StringRef key) const {
  return integersInText(text(names), key);
}

std::string OpAttributes::aliasValue(llvm::StringRef name) const {
  return state.aliasValue(name);
}
