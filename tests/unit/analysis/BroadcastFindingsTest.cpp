//===- BroadcastFindingsTest.cpp - What is said of ops that broadcast -----===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

TEST(BroadcastSignature, SaysWhatIsWrong) {
  expectFindings(
      BROADCAST("%a: i32, %b: tensor<2xi32>", "%a, %b",
                "(i32, tensor<2xi32>) -> tensor<2xi32>"),
      {{2, 29, 31, "broadcast-signature", Severity::Error,
        "operand %a of 'test.broadcastable' is i32, but a broadcastable op "
        "takes tensors or vectors only"}});
  expectFindings(
      BROADCAST("%a: memref<2xi32>", "%a", "(memref<2xi32>) -> tensor<2xi32>"),
      {{2, 29, 31, "broadcast-signature", Severity::Error,
        "operand %a of 'test.broadcastable' is memref<2xi32>, but a "
        "broadcastable op takes tensors or vectors only"}});
  expectFindings(
      BROADCAST("%a: tensor<2xi32>", "%a", "(tensor<2xi32>) -> i32"),
      {{2, 3, 5, "broadcast-signature", Severity::Error,
        "result %0 of 'test.broadcastable' is i32, but a broadcastable op "
        "takes tensors or vectors only"}});
  expectFindings(
      "func.func @f(%a: tensor<2xi32>) {\n"
      "  %0:2 = \"test.broadcastable\"(%a) : (tensor<2xi32>) -> "
      "(tensor<2xi32>, tensor<2xi32>)\n  return\n}\n",
      {{2, 11, 29, "broadcast-signature", Severity::Error,
        "'test.broadcastable' is broadcastable and needs exactly one result, "
        "but has 2"}});
  expectFindings(
      BROADCAST("%a: tensor<2xi32>, %b: vector<2xi32>", "%a, %b",
                "(tensor<2xi32>, vector<2xi32>) -> tensor<2xi32>"),
      {{2, 33, 35, "broadcast-signature", Severity::Error,
        "'test.broadcastable' mixes tensors and vectors, which do not "
        "broadcast with each other"}});
}

TEST(BroadcastIncompatible, CountsFromTheRightWhereRanksDiffer) {
  expectFindings(
      BROADCAST("%a: tensor<4xi32>, %b: tensor<2x3x5xi32>", "%a, %b",
                "(tensor<4xi32>, tensor<2x3x5xi32>) -> tensor<2x3x?xi32>"),
      {{2, 33, 35, "broadcast-incompatible", Severity::Error,
        "dimension 2 (the 1st from the right) does not broadcast: %a has 4, "
        "%b has 5"}});
}

TEST(BroadcastIncompatible, SaysEveryDimensionAndWhereTheSizesAre) {
  std::string text =
      BROADCAST("%a: tensor<2x3x4xi32>, %b: tensor<3x5xi32>", "%a, %b",
                "(tensor<2x3x4xi32>, tensor<3x5xi32>) -> tensor<*xi32>");
  Document document(text);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  const Diagnostic &found = document.diagnostics()[0];
  ASSERT_EQ(found.related.size(), 2u);
  EXPECT_EQ(found.related[0].message,
            "%a has size 4 in its dimension 2: tensor<2x3x4xi32>");
  EXPECT_EQ(found.related[1].message,
            "%b has size 5 in its dimension 1: tensor<3x5xi32>");
  EXPECT_EQ(document.buffer().slice(found.related[1].range), "%b");
  EXPECT_EQ(found.related[1].range.begin.value, text.find("%b"));
  ASSERT_EQ(found.alsoUnderlined.size(), 1u);
  EXPECT_EQ(document.buffer().slice(found.alsoUnderlined[0]), "%a");
  EXPECT_GT(found.alsoUnderlined[0].begin.value, text.find("broadcastable"));
}

TEST(BroadcastIncompatible, OneFindingForEachDimension) {
  expectFindings(
      BROADCAST("%a: tensor<2x3xi32>, %b: tensor<4x5xi32>", "%a, %b",
                "(tensor<2x3xi32>, tensor<4x5xi32>) -> tensor<*xi32>"),
      {{2, 33, 35, "broadcast-incompatible", Severity::Error,
        "dimension 0 does not broadcast: %a has 2, %b has 4"},
       {2, 33, 35, "broadcast-incompatible", Severity::Error,
        "dimension 1 does not broadcast: %a has 3, %b has 5"}});
}

/// The operand that is written twice, and one of a group.
TEST(BroadcastIncompatible, NamesOperandsAsTheTextDoes) {
  expectFindings(
      "func.func @f(%a: tensor<2xi32>) {\n"
      "  %g:2 = builtin.unrealized_conversion_cast %a : tensor<2xi32> to "
      "tensor<1xi32>, tensor<3xi32>\n"
      "  %0 = \"test.broadcastable\"(%a, %g#1, %a) : "
      "(tensor<2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<*xi32>\n"
      "  return\n}\n",
      {{3, 33, 37, "broadcast-incompatible", Severity::Error,
        "dimension 0 does not broadcast: %a has 2, %g#1 has 3"}});
}

/// MLIR's verifier says the same in other words; it is said once.
TEST(BroadcastIncompatible, StandsForTheMessageOfMlir) {
  const char *tosa =
      "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
      "  %0 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32>\n  return\n}\n";
  expectFindings(tosa,
                 {{2, 21, 23, "broadcast-incompatible", Severity::Error,
                   "dimension 0 does not broadcast: %a has 2, %b has 3"}});
  Document document(tosa);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(document.diagnostics()[0].replacedMessage,
            "'tosa.add' op operands don't have broadcast-compatible shapes");
}

