//===- IncrementalWorkTest.cpp - What an edit costs -----------------------===//

#include "ByStatements.h"
#include "analysis/State.h"

#include <set>

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

/// A document that is edited by what stands in it.
class Edited {
public:
  explicit Edited(std::string_view text) : document(std::string(text)) {
    document.update();
  }

  /// Puts `after` in the place of the first `before`.
  Edited &replace(std::string_view before, std::string_view after) {
    return edit(before, static_cast<uint32_t>(before.size()), after);
  }
  /// Puts `text` in front of the first `behind`.
  Edited &insert(std::string_view behind, std::string_view text) {
    return edit(behind, 0, text);
  }

  /// The lines of the statements that the last edit cost.
  std::string work() const {
    const IrWork &work = document.sections()[0]->work();
    return work.isWhole ? "whole"
                        : "parsed" + lines(work.parsed) + ", verified" +
                              lines(work.verified);
  }

  /// The lines of those of which something else is said.
  std::string said() const {
    return "said" + lines(document.sections()[0]->work().said);
  }

private:
  Edited &edit(std::string_view at, uint32_t size, std::string_view text) {
    size_t found = document.buffer().text().find(at);
    EXPECT_NE(found, std::string_view::npos) << at;
    auto begin = static_cast<uint32_t>(found);
    document.edit({{{begin}, {begin + size}}, std::string(text)});
    document.update();
    EXPECT_EQ(stateOf(document), freshStateOf(document));
    return *this;
  }

  std::string lines(const std::vector<StatementId> &statements) const {
    std::set<uint32_t> lines;
    const Outline &outline = document.sections()[0]->outline();
    for (StatementId id : statements)
      lines.insert(document.buffer()
                       .position(outline.begin(id), PositionEncoding::Utf8)
                       .line +
                   1);
    std::string text;
    for (uint32_t line : lines)
      text += " " + std::to_string(line);
    return text;
  }

  ByStatements byStatements;
  Document document;
};

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
  EXPECT_EQ(edited.work(), "parsed 3 4, verified 3");
  EXPECT_EQ(edited.said(), "said 4");
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

//===----------------------------------------------------------------------===//
// What it costs among ops of unknown dialects
//===----------------------------------------------------------------------===//

constexpr std::string_view opaqueProgram =
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

TEST(IncrementalWork, AnOpOfAnUnknownDialect) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.replace("my.fill 1", "my.fill 12").work(),
            "parsed 2, verified 2");
  EXPECT_EQ(edited.replace("my.add %a, %0", "my.add %0").work(),
            "parsed 3, verified 3");
  EXPECT_EQ(edited.replace("my.add %x", "my.add %x, %4").work(),
            "parsed 9, verified 9");
}

TEST(IncrementalWork, ATypeThatOthersKnow) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.replace("my.less %1", "my.less %0").work(),
            "parsed 6, verified 6");
  EXPECT_EQ(edited.replace("tosa.abs %4", "tosa.abs %1").work(),
            "parsed 8, verified 8");
  EXPECT_EQ(edited.replace("tosa.abs %1", "tosa.abs %4").work(),
            "parsed 8, verified 8");
}

TEST(IncrementalWork, ALineOfAnUnknownDialect) {
  Edited edited(opaqueProgram);
  EXPECT_EQ(edited.insert("  %2", "  %n = my.neg %1 : tensor<4xi32>\n").work(),
            "parsed 4, verified 4");
  EXPECT_EQ(edited.replace("  %n = my.neg %1 : tensor<4xi32>\n", "").work(),
            "parsed, verified");
}

TEST(IncrementalWork, ABrokenOpAmongThoseOfAnUnknownDialect) {
  Edited edited(opaqueProgram);
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
TEST(IncrementalWork, ATypeOfAnUnknownDialectThatIsTyped) {
  Edited edited(opaqueProgram);
  auto isParsedAlone = [&](std::string_view before, std::string_view after,
                           const std::string &line) {
    EXPECT_EQ(edited.replace(before, after).work(),
              "parsed " + line + ", verified " + line);
  };
  isParsedAlone("1 : tensor<4xi32>", "1 : tensor<4xi3", "2");
  isParsedAlone("1 : tensor<4xi3", "1 : oops", "2");
  isParsedAlone("1 : oops", "1 : tensor<4xi32>", "2");
  isParsedAlone("%0 : tensor<4xi32>", "%0", "3");
  isParsedAlone("my.less %1 ", "my.less %1, %2 ", "6");
  isParsedAlone("%2 = my.neg %1 : (", "%2 = my.neg %1 : ", "4");
  isParsedAlone("%2 = my.neg %1 : ", "%2 = my.neg %1 : (", "4");
}

/// Who told the type of a value does so no more, or tells another one.
TEST(IncrementalWork, ABrokenOpThatKnewAType) {
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
TEST(IncrementalWork, AHeaderOfAnUnknownDialect) {
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

TEST(IncrementalWork, ASymbolOfAnUnknownDialect) {
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
