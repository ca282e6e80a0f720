//===- FileCheckTest.cpp --------------------------------------------------===//

#include "shapels/check/FileCheck.h"

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
