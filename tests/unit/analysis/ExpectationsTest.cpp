//===- ExpectationsTest.cpp - `expected-error` and friends ----------------===//

#include "analysis/Commented.h"

using namespace shapels;
using namespace shapels::test;

TEST(Expectations, HideWhatTheyWant) {
  std::string text =
      expand("  // expected-error @below {{does not broadcast}}\n"
             "  %0 = {error}\n"
             "  %1 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
  Configuration shown;
  shown.showExpected = true;
  EXPECT_EQ(linesOf("broadcast-incompatible", text, shown), "3 4");
}

TEST(Expectations, InOtherWordsHideWhatTheyAnnounce) {
  std::string text = expand("  // expected-error @below {{nothing says this}}\n"
                            "  %0 = {error}\n"
                            "  // expected-error @unknown {{nor this}}\n"
                            "  %1 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "5");
  // What is less severe is announced as well.
  std::string cast = "func.func @f(%a: tensor<?xi32>) {\n"
                     "  // expected-error @below {{not so}}\n"
                     "  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> "
                     "tensor<4xi32>\n  return\n}\n";
  EXPECT_EQ(findingsIn(cast), "");
  Configuration shown;
  shown.showExpected = true;
  EXPECT_EQ(linesOf("implicit-static-cast", cast, shown), "3");
}

TEST(Expectations, OfAToolThatIsToFailHideErrors) {
  std::string run = "// RUN: not mlir-opt %s 2>&1 | FileCheck %s\n";
  std::string text = run + expand("  %0 = {error}\n");
  EXPECT_EQ(findingsIn(text), "");
  Configuration shown;
  shown.showExpected = true;
  EXPECT_EQ(linesOf("broadcast-incompatible", text, shown), "3");
  // The line may be edited.
  Document document(text);
  document.update();
  document.edit({{{8}, {12}}, ""});
  document.update();
  EXPECT_EQ(findingsOf(document),
            findingsIn("// RUN: mlir-opt %s 2>&1 | FileCheck %s\n" +
                       expand("  %0 = {error}\n")));
  EXPECT_NE(findingsOf(document), "");
}

TEST(Expectations, OfAnotherLineOrKindHideNothing) {
  for (const char *comment : {"expected-note @below {{does not broadcast}}",
                              "expected-warning @below {{does not broadcast}}",
                              "expected-error {{does not broadcast}}",
                              "expected-error @+2 {{does not broadcast}}"}) {
    std::string text =
        expand("  // " + std::string(comment) + "\n  %0 = {error}\n");
    EXPECT_EQ(linesOf("broadcast-incompatible", text), "3") << comment;
  }
}

TEST(Expectations, MatchTheMessageThatOursReplaces) {
  std::string text =
      "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
      "  // expected-error @+1 {{'tosa.add' op operands don't have "
      "broadcast-compatible shapes}}\n"
      "  %0 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> "
      "tensor<2xi32>\n  return\n}\n";
  EXPECT_EQ(findingsIn(text), "");
  EXPECT_EQ(mismatchesIn(text), "");
}

namespace {

struct ExpectationRow {
  const char *name;
  /// Between the function's header and its return; line 2 on.
  const char *body;
  const char *mismatches;
};

const ExpectationRow expectationRows[] = {
    {"same line", "  %0 = {error} // expected-error {{does not broadcast}}\n",
     ""},
    {"below",
     "  // expected-error@below {{does not broadcast}}\n  %0 = {error}\n", ""},
    {"below, past other expectations",
     "  // expected-error @below {{dimension 0 does not broadcast}}\n"
     "  // expected-error @below {{dimension 1 does not broadcast}}\n"
     "  %0 = {two errors}\n",
     ""},
    {"above",
     "  %0 = {error}\n  // expected-error@above {{does not broadcast}}\n", ""},
    {"above, past other expectations",
     "  %0 = {two errors}\n"
     "  // expected-error @above {{dimension 0 does not broadcast}}\n"
     "  // expected-error @above {{dimension 1 does not broadcast}}\n",
     ""},
    {"a finding meets one expectation only",
     "  // expected-error @below {{does not broadcast}}\n"
     "  // expected-error @below {{%a has 2}}\n"
     "  %0 = {error}\n",
     "3:6 expected error \"%a has 2\" was not produced\n"},
    {"an expectation is met by several findings",
     "  // expected-error @below {{does not broadcast}}\n"
     "  %0 = {two errors}\n",
     ""},
    {"plus",
     "  // expected-error @+2 {{does not broadcast}}\n\n  %0 = {error}\n", ""},
    {"minus",
     "  %0 = {error}\n\n  // expected-error @-2 {{does not broadcast}}\n", ""},
    {"regular expression",
     "  // expected-error-re @below {{dimension {{[0-9]+}} does not "
     "broadcast: %{{a|c}} has 2}}\n  %0 = {error}\n",
     ""},
    {"regular expression that does not match",
     "  // expected-error-re @below {{dimension {{[1-9]+}} does not}}\n"
     "  %0 = {error}\n",
     "2:6 expected error \"dimension {{[1-9]+}} does not\" was not produced\n"
     "3:33 unexpected error: dimension 0 does not broadcast: %a has 2, %b has "
     "3\n"},
    {"text that looks like a regular expression is none",
     "  // expected-error @below {{dimension . does}}\n  %0 = {error}\n",
     "2:6 expected error \"dimension . does\" was not produced\n"
     "3:33 unexpected error: dimension 0 does not broadcast: %a has 2, %b has "
     "3\n"},
    {"unknown line",
     "  // expected-error @unknown {{does not broadcast}}\n  %0 = {error}\n",
     ""},
    {"behind what is none",
     "  %0 = {error} // expected-errors expected-error @+ {{no}} "
     "expected-error@+0{{does not broadcast}} \n",
     ""},
    {"not at the line's end",
     "  // expected-error @+1 {{does not broadcast}}.\n", ""},
    {"nothing meets it", "  // expected-error @below {{a}}\n",
     "2:6 expected error \"a\" was not produced\n"},
    {"another kind",
     "  // expected-warning @below {{does not broadcast}}\n  %0 = {error}\n",
     "2:6 expected warning \"does not broadcast\" was not produced\n"
     "3:33 unexpected error: dimension 0 does not broadcast: %a has 2, %b has "
     "3\n"},
    {"the line is the comment's by default",
     "  // expected-error {{does not broadcast}}\n  %0 = {error}\n",
     "2:6 expected error \"does not broadcast\" was not produced\n"
     "3:33 unexpected error: dimension 0 does not broadcast: %a has 2, %b has "
     "3\n"},
    {"a warning",
     "  // expected-warning @below {{not checked at run time: %d has ?, %0 has "
     "4}}\n"
     "  %0 = \"test.broadcastable\"(%d) : (tensor<?xi32>) -> tensor<4xi32>\n",
     ""},
    {"our notes may be expected",
     "  // expected-error @below {{does not broadcast}}\n  %0 = {error}\n"
     "  // expected-note @-3 {{%a has size 2}}\n",
     ""},
};

} // namespace

TEST(Expectations, AsMlirKnowsThem) {
  for (const ExpectationRow &row : expectationRows) {
    std::string text = expand(row.body);
    text.insert(text.find(") {"), ", %d: tensor<?xi32>, %e: "
                                  "tensor<2x4xi32>, %g: tensor<3x5xi32>");
    EXPECT_EQ(mismatchesIn(text), row.mismatches) << row.name;
  }
}

/// As mlir-opt --verify-diagnostics, which wants MLIR's own notes expected.
TEST(Expectations, NotesOfMlirMustBeExpected) {
  std::string text = "func.func private @f()\n"
                     "// expected-error @below {{redefinition of symbol}}\n"
                     "func.func private @f()\n";
  EXPECT_EQ(findingsIn(text), "");
  EXPECT_EQ(mismatchesIn(text).find("1:"), 0u) << mismatchesIn(text);
  EXPECT_NE(mismatchesIn(text).find("unexpected note: see existing symbol"),
            std::string::npos);
  EXPECT_EQ(mismatchesIn("// expected-note @below {{see existing symbol "
                         "definition here}}\n" +
                         text),
            "");
}

TEST(Expectations, EndWithTheirSection) {
  std::string text = "// expected-error @+2 {{does not broadcast}}\n"
                     "// -----\n" +
                     expand("  %0 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
}

TEST(Expectations, DoNotMakeHintsFindingsToVerify) {
  EXPECT_EQ(mismatchesIn("\"nowhere.a\"() : () -> ()\n"), "");
}

TEST(VerifyDiagnostics, WhatMlirOptDoesNotReachNeedNotBeExpected) {
  std::string wrong = "func.func @f(%a: i32, %n: index) {\n"
                      "  // expected-error @below {{operand}}\n"
                      "  %0 = \"arith.addi\"(%a, %n) : (i32, index) -> i32\n"
                      "  %1 = \"arith.muli\"(%a, %n) : (i32, index) -> i32\n"
                      "  return\n}\n";
  EXPECT_EQ(mismatchesIn(wrong), "");
  std::string other = "func.func @g(%a: i32, %n: index) {\n"
                      "  %1 = \"arith.muli\"(%a, %n) : (i32, index) -> i32\n"
                      "  return\n}\n";
  EXPECT_NE(mismatchesIn(wrong + other), "");
}
