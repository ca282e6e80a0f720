//===- StatedShape.cpp ----------------------------------------------------===//

#include "core/shape/StatedShape.h"
#include "core/ir/context/BoundedText.h"
#include "core/ir/unregistered/UnregisteredDialect.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/StatedRanges.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Types of unknown dialects
//===----------------------------------------------------------------------===//

namespace {

/// `!dialect.text`.
struct UnknownType {
  llvm::StringRef dialect, text;
};

/// Where the sizes of such a type stand in its text: `[2,?]`, or `2x?x` before
/// the element type.
struct SizeList {
  llvm::StringRef before, list, behind;
  bool isBracketed;
};

} // namespace

static std::optional<UnknownType> spelledType(Type type) {
  if (auto unregistered = dyn_cast<OpaqueType>(type))
    return UnknownType{unregistered.getDialectNamespace(),
                       unregistered.getTypeData()};
  if (std::optional<llvm::StringRef> text = unknownTypeText(type))
    return UnknownType{type.getDialect().getNamespace(), *text};
  return std::nullopt;
}

/// `tensor`, `vtensor`, `tensor_v1`.
static bool isTensorName(llvm::StringRef name) {
  name.consume_front("v");
  return name.consume_front("tensor") &&
         (name.empty() ||
          (name.consume_front("_v") && llvm::all_of(name, llvm::isDigit)));
}

/// The last part of the type's name: `tensor` of `dispatch.tensor<...>`.
static llvm::StringRef lastName(const UnknownType &type) {
  llvm::StringRef name = type.text.take_until([](char c) { return c == '<'; });
  return name.substr(name.rfind('.') + 1);
}

/// The sizes at the start of a text, each with an `x` behind it: `2x?x`.
static llvm::StringRef leadingSizes(llvm::StringRef text) {
  llvm::StringRef rest = text;
  for (;;) {
    llvm::StringRef size = rest.starts_with("?")
                               ? rest.take_front(1)
                               : rest.take_while(llvm::isDigit);
    if (size.empty() || !rest.substr(size.size()).starts_with("x"))
      return text.drop_back(rest.size());
    rest = rest.drop_front(size.size() + 1);
  }
}

/// By form: `name<2x?x...`, whatever the name is; of a tensor also
/// `name<[2,?],...`, `name<access:tensor<2x?x...`, and one of rank 0.
static std::optional<SizeList> findSizes(const UnknownType &type) {
  llvm::StringRef text = type.text;
  size_t open = text.find('<');
  if (open == text.npos)
    return std::nullopt;
  auto split = [&](size_t begin, size_t size, bool isBracketed) {
    return SizeList{text.take_front(begin), text.substr(begin, size),
                    text.drop_front(begin + size), isBracketed};
  };
  size_t begin = open + 1;
  bool isTensor = isTensorName(lastName(type));
  if (size_t close = text.find(']'); isTensor && text.substr(begin, 1) == "[")
    return close == text.npos
               ? std::nullopt
               : std::optional(split(begin, close + 1 - begin, true));
  if (size_t inner = text.find(":tensor<"); isTensor && inner != text.npos)
    begin = inner + llvm::StringRef(":tensor<").size();
  llvm::StringRef sizes = leadingSizes(text.drop_front(begin));
  bool isScalar = isTensor && text.substr(begin, 1) == "!";
  if (sizes.empty() && !isScalar)
    return std::nullopt;
  return split(begin, sizes.size(), false);
}

/// Nothing where one is no size.
static std::optional<std::vector<Dim>> dimsOf(llvm::StringRef list,
                                              char separator) {
  std::vector<Dim> dims;
  if (list.empty())
    return dims;
  for (llvm::StringRef size : llvm::split(list, separator)) {
    int64_t value = 0;
    if (size.trim() == "?")
      dims.push_back(Dim::dynamic());
    else if (!size.trim().getAsInteger(10, value))
      dims.push_back(Dim::fixed(value));
    else
      return std::nullopt;
  }
  return dims;
}

static TypeShape unknownShape(const UnknownType &type) {
  std::optional<SizeList> sizes = findSizes(type);
  if (!sizes)
    return {isTensorName(lastName(type)) ? TypeShape::Kind::OtherShaped
                                         : TypeShape::Kind::NotShaped,
            std::nullopt};
  llvm::StringRef list = sizes->list;
  list = sizes->isBracketed ? list.drop_front().drop_back().trim()
                            : list.drop_back(list.empty() ? 0 : 1);
  return {TypeShape::Kind::OtherShaped,
          dimsOf(list, sizes->isBracketed ? ',' : 'x')};
}

