//===- Torch.cpp - torch's aten ops ---------------------------------------===//
//
// Sizes are operands: `!torch.int` constants and lists of them.
//
//===----------------------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "llvm/ADT/Sequence.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// `torch.constant.int 3`, whose number stands in its text or its attribute.
void constantInt(OpShapes &op) {
  if (std::optional<int64_t> value = op.integer({"value"}))
    return op.setScalar(0, op.literal(*value));
  llvm::StringRef text = op.written();
  int64_t value = 0;
  text = text.drop_front(std::min(text.find("constant.int"), text.size()));
  if (text.consume_front("constant.int") &&
      !text.ltrim().consumeInteger(10, value))
    op.setScalar(0, op.literal(value));
}

void constantBool(OpShapes &op) {
  if (std::optional<int64_t> value = op.integer({"value"}))
    return op.setScalar(0, op.literal(*value));
  if (op.written().contains("constant.bool true"))
    op.setScalar(0, op.literal(1));
  else if (op.written().contains("constant.bool false"))
    op.setScalar(0, op.literal(0));
}

void list(OpShapes &op) {
  Elements items;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> item = op.elements(i);
    if (!item || item->items.size() != 1)
      return;
    items.items.push_back(item->items[0]);
  }
  op.setElements(0, items);
}

void size(OpShapes &op) {
  Shape shape = op.shape(0);
  if (std::optional<size_t> dim = axisOf(op, 1, shape))
    op.setScalar(0, shape[*dim]);
}

/// Sizes in a list; -1 is what remains.
void view(OpShapes &op) {
  op.because("the list of sizes");
  if (std::optional<Elements> target = op.elements(1))
    op.set(0, reshaped(op, op.shape(0), *target, /*zeroCopies=*/false));
}

/// A dimension of the first operand becomes that number; only 1 is repeated.
void stretch(OpShapes &op, unsigned dim, DimExpr to) {
  DimExpr size = op.shape(0)[dim];
  if (std::optional<int64_t> number = size.literal();
      number && *number != 1 && size != to)
    op.reject("repeats dimension " + llvm::Twine(dim) + " of $0, which is " +
                  llvm::Twine(*number) + " and not 1, to " +
                  llvm::Twine(*to.literal()),
              {Subject::operand(0)});
  op.stretch(size, to);
}

/// The list's sizes, of which -1 is the operand's.
void expand(OpShapes &op) {
  op.because("the list of sizes");
  Shape source = op.shape(0);
  std::optional<Elements> target = op.elements(1);
  if (!target)
    return;
  Shape result = fromElements(op, *target, 0);
  for (size_t i = 1; i <= result.rank(); ++i) {
    size_t dim = result.rank() - i;
    bool isOfSource = source.hasRank && i <= source.rank();
    if (isOfSource && target->items[dim].literal().value_or(-1) >= 0)
      stretch(op, unsigned(source.rank() - i), target->items[dim]);
    if (target->items[dim].is(-1) && isOfSource)
      result.dims[dim] = source[source.rank() - i];
    else if (!target->items[dim]->isNonNegative) // It may be -1.
      result.dims[dim] = op.unknown(0, unsigned(dim));
  }
  op.set(0, result);
}

template <unsigned operand>
void sized(OpShapes &op) {
  op.because("the list of sizes");
  if (std::optional<Elements> sizes = op.elements(operand))
    op.set(0, fromElements(op, *sizes, 0));
}

void permute(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.literals(1)));
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  Shape shape = op.shape(0);
  std::optional<size_t> a = axisOf(op, 1, shape), b = axisOf(op, 2, shape);
  if (!a || !b)
    return;
  std::swap(shape.dims[*a], shape.dims[*b]);
  op.set(0, shape);
}

void transposeMatrix(OpShapes &op) {
  Shape shape = op.shape(0);
  if (shape.hasRankOf(2))
    std::swap(shape.dims[0], shape.dims[1]);
  if (shape.hasRank && shape.rank() <= 2)
    op.set(0, shape);
}

void unsqueezed(OpShapes &op) { unsqueeze(op, numberOf(op, 1)); }

/// A size that may be 1 may be kept or dropped.
void squeezeDim(OpShapes &op) {
  op.because("without the axis");
  Shape shape = op.shape(0);
  std::optional<size_t> dim = axisOf(op, 1, shape);
  if (!dim || !shape[*dim].literal())
    return;
  if (shape[*dim].is(1))
    shape.dims.erase(shape.dims.begin() + *dim);
  op.set(0, shape);
}

void flatten(OpShapes &op) {
  op.because("dimensions made one");
  Shape shape = op.shape(0);
  std::optional<size_t> first = axisOf(op, 1, shape),
                        last = axisOf(op, 2, shape);
  if (!first || !last || *first > *last)
    return;
  llvm::ArrayRef<DimExpr> dims(shape.dims);
  Shape result = Shape::ranked(dims.take_front(*first));
  result.dims.push_back(
      op.exprs.product(dims.slice(*first, *last - *first + 1)));
  llvm::append_range(result.dims, dims.drop_front(*last + 1));
  op.set(0, result);
}

void matmul(OpShapes &op) {
  op.because("matrix product");
  op.set(0, matrixProduct(op, op.shape(0), op.shape(1)));
}

/// input, weight [out, in], bias
void linear(OpShapes &op) {
  op.because("matrix product");
  Shape shape = op.shape(0), weight = op.shape(1);
  if (!shape.hasRank || shape.rank() == 0 || !weight.hasRankOf(2))
    return;
  op.equal(shape.dims.back(), weight[1]);
  shape.dims.back() = weight[0];
  op.set(0, shape);
}

