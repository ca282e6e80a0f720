//===- UnitsTest.cpp - A section by its functions -------------------------===//
//
// An edit of a header, a symbol or an alias costs the functions that it is in
// or that rest on it, and no others.
//
//===----------------------------------------------------------------------===//

#include "ByStatements.h"

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace shapels;

namespace {

constexpr std::string_view functions = "#one = affine_map<(d0) -> (d0)>\n" // 1
                                       "func.func @f(%a: i32) -> i32 {\n"  // 2
                                       "  %0 = call @g(%a) : (i32) -> i32\n"
                                       "  return %0 : i32\n" // 4
                                       "}\n"
                                       "func.func @g(%a: i32) -> i32 {\n" // 6
                                       "  return %a : i32\n"              // 7
                                       "}\n"
                                       "func.func @h(%n: index) {\n" // 9
                                       "  %0 = affine.apply #one(%n)\n"
                                       "  return\n" // 11
                                       "}\n";

/// A document and what the last edit of it cost.
class Edited {
public:
  explicit Edited(std::string text) : document(std::move(text)) {
    last = document.update();
  }

  Edited &replace(std::string_view before, std::string_view after) {
    size_t found = document.buffer().text().find(before);
    EXPECT_NE(found, std::string_view::npos) << before;
    DocumentOffset begin{static_cast<uint32_t>(found)};
    document.edit({{begin, begin + static_cast<uint32_t>(before.size())},
                   std::string(after)});
    last = document.update();
    return *this;
  }

  /// The lines of what was parsed, then what is shown.
  std::string work() const {
    const Section &section = *document.sections()[0];
    const IrWork &work = last.of(section)->work;
    if (work.isWhole)
      return "whole";
    std::set<uint32_t> lines;
    for (StatementId id : work.parsed)
      lines.insert(section.lineOf(section.outline().begin(id)) + 1);
    std::string text = "parsed";
    for (uint32_t line : lines)
      text += " " + std::to_string(line);
    return text;
  }

  std::string shown() const {
    std::string text;
    for (const Diagnostic &diagnostic : document.diagnostics())
      text += std::to_string(lineOf(diagnostic.range.begin)) + ": " +
              diagnostic.message + "\n";
    return text;
  }

private:
  uint32_t lineOf(DocumentOffset offset) const {
    return document.buffer().position(offset, PositionEncoding::Utf8).line + 1;
  }

  test::ByStatements byStatements;
  Document document;
  UpdateResult last;
};

} // namespace

TEST(Units, AHeaderIsItsFunction) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("%n: index", "%n: index, %m: i32").work(),
            "parsed 9");
  EXPECT_EQ(edited.shown(), "");
}

TEST(Units, ASymbolIsForItsUsersToo) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("@g(%a: i32)", "@k(%a: i32)").work(), "parsed 6");
  EXPECT_EQ(edited.shown(),
            "3: 'func.call' op 'g' does not reference a valid function\n");
  EXPECT_EQ(edited.replace("@k(%a: i32)", "@g(%a: i32)").work(), "parsed 6");
  EXPECT_EQ(edited.shown(), "");
}

TEST(Units, ATypeInASignatureIsForItsCallersToo) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("@g(%a: i32)", "@g(%a: i32, %b: i32)").shown(),
            "3: 'func.call' op incorrect number of operands for callee\n");
}

TEST(Units, ASymbolThatIsDefinedTwiceIsOneTooMany) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("@h", "@g").shown(),
            "9: redefinition of symbol named 'g'\n");
  EXPECT_EQ(edited.replace("@g(%n", "@h(%n").shown(), "");
}

TEST(Units, WhatABrokenFunctionMayDefineIsNotMissing) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("@g(%a: i32)", "@g(%a i32)").shown(),
            "6: expected ':'\n");
}

/// Nor does it hide what else is wrong where it is named.
TEST(Units, ABlockThatNamesWhatIsBrokenLacksItsEnd) {
  Edited edited("func.func @f() {\n  call @g() : () -> ()\n}\n"
                "func.func private @g() -> (i32\n");
  EXPECT_THAT(edited.shown(),
              testing::HasSubstr("2: block with no terminator"));
}