TEST(BroadcastResult, NamesWhoGivesTheSizeAndTheResult) {
  std::string text = BROADCAST(
      "%a: tensor<2x1xi32>, %b: tensor<3xi32>, %c: tensor<2x3xi32>",
      "%a, %b, %c, %b",
      "(tensor<2x1xi32>, tensor<3xi32>, tensor<2x3xi32>, tensor<3xi32>) -> "
      "tensor<2x5xi32>");
  Document document(text);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  const Diagnostic &found = document.diagnostics()[0];
  EXPECT_EQ(found.message,
            "dimension 1 of the result (the 1st from the right) does not fit: "
            "%b and %c have 3, %0 has 5");
  ASSERT_EQ(found.related.size(), 2u);
  EXPECT_EQ(found.related[0].message, "%b is tensor<3xi32>");
  EXPECT_EQ(document.buffer().slice(found.related[1].range), "%c");
  EXPECT_EQ(found.alsoUnderlined.size(), 3u);
}

TEST(BroadcastResult, NeedNotHaveAName) {
  EXPECT_EQ(findingsIn("func.func @f(%a: tensor<2xi32>) {\n"
                       "  \"test.broadcastable\"(%a) : (tensor<2xi32>) -> "
                       "tensor<4xi32>\n  return\n}\n"),
            "2:49-62 error[broadcast-result-mismatch] dimension 0 of the "
            "result does not fit: %a has 2, the result has 4\n");
}

TEST(BroadcastResult, OfAnotherRankCountsItsOwnDimensions) {
  Configuration configuration;
  configuration.broadcastRules = BroadcastRules::Mlir;
  std::string findings =
      findingsIn(BROADCAST("%a: tensor<3xi32>", "%a",
                           "(tensor<3xi32>) -> tensor<1x4xi32>"),
                 configuration);
  EXPECT_NE(findings.find("dimension 1 of the result (the 1st from the right) "
                          "does not fit: %a has 3, %0 has 4"),
            findings.npos)
      << findings;
}

TEST(BroadcastResult, RestsOnUnrankedOperands) {
  EXPECT_EQ(
      findingsIn(BROADCAST(
          "%a: tensor<2xi32>, %u: tensor<*xi32>, %v: tensor<*xi32>",
          "%a, %u, %v",
          "(tensor<2xi32>, tensor<*xi32>, tensor<*xi32>) -> tensor<1x2xi32>")),
      "2:92-107 warning[broadcast-rank-unproved] the rank of the result is not "
      "proved: %a has 1, %u and %v are unranked, %0 has 2\n");
}

/// DESIGN 4.1: "rank expansion in a TOSA op | TOSA's error, kept".
TEST(RankExpansion, IsAnErrorOfTosaOnly) {
  std::string findings = findingsIn(
      "func.func @f(%a: tensor<4xi32>, %b: tensor<2x3x4xi32>) {\n"
      "  %0 = tosa.add %a, %b : (tensor<4xi32>, tensor<2x3x4xi32>) -> "
      "tensor<2x3x4xi32>\n  return\n}\n");
  EXPECT_EQ(findings,
            "2:8-16 error[mlir-verify] 'tosa.add' op operands don't have "
            "matching ranks\n");
}

TEST(Configuration, TellsWhichOpsAreBroadcastable) {
  const char *text = "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
                     "  %0 = \"my.add\"(%a, %b) : (tensor<2xi32>, "
                     "tensor<3xi32>) -> tensor<2xi32>\n  return\n}\n";
  std::string findings = findingsIn(text);
  EXPECT_EQ(findings.find("broadcast"), findings.npos) << findings;
  Configuration configuration;
  configuration.ops.declare("my.add", OpFamily::Broadcastable);
  expectFindings(text,
                 {{2, 21, 23, "broadcast-incompatible", Severity::Error,
                   "dimension 0 does not broadcast: %a has 2, %b has 3"}},
                 configuration);
}

TEST(Configuration, ChoosesTheRules) {
  const char *text = BROADCAST("%a: tensor<3xi32>", "%a",
                               "(tensor<3xi32>) -> tensor<1x3xi32>");
  Configuration configuration;
  configuration.broadcastRules = BroadcastRules::Mlir;
  EXPECT_EQ(findingsIn(text, configuration), "");
  EXPECT_NE(findingsIn(text), "");
}

/// MLIR's trait looks at tensors only; so do its dimensions and sizes.
TEST(MlirRules, CountDimensionsAmongTheTensors) {
  Configuration configuration;
  configuration.broadcastRules = BroadcastRules::Mlir;
  Document document(
      BROADCAST("%a: tensor<3xi32>, %b: tensor<4xi32>, %m: memref<2x2x2xi32>",
                "%a, %b, %m",
                "(tensor<3xi32>, tensor<4xi32>, memref<2x2x2xi32>) -> "
                "tensor<*xi32>"),
      configuration);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1u);
  const Diagnostic &found = document.diagnostics()[0];
  EXPECT_EQ(found.message,
            "dimension 0 does not broadcast: %a has 3, %b has 4");
  ASSERT_EQ(found.related.size(), 2u);
  EXPECT_EQ(found.related[0].message,
            "%a has size 3 in its dimension 0: tensor<3xi32>");
  EXPECT_EQ(found.related[1].message,
            "%b has size 4 in its dimension 0: tensor<4xi32>");
}
