//===- OpShapes.cpp -------------------------------------------------------===//

#include "core/shape/OpShapes.h"
#include "core/shape/ShapeState.h"
#include "core/shape/StatedShape.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace shapels;

OpShapes::OpShapes(ShapeState &state, mlir::Operation *op, Said &said)
    : OpAttributes(state, op), exprs(state.pool), said(said) {}

OpShapes::OpShapes(ShapeState &state, mlir::Operation *op,
                   const OpSketch &sketch, Said &said)
    : OpAttributes(state, op, sketch), exprs(state.pool), said(said) {}

bool shapels::isInStrictFunction(mlir::Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr("torch.assume_strict_symbolic_shapes"))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Shape OpShapes::shape(unsigned operand) {
  return operand < operandCount() ? state.shapeOf(op->getOperand(operand))
                                  : Shape::unknown();
}

llvm::SmallVector<Shape> OpShapes::shapesIn(unsigned operand) {
  said.looksAround = true;
  mlir::Operation *list = operand < operandCount()
                              ? op->getOperand(operand).getDefiningOp()
                              : nullptr;
  llvm::SmallVector<Shape> shapes;
  if (list && list->getName().getStringRef().ends_with(".ListConstruct"))
    for (mlir::Value item : list->getOperands())
      shapes.push_back(state.shapeOf(item));
  return shapes;
}

std::optional<Elements> OpShapes::allElements(unsigned operand) {
  return operand < operandCount() ? state.elementsOf(op->getOperand(operand))
                                  : std::nullopt;
}

std::optional<Elements> OpShapes::elements(unsigned operand) {
  bool mayBeList = operand < operandCount() &&
                   !llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(
                       op->getOperand(operand).getType()));
  if (!mayBeList)
    return std::nullopt;
  std::optional<Elements> all = wholeNumbers(operand);
  return all && shape(operand).rank() <= 1 ? all : std::nullopt;
}

std::optional<Elements> OpShapes::wholeNumbers(unsigned operand) {
  std::optional<Elements> all = allElements(operand);
  return all && !all->areBits ? all : std::nullopt;
}

std::optional<llvm::SmallVector<double>> OpShapes::numbers(unsigned operand) {
  std::optional<Elements> all = allElements(operand);
  if (!all)
    return std::nullopt;
  llvm::SmallVector<double> result;
  for (DimExpr item : all->items) {
    if (!item.literal())
      return std::nullopt;
    result.push_back(all->areBits ? llvm::bit_cast<double>(*item.literal())
                                  : double(*item.literal()));
  }
  return result;
}

DimExpr OpShapes::element(unsigned operand, int64_t index) {
  bool isNone = operand >= operandCount() || index < 0 ||
                (allElements(operand) && !elements(operand));
  return isNone ? DimExpr()
                : state.elementOf(op->getOperand(operand), size_t(index));
}

DimExpr OpShapes::scalar(unsigned operand) {
  std::optional<Elements> all = elements(operand);
  return all && all->items.size() == 1 ? all->items[0] : exprs.unknown();
}

std::optional<Integers> OpShapes::literals(unsigned operand) {
  std::optional<Elements> all = elements(operand);
  if (!all)
    return std::nullopt;
  Integers values;
  for (DimExpr item : all->items) {
    if (!item.literal())
      return std::nullopt;
    values.push_back(*item.literal());
  }
  return values;
}

static bool isNone(mlir::Type type) {
  return llvm::isa<mlir::NoneType>(type) || isTypeNamed(type, "torch", "none");
}

bool OpShapes::isAbsent(unsigned operand) const {
  return operand >= operandCount() || isNone(op->getOperand(operand).getType());
}

bool OpShapes::isScalar(unsigned operand) const {
  return operand < operandCount() &&
         isScalarType(op->getOperand(operand).getType());
}

/// Of unknown rank where the op lacks that result.
TypeShape OpShapes::statedType(unsigned result) const {
  return result < said.results.size()
             ? statedShape(op->getResult(result).getType())
             : TypeShape();
}

llvm::SmallVector<std::optional<int64_t>, 4>
OpShapes::statedSizes(unsigned result) {
  said.usesStated = true;
  llvm::SmallVector<std::optional<int64_t>, 4> sizes;
  TypeShape type = statedType(result);
  if (type.isRanked())
    for (Dim dim : *type.dims)
      sizes.push_back(dim.isStatic() ? std::optional(dim.size())
                                     : std::nullopt);
  return sizes;
}

std::optional<size_t> OpShapes::statedRank(unsigned result) {
  TypeShape type = statedType(result);
  return type.isRanked() ? std::optional(type.rank()) : std::nullopt;
}

