//===- Families.cpp -------------------------------------------------------===//

#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace shapels;

//===----------------------------------------------------------------------===//
// Parts of rules
//===----------------------------------------------------------------------===//

llvm::SmallVector<Shape> rules::shapesFrom(OpShapes &op, unsigned first) {
  llvm::SmallVector<Shape> shapes;
  for (unsigned i = first; i < op.operandCount(); ++i)
    if (!op.isScalar(i))
      shapes.push_back(op.shape(i));
  return shapes;
}

DimExpr rules::broadcastDims(OpShapes &op, DimExpr a, DimExpr b) {
  bool areNumbers = a.literal() && b.literal();
  op.broadcasts(a, b);
  bool mayStretch = a.is(1) || b.is(1) || areNumbers || !op.isStrict();
  if (!mayStretch)
    return op.equal(a, b);
  for (auto [size, other] : {std::pair(a, b), std::pair(b, a)})
    if (!size.literal() && other.literal() && !other.is(1))
      op.stretch(size, other);
  return op.exprs.broadcast(a, b);
}

/// Where an operand of unknown rank takes part, only the last sizes that it
/// cannot change are known.
static Shape suffixOf(Shape shape) {
  size_t kept = 0;
  while (kept < shape.rank()) {
    std::optional<int64_t> size = shape[shape.rank() - 1 - kept].literal();
    if (!size || *size == 1)
      break;
    ++kept;
  }
  return Shape::suffix(llvm::ArrayRef(shape.dims).take_back(kept));
}

Shape rules::broadcastShapes(OpShapes &op, llvm::ArrayRef<Shape> shapes) {
  Shape result = Shape::ranked({});
  bool areRanked = true;
  for (const Shape &shape : shapes) {
    areRanked &= shape.hasRank;
    if (!shape.hasRank)
      continue;
    size_t shorter = std::min(result.rank(), shape.rank());
    Shape::Dims dims(result.rank() >= shape.rank() ? result.dims : shape.dims);
    for (size_t i = 1; i <= shorter; ++i)
      dims[dims.size() - i] =
          broadcastDims(op, result[result.rank() - i], shape[shape.rank() - i]);
    result.dims = dims;
  }
  if (shapes.empty())
    return Shape::unknown();
  return areRanked ? result : suffixOf(result);
}

std::optional<size_t> rules::axisOf(int64_t axis, const Shape &shape) {
  auto rank = static_cast<int64_t>(shape.rank());
  if (axis < 0)
    axis += rank;
  if (!shape.hasRank || axis < 0 || axis >= rank)
    return std::nullopt;
  return static_cast<size_t>(axis);
}

