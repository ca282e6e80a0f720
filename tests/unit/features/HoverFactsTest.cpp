//===- HoverFactsTest.cpp - Sizes that ops and functions tell -------------===//

#include "features/Hovers.h"

using namespace shapels;
using namespace shapels::test;

/// Nothing follows from it, here and behind it.
TEST(Hover, SaysThatAnOpIsWrong) {
  std::string text =
      "func.func @f(%a: tensor<?x64xf32>, %b: tensor<32x?xf32>) {\n"
      "  %0 = \"onnx.MatMul\"(%a, %b) : (tensor<?x64xf32>, tensor<32x?xf32>) "
      "-> tensor<?x?xf32>\n"
      "  %1 = math.absf %0 : tensor<?x?xf32>\n"
      "  %2 = tensor.cast %a : tensor<?x64xf32> to tensor<3x64xf32>\n"
      "  %3 = tensor.cast %a : tensor<?x64xf32> to tensor<4x?xf32>\n"
      "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%0 = "), plain),
            "%0 — result of onnx.MatMul\n"
            "- type tensor<?x?xf32>\n"
            "- dim 0: ? is lost here: onnx.MatMul is wrong\n"
            "- dim 1: ? is lost here: onnx.MatMul is wrong");
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain),
             "- dim 0: ? from dim 0 of %0 (2:3), where it is lost: onnx.MatMul "
             "is wrong");
  expectLine(hoverAt(cursorBefore(text, "%3 = "), plain),
             "- dim 1: ? is lost here: tensor.cast is wrong");
}

/// Of what the type says, not of other operands.
TEST(Hover, KnowsAnElementByATypeThatItMakes) {
  std::string text =
      "func.func @f(%a: tensor<?xf32>, %s: tensor<2xindex>) {\n"
      "  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> "
      "tensor<5x?xf32>\n"
      "  %1 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> "
      "tensor<?x?xf32>\n"
      "  %2 = \"stablehlo.abs\"(%a) : (tensor<?xf32>) -> tensor<4xf32>\n"
      "  %3 = math.absf %a : tensor<?xf32>\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain), "- shape [5, %s{1}]");
  expectLine(hoverAt(cursorBefore(text, "%3 = "), plain), "- shape [%a[0]]");
}

TEST(Hover, SaysWhichFunctionTellsASize) {
  std::string text = "func.func @f(%a: tensor<?x64xf32>) {\n"
                     "  %0 = call @g(%a) : (tensor<?x64xf32>) -> "
                     "tensor<?x?xf32>\n"
                     "  return\n}\n"
                     "func.func @g(%a: tensor<?x64xf32>) -> tensor<?x?xf32> {\n"
                     "  %0 = tensor.cast %a : tensor<?x64xf32> to "
                     "tensor<?x?xf32>\n"
                     "  return %0 : tensor<?x?xf32>\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%0 = call"), plain),
             "- dim 1: 64 by @g");
}

/// `onnx.dim_params` of a result.
TEST(Hover, KnowsTheNamesOfAFunctionsResults) {
  std::string text =
      "func.func @f(%a: tensor<?x?xf32> {onnx.dim_params = \"0:B,1:N\"}, %b: "
      "tensor<?x?xf32>) -> "
      "(tensor<?x?xf32> {onnx.dim_params = \"0:B,1:M\"}) {\n"
      "  %1 = math.absf %b : tensor<?x?xf32>\n"
      "  return %b : tensor<?x?xf32>\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain), "- shape [B, M]");
}

/// Symbols that types carry.
TEST(Hover, KnowsTheNamesInTypes) {
  std::string text =
      "func.func @f(%a: tensor<?x?xf32, [@B, @N]>, %b: tensor<?xf32, [@N]>) {\n"
      "  %1 = math.absf %b : tensor<?xf32, [@N]>\n"
      "  %2 = tensor.cast %a : tensor<?x?xf32, [@B, @N]> to tensor<?x7xf32>\n"
      "  return\n}\n";
  expectLine(hoverAt(cursorBefore(text, "%2 = "), plain), "- shape [B, 7]");
  expectLine(hoverAt(cursorBefore(text, "%1 = "), plain),
             "- inferred tensor<7xf32, [@N]>");
}

/// What ops need of their operands tells the operands' sizes.
TEST(Hover, KnowsSizesByWhatOpsNeed) {
  std::string text =
      "func.func @f(%x: tensor<2x?x4xf32>, %s: tensor<3xf32>, %p: "
      "tensor<?x4xf32>, %q: tensor<3x?xf32>, %d: tensor<8x8xf32>, %n: index) "
      "{\n"
      "  %0 = \"stablehlo.batch_norm_inference\"(%x, %s, %s, %s, %s) {epsilon "
      "= "
      "0.1 : f32, feature_index = 1 : i64} : (tensor<2x?x4xf32>, "
      "tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> "
      "tensor<2x?x4xf32>\n"
      "  %1:2 = \"stablehlo.sort\"(%p, %q) ({}) {dimension = 0 : i64} : "
      "(tensor<?x4xf32>, tensor<3x?xf32>) -> (tensor<?x4xf32>, "
      "tensor<3x?xf32>)\n"
      "  %2 = tensor.insert_slice %p into %d[0, 0] [%n, 4] [1, 1] : "
      "tensor<?x4xf32> into tensor<8x8xf32>\n"
      "  %3 = math.absf %x : tensor<2x?x4xf32>\n"
      "  %4 = math.absf %q : tensor<3x?xf32>\n"
      "  %5 = tensor.empty(%n) : tensor<?xf32>\n"
      "  return\n}\n";
  auto hover = [&](const char *at) {
    return hoverAt(cursorBefore(text, at), plain);
  };
  expectLine(hover("%3 = "), "- inferred tensor<2x3x4xf32>");
  expectLine(hover("%4 = "), "- inferred tensor<3x4xf32>");
  expectLine(hover("%5 = "), "- inferred tensor<3xf32>");
}
