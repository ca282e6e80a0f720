//===- IncrementalWorkTest.cpp - What an edit costs -----------------------===//

#include "analysis/Edited.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view program =
    "func.func @f(%a: tensor<4xi32>, %n: index) -> tensor<4xi32> {\n" // 1
    "  %c = arith.constant dense<1> : tensor<4xi32>\n"                // 2
    "  %0 = tosa.add %a, %c : (tensor<4xi32>, tensor<4xi32>)"
    " -> tensor<4xi32>\n"                                     // 3
    "  %1 = tosa.abs %0 : (tensor<4xi32>) -> tensor<4xi32>\n" // 4
    "  %2 = tosa.abs %1 : (tensor<4xi32>) -> tensor<4xi32>\n" // 5
    "  // A loop.\n"                                          // 6
    "  scf.for %i = %n to %n step %n {\n"                     // 7
    "    %x = arith.addi %i, %n : index\n"                    // 8
    "    %y = arith.muli %x, %i : index\n"                    // 9
    "  }\n"                                                   // 10
    "  return %1 : tensor<4xi32>\n"                           // 11
    "}\n";

} // namespace

TEST(IncrementalWork, ADigitInAnAttributeIsItsOp) {
  Edited edited(program);
  EXPECT_EQ(edited.work(), "whole");
  EXPECT_EQ(edited.replace("dense<1>", "dense<12>").work(),
            "parsed 2, verified 2 3");
}

TEST(IncrementalWork, AnOperandThatIsNotDeclared) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("abs %0", "abs %9").work(),
            "parsed 4, verified 5 11");
  EXPECT_EQ(edited.replace("abs %9", "abs %0").work(),
            "parsed 4, verified 1 4 5 11");
}

TEST(IncrementalWork, ATypeIsItsOpAndTheUsers) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("-> tensor<4xi32>\n", "-> tensor<?xi32>\n").work(),
            "parsed 3 4, verified 3 5 11");
}

TEST(IncrementalWork, ABrokenOpLeavesItsUsers) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("tosa.add", "tosa.ad").work(),
            "parsed 3, verified 4");
  EXPECT_EQ(edited.replace("tosa.ad", "tosa.add").work(),
            "parsed 3, verified 1 3 4");
}

/// Of one error among others nobody asks the others.
TEST(IncrementalWork, ABrokenOpAmongOthers) {
  Edited edited("func.func @f(%a: i32) -> i32 {\n" // 1
                "  %0 = arith.ad %a, %a : i32\n"   // 2
                "  %1 = arith.addi %a, %a : i32\n" // 3
                "  %2 = arith.ad %1, %a : i32\n"   // 4
                "  %3 = arith.muli %0, %1 : i32\n" // 5
                "  %4 = arith.addi %u, %v : i32\n" // 6
                "  return %3 : i32\n"              // 7
                "}\n");
  edited.replace("addi %a, %a", "addi %a, %0");
  EXPECT_EQ(edited.work(), "parsed 3, verified 3");
  EXPECT_EQ(edited.said(), "said");
  edited.replace("arith.muli", "arith.mul");
  EXPECT_EQ(edited.work(), "parsed 5, verified 7");
  EXPECT_EQ(edited.said(), "said 5");
  edited.replace("arith.mul ", "arith.muli ");
  EXPECT_EQ(edited.work(), "parsed 5, verified 5 7");
  EXPECT_EQ(edited.said(), "said 5");
  edited.insert("  %4 =", "  %u = arith.constant 1 : i32\n");
  EXPECT_EQ(edited.work(), "parsed 6 7, verified 6");
  EXPECT_EQ(edited.said(), "said 7");
  edited.replace("  %u = arith.constant 1 : i32\n", "");
  EXPECT_EQ(edited.work(), "parsed 6, verified");
  EXPECT_EQ(edited.said(), "said 6");
}

/// A function that was never complete is judged when it is.
TEST(IncrementalWork, TheLastBrokenOpOfSome) {
  Edited edited("func.func @f(%a: i32) -> i32 {\n" // 1
                "  %1 = arith.ad %a, %a : i32\n"   // 2
                "  %2 = arith.ad %1, %a : i32\n"   // 3
                "  return %2 : i32\n"              // 4
                "}\n");
  edited.replace("arith.ad ", "arith.addi ");
  EXPECT_EQ(edited.work(), "parsed 2 3, verified 2");
  edited.replace("arith.ad ", "arith.addi ");
  EXPECT_EQ(edited.work(), "parsed 3, verified 1 3 4");
  edited.replace("return %2", "retur %2");
  edited.replace("retur %2", "return %2");
}

