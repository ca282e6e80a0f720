//===- OddTextsTest.cpp - What is said of braces, and of odd bytes --------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A function whose only fault is on its second line.
constexpr const char *wrong =
    "func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {\n"
    "  %0 = \"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
    "tensor<3xi32>) -> tensor<*xi32>\n"
    "  return\n}\n";

} // namespace

/// MLIR's words alone say nothing of it.
TEST(Brace, IsSaidToBeTooManyOrMissing) {
  struct Row {
    const char *text, *place, *advice;
  };
  for (const Row &row : {
           Row{"func.func @f() {\n  return\n}\n}\n", "4:1-2",
               "this '}' closes nothing"},
           Row{"func.func @f() {\n  return }\n}\n", "2:10-11",
               "this '}' closes nothing"},
           Row{"func.func @f() {{\n  return\n}\n", "1:17-18",
               "no op takes a region here"},
           Row{"func.func @f() {\n  %0 = arith.constant 1 : i32 {\n"
               "  return\n}\n",
               "2:30-30", "no op takes a region here"},
           Row{"func.func @f() {\n  return\nfunc.func @g() {\n  return\n}\n",
               "2:9-9", "'func.func' lacks its '}'"},
           Row{"module {\nfunc.func @f() {\n  return\n}\n", "4:2-2",
               "'module' lacks its '}'"},
       })
    EXPECT_EQ(findingsIn(row.text),
              std::string(row.place) +
                  " error[mlir-parse] expected operation name in quotes: " +
                  row.advice + "\n")
        << row.text;
}

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

/// MLIR's parser erases it with the body, and leaves nothing among the operands.
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
                   "use of undeclared SSA value name"}});
}

TEST(OddTexts, AnEmptyTextHasNoFindings) {
  for (const char *text : {"", "\n\n", "// only a comment", "// -----\n"})
    EXPECT_EQ(findingsIn(text), "") << text;
}

TEST(OddTexts, CarriageReturnsAreLineEnds) {
  std::string text = wrong;
  std::string dos;
  for (char c : text)
    dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(findingsIn(dos), findingsIn(text));
}

TEST(OddTexts, NulBytesAreSpaceOrAnErrorButNoEnd) {
  std::string text = wrong;
  text.insert(0, 1, '\0');
  Document document(text);
  document.update();
  EXPECT_FALSE(document.diagnostics().empty());
}
