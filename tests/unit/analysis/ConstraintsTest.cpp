//===- ConstraintsTest.cpp - What the tables of constraints find ----------===//
//
// For each kind of constraint an op that meets it, and one that does not.
//
//===----------------------------------------------------------------------===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace shapels;
using namespace shapels::test;

namespace {

/// An op with `$` in it, what is there in a right one and in a wrong one, and
/// what is found then.
struct Requirement {
  const char *name, *arguments, *op, *right, *wrong, *message;
};

std::ostream &operator<<(std::ostream &stream, const Requirement &row) {
  return stream << row.name;
}

class Constraints : public testing::TestWithParam<Requirement> {};

std::string findingsWith(const Requirement &row, const char *part) {
  std::string text = "func.func @f(" + std::string(row.arguments) + ") {\n  " +
                     row.op + "\n  return\n}\n";
  for (size_t at = text.find('$'); at != text.npos; at = text.find('$'))
    text.replace(at, 1, part);
  Configuration configuration;
  configuration.severity["unknown-dialect"] = std::nullopt;
  return findingsIn(text, configuration);
}

const Requirement rows[] = {
    {"SlopeOfAHigherRank", "%a: tensor<2x3xf32>, %s: tensor<$xf32>",
     "%0 = \"onnx.PRelu\"(%a, %s) : (tensor<2x3xf32>, tensor<$xf32>) -> "
     "tensor<*xf32>",
     "3", "1x2x3",
     "'onnx.PRelu' needs %s of rank 2 at most, as %a has, but it has rank 3"},
    {"SlopesOfOneElement", "%a: tensor<2x1xf32>, %s: tensor<$xf32>",
     "%0 = \"onnx.PRelu\"(%a, %s) : (tensor<2x1xf32>, tensor<$xf32>) -> "
     "tensor<*xf32>",
     "1", "3",
     "'onnx.PRelu' has slopes for 3 elements in dimension 0 of %s, but %a has "
     "1 there"},
    {"PlacesInAGrid", "%a: tensor<1x1x4x4xf32>, %g: tensor<1x6x6x$xf32>",
     "%0 = \"onnx.GridSample\"(%a, %g) : (tensor<1x1x4x4xf32>, "
     "tensor<1x6x6x$xf32>) -> tensor<*xf32>",
     "2", "3", "dimension 3 of %g is 3, but 'onnx.GridSample' needs 2"},
    {"AxisOfASequence", "%a: !onnx.Seq<tensor<5x?xf32>>",
     "%0 = \"onnx.ConcatFromSequence\"(%a) {axis = $ : si64} : "
     "(!onnx.Seq<tensor<5x?xf32>>) -> tensor<*xf32>",
     "1", "2",
     "'onnx.ConcatFromSequence' has 2 in axis, but %a holds tensors of rank 2: "
     "-2 to 1 are possible"},
    {"NewAxisOfASequence", "%a: !onnx.Seq<tensor<5x?xf32>>",
     "%0 = \"onnx.ConcatFromSequence\"(%a) {axis = $ : si64, new_axis = 1 : "
     "si64} : (!onnx.Seq<tensor<5x?xf32>>) -> tensor<*xf32>",
     "2", "-4",
     "'onnx.ConcatFromSequence' has -4 in axis, but makes tensors of rank 3: "
     "-3 to 2 are possible"},
    {"PartsOfASequence", "%a: tensor<4x2xf32>",
     "%n = onnx.Constant dense<$> : tensor<i64>\n  "
     "%0 = \"onnx.SplitToSequence\"(%a, %n) : (tensor<4x2xf32>, tensor<i64>) "
     "-> !onnx.Seq<tensor<*xf32>>",
     "2", "-1", "'onnx.SplitToSequence' has -1 in %n, which must be positive"},
    {"BoundsOfASlice", "%a: tensor<8xf32>",
     "%0 = stablehlo.slice %a [$] : (tensor<8xf32>) -> tensor<1xf32>", "7:8",
     "8:9", "'stablehlo.slice' slices 8 to 9 of dimension 0 of %a, which is 8"},
    {"KernelShape", "%a: tensor<1x3x8x8xf32>, %b: tensor<4x3x2x2xf32>",
     "%0 = \"onnx.Conv\"(%a, %b) {kernel_shape = [$, 2]} : "
     "(tensor<1x3x8x8xf32>, tensor<4x3x2x2xf32>) -> tensor<*xf32>",
     "2", "3",
     "dimension 2 of %b is 2, but 'onnx.Conv' needs 3 (kernel_shape)"},
    {"Bias",
     "%a: tensor<1x3x8x8xf32>, %b: tensor<4x3x2x2xf32>, %c: tensor<$xf32>",
     "%0 = \"onnx.Conv\"(%a, %b, %c) : (tensor<1x3x8x8xf32>, "
     "tensor<4x3x2x2xf32>, tensor<$xf32>) -> tensor<*xf32>",
     "4", "5",
     "%b and %c do not fit: dimension 0 of %b is 4, dimension 0 of %c is 5 "
     "(output channels by onnx.Conv)"},
    {"Expanded", "%a: !torch.vtensor<[$,2],f32>",
     "%n = torch.constant.int 3\n  "
     "%l = torch.prim.ListConstruct %n, %n : (!torch.int, !torch.int) -> "
     "!torch.list<int>\n  "
     "%m = torch.constant.int 2\n  "
     "%k = torch.prim.ListConstruct %n, %m : (!torch.int, !torch.int) -> "
     "!torch.list<int>\n  "
     "%0 = torch.aten.expand %a, %k, %n : !torch.vtensor<[$,2],f32>, "
     "!torch.list<int>, !torch.bool -> !torch.vtensor<[3,2],f32>",
     "1", "4",
     "'torch.aten.expand' repeats dimension 0 of %a, which is 4 and not 1, to "
     "3"},
    {"InRange", "%a: tensor<2x3xf32>",
     "%0 = \"stablehlo.concatenate\"(%a) {dimension = $ : i64} : "
     "(tensor<2x3xf32>) -> tensor<2x3xf32>",
     "1", "2",
     "'stablehlo.concatenate' has 2 in dimension, but %a has rank 2: 0 to 1 "
     "are possible"},
    {"Axis", "%a: tensor<2x3xf32>",
     "%0 = \"onnx.ArgMax\"(%a) {axis = $ : si64} : (tensor<2x3xf32>) -> "
     "tensor<*xi64>",
     "-2", "-3",
     "'onnx.ArgMax' has -3 in axis, but %a has rank 2: -2 to 1 are possible"},
    {"Unique", "%a: tensor<2x2xf32>",
     "%0 = stablehlo.reverse %a, dims = [$] : (tensor<2x2xf32>) -> "
     "tensor<2x2xf32>",
     "0, 1", "1, 1",
     "'stablehlo.reverse' names dimension 1 twice in dims, which must be "
     "unique"},
    {"UniqueAxes", "%a: tensor<2x2xf32>",
     "%0 = \"onnx.Transpose\"(%a) {perm = [$]} : (tensor<2x2xf32>) -> "
     "tensor<2x2xf32>",
     "1, -2", "1, -1",
     "'onnx.Transpose' names dimension 1 twice in perm, which must be unique"},
    {"OnePerDimension", "%a: tensor<2x3xf32>",
     "%0 = stablehlo.transpose %a, dims = [$] : (tensor<2x3xf32>) -> "
     "tensor<*xf32>",
     "1, 0", "0, 1, 0",
     "'stablehlo.transpose' needs 2 entries in dims, one for each dimension of "
     "%a, but has 3"},
    {"AtLeast", "%a: tensor<8xf32>",
     "%0 = \"stablehlo.slice\"(%a) {start_indices = array<i64: $>, "
     "limit_indices = array<i64: 4>, strides = array<i64: 1>} : "
     "(tensor<8xf32>) -> tensor<?xf32>",
     "0", "-1",
     "'stablehlo.slice' has -1 in start_indices, which must be at least 0"},
    {"NotAbove", "%a: tensor<8xf32>",
     "%0 = \"stablehlo.slice\"(%a) {start_indices = array<i64: $>, "
     "limit_indices = array<i64: 4>, strides = array<i64: 1>} : "
     "(tensor<8xf32>) -> tensor<?xf32>",
     "4", "5",
     "'stablehlo.slice' has 5 in start_indices, but 4 in limit_indices, of "
     "dimension 0"},
    {"NotAboveSizes", "%a: tensor<8xf32>",
     "%0 = \"stablehlo.slice\"(%a) {start_indices = array<i64: 0>, "
     "limit_indices = array<i64: $>, strides = array<i64: 1>} : "
     "(tensor<8xf32>) -> tensor<?xf32>",
     "8", "9",
     "'stablehlo.slice' has 9 in limit_indices, but dimension 0 of %a is 8"},
    {"Rank", "%a: tensor<2x3xf32>, %p: tensor<$>",
     "%0 = stablehlo.pad %a, %p, low = [0, 0], high = [0, 0], interior = [0, "
     "0] : (tensor<2x3xf32>, tensor<$>) -> tensor<2x3xf32>",
     "f32", "1xf32", "'stablehlo.pad' needs %p of rank 0, but it has rank 1"},
    {"FeatureSizes", "%a: tensor<2x3xf32>, %s: tensor<$xf32>",
     "%0 = \"stablehlo.batch_norm_inference\"(%a, %s, %s, %s, %s) "
     "{epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, "
     "tensor<$xf32>, tensor<$xf32>, tensor<$xf32>, tensor<$xf32>) -> "
     "tensor<2x3xf32>",
     "3", "2",
     "%a and %s do not fit: dimension 1 of %a is 3, dimension 0 of %s is 2 "
     "(equal in stablehlo.batch_norm_inference)"},
    {"SortedAlike", "%a: tensor<2x5xf32>, %s: tensor<$xf32>",
     "%0:2 = \"stablehlo.sort\"(%a, %s) ({\n"
     "  ^bb0(%b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %e: "
     "tensor<f32>):\n"
     "    %1 = stablehlo.compare GT, %b, %c : (tensor<f32>, tensor<f32>) -> "
     "tensor<i1>\n"
     "    stablehlo.return %1 : tensor<i1>\n"
     "  }) {dimension = 0 : i64} : (tensor<2x5xf32>, tensor<$xf32>) -> "
     "(tensor<2x5xf32>, tensor<$xf32>)",
     "2x5", "3",
     "'stablehlo.sort' needs one shape for all, but %a has rank 2, %s has rank "
     "1"},
    {"Divides", "%a: tensor<6x8xf32>",
     "%0 = \"stablehlo.all_to_all\"(%a) {concat_dimension = 1 : i64, "
     "replica_groups = dense<[[0]]> : tensor<1x1xi64>, split_count = 1 : "
     "i64, split_dimension = 0 : i64} : (tensor<6x8xf32>) -> tensor<*xf32>\n"
     "  %1 = \"stablehlo.all_to_all\"(%a) {concat_dimension = 1 : i64, "
     "split_count = $ : i64, split_dimension = 0 : i64} : (tensor<6x8xf32>) "
     "-> tensor<*xf32>",
     "3", "4",
     "'stablehlo.all_to_all' splits dimension 0 of %a, which is 6, into 4 "
     "parts: it is not divisible"},
    {"Within", "%a: tensor<4xf32>, %u: tensor<$xf32>, %i: tensor<i32>",
     "%0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, "
     "tensor<$xf32>, tensor<i32>) -> tensor<4xf32>",
     "4", "5",
     "'stablehlo.dynamic_update_slice' needs %u within %a, but dimension 0 of "
     "%u is 5, dimension 0 of %a is 4"},
    {"Square", "%a: tensor<4x$xf32>",
     "%0 = \"stablehlo.cholesky\"(%a) {lower = true} : (tensor<4x$xf32>) -> "
     "tensor<4x$xf32>",
     "4", "3",
     "'stablehlo.cholesky' needs square matrices in %a, but they are 4 by 3"},
    {"Count", "%a: tensor<4x3xf32>, %s: tensor<2xi64>",
     "%0 = \"onnx.Reshape\"(%a, %s) : (tensor<4x3xf32>, tensor<2xi64>) -> "
     "tensor<$xf32>",
     "2x6", "2x7",
     "'onnx.Reshape' keeps the number of elements, but %a has 12 (4x3) and %0 "
     "14 (2x7)"},
    {"IndicesOfAConstant", "%a: tensor<4xf32>",
     "%i = onnx.Constant dense<[0, $]> : tensor<2xi64>\n"
     "  %0 = \"onnx.Gather\"(%a, %i) {axis = 0 : si64} : (tensor<4xf32>, "
     "tensor<2xi64>) -> tensor<2xf32>",
     "3", "4", "'onnx.Gather' has index 4, but dimension 0 of %a is 4"},
    {"CountOfAConstant", "%a: tensor<4x3xf32>",
     "%s = stablehlo.constant dense<[2, $]> : tensor<2xi64>\n"
     "  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4x3xf32>, "
     "tensor<2xi64>) -> tensor<?x?xf32>",
     "6", "5",
     "'stablehlo.dynamic_reshape' keeps the number of elements, but %a has 12 "
     "(4x3) and the sizes make 10"},
    {"ValueOfAConstant", "",
     "%0 = \"stablehlo.constant\"() {value = dense<0> : tensor<$xi32>} : () -> "
     "tensor<2x3xi32>",
     "2x3", "2",
     "'stablehlo.constant' has size 2 in value, but 2x3 in the type of %0"},
    {"Region", "%a: tensor<2xf32>",
     "%0 = \"stablehlo.map\"(%a) ({\n  ^bb0(%x: tensor<$>):\n    "
     "\"stablehlo.return\"(%x) : (tensor<$>) -> ()\n  }) {dimensions = "
     "array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>",
     "f32", "5xf32",
     "'stablehlo.map' needs scalars in its region, but argument 0 has rank 1"},
    {"AttributeBehindARegion", "%a: tensor<2xf32>",
     "%0 = \"stablehlo.map\"(%a) ({\n  ^bb0(%x: tensor<f32>):\n    "
     "\"stablehlo.return\"(%x) : (tensor<f32>) -> ()\n  }) {dimensions = "
     "array<i64: $>} : (tensor<2xf32>) -> tensor<2xf32>",
     "0", "0, 1",
     "'stablehlo.map' needs 1 entry in dimensions, one for each dimension of "
     "%a, but has 2"},
    {"DynamicRoot", "%a: tensor<4xf32>, %r: tensor<$xi32>",
     "%0 = \"stablehlo.collective_broadcast\"(%a, %r) {replica_groups = "
     "dense<0> : tensor<1x1xi64>, has_dynamic_root} : (tensor<4xf32>, "
     "tensor<$xi32>) -> tensor<4xf32>",
     "1", "2",
     "'stablehlo.collective_broadcast' needs a root for each of 1 operands, "
     "but %r has 2"},
    {"DynamicRootsElement", "%a: tensor<4xf32>, %r: tensor<1x$>",
     "%0 = \"stablehlo.collective_broadcast\"(%a, %r) {replica_groups = "
     "dense<0> : tensor<1x1xi64>, has_dynamic_root} : (tensor<4xf32>, "
     "tensor<1x$>) -> tensor<4xf32>",
     "i32", "f32",
     "'stablehlo.collective_broadcast' needs roots of i32, but %r has others"},
    {"NoDynamicRoot", "%a: tensor<4xf32>, %r: tensor<2xi32>",
     "%0:2 = \"stablehlo.collective_broadcast\"(%a, %r) {replica_groups = "
     "dense<0> : tensor<1x1xi64>, has_dynamic_root = $} : (tensor<4xf32>, "
     "tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)",
     "false", "true",
     "'stablehlo.collective_broadcast' needs a root for each of 1 operands, "
     "but %r has 2"},
    {"PositiveKernel", "%a: tensor<1x8x2xf32>, %k: tensor<$x2x4xf32>",
     "%0 = \"stablehlo.convolution\"(%a, %k) {dimension_numbers = "
     "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = "
     "1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x2xf32>, "
     "tensor<$x2x4xf32>) -> tensor<1x?x4xf32>",
     "1", "0",
     "'stablehlo.convolution' has windows of 0 in dimension 0 of %k, which "
     "must be positive"},
    {"ReducerOfWindows", "%a: tensor<4x2xf32>, %i: tensor<$xf32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %i) ({\n  ^bb0(%x: tensor<$xf32>, "
     "%y: tensor<$xf32>):\n    \"stablehlo.return\"(%x) : (tensor<$xf32>) -> "
     "()\n  }) {window_dimensions = array<i64: 3, 1>} : (tensor<4x2xf32>, "
     "tensor<$xf32>) -> tensor<2x2xf32>",
     "3", "2",
     "'stablehlo.reduce_window' yields sizes 2, which are not among those of "
     "window_dimensions"},
    {"WindowsOfScatter",
     "%a: tensor<4xf32>, %s: tensor<2xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.select_and_scatter\"(%a, %s, %i) ({\n  ^bb0(%x: "
     "tensor<f32>, %y: tensor<f32>):\n    %c = stablehlo.compare GE, %x, %y : "
     "(tensor<f32>, tensor<f32>) -> tensor<i1>\n    \"stablehlo.return\"(%c) : "
     "(tensor<i1>) -> ()\n  }, {\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n  "
     "  \"stablehlo.return\"(%x) : (tensor<f32>) -> ()\n  }) {$window_strides "
     "= array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> "
     "tensor<4xf32>",
     "window_dimensions = array<i64: 2>, ", "",
     "'stablehlo.select_and_scatter' has no window_dimensions for the 1 "
     "dimensions of %a"},
    {"BitcastOfQuantized", "%a: tensor<2x$x!quant.uniform<i8:f32, 0.5:-20>>",
     "%0 = \"stablehlo.bitcast_convert\"(%a) : "
     "(tensor<2x$x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2xi16>",
     "2", "4",
     "'stablehlo.bitcast_convert' splits an element into 2 of the other's, but "
     "the last dimension of %a is 4"},
    {"AliasesOfTuples", "%a: tuple<tensor<1xf32>, tensor<2x3xf32>>",
     "%0 = \"stablehlo.custom_call\"(%a) {call_target_name = \"foo\", "
     "output_operand_aliases = [#stablehlo.output_operand_alias<"
     "output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = "
     "[$]>]} : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> "
     "tuple<tensor<2x3xf32>>",
     "1", "0",
     "'stablehlo.custom_call' returns a part of %a that has sizes 1 as one "
     "that has sizes 2x3"},
};

} // namespace

