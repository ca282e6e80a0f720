//===- CallsTest.cpp - Shapes across calls --------------------------------===//

#include "ByStatements.h"
#include "analysis/Findings.h"
#include "analysis/State.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/analysis/ShapesOf.h"
#include "core/shape/ShapeAnalysis.h"

#include <gtest/gtest.h>

#include <set>

using namespace shapels;
using namespace shapels::test;

namespace {

/// Adds what it is given, which needs equal sizes.
#define PAIR                                                                   \
  "func.func private @pair(%x: tensor<?xf32>, %y: tensor<?xf32>)"              \
  " -> tensor<?xf32> {\n"                                                      \
  "  %0 = stablehlo.add %x, %y : tensor<?xf32>\n"                              \
  "  return %0 : tensor<?xf32>\n"                                              \
  "}\n"

/// Calls it with sizes that the types do not tell.
#define CALL(CALLEE, A, B)                                                     \
  "func.func @main(%a: tensor<" A "xf32>, %b: tensor<" B "xf32>) {\n"          \
  "  %x = tensor.cast %a : tensor<" A "xf32> to tensor<?xf32>\n"               \
  "  %y = tensor.cast %b : tensor<" B "xf32> to tensor<?xf32>\n"               \
  "  %r = " CALLEE " : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"      \
  "  return\n"                                                                 \
  "}\n"

std::string found(const std::string &text) {
  Configuration configuration;
  configuration.severity["unknown-dialect"] = std::nullopt;
  return findingsIn(text, configuration);
}

/// What follows from arguments for the first value of that name in @main.
std::string inferred(const std::string &text, std::string_view name) {
  Document document{text};
  document.update();
  for (const InferredValue &value : inferredValues(document))
    if (value.function == "@main" && value.name == name)
      return value.fromArguments.value_or("?");
  return "";
}

constexpr std::string_view mismatch =
    "8:28-30 error[call-mismatch] 'func.call' passes 4 in dimension 0 of %y "
    "and 3 in dimension 0 of %x, but @pair needs equal sizes\n";

} // namespace

//===----------------------------------------------------------------------===//
// What is inferred
//===----------------------------------------------------------------------===//

TEST(Calls, ResultsFollowFromOperands) {
  std::string text = PAIR CALL("func.call @pair(%x, %y)", "3", "3");
  EXPECT_EQ(found(text), "");
  EXPECT_EQ(inferred(text, "%r"), "tensor<3xf32>");
}

/// Of the argument's sizes that nobody names, and of integers.
TEST(Calls, IntegersFollowToo) {
  std::string text = "func.func @twice(%n: index) -> index {\n"
                     "  %0 = arith.addi %n, %n : index\n"
                     "  return %0 : index\n"
                     "}\n"
                     "func.func @main() {\n"
                     "  %c = arith.constant 4 : index\n"
                     "  %0 = func.call @twice(%c) : (index) -> index\n"
                     "  %r = tensor.empty(%0) : tensor<?xf32>\n"
                     "  return\n"
                     "}\n";
  EXPECT_EQ(inferred(text, "%r"), "tensor<8xf32>");
}

/// Each call has its own sizes.
TEST(Calls, ArePolymorphic) {
  std::string text = PAIR CALL(
      "func.call @pair(%x, %x)", "3",
      "4") "func.func @other(%a: tensor<7xf32>) {\n"
           "  %x = tensor.cast %a : tensor<7xf32> to tensor<?xf32>\n"
           "  %r = func.call @pair(%x, %x) : (tensor<?xf32>, tensor<?xf32>)"
           " -> tensor<?xf32>\n"
           "  return\n"
           "}\n";
  EXPECT_EQ(found(text), "");
  EXPECT_EQ(inferred(text, "%r"), "tensor<3xf32>");
}

TEST(Calls, OfUnknownDialects) {
  std::string text =
      PAIR CALL("\"tf.PartitionedCall\"(%x, %y) {f = @pair}", "3", "3");
  EXPECT_EQ(found(text), "");
  EXPECT_EQ(inferred(text, "%r"), "tensor<3xf32>");
  text = PAIR CALL("util.call @pair(%x, %y)", "3", "3");
  EXPECT_EQ(inferred(text, "%r"), "tensor<3xf32>");
}

