//===- UnregisteredWorkTest.cpp - What an edit costs among unknown ops ----===//

#include "analysis/Edited.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr std::string_view program =
    "func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {\n"    // 1
    "  %0 = my.fill 1 : tensor<4xi32>\n"                      // 2
    "  %1 = my.add %a, %0 : tensor<4xi32>\n"                  // 3
    "  %2 = my.neg %1 : (tensor<4xi32>) -> tensor<4xi32>\n"   // 4
    "  %3 = tosa.abs %2 : (tensor<4xi32>) -> tensor<4xi32>\n" // 5
    "  %4 = my.less %1 : tensor<4xi32>\n"                     // 6
    "  my.each %k in %a : tensor<4xi32> {\n"                  // 7
    "    %x = tosa.abs %4 : (tensor<4xi1>) -> tensor<4xi1>\n" // 8
    "    %y = my.add %x : tensor<4xi1>\n"                     // 9
    "  }\n"                                                   // 10
    "  return %3 : tensor<4xi32>\n"                           // 11
    "}\n";

/// The edit costs the statement in that line.
void expectAlone(Edited &edited, std::string_view before,
                 std::string_view after, const std::string &line) {
  EXPECT_EQ(edited.replace(before, after).work(),
            "parsed " + line + ", verified " + line);
}

} // namespace

TEST(UnregisteredWork, AnOp) {
  Edited edited(program);
  expectAlone(edited, "my.fill 1", "my.fill 12", "2");
  expectAlone(edited, "my.add %a, %0", "my.add %0", "3");
  expectAlone(edited, "my.add %x", "my.add %x, %4", "9");
}

TEST(UnregisteredWork, ATypeThatOthersKnow) {
  Edited edited(program);
  expectAlone(edited, "my.less %1", "my.less %0", "6");
  expectAlone(edited, "tosa.abs %4", "tosa.abs %1", "8");
  expectAlone(edited, "tosa.abs %1", "tosa.abs %4", "8");
}

TEST(UnregisteredWork, ALine) {
  Edited edited(program);
  EXPECT_EQ(edited.insert("  %2", "  %n = my.neg %1 : tensor<4xi32>\n").work(),
            "parsed 4, verified 4");
  EXPECT_EQ(edited.replace("  %n = my.neg %1 : tensor<4xi32>\n", "").work(),
            "parsed, verified");
}

TEST(UnregisteredWork, ABrokenOpAmongOthers) {
  Edited edited(program);
  EXPECT_EQ(edited.replace("tosa.abs %2", "tosa.ab %2").work(),
            "parsed 5, verified 11");
  EXPECT_EQ(edited.replace("my.add %a, %0", "my.add %0").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.insert("  %3", "  %n = my.neg %2 : tensor<4xi32>\n").work(),
            "parsed 5, verified 5");
  EXPECT_EQ(edited.replace("  %n = my.neg %2 : tensor<4xi32>\n", "").work(),
            "parsed, verified");
  EXPECT_EQ(edited.replace("tosa.ab ", "tosa.abs ").work(),
            "parsed 5, verified 1 5 11");
}

/// A type that is not there, or is none, costs no more.
TEST(UnregisteredWork, ATypeThatIsTyped) {
  Edited edited(program);
  expectAlone(edited, "1 : tensor<4xi32>", "1 : tensor<4xi3", "2");
  expectAlone(edited, "1 : tensor<4xi3", "1 : oops", "2");
  expectAlone(edited, "1 : oops", "1 : tensor<4xi32>", "2");
  expectAlone(edited, "%0 : tensor<4xi32>", "%0", "3");
  expectAlone(edited, "my.less %1 ", "my.less %1, %2 ", "6");
  expectAlone(edited, "%2 = my.neg %1 : (", "%2 = my.neg %1 : ", "4");
  expectAlone(edited, "%2 = my.neg %1 : ", "%2 = my.neg %1 : (", "4");
}

/// Who told the type of a value does so no more, or tells another one.
TEST(UnregisteredWork, ABrokenOpThatKnewAType) {
  Edited edited("func.func @f() {\n"                               // 1
                "  %0 = my.less : tensor<4xi32>\n"                 // 2
                "  %1 = math.absf %0 : tensor<4xf32>\n"            // 3
                "  %2 = math.absf %0 : tensor<4xf32>\n"            // 4
                "  %3 = math.absi %0 : tensor<4xi8>\n"             // 5
                "  my.use %1, %0 : tensor<4xf32>, tensor<4xf32>\n" // 6
                "  return\n"                                       // 7
                "}\n");
  EXPECT_EQ(edited.replace("math.absf %0", "math.abs %0").work(),
            "parsed 3 5, verified");
  EXPECT_EQ(edited.replace("math.absf %0", "math.abs %0").work(),
            "parsed 4 5, verified 5");
  EXPECT_EQ(edited.replace("math.abs %0", "math.absf %0").work(),
            "parsed 3 4 5, verified 3");
  EXPECT_EQ(edited.replace("math.abs %0", "math.absf %0").work(),
            "parsed 4, verified 4");
}

