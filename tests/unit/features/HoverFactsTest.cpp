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
