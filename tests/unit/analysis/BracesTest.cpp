//===- BracesTest.cpp - Braces that are missing or too many ---------------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

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
       })
    EXPECT_EQ(findingsIn(row.text),
              std::string(row.place) +
                  " error[mlir-parse] expected operation name in quotes: " +
                  row.advice + "\n")
        << row.text;
  for (const Row &row : {
           Row{"func.func @f() {\n  return\nfunc.func @g() {\n  return\n}\n",
               "2:9-9", "'func.func'"},
           Row{"module {\nfunc.func @f() {\n  return\n}\n", "4:2-2",
               "'module'"},
           Row{"func.func @f() {\n", "1:1-10", "'func.func'"},
           Row{"func.func @f() {", "1:1-10", "'func.func'"},
           Row{"func.func @f(%c: i1) {\n  scf.if %c {\n    \n  } else {",
               "2:3-9", "'scf.if'"},
           Row{"module {", "1:1-7", "'module'"},
           Row{"gpu.module @m {\n", "1:1-11", "'gpu.module'"},
       })
    EXPECT_EQ(findingsIn(row.text),
              std::string(row.place) +
                  " error[mlir-parse] expected '}' to end a region: " +
                  row.advice + " lacks its '}'\n")
        << row.text;
}

/// Of what is around the brace nothing is wrong.
TEST(Brace, AnOpenBraceBehindTheLastOpIsOneError) {
  std::string body = "  scf.if %c {\n    %0 = arith.addi %a, %a : i32\n  }\n"
                     "  return %a : i32\n";
  std::string header = "func.func @broken(%a: i32, %c: i1) -> i32 {\n";
  std::string in = body, behind = body;
  in.replace(in.find(" : i32\n  }"), 6, " : i32 {");
  behind.replace(behind.rfind("\n"), 1, " {x = 1\n");
  EXPECT_EQ(linesAndCodes(header + in + "}\n" + wrong("g")),
            "3 mlir-parse; 8 broadcast-incompatible");
  EXPECT_EQ(linesAndCodes(header + behind + "}\n" + wrong("g")),
            "5 mlir-parse; 8 broadcast-incompatible");
  EXPECT_EQ(linesAndCodes("module {\n" + header + in + "}\n}\n"),
            "4 mlir-parse");
}

/// Each where it begins, though a parser would take the second for the body of
/// the first.
TEST(Brace, FunctionsThatBeginOnlyAreSaidOfThemselves) {
  EXPECT_EQ(linesAndCodes("func.func @a() {\nfunc.func @b() {\n" + wrong("g")),
            "1 mlir-parse; 2 mlir-parse; 4 broadcast-incompatible");
}

TEST(Brace, WhatIsMissingCostsItsFunctionOnly) {
  struct {
    const char *name, *header, *body, *found;
  } rows[] = {
      {"angle", "(%a: tensor<3xi32)", "", "5 broadcast-incompatible"},
      {"paren", "(%a: tensor<3xi32>", "", "5 broadcast-incompatible"},
      {"quote", "()", "  \"test.x() : () -> ()\n", "6 broadcast-incompatible"},
      {"brace", "()", "  scf.if %c {\n", "6 broadcast-incompatible"},
      {"square", "()", "  %0 = tensor.extract %a[%i : tensor<3xi32>\n",
       "6 broadcast-incompatible"},
      {"type", "()", "  %0 = arith.constant 1 :\n", "6 broadcast-incompatible"},
  };
  for (auto &row : rows) {
    std::string broken = "func.func @broken" + std::string(row.header) +
                         " {\n" + row.body + "  return\n}\n";
    std::string found = linesAndCodes(broken + wrong("g"));
    EXPECT_NE(found.find(row.found), found.npos) << row.name << ": " << found;
    EXPECT_NE(found.find("mlir-parse"), found.npos)
        << row.name << ": " << found;
  }
}