/// Also where it is named otherwise; its arguments are found by their names.
TEST(UnregisteredWork, AHeader) {
  Edited edited("func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {\n" // 1
                "  %0 = my.fill 1 : tensor<4xi32>\n"                   // 2
                "  %1 = my.each(%k = %a) : tensor<4xi32> {\n"          // 3
                "    %x = tosa.abs %k : (tensor<4xi32>)"
                " -> tensor<4xi32>\n"                  // 4
                "    %y = my.add %x : tensor<4xi32>\n" // 5
                "    my.yield %y : tensor<4xi32>\n"    // 6
                "  }\n"                                // 7
                "  return %1 : tensor<4xi32>\n"        // 8
                "}\n");
  EXPECT_EQ(edited.replace("%k = %a", "%k = %0").work(),
            "parsed 3, verified 3 4 5 6");
  EXPECT_EQ(edited.replace("(%k", "(%j").work(),
            "parsed 3 4, verified 3 4 5 6");
  EXPECT_EQ(edited.replace("(%j", "(%k").work(),
            "parsed 3 4, verified 3 4 5 6");
  EXPECT_EQ(edited.replace("my.each", "my.eac").work(),
            "parsed 3, verified 3 4 5 6");
  EXPECT_EQ(edited.replace("%x = tosa.abs", "%x = tosa.ab").work(),
            "parsed 4, verified");
  EXPECT_EQ(edited.replace("my.eac", "my.each").work(),
            "parsed 3 4, verified 3 4 5 6");
  EXPECT_EQ(edited.replace("(%a: tensor<4xi32>", "(%a: tensor<4xi8>").work(),
            "parsed 1, verified 1 2 3 4 5 6 8");
}

/// Each of its bodies has the arguments, also one that is empty.
TEST(UnregisteredWork, AHeaderOfSeveralBodies) {
  Edited edited("func.func @f(%a: tensor<i32>) {\n" // 1
                "  %0:2 = my.while(%i = %a, %m = %a) : tensor<i32>,"
                " tensor<i32> cond {\n"                            // 2
                "  } do {\n"                                       // 3
                "    %x = math.absi %i : tensor<i32>\n"            // 4
                "    my.yield %x, %m : tensor<i32>, tensor<i32>\n" // 5
                "  }\n"                                            // 6
                "  return\n"                                       // 7
                "}\n");
  EXPECT_EQ(edited.replace("(%i", "(%j").work(), "parsed 2 4, verified 2 4 5");
  EXPECT_EQ(edited.replace("absi %i", "absi %j").work(),
            "parsed 4, verified 2 4");
  EXPECT_EQ(edited.replace("%m = %a", "%n = %a").work(),
            "parsed 2, verified 2 4 5");
}

TEST(UnregisteredWork, ASymbol) {
  Edited edited("my.func @g() -> ()\n"     // 1
                "my.module @m {\n"         // 2
                "  my.global @x : i32\n"   // 3
                "}\n"                      // 4
                "func.func @f() {\n"       // 5
                "  call @g() : () -> ()\n" // 6
                "  call @x() : () -> ()\n" // 7
                "  return\n"               // 8
                "}\n"                      // 9
                "func.func @other() {\n"   // 10
                "  my.note @late\n"        // 11
                "  return\n"               // 12
                "}\n");
  EXPECT_EQ(edited.replace("my.func @g", "my.func @h").work(),
            "parsed 1, verified 1 6");
  EXPECT_EQ(edited.replace("my.func @h", "my.func @g").work(),
            "parsed 1, verified 1 6");
  EXPECT_EQ(edited.replace("my.global @x", "my.global @y").work(),
            "parsed 2 3, verified 2 3 7");
  EXPECT_EQ(edited.replace("call @x", "call @late").work(),
            "parsed 7, verified 7");
  EXPECT_EQ(edited.replace("my.note @late", "my.note @lat").work(),
            "parsed 10 11 12, verified 7 10 11 12");
}

/// An attribute of an unknown dialect, for which MLIR does not take the loop.
TEST(UnregisteredWork, WhatAnOpWithAnAttributeUses) {
  Edited edited("func.func @f() {\n"                                // 1
                "  %c1 = arith.constant 1 : index\n"                // 2
                "  %c8 = arith.constant 8 : index\n"                // 3
                "  scf.forall (%i) = (%c1) to (%c8) step (%c1) {\n" // 4
                "  } {mapping = [#my.map<x>]}\n"                    // 5
                "  return\n"                                        // 6
                "}\n");
  EXPECT_EQ(edited.replace("constant 8", "constant 16").work(),
            "parsed 3, verified 3 4");
}

/// An extension of a dialect that is built in.
TEST(UnregisteredWork, ABodyInAnExtension) {
  Edited edited("module attributes {transform.with_named_sequence} {\n" // 1
                "  transform.named_sequence @m(%a: !transform.any_op"
                " {transform.readonly}) -> !transform.any_op {\n" // 2
                "    %r = transform.my.regions %a : (!transform.any_op)"
                " -> !transform.any_op {\n"                    // 3
                "    ^bb0(%x: tensor<4xf32>):\n"               // 4
                "      %y = math.exp %x : tensor<4xf32>\n"     // 5
                "      my.use %y : tensor<4xf32>\n"            // 6
                "    }\n"                                      // 7
                "    transform.yield %r : !transform.any_op\n" // 8
                "  }\n"                                        // 9
                "}\n");
  expectAlone(edited, "math.exp %x :", "math.exp %x  :", "5");
}

/// The name in a declaration is no use of it.
TEST(UnregisteredWork, ANameThatADeclarationHas) {
  Edited edited("my.module @m {\n"                   // 1
                "  my.import @g(%b : i32)\n"         // 2
                "  my.func @f(%a : i32) {\n"         // 3
                "    %b = my.neg %a : i32\n"         // 4
                "    my.call @g(%b) : (i32) -> ()\n" // 5
                "    my.return\n"                    // 6
                "  }\n"                              // 7
                "}\n");
  expectAlone(edited, "my.neg %a :", "my.neg %a  :", "4");
}
