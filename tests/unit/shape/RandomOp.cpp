//===- RandomOp.cpp -------------------------------------------------------===//

#include "shape/RandomOp.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace shapels::test;

std::string PlainType::str() const {
  static constexpr const char *names[] = {"tensor", "vector", "memref"};
  if (kind == Scalar)
    return "i32";
  std::string text = std::string(names[kind]) + "<";
  if (!shape)
    return text + "*xi32>";
  for (Size size : *shape)
    text += (size == dynamic ? "?" : std::to_string(size)) + "x";
  return text + "i32>";
}

mlir::Type PlainType::in(mlir::MLIRContext &context) const {
  mlir::Type element = mlir::IntegerType::get(&context, 32);
  if (kind == Scalar)
    return element;
  if (!shape)
    return kind == Memref
               ? mlir::Type(mlir::UnrankedMemRefType::get(element, {}))
               : mlir::Type(mlir::UnrankedTensorType::get(element));
  llvm::SmallVector<int64_t> sizes;
  for (Size size : *shape)
    sizes.push_back(size == dynamic ? mlir::ShapedType::kDynamic : size);
  switch (kind) {
  case Tensor:
    return mlir::RankedTensorType::get(sizes, element);
  case Vector:
    return mlir::VectorType::get(sizes, element);
  default:
    return mlir::MemRefType::get(sizes, element);
  }
}

std::string RandomOp::str() const {
  std::string text, operandNames, operandTypes, resultTypes;
  for (size_t i = 0; i < results.size(); ++i) {
    text += (i ? ", %" : "%") + std::to_string(i);
    resultTypes += (i ? ", " : "") + results[i].str();
  }
  text += results.empty() ? "" : " = ";
  for (size_t i = 0; i < operands.size(); ++i) {
    operandNames += (i ? ", %arg" : "%arg") + std::to_string(i);
    operandTypes += (i ? ", " : "") + operands[i].str();
  }
  if (results.size() != 1)
    resultTypes = "(" + resultTypes + ")";
  return text + "\"test.broadcastable\"(" + operandNames + ") : (" +
         operandTypes + ") -> " + resultTypes;
}

//===----------------------------------------------------------------------===//
// Generation
//===----------------------------------------------------------------------===//

Size OpGenerator::anySize() {
  static constexpr Size sizes[] = {0, 1, 1, 2, 3, 4, 5, dynamic, dynamic};
  return sizes[below(std::size(sizes))];
}

/// A suffix of `from`, or a longer shape, with some sizes replaced: mostly by
/// 1 or `?`, with `noise` percent by any.
PlainType OpGenerator::cut(const std::vector<Size> &from, unsigned noise) {
  PlainType type{mainKind, std::vector<Size>()};
  size_t rank = from.size();
  if (chance(35))
    rank = below(static_cast<unsigned>(from.size()) + 1);
  else if (chance(noise))
    rank = below(7);
  for (size_t i = 0; i < rank; ++i) {
    bool isAdded = i + from.size() < rank;
    Size size = isAdded ? anySize() : from[from.size() - rank + i];
    size = chance(noise) ? anySize() : chance(20) ? 1 : size;
    type.shape->push_back(chance(15) ? dynamic : size);
  }
  if (chance(8))
    type.shape.reset();
  return type;
}

/// Makes it a type that MLIR has: no `?` and no 0 in vectors, no unranked
/// vectors.
void OpGenerator::restrict(PlainType &type) const {
  if (type.kind != PlainType::Vector)
    return;
  if (!type.shape)
    type.shape.emplace();
  for (Size &size : *type.shape)
    size = size == dynamic || size == 0 ? 1 : size;
}

RandomOp OpGenerator::next() {
  mainKind = chance(75) ? PlainType::Tensor : PlainType::Vector;
  unsigned noise = below(4) * 3;
  std::vector<Size> full(below(7));
  for (Size &size : full)
    size = anySize();
  RandomOp op;
  op.operands.resize(chance(3) ? 0 : 1 + below(5));
  op.results.resize(chance(4) ? 0 : chance(4) ? 2 : 1);
  for (std::vector<PlainType> *types : {&op.operands, &op.results})
    for (PlainType &type : *types) {
      type = cut(full, noise);
      if (types == &op.results && chance(75))
        type.shape = full;
      if (chance(2))
        type.kind = static_cast<PlainType::Kind>(below(4));
      restrict(type);
    }
  return op;
}

//===----------------------------------------------------------------------===//
// Shrinking
//===----------------------------------------------------------------------===//

namespace {

using Fails = std::function<bool(const RandomOp &)>;

/// Takes `candidate` over if it still fails.
bool takeIfFails(RandomOp &op, RandomOp candidate, const Fails &fails) {
  if (!fails(candidate))
    return false;
  op = std::move(candidate);
  return true;
}

/// Makes the shape of one type simpler, if there is a simpler one that fails.
bool shrinkShape(RandomOp &op, std::vector<PlainType> RandomOp::*list,
                 size_t index, const Fails &fails) {
  if (!(op.*list)[index].shape)
    return false;
  for (size_t dim = 0; dim < (op.*list)[index].shape->size(); ++dim) {
    RandomOp candidate = op;
    auto &shape = *(candidate.*list)[index].shape;
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(dim));
    if (takeIfFails(op, candidate, fails))
      return true;
    Size old = (*(op.*list)[index].shape)[dim];
    for (Size simpler : {Size(1), Size(2)}) {
      if (old == simpler || (old == 1 && simpler == 2))
        continue;
      candidate = op;
      (*(candidate.*list)[index].shape)[dim] = simpler;
      if (takeIfFails(op, candidate, fails))
        return true;
    }
  }
  return false;
}

bool shrinkOnce(RandomOp &op, const Fails &fails) {
  for (auto list : {&RandomOp::operands, &RandomOp::results})
    for (size_t i = 0; i < (op.*list).size(); ++i) {
      RandomOp candidate = op;
      (candidate.*list)
          .erase((candidate.*list).begin() + static_cast<ptrdiff_t>(i));
      if (takeIfFails(op, candidate, fails) || shrinkShape(op, list, i, fails))
        return true;
    }
  return false;
}

} // namespace

RandomOp shapels::test::shrink(RandomOp op, const Fails &fails) {
  while (shrinkOnce(op, fails))
    ;
  return op;
}
