//===- Dependence.cpp -----------------------------------------------------===//

#include "core/shape/Dependence.h"
#include "core/shape/MlirShapes.h"
#include "core/shape/Scratch.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace shapels;
using namespace mlir;

namespace {

using ShapeOf = llvm::function_ref<TypeShape(Value)>;
using Sizes = std::optional<std::vector<Dim>>;

/// The types that asking makes stay in the context, so their number must be
/// bounded: some three for each dimension of an operand.
constexpr size_t maxOperandDims = 64;
constexpr size_t maxOperands = 64;

/// Sizes to try where one is not known. Some ops take only even or odd ones.
constexpr int64_t probes[] = {64, 63};

/// Sizes above this are not doubled.
constexpr int64_t maxDoubled = int64_t(1) << 30;
/// Dimensions of operands that are taken for equal ones.
constexpr size_t maxAlike = 6;

Dim doubled(Dim size) {
  return size.isScalable() ? Dim::scalable(size.size() * 2)
                           : Dim::fixed(size.size() * 2);
}

class Prober {
public:
  Prober(OpResult result, ShapeOf shapeOf);

  std::optional<std::vector<DimDependence>> run();

private:
  Sizes ask(ArrayRef<Value> operands) const;
  Sizes askWith(ArrayRef<Value> operands, unsigned operand, Type type);
  Sizes askWithSize(ArrayRef<Value> operands, unsigned operand, unsigned dim,
                    Dim size);
  void tryDim(unsigned operand, unsigned dim);
  void trySize(ArrayRef<Value> operands, const Sizes &before,
               DimDependence::Source source, Dim size);
  void tryPairs(size_t dim);
  bool tryPair(size_t dim, DimDependence::Source first,
               DimDependence::Source second);
  void tryValue(unsigned operand);
  void note(const Sizes &before, const Sizes &after,
            DimDependence::Source source, Dim size);

  OpResult result;
  Scratch scratch;
  /// With what is known of their shapes, and with nothing but their ranks.
  SmallVector<Value> known, loose;
  /// Whether all that have a shape could forget it.
  bool isLoose = true;
  Sizes ofKnown, ofLoose;
  std::vector<DimDependence> found;
};

} // namespace

Prober::Prober(OpResult result, ShapeOf shapeOf)
    : result(result), scratch(result.getContext()) {
  for (Value operand : result.getOwner()->getOperands()) {
    Type type = operand.getType();
    TypeShape shape = shapeOf(operand);
    Type refined = shape.isRanked() ? withShape(type, *shape.dims) : Type();
    known.push_back(refined && refined != type ? scratch.unknown(refined)
                                               : operand);
    bool isTensor = isa<RankedTensorType>(known.back().getType());
    loose.push_back(isTensor ? scratch.unknown(withShape(
                                   type, std::vector<Dim>(shape.rank())))
                             : operand);
    isLoose &= isTensor || !shapels::shapeOf(type).isShaped();
  }
  ofKnown = ask(known);
  ofLoose = ask(loose);
}

/// What MLIR makes of these operands; nothing where it complains.
Sizes Prober::ask(ArrayRef<Value> operands) const {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  SmallVector<ShapedTypeComponents> components;
  SmallVector<Type> types;
  if (auto shaped = dyn_cast<InferShapedTypeOpInterface>(op)) {
    if (failed(shaped.inferReturnTypeComponents(
            op->getContext(), std::nullopt, ValueShapeRange(operands),
            op->getAttrDictionary(), op->getPropertiesStorage(),
            op->getRegions(), components)) ||
        components.size() <= number || !components[number].hasRank())
      return std::nullopt;
    std::vector<Dim> dims;
    for (int64_t size : components[number].getDims())
      dims.push_back(ShapedType::isDynamic(size) ? Dim::dynamic()
                                                 : Dim::fixed(size));
    return dims;
  }
  if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
          op->getContext(), std::nullopt, operands, op->getAttrDictionary(),
          op->getPropertiesStorage(), op->getRegions(), types)) ||
      types.size() <= number)
    return std::nullopt;
  return shapels::shapeOf(types[number]).dims;
}

static Type typeWithSize(Value value, unsigned dim, Dim size) {
  std::vector<Dim> dims = *shapels::shapeOf(value.getType()).dims;
  dims[dim] = size;
  return withShape(value.getType(), dims);
}

Sizes Prober::askWith(ArrayRef<Value> operands, unsigned operand, Type type) {
  SmallVector<Value> changed(operands);
  changed[operand] = scratch.unknown(type);
  return ask(changed);
}

Sizes Prober::askWithSize(ArrayRef<Value> operands, unsigned operand,
                          unsigned dim, Dim size) {
  Type changed = typeWithSize(operands[operand], dim, size);
  return changed ? askWith(operands, operand, changed) : std::nullopt;
}