TEST(Brace, AMissingClosingBraceIsOneError) {
  std::string text = "func.func @f() {\n  return\n" + wrong("g");
  std::string found = linesAndCodes(text);
  EXPECT_NE(found.find("4 broadcast-incompatible"), found.npos) << found;
}

/// The body is analysed as if it were there.
TEST(Brace, AMissingOpeningBraceOfAFunctionIsOneError) {
  std::string text = wrong("f");
  text.erase(text.find(" {"), 2);
  EXPECT_EQ(linesAndCodes(text + wrong("g")),
            "1 mlir-parse; 2 broadcast-incompatible; "
            "6 broadcast-incompatible");
  EXPECT_EQ(linesAndCodes("module {\n" + text + "}\n" + wrong("g")),
            "2 mlir-parse; 3 broadcast-incompatible; "
            "8 broadcast-incompatible");
  expectFindings("func.func @f(%a: i32,\n             %b: i1) // {\n"
                 "  cf.cond_br %b, ^a, ^a\n^a:\n  return\n}\n",
                 {{2, 21, 21, "mlir-parse", Severity::Error,
                   "expected '{' to begin a region: 'func.func' lacks its "
                   "'{'"}});
}

TEST(Brace, AMissingOpeningBraceIsToldFromADeclaration) {
  EXPECT_EQ(linesAndCodes("func.func private @f(i32)\n" + wrong("g")),
            "3 broadcast-incompatible");
  EXPECT_EQ(linesAndCodes("module {\nfunc.func private @f(i32)\n"
                          "  memref.global @g : memref<2xi32>\n}\n"),
            "");
  EXPECT_EQ(linesAndCodes("llvm.func @f(i32)\n  memref.global @g : "
                          "memref<2xi32>\n"),
            "");
  EXPECT_EQ(linesAndCodes("func.func private @f(%a: i32)\n"
                          "  %0 = arith.addi %a, %b : i32\n  return\n}\n"),
            "1 mlir-parse; 2 mlir-parse");
  EXPECT_EQ(linesAndCodes("tt.func @f(%a: i32)\n"
                          "  %0 = arith.addi %a, %a : i32\n  tt.return\n}\n"),
            "1 unknown-dialect; 1 mlir-parse");
}

/// Of a header that does not parse that is said, and no more.
TEST(Brace, AnOpeningBraceThatIsHiddenIsOneError) {
  for (const char *header :
       {"func.func @f(%a: i32 -> i32 {\n", "func.func @f(%a: i32) -> (i32 {\n",
        "func.func @f(%a: i32) \"-> i32 {\n"})
    EXPECT_EQ(linesAndCodes(std::string(header) +
                            "  %0 = arith.addi %a, %a : i32\n"
                            "  return %0 : i32\n}\n" +
                            wrong("g")),
              "1 mlir-parse; 6 broadcast-incompatible")
        << header;
}

/// The function goes on behind it.
TEST(Brace, AClosingBraceTooManyInAFunctionIsOneError) {
  for (const char *line : {"}  %0 = arith.addi %a, %a : i32\n",
                           "}\n  %0 = arith.addi %a, %a : i32\n",
                           "  %0 = arith.addi %a, %a : i32}\n"})
    EXPECT_EQ(linesAndCodes("func.func @f(%a: i32) -> i32 {\n" +
                            std::string(line) + "  cf.br ^a\n^a:\n" +
                            "  return %0 : i32\n}\n"),
              "2 mlir-parse")
        << line;
}

//===----------------------------------------------------------------------===//
// Of an op in a function that has its own
//===----------------------------------------------------------------------===//

namespace {

const std::string header = "func.func @f(%a: index, %c: i1) -> index {\n";

std::string inLoop(std::string_view behind) {
  return header +
         "  scf.for %i = %a to %a step %a {\n"
         "    %0 = arith.addi %i, %i : index\n" +
         std::string(behind) + "}\n" + wrong("g");
}

} // namespace

