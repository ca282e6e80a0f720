//===- FlowFindingsTest.cpp - Sizes that contradict each other ------------===//

#include "analysis/Edited.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// Two casts of an argument, on lines 2 and 4.
constexpr std::string_view twoCasts =
    "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {\n"
    "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
    "  %1 = stablehlo.abs %a : tensor<?xf32>\n"
    "  %2 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>\n"
    "  return\n}\n";

/// What is said, with what is related: `line message`.
std::string saidIn(const std::string &text) {
  Document document(text);
  document.update();
  std::string said;
  auto lineOf = [&](DocumentRange range) {
    return std::to_string(document.buffer().lineOf(range.begin).value + 1);
  };
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    if (diagnostic.code == DiagnosticCode::UnknownDialect)
      continue;
    said += lineOf(diagnostic.range) + " " + diagnostic.message + "\n";
    for (const RelatedInformation &related : diagnostic.related)
      said += "  " + lineOf(related.range) + " " + related.message + "\n";
  }
  return said;
}

/// A name that the user gave to two sizes is no proof that they are equal.
TEST(FlowFindingsTest, NamesOfSizesMakeNoErrors) {
  EXPECT_EQ(
      saidIn("func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: "
             "tensor<3xf32>, %d: tensor<4xf32>) -> (tensor<?xf32> "
             "{onnx.dim_params = \"0:n\"}, tensor<?xf32> {onnx.dim_params = "
             "\"0:n\"}) {\n"
             "  %x = stablehlo.add %a, %c : (tensor<?xf32>, tensor<3xf32>) -> "
             "tensor<?xf32>\n"
             "  %y = stablehlo.add %b, %d : (tensor<?xf32>, tensor<4xf32>) -> "
             "tensor<?xf32>\n"
             "  return %a, %b : tensor<?xf32>, tensor<?xf32>\n}\n"),
      "");
}

TEST(FlowFindingsTest, TwoCastsOfOneValueDoNotFit) {
  EXPECT_EQ(saidIn(std::string(twoCasts)),
            "4 dimension 0 of %1 is 4 here, but 3 by the ops before\n"
            "  2 dimension 0 of %a is 3, by tensor.cast\n");
}

TEST(FlowFindingsTest, OperandsAreNamedWithWhereTheirSizesAreFrom) {
  EXPECT_EQ(
      saidIn("func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {\n"
             "  %0 = stablehlo.abs %a : (tensor<3xf32>) -> tensor<?xf32>\n"
             "  %1 = stablehlo.abs %b : (tensor<4xf32>) -> tensor<?xf32>\n"
             "  %2 = stablehlo.add %0, %1 : tensor<?xf32>\n"
             "  return\n}\n"),
      "4 %0 and %1 do not fit: dimension 0 of %0 is 3, dimension 0 of %1 is "
      "4 (equal in stablehlo.add)\n"
      "  2 dimension 0 of %0 is 3, by stablehlo.abs\n"
      "  3 dimension 0 of %1 is 4, by stablehlo.abs\n");
}

TEST(FlowFindingsTest, SumsCountAsWell) {
  std::string concat =
      "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {\n"
      "  %0 = tensor.cast %a : tensor<?xf32> to tensor<2xf32>\n"
      "  %1 = tensor.cast %b : tensor<?xf32> to tensor<4xf32>\n"
      "  %2 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> "
      "tensor<?xf32>\n"
      "  %3 = tensor.cast %2 : tensor<?xf32> to tensor<";
  std::string end = "xf32>\n  return\n}\n";
  EXPECT_EQ(saidIn(concat + "6" + end), "");
  EXPECT_EQ(saidIn(concat + "5" + end),
            "5 dimension 0 of %2 is 5 here, but 6 by the ops before\n"
            "  2 dimension 0 of %a is 2, by tensor.cast\n"
            "  3 dimension 0 of %b is 4, by tensor.cast\n");
}

TEST(FlowFindingsTest, WhatBroadcastsIsOneOrTheOther) {
  std::string add =
      "func.func @f(%a: tensor<?xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) "
      "{\n"
      "  %0 = \"onnx.Add\"(%a, %b) : (tensor<?xf32>, tensor<3xf32>) -> "
      "tensor<3xf32>\n";
  auto cast = [&](const std::string &size) {
    return add + "  %1 = tensor.cast %a : tensor<?xf32> to tensor<" + size +
           "xf32>\n  return\n}\n";
  };
  EXPECT_EQ(saidIn(cast("1")), "");
  EXPECT_EQ(saidIn(cast("3")), "");
  EXPECT_EQ(saidIn(cast("5")),
            "3 dimension 0 of %a is 5 here, but 1 or 3 by the ops before\n"
            "  2 dimension 0 of %a is 1 or 3, by onnx.Add\n");
  std::string both = add + "  %1 = \"onnx.Add\"(%a, %c) : (tensor<?xf32>, "
                           "tensor<4xf32>) -> tensor<4xf32>\n";
  EXPECT_EQ(saidIn(both + "  return\n}\n"), "");
  EXPECT_EQ(saidIn(both + "  %2 = tensor.cast %a : tensor<?xf32> to "
                          "tensor<3xf32>\n  return\n}\n"),
            "4 dimension 0 of %a is 3 here, but 1 or 4 by the ops before\n"
            "  3 dimension 0 of %a is 1 or 4, by onnx.Add\n");
}

std::string branches(std::string_view before, std::string_view then,
                     std::string_view otherwise) {
  auto cast = [](std::string_view size, const char *name) {
    return size.empty() ? ""
                        : "    %" + std::string(name) +
                              " = tensor.cast %a : tensor<?xf32> to tensor<" +
                              std::string(size) + "xf32>\n";
  };
  return "func.func @f(%p: i1, %a: tensor<?xf32>) {\n" + cast(before, "0") +
         "  scf.if %p {\n" + cast(then, "1") + "  } else {\n" +
         cast(otherwise, "2") + "  }\n  return\n}\n";
}

