//===- OnnxConstraints.cpp - What ops of onnx require ---------------------===//

#include "core/shape/ConstraintKinds.h"

using namespace shapels;
using namespace shapels::constraints;

namespace {

/// The axis counts only where there is a scale for each of its entries.
void quantized(OpShapes &op) {
  Shape scale = op.shape(1);
  if (scale.hasRankOf(1) && !scale[0].is(1)) {
    Constraint axis = isAxis("axis", operand(0));
    axis.kind(op, axis);
  }
}

/// The slope broadcasts, and the operand does not.
void slope(OpShapes &op) {
  Shape shape = op.shape(0), slopes = op.shape(1);
  if (!shape.hasRank || !slopes.hasRank)
    return;
  if (slopes.rank() > shape.rank())
    return op.reject("needs $1 of rank " + llvm::Twine(shape.rank()) +
                         " at most, as $0 has, but it has rank " +
                         llvm::Twine(slopes.rank()),
                     {Subject::operand(1), Subject::operand(0)});
  size_t first = shape.rank() - slopes.rank();
  for (size_t dim = 0; dim < slopes.rank(); ++dim)
    if (shape[first + dim].is(1) && slopes[dim].literal() && !slopes[dim].is(1))
      op.reject("has slopes for " + llvm::Twine(*slopes[dim].literal()) +
                    " elements in dimension " + llvm::Twine(dim) +
                    " of $1, but $0 has 1 there",
                {Subject::operand(1), Subject::operand(0)});
}

} // namespace

ConstraintTable shapels::onnxConstraints() {
  return {
      "onnx",
      {
          {"ArgMax ArgMin Compress Concat Gather GatherElements Hardmax "
           "ScatterElements LogSoftmax Softmax Split TopK Unique "
           "SplitToSequence CumSum",
           {isAxis("axis", operand(0))}},
          {"Gather GatherElements ScatterElements",
           {indicesOf(1, "axis", operand(0))}},
          {"Flatten", {isAxis("axis", operand(0) + 1)}},
          {"Transpose",
           {onePerDimension("perm", operand(0)), isAxis("perm", operand(0)),
            uniqueAxes("perm", operand(0))}},
          {"QuantizeLinear DequantizeLinear",
           {rankAtMost(operand(1), 1), rankAtMost(operand(2), 1),
            special(quantized)}},
          {"Reshape", {sameCount(operand(0), result(0))}},
          {"PRelu", {special(slope)}},
          {"GridSample",
           {sameRank(operand(0), operand(1)),
            sameDimension(operand(0), 0, operand(1), 0)}},
          {"LSTM GRU RNN",
           {rankIs(operand(0), 3), rankIs(operand(1), 3),
            rankIs(operand(2), 3)}},
          {"GatherND ScatterND GatherElements ScatterElements Scatter",
           {rankAtLeast(operand(0), 1)}},
          {"GatherND ScatterND", {rankAtLeast(operand(1), 1)}},
          {"GatherElements ScatterElements Scatter",
           {sameRank(operand(0), operand(1))}},
          {"ConstantOfShape", {rankIs(operand(0), 1), atLeast("$0", 0)}},
          {"TopK SplitToSequence", {rankAtMost(operand(1), 1)}},
          {"MaxPool MaxPoolSingleOut AveragePool Conv ConvInteger "
           "ConvTranspose",
           {atLeast("kernel_shape", 1), atLeast("strides", 1),
            atLeast("dilations", 1)}},
          {"Squeeze SqueezeV11 ReduceSumV11 ReduceMeanV13 ReduceMaxV13 "
           "ReduceMinV13 ReduceProdV13",
           {isAxis("axes", operand(0))}},
          {"Squeeze ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd "
           "ReduceL1 ReduceL2 ReduceSumSquare ReduceLogSum ReduceLogSumExp",
           {isAxis("$1", operand(0))}},
          {"Unsqueeze", {isAxis("$1", result(0)), uniqueAxes("$1", result(0))}},
          {"UnsqueezeV11",
           {isAxis("axes", result(0)), uniqueAxes("axes", result(0))}},
      }};
}
