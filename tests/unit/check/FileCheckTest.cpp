//===- FileCheckTest.cpp --------------------------------------------------===//

#include "server/check/FileCheck.h"

#include <gtest/gtest.h>

using namespace shapels;

static TextFindings someFindings() {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::ParserCrash;
  diagnostic.severity = Severity::Hint;
  diagnostic.range = {{1}, {5}};
  diagnostic.message = std::string("a\0b", 3);
  diagnostic.related = {{{{7}, {8}}, "note"}, {{{9}, {9}}, ""}};
  diagnostic.alsoUnderlined = {{{2}, {3}}};
  diagnostic.replacedMessage = "old";
  return {{diagnostic, Diagnostic()},
          {{{{3}, {4}}, "unmet"}},
          {{"mine.so", "it crashes"}}};
}

TEST(FileCheck, FindingsSurviveTheWayBetweenTwoProcesses) {
  TextFindings findings = someFindings(), back;
  ASSERT_TRUE(decode(encode(findings), back));
  EXPECT_EQ(back.diagnostics, findings.diagnostics);
  ASSERT_EQ(back.mismatches.size(), 1u);
  EXPECT_EQ(back.mismatches[0].message, "unmet");
  EXPECT_EQ(back.mismatches[0].range, findings.mismatches[0].range);
  EXPECT_EQ(back.failures, findings.failures);
}

TEST(FileCheck, BytesThatEndEarlyAreRefused) {
  std::string bytes = encode(someFindings());
  for (size_t size = 0; size < bytes.size(); ++size) {
    TextFindings ignored;
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), ignored));
  }
  TextFindings ignored;
  EXPECT_FALSE(decode(bytes + "x", ignored));
}

/// Sections are given up one by one.
TEST(FileCheck, FindsWhatADocumentFinds) {
  std::string text;
  for (int i = 0; i < 3; ++i)
    text += "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
            "  // expected-error @above {{nothing says this}}\n"
            "  %0 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> "
            "tensor<2xi32>\n"
            "  \"a.b\"() : () -> ()\n  return\n}\n// -----\n";
  Document document(text);
  document.update();
  document.conclude();
  CheckOptions options;
  options.showHints = true;
  TextFindings found = checkText(text, options, {}, CrashGuard::none());
  EXPECT_EQ(found.diagnostics, std::vector(document.diagnostics().begin(),
                                           document.diagnostics().end()));
  EXPECT_GE(found.diagnostics.size(), 3u);
  options.verifyDiagnostics = true;
  EXPECT_EQ(checkText(text, options, {}, CrashGuard::none()).mismatches.size(),
            6u);
}