TEST_P(Constraints, AreMet) {
  EXPECT_EQ(findingsWith(GetParam(), GetParam().right), "");
}

TEST_P(Constraints, AreToldWhereTheyAreNotMet) {
  std::string found = findingsWith(GetParam(), GetParam().wrong);
  EXPECT_NE(found.find("error[shape-mismatch] " +
                       std::string(GetParam().message) + "\n"),
            found.npos)
      << found;
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
}

INSTANTIATE_TEST_SUITE_P(All, Constraints, testing::ValuesIn(rows),
                         [](const auto &info) { return info.param.name; });

/// What an edit of the constant says is what a fresh document says.
TEST(Constraints, FollowTheEditOfAConstant) {
  Edited document(R"(func.func @f(%a: tensor<4x3xf32>) {
  %s = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
  %c = stablehlo.convert %s : (tensor<2xi64>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %a, %c : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}
)");
  document.replace("[2, 6]", "[2, 5]")
      .replace("stablehlo.convert", "other.convert")
      .replace("other.convert", "stablehlo.convert")
      .replace("dense<[2, 5]>", "dense<[2, 6]>")
      .replace("%a, %c", "%a, %s")
      .replace("[2, 6]", "[2, 5]");
}

/// What is behind a region moves with it.
TEST(Constraints, AreUnderlinedBehindARegionThatIsEdited) {
  Edited document(R"(func.func @f(%a: tensor<2xf32>) {
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
)");
  document
      .insert("\"stablehlo.return\"",
              "%y = stablehlo.abs %x : tensor<f32>\n    ")
      .replace("0, 1", "0")
      .replace("array<i64: 0>", "array<i64: 0, 2>")
      .replace("%y = stablehlo.abs %x : tensor<f32>\n", "");
}