/// Not of what follows, which MLIR takes for a part of the loop.
TEST(Brace, AMissingClosingBraceIsSaidOfItsOp) {
  std::string found = "2 mlir-parse; 7 broadcast-incompatible";
  EXPECT_EQ(linesAndCodes(inLoop("  return %a : index\n")), found);
  EXPECT_EQ(linesAndCodes(inLoop("  func.return %a : index\n")), found);
  expectFindings(header + "  scf.for %i = %a to %a step %a {\n"
                          "    %0 = arith.addi %i, %i : index\n"
                          "  return %a : index\n}\n",
                 {{2, 3, 10, "mlir-parse", Severity::Error,
                   "expected '}' to end a region: 'scf.for' lacks its '}'"}});
}

TEST(Brace, WhatFollowsAnOpenRegionIsNotInIt) {
  EXPECT_EQ(linesAndCodes(inLoop("  scf.for %i = %a to %a step %a {\n"
                                 "    %0 = arith.addi %i, %i : index\n"
                                 "  }\n"
                                 "  return %a : index\n")),
            "2 mlir-parse; 10 broadcast-incompatible");
  EXPECT_EQ(linesAndCodes(header + "  %r = scf.if %c -> index {\n"
                                   "    scf.yield %a : index\n"
                                   "  } else {\n"
                                   "    scf.yield %a : index\n"
                                   "  %1 = arith.addi %a, %r : index\n"
                                   "  return %1 : index\n}\n"),
            "2 mlir-parse");
  EXPECT_EQ(linesAndCodes(header + "  cf.br ^a\n^a:\n"
                                   "  scf.if %c {\n"
                                   "    %0 = arith.addi %a, %a : index\n"
                                   "  cf.br ^b\n^b:\n"
                                   "  return %a : index\n}\n"),
            "4 mlir-parse");
}

/// What is wrong in it is said, or behind it.
TEST(Brace, AnOpenRegionHidesNoOtherError) {
  EXPECT_EQ(linesAndCodes(inLoop("    %1 = arith.addi %i, %x : index\n"
                                 "  %2 = arith.addi %a, %y : index\n"
                                 "  return %a : index\n")),
            "2 mlir-parse; 4 mlir-parse; 5 mlir-parse; "
            "9 broadcast-incompatible");
}

TEST(Brace, AnUnknownOpMayLackItToo) {
  EXPECT_EQ(linesAndCodes("my.func @f(%a: index) {\n"
                          "  my.loop %i = %a {\n"
                          "    %0 = arith.addi %i, %i : index\n"
                          "  my.return %a : index\n}\n"),
            "1 unknown-dialect; 2 mlir-parse");
  EXPECT_EQ(linesAndCodes("my.func @f() {\n  my.return\n"),
            "1 unknown-dialect; 2 mlir-parse");
}

/// Not at the end of the file, of what is around all.
TEST(Brace, AnUnknownOpDeepInsideIsSaidToLackIt) {
  Configuration configuration;
  configuration.severity["unknown-dialect"] = std::nullopt;
  EXPECT_EQ(findingsIn("module {\n"
                       "  hw.module @a(in %x : i8) {\n"
                       "    sv.always %x {\n"
                       "      sv.if %x {\n"
                       "        sv.stop\n"
                       "        sv.assign %x, %x : i8\n"
                       "    }\n"
                       "    hw.output %x : i8\n"
                       "  }\n"
                       "  hw.module @b(in %x : i8) {\n"
                       "    hw.output %x : i8\n"
                       "  }\n"
                       "}\n",
                       configuration),
            "6:30-30 error[mlir-parse] expected '}' to end a region: "
            "'sv.if' lacks its '}'\n");
}

