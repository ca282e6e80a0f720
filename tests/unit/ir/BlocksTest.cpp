//===- BlocksTest.cpp - Labels, and ops with successors -------------------===//

#include "analysis/Edited.h"
#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view program =
    "func.func @f(%a: i32, %c: i1) -> i32 {\n" // 1
    "  %0 = arith.constant 1 : i32\n"          // 2
    "  cf.cond_br %c, ^bb1(%0 : i32), ^bb2\n"  // 3
    "^bb1(%x: i32):\n"                         // 4
    "  %1 = arith.addi %x, %a : i32\n"         // 5
    "  cf.br ^bb3(%1 : i32)\n"                 // 6
    "^bb2:\n"                                  // 7
    "  %2 = arith.muli %a, %a : i32\n"         // 8
    "  cf.br ^bb3(%2 : i32)\n"                 // 9
    "^bb3(%y: i32):\n"                         // 10
    "  %3 = arith.subi %y, %a : i32\n"         // 11
    "  return %3 : i32\n"                      // 12
    "}\n";

/// What is broken in the only function.
std::string linesOf(std::string_view text) {
  std::string findings = findingsIn(std::string(text)), lines;
  for (size_t at = 0; at < findings.size(); at = findings.find('\n', at) + 1)
    lines += findings.substr(at, findings.find(':', at) - at) + " ";
  return lines;
}

} // namespace

TEST(BlockWork, AnOperandOfABranch) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("^bb3(%2", "^bb3(%a").work(),
            "parsed 9, verified 9");
}

/// What leads elsewhere says nothing new of those that are as before.
TEST(BlockWork, ASuccessor) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("cf.br ^bb3(%2", "cf.br ^bb1(%2").work(),
            "parsed 9, verified 9");
}

/// Who may be reached without what it uses is asked.
TEST(BlockWork, ASuccessorThatIsReachedOtherwise) {
  Edited edited(program);
  edited.replace("subi %y, %a", "subi %y, %1");
  EXPECT_EQ(edited.work(), "parsed 11, verified 11");
  EXPECT_EQ(
      edited.replace("cf.br ^bb3(%2 : i32)", "cf.br ^bb1(%2 : i32)").work(),
      "parsed 9, verified 9 11");
  EXPECT_EQ(edited.said(), "said 11");
}

TEST(BlockWork, ABranchThatIsBroken) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("cf.br ^bb3(%1", "cf.b ^bb3(%1").work(),
            "parsed 6, verified");
  EXPECT_EQ(edited.replace("cf.b ^bb3(%1", "cf.br ^bb3(%1").work(),
            "parsed 6, verified 1 6");
}

/// Who uses an argument is parsed again, who hands it over is asked.
TEST(BlockWork, TheTypeOfAnArgument) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("^bb3(%y: i32)", "^bb3(%y: i64)").work(),
            "parsed 10 11, verified 1 6 9 12");
  EXPECT_EQ(edited.replace("^bb3(%y: i64)", "^bb3(%y: i32)").work(),
            "parsed 10 11, verified 1 6 9 11 12");
}

TEST(BlockWork, ALabelsName) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("^bb3(%y", "^bb30(%y").work(),
            "parsed 6 9 10, verified 1");
  EXPECT_EQ(edited.replace("^bb30(%y", "^bb3(%y").work(),
            "parsed 6 9 10, verified 1 6 9");
}

/// Of two of one name the first has it; the other one is one too many.
TEST(BlockWork, ALabelThatHasTheNameOfAnother) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("^bb2:", "^bb3:").work(),
            "parsed 3 6 7 9 10, verified 1 6 9");
  EXPECT_EQ(edited.said(), "said 3 6 9 10");
  EXPECT_EQ(edited.replace("^bb3:", "^bb2:").work(),
            "parsed 3 6 7 9 10, verified 1 3 6 9");
}

TEST(BlockWork, ALabelThatDoesNotParse) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("(%y: i32)", "(%y: i)").work(),
            "parsed 10, verified 1 6 9 11");
  EXPECT_EQ(edited.said(), "said 10");
  EXPECT_EQ(edited.replace("(%y: i)", "(%y: i32)").work(),
            "parsed 10, verified 1 6 9 11");
}

