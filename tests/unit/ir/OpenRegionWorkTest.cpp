//===- OpenRegionWorkTest.cpp - What an edit costs where a '}' is missing -===//

#include "analysis/Edited.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view loop =
    "func.func @f(%a: index, %c: i1) -> index {\n" // 1
    "  %0 = arith.addi %a, %a : index\n"
    "  scf.for %i = %a to %a step %a {\n" // 3
    "    %1 = arith.addi %i, %0 : index\n"
    "    %2 = arith.muli %1, %1 : index\n" // 5
    "  %3 = arith.muli %a, %a : index\n"
    "  %4 = arith.addi %3, %0 : index\n" // 7
    "  return %4 : index\n"
    "}\n"
    "func.func @g(%x: i32) -> i32 {\n" // 10
    "  return %x : i32\n"
    "}\n";

} // namespace

TEST(OpenRegionWork, AnOpInItOrBehindIsItself) {
  Edited edited(loop);
  EXPECT_EQ(edited.replace("%1, %1", "%1, %0").work(),
            "parsed 5, verified 3 5");
  EXPECT_EQ(edited.replace("%3, %0", "%3, %3").work(),
            "parsed 7 8, verified 3 7");
  EXPECT_EQ(edited.replace("%3, %3", "%3, %x").work(),
            "parsed 7 8, verified 3");
  EXPECT_EQ(edited.replace("%a, %a", "%a, %0").work(),
            "parsed 2, verified 2 3");
  EXPECT_EQ(edited.insert("  %3", "  %5 = arith.addi %0, %0 : index\n").work(),
            "parsed 6, verified 3 6");
}

/// What is behind it is told anew, and costs nothing else.
TEST(OpenRegionWork, TheLayoutIsFollowed) {
  Edited edited(loop);
  EXPECT_EQ(edited.insert("%3 = ", "  ").work(), "parsed, verified 3");
  EXPECT_EQ(edited.replace("    %2", "  %2").work(), "parsed, verified 3");
  EXPECT_EQ(edited.replace("  scf", "    scf").work(), "parsed, verified 3");
  EXPECT_EQ(edited.replace("    %1", "%1").work(), "parsed, verified 3");
}

TEST(OpenRegionWork, AFunctionThatIsNotEndedYet) {
  Edited edited("func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i32\n"
                "  return\n");
  EXPECT_EQ(
      edited.insert("  return", "  %1 = arith.addi %0, %a : i32\n").work(),
      "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("  return\n", "").work(), "parsed, verified 1 3");
  EXPECT_EQ(edited.replace("%0, %a : i32\n", "%0, %a : i32\n}\n").work(),
            "parsed 1, verified 1 2 3");
}

TEST(OpenRegionWork, AnOpOfAnUnknownDialect) {
  Edited edited("func.func @f(%a: i32) {\n  my.loop %i = %a {\n"
                "    %0 = arith.addi %a, %a : i32\n"
                "  %1 = arith.addi %a, %a : i32\n  return\n}\n");
  EXPECT_EQ(edited.replace("addi %a, %a : i32\n  %1", "subi %a, %a : i32\n  %1")
                .work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("%1 = arith.addi", "%1 = arith.subi").work(),
            "parsed 4, verified 4");
}
