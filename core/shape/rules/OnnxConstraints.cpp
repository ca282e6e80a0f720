//===- OnnxConstraints.cpp - What ops of onnx require ---------------------===//

#include "shapels/shape/ConstraintKinds.h"

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
