//===- CommentsTest.cpp - Severities, pragmas, the limit ------------------===//

#include "analysis/Commented.h"

using namespace shapels;
using namespace shapels::test;

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
// `// shapels: %a = [B]`
//===----------------------------------------------------------------------===//

/// Each is held against those before it that can be.
TEST(Annotations, AllThatContradictOthersAreTold) {
  std::string text = "// shapels: %a = [A, 4], A = 4, A = 5, B = A + 1\n"
                     "// shapels: B = 6\n"
                     "// shapels: C = B * 2\n"
                     "// shapels: C = 10, C = 11\n"
                     "func.func @f(%a: tensor<?x4xf32>) {\n  return\n}\n";
  EXPECT_EQ(linesOf("invalid-annotation", text), "1 2 4");
  std::string findings = findingsIn(text);
  for (const char *message :
       {"this cannot be: 4 is not 5", "this cannot be: 5 is not 6",
        "this cannot be: 10 is not 11"})
    EXPECT_NE(findings.find(message), std::string::npos) << message;
}

//===----------------------------------------------------------------------===//
// `// shapels: ignore[code]`
//===----------------------------------------------------------------------===//

TEST(Annotations, WhatCannotBeComputedIsToldAndIsNoCrash) {
  for (const char *annotation :
       {"B = 9223372036854775807 * 2", "B = 9223372036854775807 + 9",
        "%a[0] = 4611686018427387904 * 2, B = %a[0]",
        "%a = [9223372036854775807 + 1]"}) {
    SCOPED_TRACE(annotation);
    Document document("func.func @f(%a: tensor<?xf32>) {\n  // shapels: " +
                      std::string(annotation) + "\n  return\n}\n");
    document.update();
    ASSERT_EQ(document.diagnostics().size(), 1u);
    EXPECT_EQ(document.diagnostics()[0].message,
              "this is too large to be computed");
  }
}

/// Each can be, and the difference cannot.
TEST(Annotations, LargeNumbersAreComparedWithoutACrash) {
  Document document("func.func @f(%a: tensor<?x?xf32>) {\n"
                    "  // shapels: %a = [9223372036854775807, B], "
                    "B = 0 - 9223372036854775807, %a[0] = B * B\n"
                    "  return\n}\n");
  document.update();
  document.conclude();
  EXPECT_FALSE(document.diagnostics().empty());
}

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

TEST(IgnorePragma, FollowsEditsOfTheText) {
  const std::string pragma = "  // shapels: ignore[broadcast-incompatible]\n";
  std::string text = expand("  %0 = {error}\n  %1 = {error}\n");
  Document document(text);
  document.update();
  auto editAt = [&](size_t at, size_t size, const std::string &newText) {
    auto begin = static_cast<uint32_t>(at);
    document.edit({{{begin}, {begin + static_cast<uint32_t>(size)}}, newText});
    document.update();
    text.replace(at, size, newText);
    EXPECT_EQ(findingsOf(document), findingsIn(text)) << text;
  };
  editAt(text.find("  %0"), 0, pragma);
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
  editAt(text.find("  %0"), 0, "  %c = arith.constant 0 : i1\n");
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4 5");
  editAt(0, 0, "// Typed above.\n");
  editAt(text.find(" shapels:"), 1, "");
  editAt(text.find("shapels:"), 0, " ");
  editAt(text.find("incompatible]"), 2, "");
  editAt(text.find(pragma.substr(0, 12)), pragma.size() - 2, "");
  editAt(text.find("  %1"), 0, pragma);
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "4");
}

TEST(IgnorePragma, TakesSeveralCodesAndTheirSpaces) {
  std::string text = expand(
      "  //shapels: nothing of ours\n"
      "  // shapels:  ignore[ implicit-static-cast , broadcast-incompatible ]\n"
      "  %0 = {error}\n");
  EXPECT_EQ(findingsIn(text), "");
}

/// Made by edits, whichever section comes first is shown as in a fresh
/// document.
TEST(IgnorePragma, ForAFileFollowsEdits) {
  const std::string pragma = "// shapels: ignore-file[broadcast-*]\n";
  std::string section = expand("  %0 = {error}\n");
  std::string text = section + "// -----\n" + section;
  Document document(text);
  document.update();
  auto editAt = [&](size_t at, size_t size, const std::string &newText) {
    auto begin = static_cast<uint32_t>(at);
    document.edit({{{begin}, {begin + static_cast<uint32_t>(size)}}, newText});
    document.update();
    text.replace(at, size, newText);
    EXPECT_EQ(findingsOf(document), findingsIn(text)) << text;
    return linesOf("broadcast-incompatible", text);
  };
  EXPECT_EQ(linesOf("broadcast-incompatible", text), "2 7");
  EXPECT_EQ(editAt(0, 0, pragma), "");
  EXPECT_EQ(editAt(0, 0, "// -----\n"), "9") << "of its section alone";
  EXPECT_EQ(editAt(0, 0, pragma), "");
  EXPECT_EQ(editAt(0, pragma.size(), ""), "9");
  EXPECT_EQ(editAt(0, 9, ""), "");
  EXPECT_EQ(editAt(0, 0, "func.func private @first()\n"), "4 9");
  EXPECT_EQ(editAt(0, 27, ""), "");
  EXPECT_EQ(editAt(3, 7, "shapers"), "3 8");
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
  for (const char *pragma :
       {"ignore", "ignore mlir-parse", "ignore[mlir-parse", "ignore[]",
        "ignore[,]", "ignore-file", "ignore-file[]"}) {
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