void addmm(OpShapes &op) {
  op.because("matrix product");
  op.set(0, matrixProduct(op, op.shape(1), op.shape(2)));
}

void embedding(OpShapes &op) {
  op.because("weight and indices");
  Shape weight = op.shape(0), shape = op.shape(1);
  if (!shape.hasRank || !weight.hasRankOf(2))
    return;
  shape.dims.push_back(weight[1]);
  op.set(0, shape);
}

/// input, dims, keepdim
void reduceDims(OpShapes &op) {
  op.because("the operand's shape, reduced");
  Shape shape = op.shape(0);
  std::optional<Integers> axes = op.isAbsent(1) ? Integers() : op.literals(1);
  std::optional<int64_t> keeps = numberOf(op, 2);
  // None means all; so does any of a scalar.
  bool isAll = axes && shape.hasRank && (axes->empty() || shape.rank() == 0);
  if (isAll)
    *axes = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(shape.rank())));
  if (axes && keeps)
    op.set(0, reduced(op, shape, *axes, *keeps != 0));
}

void reduceAll(OpShapes &op) { op.set(0, Shape::ranked({})); }

} // namespace

static constexpr RuleRow rows[] = {
    {"constant.int", constantInt},
    {"constant.bool", constantBool},
    {"prim.ListConstruct", list},
    {"vtensor.literal tensor.literal operator", stated},
    {"aten.size.int", size},
    {"aten.add.Tensor aten.sub.Tensor aten.mul.Tensor aten.div.Tensor "
     "aten.div.Tensor_mode aten.maximum aten.minimum aten.eq.Tensor "
     "aten.ne.Tensor aten.lt.Tensor aten.le.Tensor aten.gt.Tensor "
     "aten.ge.Tensor aten.where.self aten.pow.Tensor_Tensor aten.atan2 "
     "aten.logical_and aten.logical_or aten.logical_xor "
     "aten.bitwise_and.Tensor aten.bitwise_or.Tensor aten.bitwise_xor.Tensor "
     "aten.remainder.Tensor aten.fmod.Tensor aten.floor_divide "
     "aten.clamp.Tensor aten.masked_fill.Scalar aten.masked_fill.Tensor",
     broadcast},
    {"aten.abs aten.acos aten.acosh aten.asin aten.asinh aten.atan aten.atanh "
     "aten.bitwise_not aten.ceil aten.clamp aten.clamp_max aten.clamp_min "
     "aten.clone aten.contiguous aten.copy aten.cos "
     "aten.cosh aten.cumsum aten.detach aten.dropout aten.elu aten.erf "
     "aten.exp aten.expm1 aten.fill.Scalar aten.floor aten.full_like "
     "aten.gelu aten.hardsigmoid aten.hardswish aten.hardtanh aten.isinf "
     "aten.isnan aten.leaky_relu aten.log aten.log10 aten.log1p aten.log2 "
     "aten.logical_not aten.log_softmax.int aten.mish "
     "aten.neg aten.ones_like aten.zeros_like aten.empty_like aten.prelu "
     "aten.rand_like aten.reciprocal aten.relu aten.relu6 aten.round "
     "aten.rsqrt aten.sigmoid aten.sign aten.silu aten.sin aten.sinh "
     "aten.softmax.int aten._softmax aten._log_softmax aten.softplus "
     "aten.sqrt aten.square aten.tan aten.tanh aten.triu aten.tril "
     "aten.to.dtype aten.to.dtype_layout aten.type_as aten.trunc "
     "aten.add.Scalar aten.sub.Scalar aten.mul.Scalar aten.div.Scalar "
     "aten.pow.Tensor_Scalar aten.rsub.Scalar aten.eq.Scalar aten.ne.Scalar "
     "aten.lt.Scalar aten.le.Scalar aten.gt.Scalar aten.ge.Scalar "
     "aten.remainder.Scalar aten.fmod.Scalar aten.batch_norm "
     "aten.layer_norm aten.group_norm aten.index_put aten.scatter.src "
     "aten.scatter_add aten.flip aten.roll copy.to_tensor copy.to_vtensor "
     "tensor_static_info_cast derefine aten.quantize_per_tensor "
     "aten.dequantize.tensor aten.dequantize.self aten.int_repr "
     "aten._make_per_tensor_quantized_tensor",
     like<0>},
    {"aten.gather", like<2>},
    {"aten.view aten.reshape aten._unsafe_view", view},
    {"aten.expand aten.broadcast_to", expand},
    {"aten.zeros aten.ones aten.full aten.empty.memory_format aten.rand "
     "aten.randn",
     sized<0>},
    {"aten.new_zeros aten.new_ones aten.new_full aten.new_empty", sized<1>},
    {"aten.permute", permute},
    {"aten.transpose.int", transpose},
    {"aten.t", transposeMatrix},
    {"aten.unsqueeze", unsqueezed},
    {"aten.squeeze.dim", squeezeDim},
    {"aten.flatten.using_ints", flatten},
    {"aten.matmul aten.mm aten.bmm", matmul},
    {"aten.linear", linear},
    {"aten.addmm", addmm},
    {"aten.embedding", embedding},
    {"aten.sum.dim_IntList aten.mean.dim aten.amax aten.amin aten.any.dim "
     "aten.all.dim aten.argmax aten.argmin",
     reduceDims},
    {"aten.sum aten.mean aten.max aten.min aten.any aten.all", reduceAll},
};

RuleTable shapels::torchRules() { return {"torch", rows}; }
