//===- Tf.cpp - tf and tfl ------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

using namespace shapels;
using namespace shapels::rules;

namespace {

void rank(OpShapes &op) {
  op.set(0, Shape::ranked({}));
  if (Shape source = op.shape(0); source.hasRank)
    op.setScalar(0, op.literal(int64_t(source.rank())));
}

void reshape(OpShapes &op) {
  op.because("the shape operand");
  if (std::optional<Elements> target = op.elements(1))
    reshapeTo(op, *target, /*zeroCopies=*/false);
}

template <unsigned operand>
void sizedBy(OpShapes &op) {
  op.because("the shape operand");
  if (std::optional<Elements> sizes = op.elements(operand))
    op.set(0, fromElements(op, *sizes, 0));
}

void transpose(OpShapes &op) {
  op.because("the operand's shape, permuted");
  op.set(0, permuted(op.shape(0), op.literals(1)));
}

void expandDims(OpShapes &op) {
  op.because("a new axis of size 1");
  Shape source = op.shape(0);
  std::optional<Integers> at = op.literals(1);
  if (!at || at->size() != 1 || !source.hasRank)
    return;
  int64_t axis = at->front();
  axis += axis < 0 ? int64_t(source.rank()) + 1 : 0;
  if (axis < 0 || axis > int64_t(source.rank()))
    return;
  source.dims.insert(source.dims.begin() + axis, op.literal(1));
  op.set(0, source);
}

void squeeze(OpShapes &op) {
  op.because("without the axes");
  std::optional<Integers> axes = op.integers({"squeeze_dims"});
  if (axes && !axes->empty())
    op.set(0, reduced(op, op.shape(0), *axes, false));
}

/// tf.ConcatV2: the axis is the last operand; tfl: an attribute.
void concatByOperand(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (op.operandCount() < 2)
    return;
  std::optional<Integers> axis = op.literals(op.operandCount() - 1);
  llvm::SmallVector<Shape> shapes = shapesFrom(op, 0);
  shapes.pop_back();
  if (axis && axis->size() == 1)
    op.set(0, concatenated(op, shapes, axis->front()));
}

void concatByAttribute(OpShapes &op) {
  op.because("the operands, one behind the other");
  if (std::optional<int64_t> axis = op.integer({"axis"}))
    op.set(0, concatenated(op, shapesFrom(op, 0), *axis));
}

/// One new axis, as long as there are operands.
void pack(OpShapes &op) {
  op.because("the operands, stacked");
  Shape source = op.shape(0);
  int64_t axis = op.integer({"axis"}).value_or(0);
  axis += axis < 0 ? int64_t(source.rank()) + 1 : 0;
  if (source.hasRank && axis >= 0 && axis <= int64_t(source.rank())) {
    source.dims.insert(source.dims.begin() + axis,
                       op.literal(op.operandCount()));
    op.set(0, source);
  }
  Elements all;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::optional<Elements> item = op.elements(i);
    if (!item || !item->isScalar)
      return;
    all.items.push_back(item->items[0]);
  }
  op.setElements(0, all);
}

void matmul(OpShapes &op) {
  op.because("matrix product");
  Shape a = op.shape(0), b = op.shape(1);
  auto flip = [&](Shape &shape, OpShapes::Names names) {
    if (op.integer(names).value_or(0) && shape.hasRank && shape.rank() >= 2)
      std::swap(shape.dims[shape.rank() - 1], shape.dims[shape.rank() - 2]);
  };
  flip(a, {"transpose_a", "adj_x"});
  flip(b, {"transpose_b", "adj_y"});
  op.set(0, matrixProduct(op, a, b));
}

/// The axes are operand 1.
void reduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  bool keeps = op.integer({"keep_dims"}).value_or(0) != 0;
  if (std::optional<Integers> axes = op.literals(1))
    op.set(0, reduced(op, op.shape(0), *axes, keeps));
}

void argReduce(OpShapes &op) {
  op.because("the operand's shape, reduced");
  if (std::optional<Integers> axes = op.literals(1))
    op.set(0, reduced(op, op.shape(0), *axes, false));
}

/// Paddings are a matrix: no small list of integers; only the rank is known.
void pad(OpShapes &op) {
  Shape source = op.shape(0);
  for (unsigned dim = 0; dim < source.rank(); ++dim)
    source.dims[dim] = op.unknown(0, dim);
  if (source.hasRank)
    op.set(0, source);
}

