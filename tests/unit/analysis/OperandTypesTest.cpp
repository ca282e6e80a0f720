//===- OperandTypesTest.cpp - Types that ops write for their operands -----===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

static std::string findingsOf(const std::string &text) {
  Configuration configuration;
  configuration.severity["unknown-dialect"] = std::nullopt;
  return findingsIn(text, configuration);
}

static std::string function(const char *ops) {
  return std::string("func.func @f(%a: tensor<4xf32>, %b: tensor<4x5xf32>, "
                     "%t: !torch.vtensor<[4],f32>, %p: tensor<4xi1>, "
                     "%s: tensor<i1>, %h: tensor<4xf16>, "
                     "%m: memref<4xf32>) {\n  ") +
         ops + "\n  return\n}\n";
}

TEST(OperandTypes, AreHeldAgainstWhatTheOperandsAre) {
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.add %a, %a : tensor<5xf32>")),
            "2:31-44 error[operand-type] %a is tensor<4xf32>, but "
            "'stablehlo.add' has tensor<5xf32> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.transpose %b, dims = [1, 0] : "
                                "(tensor<4x6xf32>) -> tensor<6x4xf32>")),
            "2:49-64 error[operand-type] %b is tensor<4x5xf32>, but "
            "'stablehlo.transpose' has tensor<4x6xf32> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = torch.aten.relu %t : "
                                "!torch.vtensor<[5],f32> -> "
                                "!torch.vtensor<[5],f32>")),
            "2:29-52 error[operand-type] %t is !torch.vtensor<[4],f32>, but "
            "'torch.aten.relu' has !torch.vtensor<[5],f32> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = other.op %a, %b : (tensor<4xf32>, "
                                "tensor<5x4xf32>) -> tensor<f32>")),
            "2:42-57 error[operand-type] %b is tensor<4x5xf32>, but "
            "'other.op' has tensor<5x4xf32> for it\n");
}

TEST(OperandTypes, OfSelectAreThePredicatesAndThatOfTheOthers) {
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.select %p, %a, %a : "
                                "tensor<5xi1>, tensor<4xf32>")),
            "2:38-50 error[operand-type] %p is tensor<4xi1>, but "
            "'stablehlo.select' has tensor<5xi1> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = mhlo.select %p, %a, %a : "
                                "tensor<4xi1>, tensor<5xf32>")),
            "2:47-60 error[operand-type] %a is tensor<4xf32>, but "
            "'mhlo.select' has tensor<5xf32> for it\n");
}

TEST(OperandTypes, HaveElementsAndAKindOfContainer) {
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.add %a, %h : tensor<4xf32>")),
            "2:31-44 error[operand-type] %h is tensor<4xf16>, but "
            "'stablehlo.add' has tensor<4xf32> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = other.op %a, %h : (tensor<4xf32>, "
                                "tensor<4xbf16>) -> tensor<f32>")),
            "2:42-56 error[operand-type] %h is tensor<4xf16>, but 'other.op' "
            "has tensor<4xbf16> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = other.op %m : (tensor<4xf32>) -> "
                                "tensor<f32>")),
            "2:23-36 error[operand-type] %m is memref<4xf32>, but 'other.op' "
            "has tensor<4xf32> for it\n");
}

TEST(OperandTypes, AreNotWhatStandsInQuotes) {
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.abs %a {note = \"a : b, c\"} "
                                ": tensor<5xf32>")),
            "2:47-60 error[operand-type] %a is tensor<4xf32>, but "
            "'stablehlo.abs' has tensor<5xf32> for it\n");
  EXPECT_EQ(findingsOf(function("%0 = other.sum \"a -> b\" %a : "
                                "tensor<5xf32>")),
            "");
}

/// One that is right says nothing of others of its name.
TEST(OperandTypes, AreHeldAgainstThemOfEachOp) {
  EXPECT_EQ(findingsOf(function("%0 = other.op %a : (tensor<4xf32>) -> "
                                "tensor<f32>\n"
                                "  %1 = other.op %a : (tensor<9xf32>) -> "
                                "tensor<f32>")),
            "3:23-36 error[operand-type] %a is tensor<4xf32>, but 'other.op' "
            "has tensor<9xf32> for it\n");
}

/// What is said is said once, where the types part.
TEST(OperandTypes, OfAResultAreToldWhereItIsUsed) {
  EXPECT_EQ(findingsOf(function("%0 = stablehlo.abs %a : tensor<4xf32>\n"
                                "  %1 = stablehlo.abs %0 : tensor<3xf32>\n"
                                "  %2 = stablehlo.abs %1 : tensor<3xf32>")),
            "3:27-40 error[operand-type] %0 is tensor<4xf32>, but "
            "'stablehlo.abs' has tensor<3xf32> for it\n");
}

TEST(OperandTypes, AreNotHeldAgainstAnythingWhereNobodyKnowsWhoseTheyAre) {
  for (const char *op :
       {// Whose type it is only the dialect knows.
        "%0 = other.sum %a : tensor<f32>",
        // Others write theirs in another order.
        "%0 = other.op %b, %a : (tensor<4xf32>, tensor<4x5xf32>) -> "
        "tensor<f32>",
        // Not as many types as operands.
        "%0 = other.op %a, %b : (tensor<5xf32>) -> tensor<f32>",
        // The operand's own type is nobody's.
        "%0 = other.sum %a : tensor<7xf32>\n"
        "  %1 = stablehlo.abs %0 : tensor<f32>",
        // Elements may be others.
        "%0 = stablehlo.complex %a, %a : tensor<4xcomplex<f32>>",
        "%0 = stablehlo.select %p, %a, %a : tensor<4xi1>, tensor<4xf32>",
        "%0 = stablehlo.select %s, %b, %b : tensor<i1>, tensor<4x5xf32>",
        "%0 = stablehlo.compare LT, %a, %a : (tensor<4xf32>, tensor<4xf32>) "
        "-> tensor<4xi1>",
        // Others write theirs in another order.
        "%0 = other.op %h, %a : (tensor<4xf32>, tensor<4xf16>) -> "
        "tensor<f32>",
        // An alias hides it.
        "%0 = other.op %a : (!alias) -> tensor<f32>"})
    EXPECT_EQ(findingsOf("!alias = tensor<4xf32>\n" + function(op)), "") << op;
}

TEST(OperandTypes, FollowEditsOfWhatDefinesTheOperand) {
  Edited document("func.func @f(%a: tensor<4xf32>) {\n"
                  "  %0 = stablehlo.abs %a : tensor<4xf32>\n"
                  "  %1 = stablehlo.abs %0 : tensor<4xf32>\n"
                  "  return\n}\n");
  document.replace("tensor<4xf32>)", "tensor<5xf32>)")
      .replace("%a : tensor<4xf32>", "%a : tensor<5xf32>")
      .replace("%0 : tensor<4xf32>", "%0 : tensor<5xf32>")
      .replace("tensor<5xf32>)", "tensor<4xf32>)")
      .replace("  %0 = stablehlo.abs %a : tensor<5xf32>\n", "");
}
