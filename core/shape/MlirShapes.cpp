//===- MlirShapes.cpp -----------------------------------------------------===//

#include "core/shape/MlirShapes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels;
using namespace mlir;

namespace {

TypeShape::Kind kindOf(Type type) {
  if (isa<TensorType>(type))
    return TypeShape::Kind::Tensor;
  if (isa<VectorType>(type))
    return TypeShape::Kind::Vector;
  if (isa<BaseMemRefType>(type))
    return TypeShape::Kind::Memref;
  return isa<ShapedType>(type) ? TypeShape::Kind::OtherShaped
                               : TypeShape::Kind::NotShaped;
}

bool isScalable(ShapedType type, size_t dim) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getScalableDims()[dim];
}

} // namespace

TypeShape shapels::shapeOf(Type type) {
  TypeShape result{kindOf(type), std::nullopt};
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return result;
  result.dims.emplace();
  for (auto [i, size] : llvm::enumerate(shaped.getShape()))
    result.dims->push_back(ShapedType::isDynamic(size) ? Dim::dynamic()
                           : isScalable(shaped, i)     ? Dim::scalable(size)
                                                       : Dim::fixed(size));
  return result;
}

std::vector<TypeShape> shapels::shapesOf(TypeRange types) {
  std::vector<TypeShape> shapes;
  for (Type type : types)
    shapes.push_back(shapeOf(type));
  return shapes;
}

Type shapels::withShape(Type type, const std::vector<Dim> &dims) {
  SmallVector<int64_t> sizes;
  SmallVector<bool> scalable;
  for (Dim dim : dims) {
    sizes.push_back(dim.isDynamic() ? ShapedType::kDynamic : dim.size());
    scalable.push_back(dim.isScalable());
  }
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (llvm::any_of(sizes, ShapedType::isDynamic) ||
        llvm::is_contained(sizes, 0))
      return {};
    return VectorType::get(sizes, vector.getElementType(), scalable);
  }
  if (llvm::is_contained(scalable, true))
    return {};
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::get(sizes, shaped.getElementType(),
                                 shaped.getEncoding());
  if (auto shaped = dyn_cast<UnrankedTensorType>(type))
    return RankedTensorType::get(sizes, shaped.getElementType());
  return {};
}

Type shapels::tensorOf(const TypeShape &shape, Type element) {
  if (!shape.isRanked())
    return UnrankedTensorType::get(element);
  SmallVector<int64_t> sizes;
  for (Dim dim : *shape.dims)
    sizes.push_back(dim.isStatic() ? dim.size() : ShapedType::kDynamic);
  return RankedTensorType::get(sizes, element);
}
