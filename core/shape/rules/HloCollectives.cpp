//===- HloCollectives.cpp - Parts of other devices, bits, ragged products -===//
//
// Of stablehlo and mhlo, as the specification has it.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// The operands, but for the dimension that the number of devices changes: of
/// that the verifier takes any multiple, so the type states it.
template <bool isSplit>
void perDevice(OpShapes &op) {
  op.because("the operand of each device");
  std::optional<int64_t> axis =
      op.integer({isSplit ? "scatter_dimension" : "all_gather_dim"});
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    Shape shape = op.shape(i);
    std::optional<size_t> dim = axis ? axisOf(*axis, shape) : std::nullopt;
    if (!dim)
      continue;
    Shape type = op.stated(i);
    shape.dims[*dim] = type.hasRankOf(shape.rank())
                           ? type[*dim]
                           : op.unknown(i, unsigned(*dim));
    op.set(i, shape);
  }
}

/// One dimension is split, another has all parts.
void allToAll(OpShapes &op) {
  op.because("parts of each device");
  std::optional<int64_t> from = op.integer({"split_dimension"}),
                         to = op.integer({"concat_dimension"}),
                         count = op.integer({"split_count"});
  for (unsigned i = 0; from && to && count && i < op.resultCount(); ++i) {
    Shape shape = op.shape(i);
    std::optional<size_t> split = axisOf(*from, shape),
                          concat = axisOf(*to, shape);
    if (!split || !concat || *count <= 0)
      continue;
    if (*split != *concat) {
      shape.dims[*split] = op.exprs.floorDiv(shape[*split], op.literal(*count));
      shape.dims[*concat] = op.exprs.mul(shape[*concat], *count);
    }
    op.set(i, shape);
  }
}

/// Of an element; nothing where that is not known.
std::optional<int64_t> bitsOf(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  int64_t parts = 1;
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element)) {
    element = complex.getElementType();
    parts = 2;
  }
  return element.isIntOrFloat()
             ? std::optional(parts * int64_t(element.getIntOrFloatBitWidth()))
             : std::nullopt;
}

/// The same bits: the parts of what is wider are a new last dimension.
void bitcastConvert(OpShapes &op) {
  op.because("the operand's bits");
  if (op.operandCount() != 1 || op.resultCount() != 1)
    return;
  mlir::Operation *operation = op.operation();
  std::optional<int64_t> from = bitsOf(operation->getOperand(0).getType()),
                         to = bitsOf(operation->getResult(0).getType());
  Shape shape = op.shape(0);
  if (!from || !to || !shape.hasRank)
    return stated(op);
  if (*from > *to && *from % *to == 0) {
    shape.dims.push_back(op.literal(*from / *to));
  } else if (*from < *to && *to % *from == 0 && shape.rank() > 0) {
    op.equal(shape.dims.back(), op.literal(*to / *from));
    shape.dims.pop_back();
  } else if (*from != *to) {
    return;
  }
  op.set(0, shape);
}

/// The shapes of results may be operands.
void customCall(OpShapes &op) {
  std::optional<Integers> indices = op.integers({"indices_of_shape_operands"});
  if (!indices || indices->size() != op.resultCount())
    return stated(op);
  op.because("the shape operand");
  for (unsigned i = 0; i < op.resultCount(); ++i)
    if ((*indices)[i] >= 0)
      if (std::optional<Elements> sizes = op.elements(unsigned((*indices)[i])))
        op.set(i, fromElements(op, *sizes, i));
}

/// As dot_general; a group for each part of one dimension of the left side. A
/// contracted one leaves a product for each group.
void raggedDot(OpShapes &op) {
  op.because("dot dimension numbers");
  OpShapes::Names numbers = {"ragged_dot_dimension_numbers"};
  auto list = [&](llvm::StringRef key) {
    return op.integersWithin(numbers, key).value_or(Integers());
  };
  Shape a = op.shape(0), b = op.shape(1), groups = op.shape(2);
  ProductDims dims{
      list("lhs_batching_dimensions"), list("rhs_batching_dimensions"),
      list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions")};
  Integers ragged = list("lhs_ragged_dimensions");
  if (!op.has(numbers) || ragged.size() != 1 || !a.hasRank || !b.hasRank)
    return stated(op);
  dims.leftOutOfB = list("rhs_group_dimensions");
  bool isContracted = llvm::is_contained(dims.sumA, ragged[0]);
  Shape shape = generalProduct(op, a, b, dims);
  if (isContracted && shape.hasRank)
    shape.dims.insert(shape.dims.begin(), groups.hasRank && groups.rank() > 0
                                              ? groups.dims.back()
                                              : op.unknown(0, 0));
  op.set(0, shape);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"all_gather", perDevice<false>}, {"reduce_scatter", perDevice<true>},
    {"all_to_all", allToAll},         {"bitcast_convert", bitcastConvert},
    {"custom_call", customCall},      {"ragged_dot", raggedDot},
};

RuleTable shapels::hloCollectiveRules() {
  return {"stablehlo mhlo chlo", rows};
}