std::optional<int64_t> rules::numberOf(OpShapes &op, unsigned operand) {
  std::optional<Integers> all = op.literals(operand);
  return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::optional<size_t> rules::axisOf(OpShapes &op, unsigned operand,
                                    const Shape &shape) {
  std::optional<int64_t> index = numberOf(op, operand);
  return index ? axisOf(*index, shape) : std::nullopt;
}

void rules::unsqueeze(OpShapes &op, std::optional<int64_t> at) {
  op.because("a new axis of size 1");
  Shape shape = op.shape(0);
  if (!at || !shape.hasRank)
    return;
  *at += *at < 0 ? int64_t(shape.rank()) + 1 : 0;
  if (*at < 0 || *at > int64_t(shape.rank()))
    return;
  shape.dims.insert(shape.dims.begin() + *at, op.literal(1));
  op.set(0, shape);
}

Shape rules::reduced(OpShapes &op, const Shape &shape,
                     llvm::ArrayRef<int64_t> axes, bool keepsAxes) {
  llvm::SmallVector<bool> isReduced(shape.rank(), false);
  for (int64_t axis : axes) {
    std::optional<size_t> dim = axisOf(axis, shape);
    if (!dim)
      return Shape::unknown();
    isReduced[*dim] = true;
  }
  Shape result{shape.hasRank, {}};
  for (size_t dim = 0; dim < shape.rank(); ++dim)
    if (!isReduced[dim])
      result.dims.push_back(shape[dim]);
    else if (keepsAxes)
      result.dims.push_back(op.literal(1));
  return shape.hasRank ? result : Shape::unknown();
}

Shape rules::permuted(const Shape &shape, std::optional<Integers> permutation) {
  if (!permutation || !shape.hasRankOf(permutation->size()))
    return Shape::unknown();
  Shape result = Shape::ranked({});
  for (int64_t from : *permutation) {
    std::optional<size_t> dim = axisOf(from, shape);
    if (!dim)
      return Shape::unknown();
    result.dims.push_back(shape[*dim]);
  }
  return result;
}

static std::optional<unsigned> operandOfRank(OpShapes &op, size_t rank) {
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (op.shape(i).hasRankOf(rank))
      return i;
  return std::nullopt;
}

void rules::rejectRanks(OpShapes &op, unsigned first, unsigned second) {
  op.reject("needs one rank for $" + llvm::Twine(first) + " and $" +
                llvm::Twine(second) + ", but they have " +
                llvm::Twine(op.shape(first).rank()) + " and " +
                llvm::Twine(op.shape(second).rank()),
            {Subject::operand(second), Subject::operand(first)});
}

/// What is joined are operands, or in a list that is one.
static void rejectJoinedRanks(OpShapes &op, size_t a, size_t b) {
  auto first = operandOfRank(op, a), second = operandOfRank(op, b);
  if (first && second)
    return rules::rejectRanks(op, *first, *second);
  op.reject("joins tensors of one rank, but has ranks " + llvm::Twine(a) +
            " and " + llvm::Twine(b));
}

Shape rules::concatenated(OpShapes &op, llvm::ArrayRef<Shape> shapes,
                          int64_t axis) {
  const Shape *ranked =
      llvm::find_if(shapes, [](const Shape &shape) { return shape.hasRank; });
  if (ranked == shapes.end())
    return Shape::unknown();
  std::optional<size_t> dim = axisOf(axis, *ranked);
  if (!dim)
    return Shape::unknown();
  Shape result = *ranked;
  DimExpr sum = op.literal(0);
  for (const Shape &shape : shapes) {
    bool isKnown = shape.hasRankOf(result.rank());
    if (!isKnown && shape.hasRank)
      rejectJoinedRanks(op, result.rank(), shape.rank());
    sum = op.exprs.add(sum, isKnown ? shape[*dim] : op.exprs.unknown());
    for (size_t other = 0; isKnown && other < shape.rank(); ++other)
      if (other != *dim)
        result.dims[other] = op.equal(result[other], shape[other]);
  }
  result.dims[*dim] = sum;
  return result;
}

Shape rules::mixed(OpShapes &op, llvm::ArrayRef<int64_t> sizes,
                   unsigned firstOperand) {
  Shape shape = Shape::ranked({});
  for (int64_t size : sizes)
    shape.dims.push_back(mlir::ShapedType::isDynamic(size)
                             ? op.scalar(firstOperand++)
                             : op.literal(size));
  return shape;
}

Shape rules::fromElements(OpShapes &op, const Elements &elements,
                          unsigned result) {
  Shape shape = Shape::ranked({});
  for (auto [index, item] : llvm::enumerate(elements.items)) {
    bool isSize = item.literal().value_or(0) >= 0;
    shape.dims.push_back(isSize ? item : op.unknown(result, unsigned(index)));
  }
  return shape;
}

Shape rules::reshaped(OpShapes &op, const Shape &source, const Elements &target,
                      bool zeroCopies) {
  Shape shape = Shape::ranked({});
  std::optional<size_t> open;
  bool isProductKnown = source.hasRank;
  DimExpr product = op.literal(1);
  for (auto [index, item] : llvm::enumerate(target.items)) {
    DimExpr size = item;
    if (item.is(0) && zeroCopies)
      size = source.hasRank && index < source.rank()
                 ? source[index]
                 : op.unknown(0, unsigned(index));
    if (item.is(-1) && !open)
      open = index;
    else
      product = op.exprs.mul(product, size);
    // What is no size may be -1.
    isProductKnown &= item.literal() || size->isNonNegative;
    bool isSize = item.literal() ? !item.is(-1) : size->isNonNegative;
    shape.dims.push_back(isSize ? size : op.unknown(0, unsigned(index)));
  }
  if (!open)
    return shape;
  if (isProductKnown && !product.is(0))
    shape.dims[*open] =
        op.exprs.floorDiv(op.exprs.product(source.dims), product);
  return shape;
}

llvm::SmallVector<Integers> rules::groupsOf(mlir::Attribute attribute) {
  llvm::SmallVector<Integers> groups;
  if (auto array = llvm::dyn_cast_if_present<mlir::ArrayAttr>(attribute))
    for (mlir::Attribute group : array)
      groups.push_back(integersIn(group).value_or(Integers()));
  return groups;
}

Shape rules::collapsed(OpShapes &op, const Shape &shape,
                       llvm::ArrayRef<Integers> groups) {
  if (!shape.hasRank)
    return Shape::unknown();
  Shape result = Shape::ranked({});
  for (const Integers &group : groups) {
    DimExpr product = op.literal(1);
    for (int64_t member : group) {
      std::optional<size_t> dim = axisOf(member, shape);
      if (!dim)
        return Shape::unknown();
      product = op.exprs.mul(product, shape[*dim]);
    }
    result.dims.push_back(product);
  }
  return result;
}

Shape rules::rankReduced(OpShapes &op, const Shape &sizes, unsigned result) {
  std::optional<size_t> rank = op.statedRank(result);
  if (!rank || sizes.hasRankOf(*rank) || !sizes.hasRank)
    return sizes;
  // Which unit dimension was dropped does not matter; where others could be
  // meant, only the rank is known.
  Shape kept = Shape::ranked({});
  for (DimExpr size : sizes.dims)
    if (!size.is(1))
      kept.dims.push_back(size);
  if (kept.rank() == *rank)
    return kept;
  llvm::SmallVector<std::optional<int64_t>, 4> stated = op.statedSizes(result);
  Shape aligned = Shape::ranked({});
  size_t from = 0;
  for (unsigned dim = 0; dim < *rank; ++dim) {
    size_t left = *rank - dim;
    auto fits = [&](DimExpr size) {
      return !stated[dim] || !size.literal() || size.is(*stated[dim]);
    };
    while (from < sizes.rank() && sizes[from].is(1) &&
           sizes.rank() - from > left && !fits(sizes[from]))
      ++from;
    if (from >= sizes.rank())
      return Shape::unknown();
    // A unit dimension may be kept or dropped: only its size is clear.
    bool isClear = fits(sizes[from]) && stated[dim];
    aligned.dims.push_back(isClear ? op.literal(*stated[dim])
                                   : op.unknown(result, dim));
    ++from;
  }
  return aligned;
}

/// Axes as an attribute or as operand `operand`.
std::optional<Integers> rules::axesOf(OpShapes &op, unsigned operand) {
  if (op.has({"axes"}) || op.isAbsent(operand))
    return op.integers({"axes"});
  return op.literals(operand);
}

//===----------------------------------------------------------------------===//
// Whole ops
//===----------------------------------------------------------------------===//

void rules::elementwise(OpShapes &op) {
  op.because("same shape as the operands");
  Shape shape;
  for (const Shape &other : shapesFrom(op, 0))
    shape = op.equal(shape, other);
  op.setAll(shape);
}

/// ONNX once aligned by an axis, and TensorFlow may compare what does not fit.
static bool isNumpyBroadcast(const OpShapes &op) {
  return !op.has({"broadcast"}) &&
         op.integer({"incompatible_shape_error"}) != 0;
}

void rules::broadcast(OpShapes &op) {
  if (!isNumpyBroadcast(op))
    return;
  op.because(broadcastRule);
  op.setAll(broadcastShapes(op, shapesFrom(op, 0)));
}

void rules::pairwise(OpShapes &op) {
  op.because("same shape as the operand");
  for (unsigned i = 0; i < op.resultCount(); ++i)
    op.set(i, op.shape(i));
}

void rules::stated(OpShapes &op) {
  op.because("stated by its type");
  for (unsigned i = 0; i < op.resultCount(); ++i)
    op.set(i, op.stated(i));
}

void rules::statedWithOperands(OpShapes &op) {
  op.because("stated by its type and operands");
  llvm::SmallVector<DimExpr> sizes;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    sizes.push_back(op.scalar(i));
  for (unsigned i = 0; i < op.resultCount(); ++i)
    op.set(i, op.stated(i, sizes));
}

void rules::destination(OpShapes &op) {
  auto styled =
      llvm::dyn_cast<mlir::DestinationStyleOpInterface>(op.operation());
  if (!styled)
    return;
  op.because("shape of the destination");
  for (mlir::OpResult result : op.operation()->getResults())
    if (mlir::OpOperand *init = styled.getTiedOpOperand(result))
      op.set(result.getResultNumber(), op.shape(init->getOperandNumber()));
}

/// The integers in the operand, also where only the result says how many.
static void passElements(OpShapes &op, const Shape &result) {
  if (std::optional<Elements> elements = op.wholeNumbers(0))
    return op.setElements(0, *elements);
  std::optional<int64_t> count =
      result.hasRankOf(1) ? result[0].literal() : std::nullopt;
  Elements elements;
  for (int64_t i = 0; count && i < *count; ++i)
    if (DimExpr element = op.element(0, i))
      elements.items.push_back(element);
    else
      return;
  if (count)
    op.setElements(0, elements);
}

void rules::cast(OpShapes &op) {
  op.because("same shape as the operand");
  Shape stated = op.stated(0);
  Shape source = op.shape(0);
  Shape result = source.hasRank ? source : stated;
  if (source.hasRankOf(stated.rank()) && stated.hasRank)
    for (size_t dim = 0; dim < stated.rank(); ++dim)
      if (stated[dim].literal()) {
        op.equal(source[dim], stated[dim]);
        result.dims[dim] = stated[dim];
      }
  op.set(0, result);
  passElements(op, result);
}

void rules::sameInteger(OpShapes &op) {
  op.because("same shape as the operand");
  op.set(0, op.shape(0));
  passElements(op, op.shape(0));
}

void rules::shapeOf(OpShapes &op) {
  op.because("the rank of the operand");
  Shape shape = op.shape(0);
  if (!shape.hasRank)
    return op.set(0, op.stated(0));
  op.set(0, Shape::ranked({op.literal(int64_t(shape.rank()))}));
  Elements extents;
  extents.items.assign(shape.dims.begin(), shape.dims.end());
  op.setElements(0, extents);
}
