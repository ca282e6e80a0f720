//===- CommentsTest.cpp - Severities, pragmas, expectations, the limit ----===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr const char *cast =
    "func.func @f(%a: tensor<?xi32>) {\n"
    "  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> tensor<4xi32>\n"
    "  return\n"
    "}\n";

void replaceAll(std::string &text, std::string_view marker,
                std::string_view by) {
  for (size_t at = 0; (at = text.find(marker, at)) != text.npos;)
    text.replace(at, marker.size(), by);
}

/// A function of `text`, in which `{error}` stands for an op that has
/// broadcast-incompatible on its line, `{two errors}` for one that has it
/// twice.
std::string expand(std::string text) {
  replaceAll(text, "{error}",
             "\"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
             "tensor<3xi32>) -> tensor<*xi32>");
  replaceAll(text, "{two errors}",
             "\"test.broadcastable\"(%e, %g) : (tensor<2x4xi32>, "
             "tensor<3x5xi32>) -> tensor<*xi32>");
  return "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n" + text +
         "  return\n}\n";
}

/// Lines that have findings of `code`, separated by spaces.
std::string linesOf(std::string_view code, std::string text,
                    Configuration configuration = {}) {
  Document document(std::move(text), std::move(configuration));
  document.update();
  std::string lines;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (info(diagnostic.code).id == code) {
      uint32_t line = document.buffer().lineOf(diagnostic.range.begin).value;
      lines += (lines.empty() ? "" : " ") + std::to_string(line + 1);
    }
  return lines;
}

Configuration with(std::string code, std::optional<Severity> severity) {
  Configuration configuration;
  configuration.severity[std::move(code)] = severity;
  return configuration;
}

} // namespace

//===----------------------------------------------------------------------===//
// Severities
//===----------------------------------------------------------------------===//

TEST(Severities, ComeFromTheConfiguration) {
  for (Severity severity : {Severity::Error, Severity::Warning,
                            Severity::Information, Severity::Hint}) {
    Document document(cast, with("implicit-static-cast", severity));
    document.update();
    ASSERT_EQ(document.diagnostics().size(), 1u);
    EXPECT_EQ(document.diagnostics()[0].severity, severity);
  }
  EXPECT_EQ(findingsIn(cast, with("implicit-static-cast", std::nullopt)), "");
  // Of another code.
  EXPECT_EQ(findingsIn(cast, with("mlir-parse", std::nullopt)),
            findingsIn(cast));
}

TEST(Severities, ChangeWithoutAnEdit) {
  Document document(cast);
  document.update();
  EXPECT_EQ(document.diagnostics().size(), 1u);
  document.setConfiguration(with("implicit-static-cast", std::nullopt));
  EXPECT_FALSE(document.isUpToDate());
  document.update();
  EXPECT_TRUE(document.diagnostics().empty());
  document.setConfiguration({});
  document.update();
  EXPECT_EQ(findingsOf(document), findingsIn(cast));
  document.setConfiguration({});
  EXPECT_TRUE(document.isUpToDate());
}

//===----------------------------------------------------------------------===//
// `// shapels: ignore[code]`
//===----------------------------------------------------------------------===//