/// What a custom call names is not a function of the module.
TEST(Calls, OfWhatIsNoFunctionHere) {
  for (const char *callee :
       {"stablehlo.custom_call @pair(%x, %y)",
        "\"t.custom_call\"(%x, %y) {f = @pair}",
        "\"t.call\"(%x, %y) {f = @pair, g = @main}", "\"t.call\"(%x, %y)",
        "\"t.call\"(%x, %y) {f = @nowhere}"}) {
    std::string text = std::string(PAIR) +
                       "func.func @main(%a: tensor<3xf32>, %b: tensor<4xf32>)"
                       " {\n"
                       "  %x = tensor.cast %a : tensor<3xf32> to"
                       " tensor<?xf32>\n"
                       "  %y = tensor.cast %b : tensor<4xf32> to"
                       " tensor<?xf32>\n"
                       "  %r = " +
                       callee +
                       " : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
                       "  return\n}\n";
    EXPECT_EQ(found(text), "") << callee;
    EXPECT_NE(inferred(text, "%r"), "tensor<3xf32>") << callee;
  }
}

/// Nothing is known of what calls itself, directly or not.
TEST(Calls, OfRecursion) {
  std::string text =
      "func.func @a(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  %0 = func.call @b(%x) : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  %1 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n"
      "  return %x : tensor<?xf32>\n"
      "}\n"
      "func.func @b(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  %0 = func.call @a(%x) : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  return %x : tensor<?xf32>\n"
      "}\n"
      "func.func @main(%a: tensor<4xf32>) {\n"
      "  %x = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
      "  %r = func.call @a(%x) : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  return\n"
      "}\n";
  EXPECT_EQ(found(text), "");
  EXPECT_EQ(inferred(text, "%r"), "tensor<?xf32>");
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

TEST(Calls, GiveWhatCannotBeTaken) {
  std::string text = PAIR CALL("func.call @pair(%x, %y)", "3", "4");
  EXPECT_EQ(found(text), mismatch);
  EXPECT_EQ(inferred(text, "%r"), "tensor<?xf32>");
  Document document{text};
  document.update();
  ASSERT_FALSE(document.diagnostics().empty());
  ASSERT_FALSE(document.diagnostics().back().related.empty());
  EXPECT_EQ(document.diagnostics().back().related.back().message,
            "needed by 'stablehlo.add' in @pair");
}

/// What a function needs, its callers need.
TEST(Calls, GiveWhatIsNotTakenFurtherDown) {
  EXPECT_EQ(
      found(PAIR
            "func.func @between(%x: tensor<?xf32>, %y: tensor<?xf32>)"
            " -> tensor<?xf32> {\n"
            "  %0 = func.call @pair(%x, %y) : (tensor<?xf32>, tensor<?xf32>)"
            " -> tensor<?xf32>\n"
            "  return %0 : tensor<?xf32>\n"
            "}\n" CALL("func.call @between(%x, %y)", "3", "4")),
      "12:31-33 error[call-mismatch] 'func.call' passes 4 in dimension 0 of %y "
      "and 3 in dimension 0 of %x, but @between needs equal sizes\n");
}

TEST(Calls, GiveOtherThanANumber) {
  EXPECT_EQ(
      found("func.func @three(%x: tensor<?xf32>) {\n"
            "  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n"
            "  return\n"
            "}\n"
            "func.func @main(%a: tensor<4xf32>) {\n"
            "  %x = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
            "  func.call @three(%x) : (tensor<?xf32>) -> ()\n"
            "  return\n"
            "}\n"),
      "7:20-22 error[call-mismatch] 'func.call' passes 4 in dimension 0 of %x, "
      "but @three needs 3\n");
}

/// What only a branch of the function needs, or an op that broadcasts, a call
/// need not give.
TEST(Calls, OfWhatMayBe) {
  EXPECT_EQ(
      found("func.func @branch(%p: i1, %x: tensor<?xf32>) {\n"
            "  scf.if %p {\n"
            "    %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n"
            "  }\n"
            "  %1 = \"onnx.Add\"(%x, %x) : (tensor<?xf32>, tensor<?xf32>)"
            " -> tensor<?xf32>\n"
            "  return\n"
            "}\n"
            "func.func @main(%p: i1, %a: tensor<4xf32>, %b: tensor<?xf32>) {\n"
            "  %x = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
            "  func.call @branch(%p, %x) : (i1, tensor<?xf32>) -> ()\n"
            "  func.call @branch(%p, %b) : (i1, tensor<?xf32>) -> ()\n"
            "  return\n"
            "}\n"),
      "");
}

//===----------------------------------------------------------------------===//
// After edits
//===----------------------------------------------------------------------===//

namespace {

/// A document about whose shapes somebody asks after each edit, and which then
/// shows what a new one shows.
class Calling {
public:
  explicit Calling(std::string_view text) : document(std::string(text)) {
    ask();
  }

  /// Puts `after` in the place of the first `before`. Returns the lines of the
  /// ops that were inferred again for it.
  std::string replace(std::string_view before, std::string_view after) {
    size_t at = document.buffer().text().find(before);
    EXPECT_NE(at, std::string_view::npos) << before;
    auto begin = static_cast<uint32_t>(at);
    auto end = static_cast<uint32_t>(at + before.size());
    document.edit({{{begin}, {end}}, std::string(after)});
    ask();
    return work();
  }

private:
  void ask() {
    document.update();
    std::vector<InferredValue> values = inferredValues(document);
    Document fresh{std::string(document.buffer().text())};
    fresh.update();
    EXPECT_EQ(values, inferredValues(fresh));
    EXPECT_EQ(stateOf(document), stateOf(fresh));
  }

  std::string work() {
    const Section &section = *document.sections()[0];
    std::set<uint32_t> lines;
    for (mlir::Operation *op :
         document.shapes(section).fromArguments().inferredAgain())
      lines.insert(section.lineOf(section.rangeOf(op).begin) + 1);
    std::string text;
    for (uint32_t line : lines)
      text += (text.empty() ? "" : " ") + std::to_string(line);
    return text;
  }

  ByStatements byStatements;
  Document document;
};

constexpr std::string_view edited =
    "func.func @callee(%x: tensor<?xf32>) -> tensor<?xf32> {\n"         // 1
    "  %0 = math.exp %x : tensor<?xf32>\n"                              // 2
    "  %1 = tensor.cast %x : tensor<?xf32> to tensor<?xf32>\n"          // 3
    "  return %0 : tensor<?xf32>\n"                                     // 4
    "}\n"                                                               // 5
    "func.func @caller(%a: tensor<?xf32>) {\n"                          // 6
    "  %0 = func.call @callee(%a) : (tensor<?xf32>) -> tensor<?xf32>\n" // 7
    "  %1 = math.sin %0 : tensor<?xf32>\n"                              // 8
    "  return\n"                                                        // 9
    "}\n";

} // namespace

TEST(CallEdits, ASummaryThatStaysCostsNoCaller) {
  Calling document(edited);
  EXPECT_EQ(document.replace("math.exp", "math.tan"), "2 4");
}

TEST(CallEdits, ASummaryThatChangesHasCallsInferredAgain) {
  Calling document(edited);
  EXPECT_EQ(document.replace("?xf32>\n  return", "3xf32>\n  return"), "3 7 8");
}

TEST(CallEdits, WhatAFunctionNeeds) {
  Calling document(PAIR CALL("func.call @pair(%x, %y)", "3", "4"));
  document.replace("%x, %y : tensor<?xf32>\n", "%x, %x : tensor<?xf32>\n");
  document.replace("%x, %x : tensor<?xf32>\n", "%y, %x : tensor<?xf32>\n");
  document.replace("return %0", "return %y");
}

TEST(CallEdits, WhichFunctionItIs) {
  Calling document(PAIR CALL("func.call @pair(%x, %y)", "3", "4"));
  document.replace("@pair(%x:", "@other(%x:");
  document.replace("call @pair", "call @other");
  document.replace("@other(%x:", "@pair(%x:");
  document.replace("@pair(%x:", "@other(%x:");
  document.replace("call @other", "call @main");
  document.replace("call @main", "call @other");
}

/// A function that comes to call its callers, and does no more.
TEST(CallEdits, Recursion) {
  Calling document(std::string(edited) +
                   "func.func @last(%a: tensor<4xf32>) {\n"
                   "  %c = tensor.cast %a : tensor<4xf32> to tensor<?xf32>\n"
                   "  %0 = func.call @callee(%c) : (tensor<?xf32>) ->"
                   " tensor<?xf32>\n"
                   "  return\n"
                   "}\n");
  document.replace("%1 = tensor.cast %x : tensor<?xf32> to tensor<?xf32>",
                   "func.call @caller(%x) : (tensor<?xf32>) -> ()");
  document.replace("func.call @caller(%x) : (tensor<?xf32>) -> ()",
                   "%1 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>");
  document.replace("%1 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>\n",
                   "");
}

/// The op that the finding names as the reason may be another one.
TEST(CallEdits, TheReasonOfAFinding) {
  Calling document(PAIR CALL("func.call @pair(%x, %y)", "3", "4"));
  document.replace("  %0 = stablehlo",
                   "  %9 = stablehlo.add %x, %y : tensor<?xf32>\n"
                   "  %0 = stablehlo");
  document.replace("  %9 = stablehlo.add %x, %y : tensor<?xf32>\n", "");
}
