//===- OddTextsTest.cpp - What is said of odd texts and bytes -------------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

TEST(OddTexts, AreAnalysed) {
  for (const char *text : {"",
                           "\n",
                           " ",
                           "}",
                           "{",
                           "(",
                           "\"",
                           "%",
                           "%0",
                           "%0 =",
                           "^bb0:",
                           "@",
                           "#",
                           "!",
                           "{-#",
                           "#-}",
                           "// -----",
                           "// -----\n// -----",
                           "\r",
                           "\xff\xfe",
                           "func.func @f(",
                           "func.func @f() {",
                           "module {",
                           "\"a.b\"() ({",
                           "// expected-error {{",
                           "// shapels:",
                           "!t = !t",
                           "#a = #a",
                           "module @m { module @m { }"}) {
    Document document(text);
    document.update();
    for (const Diagnostic &diagnostic : document.diagnostics()) {
      EXPECT_LE(diagnostic.range.begin, diagnostic.range.end) << text;
      EXPECT_LE(diagnostic.range.end, document.buffer().end()) << text;
    }
  }
}

/// MLIR's parser erases it with the body, and leaves nothing among the
/// operands.
TEST(OddTexts, AValueOfTheOpsOwnBodyIsNotDeclared) {
  expectFindings("func.func @f(%p: i1, %x: i32) {\n"
                 "  scf.if %p {\n"
                 "    %0 = scf.while (%a = %1) : (i32) -> i32 {\n"
                 "      %1 = arith.addi %x, %x : i32\n"
                 "      scf.condition(%p) %a : i32\n"
                 "    } do {\n"
                 "    ^bb0(%b: i32):\n"
                 "      scf.yield %b : i32\n"
                 "    }\n"
                 "  }\n"
                 "  return\n"
                 "}\n",
                 {{3, 26, 28, "mlir-parse", Severity::Error,
                   "use of undeclared SSA value name %1"}});
}

TEST(OddTexts, AnEmptyTextHasNoFindings) {
  for (const char *text : {"", "\n\n", "// only a comment", "// -----\n"})
    EXPECT_EQ(findingsIn(text), "") << text;
}

TEST(OddTexts, CarriageReturnsAreLineEnds) {
  std::string text = wrong("f");
  std::string dos;
  for (char c : text)
    dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(findingsIn(dos), findingsIn(text));
}

TEST(OddTexts, NulBytesAreSpaceOrAnErrorButNoEnd) {
  std::string text = wrong("f");
  text.insert(0, 1, '\0');
  Document document(text);
  document.update();
  EXPECT_FALSE(document.diagnostics().empty());
}