/// Notes the dimensions of the result that are not as before.
void Prober::note(const Sizes &before, const Sizes &after,
                  DimDependence::Source source, Dim size) {
  if (!before || !after || before->size() != after->size() ||
      after->size() != found.size())
    return;
  for (auto [dim, was, is] : llvm::zip(found, *before, *after)) {
    if (was == is)
      continue;
    if (dim.sources.empty() || dim.sources.back() != source)
      dim.sources.push_back(source);
    if (!size.isDynamic() && is == size)
      dim.sources.back().isCopied = true;
  }
}

void Prober::trySize(ArrayRef<Value> operands, const Sizes &before,
                     DimDependence::Source source, Dim size) {
  Sizes after = askWithSize(operands, source.operand, *source.dim, size);
  note(before, after, source, size);
}

/// A known size is forgotten, is another one, and is the only one that is
/// known; one that is not known is tried.
void Prober::tryDim(unsigned operand, unsigned dim) {
  Dim size = (*shapels::shapeOf(known[operand].getType()).dims)[dim];
  DimDependence::Source source{operand, dim};
  if (!size.isDynamic()) {
    trySize(known, ofKnown, source, Dim::dynamic());
    if (size.size() < maxDoubled)
      trySize(known, ofKnown, source, doubled(size));
    return trySize(loose, ofLoose, source, size);
  }
  for (int64_t probe : probes) {
    trySize(known, ofKnown, source, Dim::fixed(probe));
    trySize(loose, ofLoose, source, Dim::fixed(probe));
  }
}

/// Two sizes that must be equal change together, where neither alone told
/// where dimension `dim` of the result comes from.
void Prober::tryPairs(size_t dim) {
  Dim size = (*ofKnown)[dim];
  SmallVector<DimDependence::Source> alike;
  for (unsigned operand = 0; operand < known.size(); ++operand) {
    TypeShape shape = shapels::shapeOf(known[operand].getType());
    for (unsigned i = 0; shape.isRanked() && i < shape.rank(); ++i)
      if ((*shape.dims)[i] == size && alike.size() < maxAlike)
        alike.push_back({operand, i});
  }
  for (auto first = alike.begin(); first != alike.end(); ++first)
    for (auto second = first + 1; second != alike.end(); ++second)
      if (tryPair(dim, *first, *second))
        return;
}

bool Prober::tryPair(size_t dim, DimDependence::Source first,
                     DimDependence::Source second) {
  if (first.operand == second.operand)
    return false;
  Dim size = (*ofKnown)[dim];
  Dim other = size.isDynamic() ? Dim::fixed(probes[0]) : Dim::dynamic();
  Type type = typeWithSize(known[first.operand], *first.dim, other);
  if (!type)
    return false;
  SmallVector<Value> changed(known);
  changed[first.operand] = scratch.unknown(type);
  Sizes after = askWithSize(changed, second.operand, *second.dim, other);
  if (!after || after->size() != found.size() || (*after)[dim] == size)
    return false;
  first.isCopied = second.isCopied = true;
  found[dim].sources = {first, second};
  return true;
}

/// A constant that the op reads is forgotten.
void Prober::tryValue(unsigned operand) {
  Operation *definition = known[operand].getDefiningOp();
  if (!definition || !definition->hasTrait<OpTrait::ConstantLike>())
    return;
  Sizes after = askWith(known, operand, known[operand].getType());
  note(ofKnown, after, {operand, std::nullopt}, Dim::dynamic());
}

std::optional<std::vector<DimDependence>> Prober::run() {
  if (!ofKnown)
    return std::nullopt;
  found.resize(ofKnown->size());
  for (unsigned operand = 0; operand < known.size(); ++operand) {
    TypeShape shape = shapels::shapeOf(known[operand].getType());
    for (unsigned dim = 0; shape.isRanked() && dim < shape.rank(); ++dim)
      tryDim(operand, dim);
    tryValue(operand);
  }
  for (size_t dim = 0; dim < found.size(); ++dim) {
    if (!found[dim].sources.empty())
      continue;
    tryPairs(dim);
    found[dim].isFixed = isLoose && found[dim].sources.empty() && ofLoose &&
                         ofLoose->size() == found.size() &&
                         !(*ofLoose)[dim].isDynamic();
  }
  return found;
}

std::optional<std::vector<DimDependence>>
shapels::dependencesOf(OpResult result, ShapeOf shapeOf) {
  Operation *op = result.getOwner();
  if (!isa<InferTypeOpInterface, InferShapedTypeOpInterface>(op) ||
      op->getNumOperands() > maxOperands)
    return std::nullopt;
  size_t operandDims = 0;
  for (Value operand : op->getOperands())
    if (TypeShape shape = shapeOf(operand); shape.isRanked())
      operandDims += shape.rank();
  if (operandDims > maxOperandDims)
    return std::nullopt;
  return Prober(result, shapeOf).run();
}