/// Of a value of what does not parse the first user tells the type, and says
/// it still.
TEST(IncrementalWork, AValueThatBrokenOpsShare) {
  Edited edited("func.func @f(%a: i32) {\n"        // 1
                "  %0 = arith.ad %a, %a : i32\n"   // 2
                "  %1 = arith.addi %0, %a : i32\n" // 3
                "  %2 = arith.ad %0, %1 : i32\n"   // 4
                "  %3 = arith.muli %0, %2 : i32\n" // 5
                "  %4 = arith.ad %0, %1 : i32\n"   // 6
                "  return\n"                       // 7
                "}\n");
  EXPECT_EQ(edited.replace("addi %0, %a", "addi %a, %0").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("muli %0, %2", "muli %2, %a").work(),
            "parsed 5, verified 5");
  EXPECT_EQ(edited.replace("ad %0, %1", "ad %1, %0").work(),
            "parsed 4, verified");
}

/// A body and what is behind it may each have one of a name.
TEST(IncrementalWork, ANameThatABodyHasToo) {
  Edited edited("func.func @f(%n: index) {\n"          // 1
                "  scf.for %i = %n to %n step %n {\n"  // 2
                "    %0 = arith.addi %i, %n : index\n" // 3
                "    %1 = arith.muli %0, %n : index\n" // 4
                "  }\n"                                // 5
                "  %0 = scf.for %i = %n to %n step %n"
                " iter_args(%x = %n) -> index {\n"     // 6
                "    %1 = arith.subi %x, %n : index\n" // 7
                "    scf.yield %1 : index\n"           // 8
                "  }\n"                                // 9
                "  %1 = arith.xori %0, %n : index\n"   // 10
                "  return\n"                           // 11
                "}\n");
  EXPECT_EQ(edited.replace("addi %i, %n", "addi %n, %i").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("subi %x, %n", "subi %n, %x").work(),
            "parsed 7, verified 7");
  EXPECT_EQ(edited.replace("xori %0, %n", "xori %n, %0").work(),
            "parsed 10, verified 10");
  EXPECT_EQ(
      edited.replace("%0 = scf.for %i = %n to", "%0 = scf.for %i  = %n to")
          .work(),
      "parsed 6, verified 6 7 8");
}

TEST(IncrementalWork, ALineInALoop) {
  Edited edited(program);
  EXPECT_EQ(
      edited.insert("    %y", "    %w = arith.subi %x, %i : index\n").work(),
      "parsed 9, verified 9");
}

TEST(IncrementalWork, ALineThatIsDeletedAndItsUndo) {
  constexpr std::string_view line =
      "  %0 = tosa.add %a, %c : (tensor<4xi32>, tensor<4xi32>)"
      " -> tensor<4xi32>\n";
  Edited edited(program);
  EXPECT_EQ(edited.replace(line, "").work(), "parsed 3, verified 4 10");
  EXPECT_EQ(edited.insert("  %1 =", line).work(),
            "parsed 3 4, verified 1 3 4 5 11");
}

TEST(IncrementalWork, ACommentIsNothing) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("A loop", "The loop").work(), "parsed, verified");
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

constexpr std::string_view all = ", verified 1 2 3 4 5 7 8 9 11";

TEST(IncrementalWork, AHeaderIsParsedWithoutItsBody) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("%n: index", "%n: index, %m: index").work(),
            "parsed 1" + std::string(all));
  EXPECT_EQ(edited.replace(", %m: index", "").work(),
            "parsed 1" + std::string(all));
  EXPECT_EQ(edited.replace("(%a: tensor<4xi32>", "(%a: tensor<5xi32>").work(),
            "parsed 1 3" + std::string(all));
  EXPECT_EQ(edited.replace("(%a: tensor<5xi32>", "(%a: tensor<4xi32>").work(),
            "parsed 1 3" + std::string(all));
  EXPECT_EQ(edited.replace("(%a:", "(%b:").work(),
            "parsed 1 3" + std::string(all));
}

TEST(IncrementalWork, AHeaderThatDoesNotParseLeavesItsBody) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("(%a:", "(%a").work(),
            "parsed 1 2 3 4 5 7 8 9 11" + std::string(all));
  EXPECT_EQ(edited.replace("(%a", "(%a:").work(),
            "parsed 1 2 3 4 5 7 8 9 11" + std::string(all));
}

TEST(IncrementalWork, AHeaderOfALoop) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("step %n", "step  %n").work(),
            "parsed 7, verified 7 8 9");
  EXPECT_EQ(edited.replace("scf.for %i", "scf.for %j").work(),
            "parsed 7 8 9, verified 7 8 9");
  EXPECT_EQ(edited.replace("scf.for %j", "scf.for %i").work(),
            "parsed 7 8 9, verified 7 8 9");
  EXPECT_EQ(edited.replace("to %n", "t %n").work(), "parsed 7, verified 7 8 9");
  EXPECT_EQ(edited.replace("t %n", "to %n").work(),
            "parsed 1 2 3 4 5 7 8 9 11" + std::string(all));
}

