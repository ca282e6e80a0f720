//===- OddOpsTest.cpp - Ops that are not what their rules expect ----------===//
//
// Dialects that are not built in are not verified: an op of theirs may have
// more operands, results and regions than its dialect allows, or fewer, and
// other types. Rules take what is there.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Document.h"
#include "core/analysis/ShapesOf.h"
#include "core/ir/context/Dialects.h"
#include "core/shape/Rules.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

struct Form {
  /// After the op's name, in generic form.
  const char *name, *rest;
};

class OddOps : public testing::TestWithParam<Form> {};

/// All ops with rules, in that form, one on a line; but those of dialects that
/// are built in, as MLIR's verifiers do not survive some.
std::string textOf(const Form &form) {
  std::string text = "func.func @f(%a: tensor<?x4xf32>, %b: i64, %c: "
                     "tensor<*xi64>) {\n";
  for (llvm::StringRef op : opsWithRules())
    if (!Dialects::upstream().isRegistered(op.split('.').first))
      text += "  \"" + op.str() + "\"" + form.rest + "\n";
  return text + "  return\n}\n";
}

} // namespace

TEST_P(OddOps, AreNoTrouble) {
  Document document(textOf(GetParam()));
  document.update();
  size_t values = inferredValues(document).size();
  EXPECT_GE(values, 2u);
  EXPECT_FALSE(document.diagnostics().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Forms, OddOps,
    testing::Values(
        Form{"Nothing", "() : () -> ()"},
        Form{"ResultOnly", "() : () -> tensor<?x?xf32>"},
        Form{"TwoResults", "() : () -> (i32, tensor<*xf32>)"},
        Form{"OperandOnly", "(%a) : (tensor<?x4xf32>) -> ()"},
        Form{"Scalar", "(%b) : (i64) -> i64"},
        Form{"Unranked",
             "(%c, %c) : (tensor<*xi64>, tensor<*xi64>) -> tensor<*xf32>"},
        Form{"Mixed", "(%b, %a, %c) : (i64, tensor<?x4xf32>, tensor<*xi64>) -> "
                      "tensor<2xf32>"},
        Form{"Many",
             "(%a, %a, %a, %a, %a, %a) : (tensor<?x4xf32>, tensor<?x4xf32>, "
             "tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, "
             "tensor<?x4xf32>) -> (tensor<?xf32>, tensor<2x3x4x5x6xf32>, i1)"},
        Form{"Region",
             "(%a) ({\n^bb0(%x: tensor<2xf32>):\n  \"x.y\"() : () -> ()\n}) "
             ": (tensor<?x4xf32>) -> tensor<?x4xf32>"},
        Form{"EmptyRegions", "(%a) ({}, {}) : (tensor<?x4xf32>) -> i32"},
        Form{"Attributes",
             "(%a, %a) {axis = 9 : i64, dim = -9 : i64, dims = array<i64: 7, "
             "-7>, perm = [5, 5], permutation = array<i64: 3>, dimensions = "
             "array<i64: -1>, value = dense<[1, 2]> : tensor<2xi64>} : "
             "(tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>"}),
    [](const auto &info) { return std::string(info.param.name); });

namespace {

class OddMaps : public testing::TestWithParam<Form> {};

} // namespace

/// MLIR's verifier says what is wrong with it, and its rule has no answer.
TEST_P(OddMaps, AreNoTrouble) {
  std::string text =
      "#id = affine_map<(d0) -> (d0)>\n#two = affine_map<(d0, d1) -> (d1)>\n"
      "func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) {\n"
      "  \"linalg.generic\"(%a, %b, %b) <{";
  text += GetParam().rest;
  text += ", operandSegmentSizes = array<i32: 1, 2>}> ({\n"
          "  ^bb0(%x: f32, %y: f32, %z: f32):\n    linalg.yield %x, %x : f32, "
          "f32\n  }) : "
          "(tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?xf32>, "
          "tensor<?xf32>)\n  return\n}\n";
  Document document(text);
  document.update();
  EXPECT_EQ(document.diagnostics().size(), 1u);
  EXPECT_GE(inferredValues(document).size(), 2u);
}

#define PARALLEL "#linalg.iterator_type<parallel>"
INSTANTIATE_TEST_SUITE_P(
    Forms, OddMaps,
    testing::Values(
        Form{"TooFew",
             "indexing_maps = [#id, #id], iterator_types = [" PARALLEL "]"},
        Form{"None", "indexing_maps = [], iterator_types = []"},
        Form{"OfMoreLoops",
             "indexing_maps = [#id, #two, #two], iterator_types = [" PARALLEL
             "]"},
        Form{"OfFewerLoops",
             "indexing_maps = [#id, #id, #id], iterator_types = []"}),
    [](const auto &info) { return std::string(info.param.name); });
#undef PARALLEL

/// MLIR's parser gives the result of the first no type, on which its own
/// verifier dies.
TEST(OddOps, AreFoundWrongWhoseResultsHaveNoType) {
  Document document(
      "func.func @f(%c: index) {\n"
      "  %0 = gpu.launch blocks(%a, %b, %d) in (%e = %c, %g = %c, "
      "%h = %c) threads(%i, %j, %k) in (%l = %c, %m = %c, %n = "
      "%c) {\n"
      "    gpu.terminator\n"
      "  }\n"
      "  return\n}\n");
  document.update();
  document.conclude();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(document.diagnostics().front().message,
            "'gpu.launch' op result #0 must be async token type, but got "
            "'none'");
  EXPECT_FALSE(inferredValues(document).empty());
}
