//===- StatedShape.cpp ----------------------------------------------------===//

#include "shapels/shape/StatedShape.h"
#include "shapels/shape/MlirShapes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Types of unknown dialects
//===----------------------------------------------------------------------===//

namespace {

/// Where the sizes of such a type stand in its text: `[2,?]`, brackets
/// included.
struct SizeList {
  llvm::StringRef before, list, behind;
};

} // namespace

static std::optional<SizeList> findSizes(OpaqueType type) {
  llvm::StringRef text = type.getTypeData();
  if (type.getDialectNamespace() != "torch" ||
      !(text.starts_with("vtensor<[") || text.starts_with("tensor<[")))
    return std::nullopt;
  size_t open = text.find('[');
  size_t close = text.find(']', open);
  if (close == text.npos)
    return std::nullopt;
  return SizeList{text.take_front(open), text.slice(open, close + 1),
                  text.drop_front(close + 1)};
}

/// Whether it may be a tensor of unknown rank.
static bool mayHaveShape(OpaqueType type) {
  llvm::StringRef text = type.getTypeData();
  return type.getDialectNamespace() == "torch" &&
         (text.starts_with("vtensor") || text.starts_with("tensor"));
}

static TypeShape opaqueShape(OpaqueType type) {
  std::optional<SizeList> sizes = findSizes(type);
  if (!sizes)
    return {mayHaveShape(type) ? TypeShape::Kind::OtherShaped
                               : TypeShape::Kind::NotShaped,
            std::nullopt};
  TypeShape shape{TypeShape::Kind::OtherShaped, std::vector<Dim>()};
  llvm::StringRef inside = sizes->list.drop_front().drop_back();
  for (llvm::StringRef size : llvm::split(inside, ',')) {
    int64_t value = 0;
    if (size.trim() == "?")
      shape.dims->push_back(Dim::dynamic());
    else if (!size.trim().getAsInteger(10, value))
      shape.dims->push_back(Dim::fixed(value));
    else if (!inside.trim().empty())
      return {};
  }
  return shape;
}

static std::string opaqueText(OpaqueType type, const std::vector<Dim> &dims) {
  SizeList sizes = *findSizes(type);
  std::string text =
      ("!" + type.getDialectNamespace().strref() + "." + sizes.before + "[")
          .str();
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? "," : "") + dims[i].str();
  return text + "]" + sizes.behind.str();
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

TypeShape shapels::statedShape(Type type) {
  if (auto opaque = dyn_cast<OpaqueType>(type))
    return opaqueShape(opaque);
  return shapeOf(type);
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
                                  [](Diagnostic &) { return success(); });
  return MemRefType::getChecked(
      [&] { return emitError(UnknownLoc::get(context)); }, sizes,
      type.getElementType(), type.getLayout(), type.getMemorySpace());
}

std::optional<std::string> shapels::typeTextWith(Type type,
                                                 const std::vector<Dim> &dims) {
  if (auto opaque = dyn_cast<OpaqueType>(type))
    return findSizes(opaque) ? std::optional(opaqueText(opaque, dims))
                             : std::nullopt;
  auto memref = dyn_cast<MemRefType>(type);
  Type other = memref ? memrefWith(memref, dims) : withShape(type, dims);
  if (!other)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  other.print(stream);
  return text;
}