/// Its name in the header is no argument of the loop.
TEST(IncrementalWork, AValueThatAHeaderNames) {
  Edited edited("func.func @f(%a: index) {\n"            // 1
                "  %n = arith.constant 4 : index\n"      // 2
                "  scf.for %i = %a to %n step %n {\n"    // 3
                "    %x = arith.addi %i, %n : index\n"   // 4
                "    scf.for %j = %a to %i step %n {\n"  // 5
                "      %y = arith.muli %x, %j : index\n" // 6
                "    }\n"                                // 7
                "  }\n"                                  // 8
                "  return\n"                             // 9
                "}\n");
  EXPECT_EQ(edited.replace("constant 4", "constant 8").work(),
            "parsed 2, verified 2 3 4 5");
  EXPECT_EQ(edited.replace("%n = arith.constant", "%i = arith.constant").work(),
            "parsed 1 2 3 4 5 6 9, verified 1 2 3 4 5 6 9");
}

/// What a long body holds does not read a function; who returns from it does.
TEST(IncrementalWork, AHeaderOfALongFunction) {
  std::string text = "func.func @f(%a: i32) -> i32 {\n";
  for (int i = 0; i < 2000; ++i)
    text += "  %" + std::to_string(i) + " = arith.constant 1 : i32\n";
  Edited edited(text + "  return %a : i32\n}\n");
  EXPECT_EQ(edited.replace("@f", "@g").work(), "parsed 1, verified 1 2002");
  EXPECT_EQ(edited.replace("-> i32", "-> i64").work(),
            "parsed 1, verified 1 2002");
  EXPECT_EQ(edited.replace("-> i64", "-> i32").work(),
            "parsed 1, verified 1 2002");
}

/// Who calls it is asked again.
TEST(IncrementalWork, ASignature) {
  Edited edited("func.func @f(%a: i32) {\n"          // 1
                "  return\n"                         // 2
                "}\n"                                // 3
                "func.func @g(%a: i32) {\n"          // 4
                "  call @f(%a) : (i32) -> ()\n"      // 5
                "  func.call @h(%a) : (i32) -> ()\n" // 6
                "  return\n"                         // 7
                "}\n");
  EXPECT_EQ(edited.replace("@f(%a: i32)", "@f(%a: i64)").work(),
            "parsed 1, verified 1 2 5");
  EXPECT_EQ(edited.replace("@f(%a: i64)", "@h(%a: i32)").work(),
            "parsed 1, verified 1 2 5 6");
}

/// Its body stays what it is, and so does all that is around.
TEST(IncrementalWork, TheOpeningBraceOfAFunction) {
  Edited edited("func.func @f(%a: i32) -> i32 {\n"    // 1
                "  %0 = arith.addi %a, %a : i32\n"    // 2
                "  %1 = arith.muli %0, %a : i32\n"    // 3
                "  return %1 : i32\n"                 // 4
                "}\n"                                 // 5
                "func.func @g(%a: i32) -> i32 {\n"    // 6
                "  %0 = call @f(%a) : (i32) -> i32\n" // 7
                "  return %0 : i32\n"                 // 8
                "}\n");
  EXPECT_EQ(edited.replace(" {\n  %0 = arith", "\n  %0 = arith").work(),
            "parsed 1, verified 1 2 3 4");
  EXPECT_EQ(edited.replace("muli %0", "muli %a").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("call @f(%a)", "call @f(%0)").work(),
            "parsed 7, verified 7");
  EXPECT_EQ(edited.replace("i32\n  %0 = arith", "i32 {\n  %0 = arith").work(),
            "parsed 1, verified 1 2 3 4");
}

/// To number a long one takes longer than all else that an edit costs.
TEST(IncrementalWork, TheOpsOfABlockAreNotNumberedAnew) {
  Edited edited(program);
  edited.number();
  const std::pair<std::string_view, std::string_view> edits[] = {
      {"dense<1>", "dense<12>"},
      {"abs %1", "abs %9"},
      {"abs %9", "abs %1"},
      {"%0 = tosa.add", "%0 = tosa.ad"},
      {"%0 = tosa.ad ", "%0 = tosa.add "},
      {"scf.for", "scf.fo"},
      {"scf.fo ", "scf.for "},
      {"  // A loop.", "  %3 = tosa.abs %2 : (tensor<4xi32>) -> tensor<4xi32>"},
      {"  %2 = tosa.abs %1 : (tensor<4xi32>) -> tensor<4xi32>\n", ""}};
  for (const auto &[before, after] : edits)
    EXPECT_TRUE(edited.replace(before, after).areNumbered()) << after;
}