TEST(FlowFindingsTest, OnlyWhatExecutesTogetherContradicts) {
  EXPECT_EQ(saidIn(branches("", "3", "4")), "");
  EXPECT_EQ(saidIn(branches("3", "3", "4")),
            "6 dimension 0 of %a is 4 here, but 3 by the ops before\n"
            "  2 dimension 0 of %a is 3, by tensor.cast\n");
}

TEST(FlowFindingsTest, WhatFollowsFromAWrongOpIsNotSaidAgain) {
  EXPECT_EQ(
      saidIn("func.func @f(%a: tensor<?x4xf32>, %b: tensor<3x?xf32>) {\n"
             "  %0 = tensor.cast %a : tensor<?x4xf32> to tensor<3x4xf32>\n"
             "  %1 = stablehlo.abs %a : (tensor<?x4xf32>) -> "
             "tensor<5x4xf32>\n"
             "  %2 = stablehlo.abs %1 : tensor<5x4xf32>\n"
             "  return\n}\n"),
      "3 dimension 0 of %1 is 5, but 'stablehlo.abs' makes it that of "
      "%a, which is 3\n"
      "  2 dimension 0 of %a is 3, by tensor.cast\n");
}

TEST(FlowFindingsTest, AnAssertionIsNoFinding) {
  std::string assertion =
      "func.func @f(%a: tensor<?xf32>) {\n"
      "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
      "  %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>\n"
      "  %2 = shape.const_shape [4] : tensor<1xindex>\n"
      "  %3 = shape.cstr_eq %1, %2 : tensor<1xindex>, tensor<1xindex>\n"
      "  return\n}\n";
  EXPECT_EQ(saidIn(assertion), "");
}

TEST(FlowFindingsTest, AnEditCausesAndMendsAConflict) {
  Edited document(twoCasts);
  document.replace("to tensor<4x", "to tensor<3x")
      .replace("to tensor<3xf32>\n  %1", "to tensor<5xf32>\n  %1")
      .replace("abs %a", "abs %b")
      .replace("abs %b", "abs %a")
      .replace("  %0 = tensor.cast %a : tensor<?xf32> to tensor<5xf32>\n", "")
      .insert("  %1 =", "  %0 = tensor.cast %a : tensor<?xf32> to "
                        "tensor<7xf32>\n")
      .replace("%a: tensor<?xf32>", "%a: tensor<?xf64>")
      .replace("%a: tensor<?xf64>", "%a: tensor<?xf32>")
      .replace("tensor.cast %1", "tensor.cas %1")
      .replace("tensor.cas %1", "tensor.cast %1");
}

TEST(FlowFindingsTest, EditsOfWordsAreSeenInTheFinding) {
  Edited document(twoCasts);
  document.replace("%1 = stablehlo", "%x = stablehlo")
      .replace("cast %1", "cast %x")
      .insert("  %0", "// A comment\n");
}

TEST(FlowFindingsTest, AnOpThatIsWrongByItselfTeachesNothing) {
  std::string_view text =
      "func.func @f(%a: tensor<?xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) "
      "{\n"
      "  %0 = \"stablehlo.add\"(%b, %c) : (tensor<2xf32>, tensor<3xf32>) -> "
      "tensor<?xf32>\n"
      "  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>\n"
      "  return\n}\n";
  EXPECT_EQ(linesAndCodes(std::string(text)),
            "2 unknown-dialect; 2 shape-mismatch");
  Edited document(text);
  document.replace("%b: tensor<2xf32>", "%b: tensor<3xf32>")
      .replace("(tensor<2xf32>", "(tensor<3xf32>")
      .replace("(tensor<3xf32>, tensor<3xf32>) ->",
               "(tensor<2xf32>, tensor<3xf32>) ->");
}

/// A branch changes what holds in all of its function: to infer a long one
/// again takes longer than a key may.
TEST(FlowFindingsTest, ABranchOfALongFunctionIsForAPause) {
  ByStatements byStatements;
  Document document("func.func @f(%a: tensor<?xf32>) {\n"
                    "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
                    "  // " +
                    std::string(70 << 10, '-') +
                    "\n"
                    "  cf.br ^b1(%a : tensor<?xf32>)\n"
                    "^b1(%b: tensor<?xf32>):\n"
                    "  %1 = tensor.cast %b : tensor<?xf32> to tensor<4xf32>\n"
                    "  cf.br ^b2(%b : tensor<?xf32>)\n"
                    "^b2(%c: tensor<?xf32>):\n"
                    "  return\n}\n");
  auto replace = [&](std::string_view before, std::string_view after) {
    auto begin = static_cast<uint32_t>(document.buffer().text().find(before));
    auto end = begin + static_cast<uint32_t>(before.size());
    document.edit({{{begin}, {end}}, std::string(after)});
    document.update();
  };
  document.update();
  EXPECT_TRUE(document.isToConclude());
  document.conclude();
  EXPECT_EQ(document.diagnostics().size(), 1u);
  replace("tensor<4x", "tensor<3x");
  EXPECT_FALSE(document.isToConclude());
  EXPECT_EQ(document.diagnostics().size(), 0u);
  replace("br ^b1(", "br ^b2(");
  EXPECT_TRUE(document.isToConclude());
  replace("tensor<3x", "tensor<4x");
  EXPECT_TRUE(document.isToConclude());
  replace("br ^b2(", "br ^b1(");
  document.conclude();
  EXPECT_EQ(document.diagnostics().size(), 1u);
  EXPECT_EQ(stateOf(document), freshStateOf(document));
}

} // namespace
