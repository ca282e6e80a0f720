//===- ShapeCheckTest.cpp - Shapes that an op by its name cannot have -----===//

#include "analysis/Findings.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// One op, and what is found in it: a line each, or nothing.
struct NamedOp {
  const char *name, *arguments, *op, *findings;
};

std::ostream &operator<<(std::ostream &stream, const NamedOp &row) {
  return stream << row.name;
}

class NamedOps : public testing::TestWithParam<NamedOp> {};

std::string findingsOf(const std::string &text,
                       Configuration configuration = {}) {
  configuration.severity["unknown-dialect"] = std::nullopt;
  return findingsIn(text, configuration);
}

std::string inFunction(const NamedOp &row) {
  return "func.func @f(" + std::string(row.arguments) + ") {\n  " + row.op +
         "\n  return\n}\n";
}

const NamedOp rows[] = {
    // One shape for all.
    {"SameShape", "%a: tensor<2x3xf32>, %b: tensor<2x?xf32>",
     "%0 = stablehlo.add %a, %b : (tensor<2x3xf32>, tensor<2x?xf32>) -> "
     "tensor<?x3xf32>",
     ""},
    {"Sizes", "%a: tensor<2x3xf32>, %b: tensor<2x1xf32>",
     "%0 = \"stablehlo.add\"(%a, %b) : (tensor<2x3xf32>, tensor<2x1xf32>) -> "
     "tensor<2x3xf32>",
     "2:28-30 error[shape-mismatch] 'stablehlo.add' needs one shape for "
     "all, but in dimension 1 %a has 3, %b has 1\n"},
    {"Ranks", "%a: tensor<2x3xf32>",
     "%0 = stablehlo.compare EQ, %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) "
     "-> tensor<2xi1>",
     "2:77-89 error[shape-mismatch] 'stablehlo.compare' needs one shape "
     "for all, but %a has rank 2, %0 has rank 1\n"},
    // As numpy broadcasts, and by no other rules.
    {"Numpy", "%a: tensor<4x1xf32>, %b: tensor<3xf32>",
     "%0 = \"onnx.Add\"(%a, %b) : (tensor<4x1xf32>, tensor<3xf32>) -> "
     "tensor<4x3xf32>",
     ""},
    {"NumpySizes", "%a: tensor<4x2xf32>, %b: tensor<3xf32>",
     "%0 = \"onnx.Add\"(%a, %b) : (tensor<4x2xf32>, tensor<3xf32>) -> "
     "tensor<*xf32>",
     "2:23-25 error[broadcast-incompatible] dimension 1 (the 1st from the "
     "right) does not broadcast: %a has 2, %b has 3\n"},
    {"DynamicMayBeStated", "%a: tensor<?xf32>",
     "%0 = \"onnx.Add\"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> "
     "tensor<3xf32>",
     ""},
    {"UnrankedMayStretch", "%a: tensor<1xf32>, %b: tensor<*xf32>",
     "%0 = \"onnx.Add\"(%a, %b) : (tensor<1xf32>, tensor<*xf32>) -> "
     "tensor<2x3xf32>",
     ""},
    {"Torch", "%a: !torch.vtensor<[2,3],f32>, %i: !torch.int",
     "%0 = torch.aten.add.Tensor %a, %a, %i : !torch.vtensor<[2,3],f32>, "
     "!torch.vtensor<[2,3],f32>, !torch.int -> !torch.vtensor<[2,4],f32>",
     "2:111-136 error[broadcast-result-mismatch] dimension 1 of the result "
     "does not fit: %a has 3, %0 has 4\n"},
    // As an attribute says.
    {"BroadcastDimensions", "%a: tensor<2xf32>, %b: tensor<2x3xf32>",
     "%0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : "
     "(tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
     ""},
    {"BroadcastDimensionsDiffer", "%a: tensor<4xf32>, %b: tensor<2x3xf32>",
     "%0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : "
     "(tensor<4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
     "2:91-106 error[shape-mismatch] %a and %b do not fit: dimension 0 of %a "
     "is 4, dimension 0 of %b is 2 (broadcast in chlo.broadcast_add)\n"},
    {"BroadcastInDim", "%a: tensor<3xf32>",
     "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xf32>) -> "
     "tensor<4x3xf32>",
     "2:71-86 error[shape-mismatch] 'stablehlo.broadcast_in_dim' puts "
     "dimension 0 of %a, which is 3, into dimension 0 of %0, which is 4\n"},
    // By the op's rule.
    {"Transpose", "%a: tensor<2x3xf32>",
     "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> "
     "tensor<2x3xf32>",
     "2:69-84 error[shape-mismatch] dimension 0 of the result does not "
     "fit: 'stablehlo.transpose' takes it from dimension 1 of %a, which is 3 "
     "(the operand's shape, permuted), %0 has 2\n"},
    {"SelectOfScalar", "%p: tensor<i1>, %a: tensor<2xf32>",
     "%0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<2xf32>, "
     "tensor<2xf32>) -> tensor<2xf32>",
     ""},
    {"Concat", "%a: tensor<2x3xf32>, %b: tensor<2x4xf32>",
     "%0 = \"onnx.Concat\"(%a, %b) {axis = 0 : si64} : (tensor<2x3xf32>, "
     "tensor<2x4xf32>) -> tensor<*xf32>",
     "2:68-83 error[shape-mismatch] %a and %b do not fit: dimension 1 of %a is "
     "3, dimension 1 of %b is 4 (equal in onnx.Concat)\n"},
    // Older texts have an attribute for each side.
    {"OlderWindows", "%a: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>",
     "%0 = \"ttir.conv2d\"(%a, %w) <{stride_height = 2 : si32, stride_width = "
     "1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top "
     "= 1 : si32, padding_bottom = 1 : si32}> : (tensor<1x8x8x3xf32>, "
     "tensor<4x3x3x3xf32>) -> tensor<1x4x8x4xf32>",
     ""},
    {"OlderWindowsDiffer", "%a: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>",
     "%0 = \"ttir.conv2d\"(%a, %w) <{stride_height = 2 : si32, stride_width = "
     "1 : si32}> : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>) -> "
     "tensor<1x4x6x4xf32>",
     "2:132-151 error[shape-mismatch] dimension 1 of the result does not fit: "
     "'ttir.conv2d' makes it 3 (convolution), %0 has 4\n"},
    // The verifier takes any rank with the elements.
    {"FullyConnectedImages",
     "%a: tensor<1x4x4x3xf32>, %w: tensor<5x12xf32>, %b: tensor<5xf32>",
     "%0 = \"tfl.fully_connected\"(%a, %w, %b) {keep_num_dims = false} : "
     "(tensor<1x4x4x3xf32>, tensor<5x12xf32>, tensor<5xf32>) -> "
     "tensor<1x2x2x5xf32>",
     ""},
    {"WrappedWithAToken", "%a: tensor<1x2xf32>, %b: tensor<2x3xf32>",
     "%0:2 = tf_executor.island wraps \"tf.MatMul\"(%a, %b) : "
     "(tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>",
     ""},
    {"SelectedByAScalar",
     "%a: !torch.vtensor<[2],si32>, %d: !torch.int, %i: "
     "!torch.vtensor<[],si32>",
     "%0 = torch.aten.index_select %a, %d, %i : !torch.vtensor<[2],si32>, "
     "!torch.int, !torch.vtensor<[],si32> -> !torch.vtensor<[],si32>",
     ""},
    {"ConcatRanks", "%a: tensor<2x3xf32>, %b: tensor<2xf32>",
     "%0 = \"onnx.Concat\"(%a, %b) {axis = 0 : si64} : (tensor<2x3xf32>, "
     "tensor<2xf32>) -> tensor<*xf32>",
     "2:68-81 error[shape-mismatch] 'onnx.Concat' needs one rank for %a and "
     "%b, but they have 2 and 1\n"},
    {"RegionArgument", "%a: tensor<5xf32>",
     "%0 = \"stablehlo.map\"(%a) ({ ^bb0(%x: tensor<5xf32>): "
     "\"stablehlo.return\"(%x) : (tensor<5xf32>) -> () }) {dimensions = "
     "array<i64: 0>} : (tensor<5xf32>) -> tensor<5xf32>",
     "2:36-38 error[shape-mismatch] 'stablehlo.map' needs scalars in its "
     "region, but argument 0 has rank 1\n"},
    {"RegionYield", "%a: tensor<5xf32>",
     "%0 = \"stablehlo.map\"(%a) ({ ^bb0(%x: tensor<f32>): "
     "\"stablehlo.return\"(%a) : (tensor<5xf32>) -> () }) {dimensions = "
     "array<i64: 0>} : (tensor<5xf32>) -> tensor<5xf32>",
     "2:80-93 error[shape-mismatch] 'stablehlo.map' needs scalars in its "
     "region, but yielded value 0 has rank 1\n"},
    {"ConvolutionNumbersSpelled",
     "%a: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
     "%0 = \"stablehlo.convolution\"(%a, %w) {batch_group_count = 1 : i64, "
     "dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, "
     "input_feature_dimension = 3, input_spatial_dimensions = [1, 2], "
     "kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, "
     "kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, "
     "output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, "
     "feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, "
     "tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>",
     "2:110-135 error[shape-mismatch] 'stablehlo.convolution' has 4 in "
     "input_batch_dimension, but names 4 dimensions: 0 to 3 are possible\n"},
    {"ConvolutionNumbers", "%a: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
     "%0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, "
     "o]->[b, 0, 1, f], window = {reverse = [false, true]} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>",
     ""},
    {"ConvolutionNumbersTwice",
     "%a: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
     "%0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 0, f]x[0, 1, i, "
     "o]->[b, 0, 1, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>",
     "2:38-91 error[shape-mismatch] 'stablehlo.convolution' has several `0` "
     "among the dimension numbers of %a\n"},
    {"ConvolutionNumbersOfAnotherRank",
     "%a: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
     "%0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[0, i, "
     "o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>",
     "2:160-179 error[shape-mismatch] 'stablehlo.convolution' has dimension "
     "numbers for 3 dimensions, but %a has rank 4\n"},
    {"ConvolutionReversal", "%a: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
     "%0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, "
     "o]->[b, 0, 1, f], window = {reverse = [false]} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>",
     "2:103-120 error[shape-mismatch] 'stablehlo.convolution' says of 1 window "
     "dimensions whether they are reversed, but has 2\n"},
    {"Scale", "%a: tensor<5x4xi8>, %s: tensor<4xf32>, %z: tensor<1xi8>",
     "%0 = \"onnx.DequantizeLinear\"(%a, %s, %z) {axis = 1 : si64} : "
     "(tensor<5x4xi8>, tensor<4xf32>, tensor<1xi8>) -> tensor<5x4xf32>",
     ""},
    {"ScaleOfAnotherAxis", "%a: tensor<5x4xi8>, %s: tensor<5xf32>",
     "%0 = \"onnx.DequantizeLinear\"(%a, %s) {axis = 1 : si64} : "
     "(tensor<5x4xi8>, tensor<5xf32>) -> tensor<5x4xf32>",
     "2:9-30 error[shape-mismatch] 'onnx.DequantizeLinear' needs equal sizes, "
     "but has 4 and 5\n"},
    {"ZeroPoints",
     "%a: tensor<7x5x6xi8>, %b: tensor<6x4xi8>, "
     "%p: tensor<7x5x1xi8>, %q: tensor<4xi8>",
     "%0 = \"onnx.MatMulInteger\"(%a, %b, %p, %q) : (tensor<7x5x6xi8>, "
     "tensor<6x4xi8>, tensor<7x5x1xi8>, tensor<4xi8>) -> tensor<7x5x4xi32>",
     ""},
    {"ZeroPointOfAnotherRank",
     "%a: tensor<7x5x6xi8>, %b: tensor<6x4xi8>, "
     "%p: tensor<5xi8>",
     "%0 = \"onnx.MatMulInteger\"(%a, %b, %p) : (tensor<7x5x6xi8>, "
     "tensor<6x4xi8>, tensor<5xi8>) -> tensor<7x5x4xi32>",
     "2:78-90 error[shape-mismatch] 'onnx.MatMulInteger' needs its zero point "
     "%p of rank 3, but it has rank 1\n"},
    {"Blocks", "%a: tensor<1x10x4x4xf32>",
     "%0 = \"onnx.DepthToSpace\"(%a) {blocksize = 2 : si64} : "
     "(tensor<1x10x4x4xf32>) -> tensor<*xf32>",
     "2:58-78 error[shape-mismatch] 'onnx.DepthToSpace' has 10 channels in "
     "%a, which do not divide into blocks of 2 by 2\n"},
    {"Counts", "%a: tensor<4xf32>, %k: tensor<1x1xi64>",
     "%0:2 = \"onnx.TopK\"(%a, %k) : (tensor<4xf32>, tensor<1x1xi64>) -> "
     "(tensor<*xf32>, tensor<*xi64>)",
     "2:48-63 error[shape-mismatch] 'onnx.TopK' needs %k of rank 1 at most, "
     "but it has rank 2\n"},
    {"ShapeOfAnotherRank", "%a: tensor<2x2xi64>",
     "%0 = \"onnx.ConstantOfShape\"(%a) : (tensor<2x2xi64>) -> tensor<*xf32>",
     "2:38-53 error[shape-mismatch] 'onnx.ConstantOfShape' needs %a of rank "
     "1, but it has rank 2\n"},
    {"MatrixProduct", "%a: tensor<2x3xf32>, %b: tensor<4x5xf32>",
     "%0 = \"onnx.MatMul\"(%a, %b) : (tensor<2x3xf32>, tensor<4x5xf32>) -> "
     "tensor<2x5xf32>",
     "2:50-65 error[shape-mismatch] %a and %b do not fit: dimension 1 of %a is "
     "3, dimension 0 of %b is 4 (contracted by onnx.MatMul)\n"},
    {"StructuredOpWithDynamicSizes",
     "%a: tensor<?x64xf32>, %b: tensor<32x?xf32>, %c: tensor<?x?xf32>",
     "%0 = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<32x?xf32>) "
     "outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>",
     "2:53-69 error[shape-mismatch] %a and %b do not fit: dimension 1 of %a is "
     "64, dimension 0 of %b is 32 (contracted by linalg.matmul)\n"},
    {"SizesThatMeetOverAnOpenOne",
     "%p: tensor<2x3xi1>, %a: tensor<2x?xf32>, %b: tensor<?x2xf32>",
     "%0 = stablehlo.select %p, %a, %b : (tensor<2x3xi1>, tensor<2x?xf32>, "
     "tensor<?x2xf32>) -> tensor<2x?xf32>",
     "2:72-87 error[shape-mismatch] %p and %b do not fit: dimension 1 of %p is "
     "3, dimension 1 of %b is 2 (equal in stablehlo.select)\n"},
    // What is not known is not wrong.
    {"EncodingsMayPad", "%a: tensor<2x3xf32, #x.tiles>",
     "%0 = \"onnx.Transpose\"(%a) {perm = [1, 0]} : (tensor<2x3xf32, "
     "#x.tiles>) -> tensor<2x3xf32, #x.tiles>",
     ""},
    {"ScalarsOfTorch", "%a: !torch.vtensor<[2],f32>, %i: !torch.int",
     "%0 = torch.aten.select.int %a, %i, %i : !torch.vtensor<[2],f32>, "
     "!torch.int, !torch.int -> !torch.vtensor<[1],f32>",
     ""},
    {"AssertionsMayFail", "%a: !shape.shape",
     "%s = shape.const_shape [2, 3] : !shape.shape\n"
     "  %t = shape.const_shape [4, 3] : !shape.shape\n"
     "  %0 = shape.cstr_broadcastable %s, %t : !shape.shape, !shape.shape",
     ""},
    {"UnknownTypes", "%a: !x.thing, %b: tensor<2xf32>",
     "%0 = \"onnx.Add\"(%a, %b) : (!x.thing, tensor<2xf32>) -> "
     "tensor<4x2xf32>",
     ""},
    {"SomeoneElsesType", "%a: tensor<2x3xf32>",
     "%0 = other.sum %a : tensor<2x3xf32>\n"
     "  %1 = stablehlo.abs %0 : tensor<2xf32>",
     ""},
    {"OtherDialects", "%a: tensor<2xf32>, %b: tensor<3xf32>",
     "%0 = \"other.add\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> "
     "tensor<9xf32>",
     ""},
};

} // namespace

