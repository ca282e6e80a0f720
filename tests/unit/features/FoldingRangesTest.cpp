//===- FoldingRangesTest.cpp - What editors can fold away -----------------===//

#include "features/Cursor.h"

#include "server/features/FoldingRanges.h"

using namespace shapels;
using namespace shapels::test;

namespace {

std::string_view kindName(FoldingKind kind) {
  switch (kind) {
  case FoldingKind::Code:
    return "";
  case FoldingKind::Comment:
    return " comment";
  case FoldingKind::Imports:
    return " imports";
  case FoldingKind::Region:
    return " region";
  }
  return "";
}

/// Each fold on a line, its lines counted from 1: `3-5 comment`.
std::string foldsIn(std::string_view text, size_t limit = SIZE_MAX) {
  std::string result;
  CursorDocument at(text);
  for (const FoldingRange &fold : foldingRanges(*at.document, limit))
    result += std::to_string(fold.first.value + 1) + "-" +
              std::to_string(fold.last.value + 1) +
              std::string(kindName(fold.kind)) + "\n";
  return result;
}

} // namespace

TEST(FoldingRanges, OfBodiesEndBeforeTheBrace) {
  EXPECT_EQ(foldsIn("module {\n"
                    "  func.func @f(%c: i1) {\n"
                    "    scf.if %c {\n"
                    "      scf.yield\n"
                    "    } else {\n"
                    "      scf.yield\n"
                    "    }\n"
                    "    return\n"
                    "  }\n"
                    "}\n"),
            "1-9\n2-8\n3-4\n5-6\n");
}

TEST(FoldingRanges, OfTheGenericFormAndUnknownDialects) {
  EXPECT_EQ(foldsIn("\"func.func\"() <{sym_name = \"f\",\n"
                    "  function_type = () -> ()}> ({\n"
                    "  \"a.b\"() ({\n"
                    "  ^bb0:\n"
                    "    my.op {\n"
                    "      my.yield\n"
                    "    }\n"
                    "  }, {\n"
                    "    \"a.c\"() : () -> ()\n"
                    "  }) : () -> ()\n"
                    "}) : () -> ()\n"),
            "2-10\n3-7\n5-6\n8-9\n");
}

TEST(FoldingRanges, AreNotMadeOfOneLine) {
  EXPECT_EQ(foldsIn(""), "");
  EXPECT_EQ(foldsIn("module {}\nmodule {\n}\n#map = 3\n// comment\n"), "");
  EXPECT_EQ(foldsIn("module { func.func @f() {\n  return\n} }\n"), "1-2\n");
}

TEST(FoldingRanges, OfCommentsAreRunsOfLinesWithNothingElse) {
  EXPECT_EQ(foldsIn("// RUN: a\n"
                    "// RUN: b\n"
                    "\n"
                    "// one\n"
                    "func.func @f() { // not this\n"
                    "  // nor \"this\n"
                    "  return // nor this\n"
                    "  // first\r\n"
                    "\t// second\r\n"
                    "}\n"
                    "// last // one\n"
                    "// of all"),
            "1-2 comment\n5-9\n8-9 comment\n11-12 comment\n");
}

TEST(FoldingRanges, OfAliasesAreRuns) {
  EXPECT_EQ(foldsIn("#map = affine_map<(d0) -> (d0)>\n"
                    "#set = affine_set<(d0) : (d0 >= 0)>\n"
                    "!t = tensor<4xf32>\n"
                    "func.func private @f()\n"
                    "!alone = i32\n"
                    "\n"
                    "!long = tuple<\n"
                    "  i32, i32\n"
                    ">\n"),
            "1-3 imports\n7-9 imports\n");
}

TEST(FoldingRanges, OfFileMetadata) {
  EXPECT_EQ(foldsIn("module {}\n"
                    "{-#\n"
                    "  dialect_resources: {\n"
                    "    builtin: {\n"
                    "      a: \"0x08000000\"\n"
                    "    }\n"
                    "  }\n"
                    "#-}\n"),
            "2-7\n");
  EXPECT_EQ(foldsIn("{-#\n  dialect_resources: {\n    builtin: {\n"), "1-3\n");
}

TEST(FoldingRanges, OfSectionsBeginAtTheirBorders) {
  EXPECT_EQ(foldsIn("func.func @f() {\n"
                    "  return\n"
                    "}\n"
                    "// -----\n"
                    "// text\n"
                    "// text\n"
                    "module {}\n"
                    "\n"
                    "// -----\n"
                    "module {}\n"
                    "\n"),
            "1-3 region\n1-2\n4-8 region\n5-6 comment\n9-10 region\n");
  EXPECT_EQ(foldsIn("module {}\n// -----\n// -----\n// -----"), "");
}

TEST(FoldingRanges, OfBrokenText) {
  EXPECT_EQ(foldsIn("func.func @f(%a: tensor<3xi32) {\n"
                    "  BAD %a (\n"
                    "}\n"
                    "func.func @g() {\n"
                    "  scf.if %c {\n"
                    "    return\n"
                    "}\n"
                    "func.func @h() {\n"
                    "  return\n"
                    "\n"),
            "1-2\n4-6\n5-6\n8-9\n");
}

TEST(FoldingRanges, OfABodyThatLacksItsFirstBrace) {
  EXPECT_EQ(foldsIn("func.func @f(%a: i32)\n"
                    "  %0 = arith.addi %a, %a : i32\n"
                    "  return\n"
                    "}\n"
                    "func.func private @g()\n"),
            "1-3\n");
}

TEST(FoldingRanges, WithinALimitAreThoseThatAreNestedLeast) {
  std::string_view text = "module {\n  func.func @f() {\n    scf.if %c {\n"
                          "      a.b %c\n    }\n  }\n  func.func @g() {\n"
                          "    return\n  }\n}\n// a\n// b\n";
  EXPECT_EQ(foldsIn(text), "1-9\n2-5\n3-4\n7-8\n11-12 comment\n");
  EXPECT_EQ(foldsIn(text, 4), "1-9\n2-5\n7-8\n11-12 comment\n");
  EXPECT_EQ(foldsIn(text, 2), "1-9\n11-12 comment\n");
  EXPECT_EQ(foldsIn(text, 0), "");
}
