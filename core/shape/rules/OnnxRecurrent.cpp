//===- OnnxRecurrent.cpp - Sequences, heads and statistics of onnx --------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

/// Says of an operand that is there which sizes it has.
void mustBe(OpShapes &op, unsigned operand, llvm::ArrayRef<DimExpr> sizes) {
  Shape own = op.shape(operand);
  if (!op.isAbsent(operand) && own.hasRankOf(sizes.size()))
    op.equal(own, Shape::ranked(sizes));
}

/// Operands X, W, R, B, lengths of sequences, initial states, P; results Y,
/// Y_h, Y_c. `gates` stand one behind the other in W, R and B.
template <unsigned gates>
void recurrent(OpShapes &op) {
  op.because("sequence, directions, batch, hidden");
  Shape x = op.shape(0), w = op.shape(1), r = op.shape(2);
  if (!x.hasRankOf(3) || !r.hasRankOf(3))
    return;
  bool isBatchFirst = op.integer({"layout"}).value_or(0) != 0;
  DimExpr length = x[isBatchFirst ? 1 : 0], batch = x[isBatchFirst ? 0 : 1];
  DimExpr hidden = r[2];
  if (std::optional<int64_t> size = op.integer({"hidden_size"}))
    hidden = op.equal(r[2], op.literal(*size));
  DimExpr directions =
      op.literal(op.text({"direction"}) == "bidirectional" ? 2 : 1);
  mustBe(op, 1, {directions, op.exprs.mul(hidden, gates), x[2]});
  mustBe(op, 2, {directions, op.exprs.mul(hidden, gates), hidden});
  mustBe(op, 3, {directions, op.exprs.mul(hidden, 2 * gates)});
  mustBe(op, 4, {batch});
  Shape state = isBatchFirst ? Shape::ranked({batch, directions, hidden})
                             : Shape::ranked({directions, batch, hidden});
  mustBe(op, 5, state.dims);
  mustBe(op, 6, state.dims);
  mustBe(op, 7, {directions, op.exprs.mul(hidden, 3)});
  op.setAll(state);
  op.set(0, isBatchFirst ? Shape::ranked({batch, length, directions, hidden})
                         : Shape::ranked({length, directions, batch, hidden}));
}

/// [batch, heads, length, size]; of [batch, length, heads * size] only with
/// the number of heads.
Shape withHeads(OpShapes &op, Shape shape, OpShapes::Names names) {
  if (shape.hasRankOf(4))
    return shape;
  std::optional<int64_t> heads = op.integer(names);
  if (!shape.hasRankOf(3) || !heads || *heads <= 0)
    return Shape::unknown();
  return Shape::ranked({shape[0], op.literal(*heads), shape[1],
                        op.exprs.floorDiv(shape[2], op.literal(*heads))});
}

/// Operands Q, K, V, mask, past key, past value; results Y, present key,
/// present value, products.
void attention(OpShapes &op) {
  op.because("query and value");
  Shape q = withHeads(op, op.shape(0), {"q_num_heads"}),
        k = withHeads(op, op.shape(1), {"kv_num_heads"}),
        v = withHeads(op, op.shape(2), {"kv_num_heads"}), past = op.shape(4);
  if (!q.hasRank || !v.hasRank)
    return;
  DimExpr batch = op.equal(q[0], v[0]);
  if (op.shape(0).hasRankOf(4))
    op.set(0, Shape::ranked({batch, q[1], q[2], v[3]}));
  else
    op.set(0, Shape::ranked({batch, q[2], op.exprs.mul(q[1], v[3])}));
  if (!k.hasRank)
    return;
  op.equal(q[3], k[3], contracted);
  op.equal(k[0], v[0]);
  op.equal(k[1], v[1]);
  op.equal(k[2], v[2], contracted);
  DimExpr all = k[2];
  if (!op.isAbsent(4))
    all = past.hasRankOf(4) ? op.exprs.add(past[2], k[2]) : op.exprs.unknown();
  op.set(1, Shape::ranked({batch, k[1], all, k[3]}));
  op.set(2, Shape::ranked({batch, v[1], all, v[3]}));
  op.set(3, Shape::ranked({batch, q[1], q[2], all}));
}

/// Statistics have one value for all dimensions from the axis on.
void layerNormalization(OpShapes &op) {
  op.because("same shape as the operand");
  Shape shape = op.shape(0);
  op.set(0, shape);
  std::optional<size_t> axis = axisOf(op.integer({"axis"}).value_or(-1), shape);
  for (size_t dim = axis.value_or(0); axis && dim < shape.rank(); ++dim)
    shape.dims[dim] = op.literal(1);
  for (unsigned i = 1; axis && i < op.resultCount(); ++i)
    op.set(i, shape);
}

/// Operands behind the first one have one value for each channel; so have
/// results.
void batchNormalization(OpShapes &op) {
  op.because("same shape as the operand");
  Shape shape = op.shape(0);
  op.set(0, shape);
  if (!shape.hasRank || shape.rank() < 2)
    return;
  for (unsigned operand = 1; operand < op.operandCount(); ++operand)
    mustBe(op, operand, {shape[1]});
  for (unsigned i = 1; i < op.resultCount(); ++i)
    op.set(i, Shape::ranked({shape[1]}));
}

} // namespace

static constexpr RuleRow rows[] = {
    {"RNN", recurrent<1>},
    {"GRU", recurrent<3>},
    {"LSTM", recurrent<4>},
    {"Attention", attention},
    {"LayerNormalization RMSLayerNormalization", layerNormalization},
    {"BatchNormalization BatchNormalizationInferenceMode BatchNormalizationV9 "
     "InstanceNormalization",
     batchNormalization},
};

RuleTable shapels::onnxRecurrentRules() { return {"onnx", rows}; }
