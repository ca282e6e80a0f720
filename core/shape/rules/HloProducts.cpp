//===- HloProducts.cpp - Products and reductions of stablehlo, mhlo -------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"
#include "core/shape/rules/HloChecks.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Batching dimensions, then those of each side that are not contracted.
void dotGeneral(OpShapes &op) {
  op.because("dot dimension numbers");
  OpShapes::Names numbers = {"dot_dimension_numbers"};
  auto list = [&](llvm::StringRef key) {
    return op.integersWithin(numbers, key).value_or(Integers());
  };
  Shape a = op.shape(0), b = op.shape(1);
  Integers batchA = list("lhs_batching_dimensions"),
           batchB = list("rhs_batching_dimensions"),
           contractedA = list("lhs_contracting_dimensions"),
           contractedB = list("rhs_contracting_dimensions");
  if (!op.has(numbers)) {
    if (op.written().empty())
      return;
    batchA = op.written("batching_dims", 0);
    batchB = op.written("batching_dims", 1);
    contractedA = op.written("contracting_dims", 0);
    contractedB = op.written("contracting_dims", 1);
  }
  op.set(0,
         generalProduct(op, a, b, {batchA, batchB, contractedA, contractedB}));
}

/// The last dimension of the left side with the first of the right one.
void dot(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  if (!a.hasRank || !b.hasRank || a.rank() == 0 || b.rank() == 0)
    return;
  op.equal(a.dims.back(), b.dims.front(), contracted);
  Shape shape = Shape::ranked(llvm::ArrayRef(a.dims).drop_back());
  llvm::append_range(shape.dims, llvm::ArrayRef(b.dims).drop_front());
  op.set(0, shape);
}

/// The first half of the operands, each reduced. The custom form has each of
/// them before its initial value: `(%a init: %x), (%b init: %y)`.
void reduce(OpShapes &op) {
  op.because("the operands' shape, reduced");
  std::optional<Integers> axes = op.integers({"dimensions"});
  unsigned step = hasInitsBetween(op) ? 2 : 1;
  Shape all;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    all = op.equal(all, op.shape(step * i));
  for (unsigned i = 0; axes && i < op.resultCount(); ++i)
    op.set(i, reduced(op, op.shape(step * i), *axes, false));
}

void einsumOf(OpShapes &op) {
  op.because("the equation");
  op.set(0, einsum(op, op.text({"einsum_config", "config"})));
}

/// Of real numbers half the spectrum is enough.
void fft(OpShapes &op) {
  op.because("the transform's length");
  Shape shape = op.shape(0);
  std::string type = op.text({"fft_type", "type"});
  std::optional<Integers> length = op.integers({"fft_length", "length"});
  if (!shape.hasRank || shape.rank() == 0 || !length || length->empty())
    return;
  bool isInverse = type.find("IRFFT") != type.npos;
  if (isInverse)
    for (size_t i = 0; i < length->size() && i < shape.rank(); ++i)
      shape.dims[shape.rank() - 1 - i] =
          op.literal((*length)[length->size() - 1 - i]);
  else if (type.find("RFFT") != type.npos)
    shape.dims.back() = op.literal(length->back() / 2 + 1);
  op.set(0, shape);
}

/// The operand's, and one size per feature.
void batchNorm(OpShapes &op) {
  op.because("the operand, and one per feature");
  Shape shape = op.shape(0), features = op.shape(1);
  if (std::optional<int64_t> index = op.integer({"feature_index"}))
    if (std::optional<size_t> dim = axisOf(*index, shape)) {
      DimExpr size = shape[*dim];
      for (unsigned i = 1; i < op.operandCount(); ++i)
        if (Shape other = op.shape(i); other.hasRankOf(1))
          size = op.equal(size, other[0]);
      shape.dims[*dim] = size;
      features = Shape::ranked({size});
    }
  op.set(0, shape);
  for (unsigned i = 1; i < op.resultCount(); ++i)
    op.set(i, features);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"dot_general", dotGeneral},
    {"dot", dot},
    {"reduce", reduce},
    {"fft", fft},
    {"batch_norm_training batch_norm_inference batch_norm_grad", batchNorm},
    {"sort", elementwise},
    {"einsum unary_einsum", einsumOf},
};

RuleTable shapels::hloProductRules() { return {"stablehlo mhlo", rows}; }