TEST_P(NamedOps, AreCheckedByTheirRules) {
  EXPECT_EQ(findingsOf(inFunction(GetParam())), GetParam().findings);
}

/// What the user chooses holds for the trait: here dialects have their own
/// rules.
TEST_P(NamedOps, DoNotGoByTheSpecificationOrMlir) {
  Configuration configuration;
  configuration.broadcastRules = BroadcastRules::Mlir;
  EXPECT_EQ(findingsOf(inFunction(GetParam()), configuration),
            GetParam().findings);
}

/// Of one op by itself a `?` leaves as much open in both ways.
TEST_P(NamedOps, AreTheSameWhereDynamicSizesDoNotExpand) {
  Configuration configuration;
  configuration.dynamicDims = DynamicDims::Strict;
  EXPECT_EQ(findingsOf(inFunction(GetParam()), configuration),
            GetParam().findings);
}

TEST_P(NamedOps, AreNotCheckedWhereTheUserSaysSo) {
  Configuration configuration;
  configuration.ops.declare("*", OpFamily::None);
  EXPECT_EQ(findingsOf(inFunction(GetParam()), configuration), "");
}

INSTANTIATE_TEST_SUITE_P(All, NamedOps, testing::ValuesIn(rows),
                         [](const auto &info) { return info.param.name; });

/// MLIR says `inferred input/output operand #1 has shape's dimension #0 to be
/// 64, but found 32`, which names neither.
TEST(ShapeCheck, NamesTheSizesWhereMlirDoesNot) {
  EXPECT_EQ(
      findingsOf(R"(
func.func @f(%a: tensor<4x64xf32>, %b: tensor<32x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<32x8xf32>)
      outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
)"),
      "3:53-69 error[shape-mismatch] %a and %b do not fit: dimension 1 of "
      "%a is 64, dimension 0 of %b is 32 (contracted by "
      "linalg.matmul)\n");
}