/// What does not broadcast may be unequal, as a whole.
void equality(OpShapes &op) {
  if (op.text({"incompatible_shape_error"}) != "false")
    return broadcast(op);
  op.because("same shape as the operands");
  if (op.shape(0) == op.shape(1))
    op.set(0, op.shape(0));
}

/// `tf_executor.island wraps "tf.Abs"(%a) : ...`: that op's rule.
void island(OpShapes &op) {
  llvm::StringRef text = op.written();
  text = text.drop_front(std::min(text.find("wraps"), text.size()));
  if (ShapeRule rule = findRule(text.split('"').second.split('"').first))
    rule(op);
}

} // namespace

static constexpr RuleRow rows[] = {
    {"Add AddV2 Sub Mul Div RealDiv FloorDiv FloorMod Maximum Minimum Pow "
     "SquaredDifference Less LessEqual Greater GreaterEqual "
     "LogicalAnd LogicalOr SelectV2 Atan2 Xdivy DivNoNan MulNoNan Mod "
     "TruncateDiv TruncateMod BitwiseAnd BitwiseOr BitwiseXor LeftShift "
     "RightShift Xlogy "
     "add sub mul div floor_div floor_mod maximum minimum pow "
     "squared_difference equal not_equal less less_equal greater "
     "greater_equal logical_and logical_or select_v2",
     broadcast},
    {"Equal NotEqual", equality},
    {"Abs Acos Acosh Asin Asinh Atan Atanh Ceil Conj Cos Cosh Elu Erf Exp "
     "Expm1 Floor Identity Inv Invert IsFinite IsInf IsNan LeakyRelu Log "
     "Log1p LogSoftmax LogicalNot Neg OnesLike Reciprocal Relu Relu6 Rint "
     "Round Rsqrt Selu Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt "
     "Square StopGradient PreventGradient Tan Tanh ZerosLike ClipByValue "
     "FakeQuantWithMinMaxVars Cumsum ReverseV2 MatrixBandPart "
     "TensorScatterUpdate FakeQuantWithMinMaxArgs "
     "FakeQuantWithMinMaxVarsPerChannel Lgamma Digamma Erfc Real Imag "
     "ComplexAbs Angle Snapshot CheckNumerics Cumprod Roll ReverseSequence "
     "InvertPermutation AddN ReluGrad Relu6Grad TanhGrad SigmoidGrad SqrtGrad "
     "RsqrtGrad LeakyReluGrad LRN local_response_normalization "
     "abs ceil cos elu exp floor gelu hard_swish leaky_relu log log_softmax "
     "logical_not logistic neg quantize dequantize relu relu6 relu_n1_to_1 "
     "round rsqrt sign sin softmax sqrt square tanh zeros_like cumsum "
     "reverse_v2 l2_normalization",
     like<0>},
    {"BiasAdd BiasAddV1", like<0>},
    {"Select select", like<1>},
    {"IdentityN", pairwise},
    {"Cast cast", sameInteger},
    {"Const pseudo_const pseudo_qconst", constant},
    {"Shape shape", shapeOf},
    {"Rank rank", rank},
    {"Reshape reshape", reshape},
    {"BroadcastTo broadcast_to", sizedBy<1>},
    {"Fill fill Empty RandomUniform RandomUniformInt RandomStandardNormal "
     "TruncatedNormal random_uniform random_standard_normal",
     sizedBy<0>},
    {"ScatterNd scatter_nd", sizedBy<2>},
    {"Transpose transpose", transpose},
    {"ExpandDims expand_dims", expandDims},
    {"Squeeze squeeze", squeeze},
    {"ConcatV2", concatByOperand},
    {"concatenation", concatByAttribute},
    {"Pack pack", pack},
    {"MatMul BatchMatMul BatchMatMulV2 BatchMatMulV3 batch_matmul", matmul},
    {"Sum Mean Max Min Prod All Any sum mean reduce_max reduce_min "
     "reduce_prod reduce_any reduce_all",
     reduce},
    {"ArgMax ArgMin arg_max arg_min", argReduce},
    {"Pad PadV2 MirrorPad pad padv2 mirror_pad BatchToSpaceND SpaceToBatchND "
     "batch_to_space_nd space_to_batch_nd",
     pad},
};

static constexpr RuleRow executorRows[] = {
    {"island", island},
};
RuleTable shapels::tfExecutorRules() { return {"tf_executor", executorRows}; }

RuleTable shapels::tfRules() { return {"tf tfl", rows}; }