/// A brace is not all that is missing.
TEST(Brace, AnOpInTheGenericFormIsNotSaidToLackIt) {
  EXPECT_EQ(findingsIn("func.func @f(%c: i1) {\n"
                       "  \"scf.if\"(%c) ({\n"
                       "    %0 = arith.constant 1 : i32\n"
                       "  return\n}\n")
                .find("'scf.if' lacks its '}'\n"),
            std::string::npos);
}

/// MLIR's parser has the last word.
TEST(Brace, WhatMlirReadsLacksNone) {
  EXPECT_EQ(linesAndCodes(header + "  scf.if %c {\n"
                                   "    %0 = arith.addi %a, %a : index\n"
                                   "  %1 = arith.addi %a, %a : index\n"
                                   "}\n"
                                   "func.func private @g()\n"
                                   "return %a : index\n}\n"),
            "6 mlir-verify");
}

/// The brace of one stands below another.
TEST(Brace, TheLayoutTellsWhoseBraceIsMissing) {
  EXPECT_EQ(linesAndCodes(header + "  scf.for %i = %a to %a step %a {\n"
                                   "    scf.if %c {\n"
                                   "      scf.if %c {\n"
                                   "        %0 = arith.addi %i, %i : index\n"
                                   "    }\n"
                                   "  }\n"
                                   "  return %a : index\n}\n"),
            "4 mlir-parse");
  EXPECT_EQ(linesAndCodes(header + "  scf.for %i = %a to %a step %a {\n"
                                   "    scf.if %c {\n"
                                   "      %0 = arith.addi %i, %i : index\n"
                                   "    %1 = arith.addi %i, %i : index\n"
                                   "  }\n"
                                   "  return %a : index\n}\n"),
            "3 mlir-parse");
}

/// Where lines go further to the right with what they nest.
TEST(Brace, ARegionThatIsOnlyBegunIsEmpty) {
  EXPECT_EQ(linesAndCodes(header + "  scf.if %c {\n\n"
                                   "  %0 = arith.addi %a, %a : index\n"
                                   "  return %a : index\n}\n"),
            "2 mlir-parse");
}

/// It is said of the op that no brace is left for, behind what it has.
TEST(Brace, WhereTheLayoutDoesNotTellItIsOneErrorToo) {
  EXPECT_EQ(findingsIn(header + "scf.if %c {\n"
                                "%0 = arith.addi %a, %a : index\n"
                                "return %a : index\n}\n"),
            "5:2-2 error[mlir-parse] expected '}' to end a region: 'func.func' "
            "lacks its '}'\n");
}

/// What it lacks otherwise may be still to come.
TEST(Brace, AnOpThatIsNotEndedIsNotAskedForItsEnd) {
  std::string f = "func.func @f(%n: index, %x: f32, %c: i1) -> f32 {\n";
  for (const char *body :
       {"  %0 = arith.addf %x, %x : f32\n",
        "  %0 = scf.for %i = %n to %n step %n iter_args(%y = %x) -> (f32) {\n",
        "  %0 = scf.if %c -> f32 {\n    scf.yield %x : f32\n",
        "  %0 = scf.if %c -> f32 {\n    scf.yield %x : f32\n  } else {\n"})
    EXPECT_EQ(linesAndCodes(f + body).find("mlir-verify"), std::string::npos)
        << body;
  EXPECT_EQ(linesAndCodes(f + "  %0 = scf.if %c -> f32 {\n"
                              "    %1 = arith.cmpf olt, %x, %x : f32\n"
                              "    %2 = arith.addf %1, %x : f32\n"),
            "4 mlir-parse; 4 mlir-parse");
}

/// Not only where all else is right.
TEST(Brace, AFunctionWithAnErrorMayLackItToo) {
  EXPECT_EQ(linesAndCodes("func.func @f(%a: i32) {\n"
                          "  %0 = arith.addi %a, %x : i32\n  return\n" +
                          wrong("g")),
            "2 mlir-parse; 3 mlir-parse; 5 broadcast-incompatible");
}