TEST(Units, AnAliasIsForThoseWhoNameIt) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("(d0) -> (d0)", "(d0, d1) -> (d0)").work(),
            "parsed 10");
  EXPECT_EQ(edited.shown(),
            "10: custom op 'affine.apply' dimension or symbol index "
            "mismatch\n");
  EXPECT_EQ(edited.replace("#one = ", "#two = ").shown(),
            "10: undefined symbol alias id 'one'\n");
}

TEST(Units, AFunctionThatIsDeletedAndItsUndo) {
  constexpr std::string_view g = "func.func @g(%a: i32) -> i32 {\n"
                                 "  return %a : i32\n"
                                 "}\n";
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace(g, "").shown(),
            "3: 'func.call' op 'g' does not reference a valid function\n");
  std::string before = std::string(g) + "func.func @h";
  EXPECT_EQ(edited.replace("func.func @h", before).shown(), "");
}

TEST(Units, AValueAtTheTopMakesThemOne) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("#one", "%c = arith.constant 1 : i32\n#one").work(),
            "whole");
}

TEST(Units, ABraceThatIsOpenCostsItsOp) {
  Edited edited{std::string(functions)};
  EXPECT_EQ(edited.replace("  return\n}\n", "  return\n").work(), "parsed 9");
  EXPECT_EQ(edited.replace("  return\n", "  return\n}\n").work(), "parsed 9");
  EXPECT_EQ(edited.replace("%a : i32\n}", "%a : i32 {\n}").work(), "parsed 7");
  EXPECT_EQ(edited.replace("%a : i32 {", "%a : i32").work(), "parsed 7");
  EXPECT_EQ(edited.shown(), "");
}

/// Whatever else is wrong in them.
TEST(Units, AModuleThatIsNotEndedHasThem) {
  constexpr std::string_view lacks =
      "12: expected '}' to end a region: 'module' lacks its '}'\n";
  std::string body(functions.substr(functions.find("func")));
  Edited edited("module {\n" + body);
  EXPECT_EQ(edited.replace("call @g", "call  @g").work(), "parsed 3");
  EXPECT_EQ(edited.replace("#one", "affine_map<(d0) -> (d0)>").shown(), lacks);
  EXPECT_EQ(edited.replace("%n: index", "%n: i32").shown(),
            "10: use of value '%n' expects different type than prior uses: "
            "'index' vs 'i32'\n" +
                std::string(lacks));
}

/// Braces that are odd may be the right ones.
TEST(Units, AModuleIsWhatMlirReads) {
  for (const char *text : {"module {\nfunc.func @f() {\n  return }\n}\n",
                           "module {\nfunc.func private @f(%a: i32)\n"
                           "  %0 = arith.constant 1 : i32\n}\n"})
    EXPECT_EQ(Edited(text).shown(), "") << text;
}

/// Whatever is typed in one, the others are what they are.
TEST(Units, ABraceThatIsGoneOrTooManyCostsItsFunction) {
  Edited edited{std::string(functions)};
  edited.replace("@g(%a: i32) -> i32 {", "@g(%a: i32) -> i32");
  EXPECT_EQ(edited.shown(), "6: expected '{' to begin a region: 'func.func' "
                            "lacks its '{'\n");
  EXPECT_EQ(edited.replace("%n: index", "%n: index, %m: i32").work(),
            "parsed 9");
  edited.replace("@g(%a: i32) -> i32", "@g(%a: i32) -> i32 {");
  EXPECT_EQ(edited.shown(), "");
  edited.replace("  %0 = call", "}  %0 = call");
  EXPECT_EQ(edited.replace(", %m: i32", "").work(), "parsed 9");
}

TEST(Units, AFunctionThatIsPastedIntoAnotherCostsThat) {
  Edited edited{std::string(functions)};
  edited.replace("  return %0 : i32\n",
                 "func.func @p(%b: i32) {\n  return\n}\n  return %0 : i32\n");
  EXPECT_EQ(edited.replace("%n: index", "%n: index, %m: i32").work(),
            "parsed 12");
  EXPECT_EQ(edited.replace("%b: i32", "%b: i64").work(), "parsed 2 3 4 5 7");
}