/// It cuts its block in two.
TEST(BlockWork, ALabelThatIsTyped) {
  Edited edited(program);
  edited.insert("  %3 =", "  cf.br ^bb4\n");
  edited.insert("  %3 =", "^bb4:\n");
  EXPECT_EQ(edited.work(), "parsed 11 12, verified 1 11");
  edited.replace("^bb4:\n", "");
  edited.replace("  cf.br ^bb4\n", "");
}

/// Its ops are behind the terminator of the block before.
TEST(BlockWork, ALabelThatIsDeletedAndTypedAgain) {
  Edited edited(program);
  edited.replace("^bb2:\n", "");
  EXPECT_EQ(edited.work(), "parsed 3, verified 1 6");
  EXPECT_EQ(edited.said(), "said 3 6");
  EXPECT_EQ(edited.replace("muli %a, %a", "muli %a, %1").work(),
            "parsed 7, verified 7");
  edited.insert("  %2 =", "^bb2:\n");
  EXPECT_EQ(edited.work(), "parsed 3 7, verified 1 3 6 8");
}

TEST(BlockWork, ABlockThatIsPastedAndDeleted) {
  Edited edited(program);
  std::string_view block = "^bb4(%z: i32):\n"
                           "  %4 = arith.addi %z, %z : i32\n"
                           "  cf.br ^bb3(%4 : i32)\n";
  EXPECT_EQ(edited.insert("^bb3(%y", block).work(),
            "parsed 10 11 12, verified 1 11 12");
  EXPECT_EQ(edited.replace(block, "").work(), "parsed, verified 1");
}

/// While a terminator is missing that is said, and others go on.
TEST(BlockWork, ATerminatorThatIsTyped) {
  Edited edited(program);
  edited.replace("  cf.br ^bb3(%2 : i32)\n", "");
  EXPECT_EQ(edited.said(), "said 8");
  EXPECT_EQ(edited.replace("addi %x, %a", "addi %a, %x").work(),
            "parsed 5, verified 5 8");
  edited.insert("^bb3(%y", "  cf.br ^bb3(%2 : i32)\n");
  EXPECT_EQ(edited.work(), "parsed 9, verified 1 8 9");
}

/// What a region begins with is of the header around.
TEST(BlockWork, TheFirstLabelOfABody) {
  std::string_view generic =
      "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, "
      "affine_map<(d) -> (d)>], iterator_types = [\"parallel\"]} "
      "ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {\n" // 2
      "  ^bb0(%in: f32, %out: f32):\n"                       // 3
      "    %1 = arith.addf %in, %out : f32\n"                // 4
      "    linalg.yield %1 : f32\n"                          // 5
      "  } -> tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n"
      "}\n";
  Edited edited(generic);
  edited.replace("%in: f32", "%in: f64");
  EXPECT_EQ(edited.work(), "parsed 2 3 4, verified 2 3 4 5");
  edited.replace("%in: f64", "%in: f");
  edited.replace("%in: f,", "%in: f32,");
  EXPECT_EQ(edited.replace("%in: f32", "%ix: f32").work(),
            "parsed 2 3 4, verified 2 3 4 5");
}

/// One error makes no other.
TEST(Blocks, ALabelThatDoesNotParseIsAllThatIsSaid) {
  std::string text(program);
  text.replace(text.find("%y: i32"), 7, "%y: i3 2");
  EXPECT_EQ(linesOf(text), "10 ");
}

/// And hides none.
TEST(Blocks, WhatIsWrongBehindABrokenLabelIsSaid) {
  std::string text(program);
  text.replace(text.find("%y: i32"), 7, "%y: i3 2");
  text.replace(text.find("subi %y, %a"), 11, "subi %y, %u");
  EXPECT_EQ(linesOf(text), "10 11 ");
}

TEST(Blocks, EachThatLacksItsEndIsSaid) {
  std::string text(program);
  text.erase(text.find("  cf.br ^bb3(%1"), 23);
  text.erase(text.find("  cf.br ^bb3(%2"), 23);
  text.replace(text.find("subi %y, %a"), 11, "subi %y, %1");
  EXPECT_EQ(linesOf(text), "5 7 ");
}

/// Where it stands, MLIR expects an op.
TEST(Blocks, ALabelAtTheTopIsAnError) {
  EXPECT_EQ(linesOf("^bb0(%a: i1):\n"
                    "func.func @f() {\n"
                    "  \"test.use\"(%a) : (i1) -> ()\n"
                    "  return\n"
                    "}\n"),
            "1 3 3 ");
}