Shape OpShapes::stated(unsigned result, llvm::ArrayRef<DimExpr> dynamic) {
  TypeShape type = statedType(result);
  if (!type.isRanked())
    return Shape::unknown();
  said.usesStated = true;
  Shape shape = Shape::ranked({});
  for (auto [index, dim] : llvm::enumerate(*type.dims))
    if (!dim.isDynamic()) {
      shape.dims.push_back(state.exprOf(dim));
    } else if (!dynamic.empty()) {
      shape.dims.push_back(dynamic.front());
      dynamic = dynamic.drop_front();
    } else {
      shape.dims.push_back(unknown(result, unsigned(index)));
    }
  return shape;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void OpShapes::set(unsigned result, Shape shape) {
  if (result >= said.results.size())
    return;
  said.results[result].shape = std::move(shape);
  said.isDone[result] = true;
}

void OpShapes::setAll(const Shape &shape) {
  for (unsigned result = 0; result < said.results.size(); ++result)
    set(result, shape);
}

/// Whether numbers of the type hold the value. Of what does not hold an index
/// only literals are known: it may wrap around, or be rounded.
static bool holds(mlir::Type type, DimExpr value) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element)) {
    int64_t mostExact = int64_t(1) << 24;
    int64_t literal = value.literal().value_or(0);
    return real.getWidth() == 64 ||
           (real.getWidth() == 32 && literal <= mostExact &&
            literal >= -mostExact);
  }
  if (!value.literal() && rules::isTruth(value))
    return true;
  auto integer = llvm::dyn_cast<mlir::IntegerType>(element);
  if (!integer || integer.getWidth() >= 64)
    return true;
  std::optional<int64_t> literal = value.literal();
  if (!literal)
    return integer.getWidth() >= 32;
  int64_t limit = int64_t(1) << (integer.getWidth() - 1);
  return *literal >= -limit && *literal < 2 * limit;
}

void OpShapes::setElements(unsigned result, Elements elements) {
  if (result >= said.results.size() || elements.items.size() > Elements::most)
    return;
  mlir::Type type = op->getResult(result).getType();
  if (elements.areBits || llvm::all_of(elements.items, [&](DimExpr item) {
        return holds(type, item);
      }))
    said.results[result].elements = std::move(elements);
}

void OpShapes::setNumbers(unsigned result, llvm::ArrayRef<double> numbers,
                          bool isScalar) {
  constexpr double mostExact = 1ll << 53;
  Elements elements;
  elements.isScalar = isScalar;
  elements.areBits = !llvm::all_of(numbers, [](double number) {
    return std::trunc(number) == number && std::abs(number) <= mostExact;
  });
  for (double number : numbers)
    elements.items.push_back(literal(
        elements.areBits ? llvm::bit_cast<int64_t>(number) : int64_t(number)));
  setElements(result, elements);
}

void OpShapes::setScalar(unsigned result, DimExpr value) {
  setElements(result, Elements::scalar(value));
}

DimExpr OpShapes::unknown(unsigned result, unsigned dim) {
  bool hasName = result < said.results.size() && !isSketch();
  return hasName ? state.sizeOf(op->getResult(result), dim) : exprs.unknown();
}

void OpShapes::reject(const llvm::Twine &why, Subjects about) {
  if (said.rejections)
    said.rejections->push_back({why.str(), std::move(about)});
}

/// The user's words for what is wrong if what the op states does not hold.
static std::string_view errorOf(mlir::Operation *op) {
  for (llvm::StringRef name : {"error", "msg"})
    if (auto words = op->getAttrOfType<mlir::StringAttr>(name))
      return words.getValue();
  return "";
}

OpShapes::Said OpShapes::applyTo(mlir::Operation *part,
                                 llvm::function_ref<void(OpShapes &)> rule,
                                 bool mayReject) {
  Said ofPart(part);
  ofPart.rejections = mayReject ? said.rejections : nullptr;
  size_t before = mayReject && said.rejections ? said.rejections->size() : 0;
  OpShapes view(state, part, ofPart);
  rule(view);
  for (size_t i = before; ofPart.rejections && i < said.rejections->size();
       ++i) {
    (*said.rejections)[i].source = part;
    (*said.rejections)[i].error = errorOf(part);
  }
  return ofPart;
}

DimExpr OpShapes::equal(DimExpr a, DimExpr b, std::string_view how) {
  if (said.rejections && a.literal() && b.literal() && a != b)
    said.rejections->push_back({"needs equal sizes, but has " +
                                    std::to_string(*a.literal()) + " and " +
                                    std::to_string(*b.literal()),
                                {},
                                Rejection::Sizes::Equal,
                                how});
  state.learn(a, b);
  return b.literal() && !a.literal() ? b : a;
}

void OpShapes::broadcasts(DimExpr a, DimExpr b) {
  if (said.rejections && a.literal() && b.literal() && a != b && !a.is(1) &&
      !b.is(1))
    said.rejections->push_back({"does not broadcast " +
                                    std::to_string(*a.literal()) + " with " +
                                    std::to_string(*b.literal()),
                                {},
                                Rejection::Sizes::Broadcast});
  state.meet(a, b);
}

void OpShapes::limit(DimExpr size, const DimRange &range) {
  state.learn(size, range);
}

void OpShapes::stretch(DimExpr size, DimExpr other) {
  state.learnChoice(size, other);
}

DimExpr OpShapes::named(llvm::StringRef name) { return state.named(op, name); }

void OpShapes::call(DimExpr size, llvm::StringRef name) {
  if (!size.literal())
    state.learn(size, named(name), /*isName=*/true);
}

Shape OpShapes::equal(const Shape &a, const Shape &b) {
  if (!a.hasRank || !b.hasRank || a.rank() != b.rank())
    return a.hasRank ? a : b;
  Shape result = a;
  for (size_t dim = 0; dim < a.rank(); ++dim)
    result.dims[dim] = equal(a[dim], b[dim]);
  return result;
}

Elements OpShapes::listOf(llvm::ArrayRef<int64_t> values, bool isScalar) {
  Elements list;
  for (int64_t value : values)
    list.items.push_back(literal(value));
  list.isScalar = isScalar;
  return list;
}

bool OpShapes::isStrict() const {
  return state.isStrict() || isInStrictFunction(op);
}