TEST(IgnorePragma, HoldsForTheNextStatement) {
  std::string text = expand("  // shapels: ignore[broadcast-incompatible]\n"
                            "  %0 = {error}\n"
                            "  %1 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
}

TEST(IgnorePragma, LooksPastCommentsAndEmptyLines) {
  std::string text = expand("  // shapels: ignore[broadcast-incompatible]\n"
                            "\n"
                            "  // because\n"
                            "  %0 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "");
}

TEST(IgnorePragma, HoldsForTheStatementThatItStandsBehind) {
  std::string text =
      expand("  %0 = {error} // shapels: ignore[broadcast-incompatible]\n"
             "  %1 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "3");
}

TEST(IgnorePragma, HoldsForAWholeFunction) {
  std::string wrong = expand("  %0 = {error}\n  %1 = {error}\n");
  std::string text = "// shapels: ignore[broadcast-incompatible]\n" + wrong;
  size_t name = wrong.find("@f");
  wrong[name + 1] = 'g';
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "");
  EXPECT_EQ(linesOf("broadcast-incompatible", text + wrong), "8 9");
}

TEST(IgnorePragma, TakesSeveralCodesAndTheirSpaces) {
  std::string text = expand(
      "  //shapels: nothing of ours\n"
      "  // shapels:  ignore[ implicit-static-cast , broadcast-incompatible ]\n"
      "  %0 = {error}\n");
  EXPECT_EQ(findingsIn(text), "");
}

TEST(IgnorePragma, OfAnotherCodeIgnoresNothing) {
  std::string text = expand("  // shapels: ignore[implicit-static-cast]\n"
                            "  %0 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "3");
}

TEST(IgnorePragma, HoldsForWhatMlirSaysToo) {
  std::string verify = "// shapels: ignore[mlir-verify]\n"
                       "func.func @f(%a: i32) {\n  return %a : i32\n}\n";
  EXPECT_EQ(findingsIn(verify), "");
  std::string parse = "// shapels: ignore[mlir-parse]\n"
                      "func.func private @f(tensor<3xi32)\n";
  EXPECT_EQ(findingsIn(parse), "");
}

TEST(IgnorePragma, EndsWithItsSection) {
  std::string text = "// shapels: ignore[broadcast-incompatible]\n"
                     "// -----\n" +
                     expand("  %0 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
}

TEST(IgnorePragma, WithAnUnknownCodeIsAFinding) {
  std::string text = expand("  // shapels: ignore[broadcast, mlir-parse]\n"
                            "  %0 = {error}\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "3");
  EXPECT_EQ(linesOf("invalid-pragma", text), "2");
  std::string findings = findingsIn(text);
  EXPECT_EQ(findings.find("2:22-31 warning[invalid-pragma] unknown code "
                          "'broadcast' in"),
            0u)
      << findings;
}

/// A suggestion that is far off is none.
TEST(IgnorePragma, SuggestsWhatIsNear) {
  auto suggestionFor = [](std::string code) {
    std::string findings = findingsIn("// shapels: ignore[" + code + "]\n");
    size_t at = findings.find("; did you mean");
    return at == findings.npos ? "\n" : findings.substr(at);
  };
  EXPECT_EQ(suggestionFor("mlir-prase"), "; did you mean 'mlir-parse'?\n");
  EXPECT_EQ(suggestionFor("broadcast-incompatibel"),
            "; did you mean 'broadcast-incompatible'?\n");
  EXPECT_EQ(suggestionFor("nonsense"), "\n");
  EXPECT_EQ(suggestionFor("x"), "\n");
  EXPECT_EQ(suggestionFor("unused-variable"), "\n");
}

TEST(IgnorePragma, WithoutBracketsOrCodesIsAFinding) {
  for (const char *pragma : {"ignore", "ignore mlir-parse", "ignore[mlir-parse",
                             "ignore[]", "ignore[,]"}) {
    std::string text =
        "// shapels: " + std::string(pragma) + "\nfunc.func private @f()\n";
    EXPECT_EQ(linesOf("invalid-pragma", text), "1") << pragma;
  }
}

/// Text in a string is no comment.
TEST(IgnorePragma, InAStringIsText) {
  std::string text =
      "module attributes {m.a = \"// shapels: ignore[nonsense]\"} {}\n";
  EXPECT_EQ(findingsIn(text), "");
}

//===----------------------------------------------------------------------===//
// `// expected-error {{...}}`
//===----------------------------------------------------------------------===//

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

TEST(Expectations, OfAnotherTextOrKindHideNothing) {
  for (const char *comment : {"expected-error @below {{nothing says this}}",
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

//===----------------------------------------------------------------------===//
// The limit
//===----------------------------------------------------------------------===//

namespace {

std::string errors(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "\"test.broadcastable\"() : () -> tensor<3xi32>\n";
  return text;
}

} // namespace

TEST(Limit, IsOneThousandAndOneThatCountsTheRest) {
  Document document(errors(1203));
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1001u);
  const Diagnostic &last = document.diagnostics().back();
  EXPECT_EQ(last.code, DiagnosticCode::TooManyDiagnostics);
  EXPECT_EQ(last.message, "203 more findings are not shown");
  EXPECT_EQ(document.buffer().lineOf(last.range.begin).value, 1000u);
}

TEST(Limit, KeepsTheMostSevere) {
  Configuration configuration;
  configuration.maxDiagnostics = 1;
  Document document(
      "func.func @f(%a: tensor<?xi32>, %b: tensor<2xi32>) {\n"
      "  %0 = \"test.broadcastable\"(%a) : (tensor<?xi32>) -> tensor<4xi32>\n"
      "  %1 = \"test.broadcastable\"(%b) : (tensor<2xi32>) -> tensor<4xi32>\n"
      "  return\n}\n",
      configuration);
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 2u);
  EXPECT_EQ(document.diagnostics()[0].code,
            DiagnosticCode::BroadcastResultMismatch);
  EXPECT_EQ(document.diagnostics()[1].code, DiagnosticCode::TooManyDiagnostics);
}

TEST(Limit, OfExactlyThatManySaysNothing) {
  Document document(errors(1000));
  document.update();
  ASSERT_EQ(document.diagnostics().size(), 1000u);
  EXPECT_NE(document.diagnostics().back().code,
            DiagnosticCode::TooManyDiagnostics);
}

TEST(Limit, IsOfTheDocumentNotOfTheSection) {
  Document document(errors(600) + "// -----\n" + errors(600));
  document.update();
  EXPECT_EQ(document.diagnostics().size(), 1001u);
}

//===----------------------------------------------------------------------===//
// Unknown dialects
//===----------------------------------------------------------------------===//

TEST(UnknownDialect, IsOneHintForADocument) {
  std::string section = "\"tf.A\"() : () -> ()\n"
                        "func.func @f() {\n"
                        "  \"onnx.B\"() : () -> ()\n"
                        "  \"tf.C\"() : () -> ()\n"
                        "  return\n}\n";
  EXPECT_EQ(linesOf("unknown-dialect", section), "1");
  EXPECT_NE(findingsIn(section).find("'onnx', 'tf'"), std::string::npos);
  std::string other = "// -----\n\"mhlo.D\"() : () -> ()\n";
  EXPECT_EQ(linesOf("unknown-dialect", section + other), "1");
  EXPECT_NE(findingsIn(section + other).find("'mhlo', 'onnx', 'tf'"),
            std::string::npos);
  EXPECT_EQ(linesOf("unknown-dialect",
                    "// shapels: ignore[unknown-dialect]\n" + section + other),
            "9");
  EXPECT_EQ(linesOf("mlir-parse", section), "");
}

TEST(UnknownDialect, IsNeverAnError) {
  Document document("func.func @f(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
                    "  %0 = stablehlo.add %a, %a : tensor<3xf32>\n"
                    "  %1 = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
                    "  return %0 : tensor<3xf32>\n}\n"
                    "func.func @g(%a: tensor<3xf32>) {\n"
                    "  %0 = call @f(%a) : (tensor<3xf32>) -> tensor<3xf32>\n"
                    "  return\n}\n");
  document.update();
  std::string findings = findingsOf(document);
  EXPECT_EQ(findings.find("2:8-21 hint[unknown-dialect]"), 0u) << findings;
  EXPECT_EQ(findings.find("error["), findings.npos) << findings;
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