static std::optional<std::string> unknownText(const UnknownType &type,
                                              const std::vector<Dim> &dims) {
  std::optional<SizeList> sizes = findSizes(type);
  if (!sizes)
    return std::nullopt;
  std::string list;
  for (Dim dim : dims)
    list += sizes->isBracketed ? (list.empty() ? "" : ",") + dim.str()
                               : dim.str() + "x";
  if (sizes->isBracketed)
    list = "[" + list + "]";
  return ("!" + type.dialect + "." + sizes->before + list + sizes->behind)
      .str();
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

TypeShape shapels::statedShape(Type type) {
  TypeShape shape = shapeOf(type);
  if (shape.isShaped())
    return shape;
  std::optional<UnknownType> unknown = spelledType(type);
  return unknown ? unknownShape(*unknown) : shape;
}

TypeShape shapels::writtenShape(llvm::StringRef text) {
  TypeShape::Kind other = TypeShape::Kind::OtherShaped;
  if (text.consume_front("!")) {
    auto [dialect, rest] = text.split('.');
    return rest.empty() ? TypeShape{other, std::nullopt}
                        : unknownShape({dialect, rest});
  }
  TypeShape::Kind kind =
      text.consume_front("tensor")   ? TypeShape::Kind::Tensor
      : text.consume_front("vector") ? TypeShape::Kind::Vector
      : text.consume_front("memref") ? TypeShape::Kind::Memref
                                     : TypeShape::Kind::NotShaped;
  text = text.ltrim();
  if (kind == TypeShape::Kind::NotShaped || !text.consume_front("<"))
    return {};
  text = text.ltrim();
  if (text.starts_with("*") || text.starts_with("["))
    return {kind, std::nullopt};
  llvm::StringRef sizes = leadingSizes(text);
  // A scalable size, or blanks between them.
  if (text.drop_front(sizes.size()).take_front(1).find_first_of("[? ") == 0)
    return {kind, std::nullopt};
  return {kind, dimsOf(sizes.drop_back(sizes.empty() ? 0 : 1), 'x')};
}

std::vector<TypeShape> shapels::statedShapes(TypeRange types) {
  std::vector<TypeShape> shapes;
  for (Type type : types)
    shapes.push_back(statedShape(type));
  return shapes;
}

bool shapels::isTypeNamed(Type type, llvm::StringRef dialect,
                          llvm::StringRef name) {
  std::optional<UnknownType> unknown = spelledType(type);
  return unknown && unknown->dialect == dialect && unknown->text == name;
}

bool shapels::isScalarType(Type type) {
  std::optional<UnknownType> unknown = spelledType(type);
  // Of other dialects' types only torch's are known to be none.
  return !statedShape(type).isShaped() &&
         (!unknown || unknown->dialect == "torch");
}

static Type memrefWith(MemRefType type, const std::vector<Dim> &dims) {
  SmallVector<int64_t> sizes;
  for (Dim dim : dims) {
    if (dim.isScalable())
      return {};
    sizes.push_back(dim.isDynamic() ? ShapedType::kDynamic : dim.size());
  }
  // Another rank has another layout.
  if (!type.getLayout().isIdentity() &&
      sizes.size() != static_cast<size_t>(type.getRank()))
    return {};
  MLIRContext *context = type.getContext();
  ScopedDiagnosticHandler silence(context,
                                  [](mlir::Diagnostic &) { return success(); });
  return MemRefType::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, sizes,
      type.getElementType(), type.getLayout(), type.getMemorySpace());
}

std::optional<std::string> shapels::typeTextWith(Type type,
                                                 const std::vector<Dim> &dims) {
  if (std::optional<UnknownType> unknown = spelledType(type))
    return unknownText(*unknown, dims);
  auto memref = dyn_cast<MemRefType>(type);
  Type other = memref ? memrefWith(memref, dims) : withShape(type, dims);
  if (!other)
    return std::nullopt;
  std::string text = boundedText(other);
  SmallVector<bool> isOpen;
  for (Dim dim : dims)
    isOpen.push_back(dim.isDynamic());
  return withoutBounds(std::move(text), type, isOpen);
}

DimRange shapels::statedRange(DimExpr size) {
  if (size->kind != DimKind::Symbol ||
      size->source.kind != DimSource::Kind::Size)
    return {};
  Value value = Value::getFromOpaquePointer(size->source.value);
  llvm::SmallVector<DimRange> stated = statedRanges(value.getType());
  return size->source.index < stated.size() ? stated[size->source.index]
                                            : DimRange();
}
