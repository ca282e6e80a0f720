//===- OutlineTest.cpp - Ranges of statements, and the tree ---------------===//

#include "syntax/Syntax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace shapels;
using namespace shapels::test;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {

/// The text of each statement that is `kind`, between bars.
std::string statementsOf(std::string_view text, StatementKind kind) {
  std::string result;
  Outline outline = outlineOf(text);
  for (StatementId id : idsOf(outline))
    if (outline.kind(id) == kind)
      result += "|" + std::string(slice(text, outline.range(id)));
  return result;
}

} // namespace

TEST(StatementRange, IsFromTheFirstToTheLastToken) {
  EXPECT_EQ(statementsOf("  a.b %x : i32 // c\n  a.c {\n  x}  \n",
                         StatementKind::Operation),
            "|a.b %x : i32|a.c {\n  x}");
  EXPECT_EQ(statementsOf("func.func @f() {\n  return\n}\na.b\n",
                         StatementKind::Operation),
            "|func.func @f() {\n  return\n}|return|a.b");
  EXPECT_EQ(
      statementsOf("\"a.b\"() ({\n  a.c %x\n}) : () -> () loc(\"x\":1:2)\n",
                   StatementKind::Operation),
      "|\"a.b\"() ({\n  a.c %x\n}) : () -> () loc(\"x\":1:2)|a.c %x");
}

/// The brace that closes a region belongs to the op that has the region.
TEST(StatementRange, LeavesTheClosingBraceToTheOpAround) {
  EXPECT_EQ(statementsOf("module {\nfunc.func @f() {\n  return\n}\n}\n",
                         StatementKind::Operation),
            "|module {\nfunc.func @f() {\n  return\n}\n}|func.func @f() {\n  "
            "return\n}|return");
  EXPECT_EQ(statementsOf("a.b { %0 = a.c }\n", StatementKind::Operation),
            "|a.b { %0 = a.c }|%0 = a.c");
}

TEST(StatementRange, OfALabelEndsWithItsColon) {
  EXPECT_EQ(statementsOf("a.b {\n^c(%x: i32, %y: i1):\n  a.d\n^e:\n  a.f\n}\n",
                         StatementKind::BlockLabel),
            "|^c(%x: i32, %y: i1):|^e:");
}

TEST(StatementRange, NamesAreWithoutQuotes) {
  std::string_view text = "%0 = \"a.b\"() : () -> i32\na.c\n";
  Outline outline = outlineOf(text);
  std::vector<StatementId> ids = idsOf(outline);
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_EQ(slice(text, outline.statement(ids[0]).name), "a.b");
  EXPECT_EQ(outline.begin(ids[0]).value, 0u);
  EXPECT_EQ(slice(text, outline.statement(ids[1]).name), "a.c");
}

TEST(Outline, HasNoCommentsInWhatDialectsParse) {
  auto firstOf = [](std::string_view text) {
    Outline outline = outlineOf(text);
    return slice(text, outline.range(outline.first()));
  };
  EXPECT_EQ(firstOf("a.b : !t.u<[3//],%i>\na.c\n"), "a.b : !t.u<[3//],%i>");
  EXPECT_EQ(firstOf("a.b : !t.u<[3// //\n],%i> // x\na.c\n"),
            "a.b : !t.u<[3// //\n],%i>");
  EXPECT_EQ(firstOf("a.b : !t.u<3\n  // 4>"), "a.b : !t.u<3\n  // 4>");
  EXPECT_EQ(firstOf("a.b : !t.u<3 // 4>"), "a.b : !t.u<3 // 4>");
  EXPECT_EQ(firstOf("a.b(%x, // >)\n%y) // )\na.c\n"), "a.b(%x, // >)\n%y)");
}

TEST(Outline, FindsStatementsByOffset) {
  std::string_view text = "func.func @f() {\n  a.b\n  a.c\n}\na.d\n";
  Outline outline = outlineOf(text);
  auto nameAt = [&](std::string_view where, uint32_t plus) {
    auto at = static_cast<uint32_t>(text.find(where)) + plus;
    StatementId id = outline.statementAt({at});
    return id == noStatement ? "none" : labelOf(text, outline.statement(id));
  };
  EXPECT_EQ(nameAt("@f", 0), "func.func");
  EXPECT_EQ(nameAt("a.b", 1), "a.b");
  EXPECT_EQ(nameAt("a.b", 3), "a.b");
  EXPECT_EQ(nameAt("a.c", 0), "a.c");
  EXPECT_EQ(nameAt("  a.c", 1), "func.func");
  EXPECT_EQ(nameAt("a.d", 0), "a.d");
  EXPECT_EQ(outline.statementAt({static_cast<uint32_t>(text.size())}),
            noStatement);
  auto start = static_cast<uint32_t>(text.find("a.c"));
  EXPECT_NE(outline.statementStartingAt({start}), noStatement);
  EXPECT_EQ(outline.statementStartingAt({start + 1}), noStatement);
  EXPECT_EQ(Outline(ops()).statementAt({0}), noStatement);
}

namespace {

void expectTree(const Outline &outline, std::string_view text) {
  StatementId previous = noStatement;
  for (StatementId id : idsOf(outline)) {
    Statement statement = outline.statement(id);
    ASSERT_LE(statement.range.begin, statement.range.end);
    ASSERT_LE(statement.range.end.value, text.size());
    ASSERT_TRUE(statement.range.contains(statement.name));
    ASSERT_EQ(outline.previous(id), previous);
    if (previous != noStatement) {
      ASSERT_LT(outline.begin(previous), statement.range.begin);
    }
    previous = id;
    if (StatementId behind = outline.behind(id); behind != noStatement) {
      ASSERT_LE(statement.range.end, outline.begin(behind));
    }
    if (statement.parent == noStatement)
      continue;
    Statement parent = outline.statement(statement.parent);
    ASSERT_LT(parent.range.begin, statement.range.begin);
    ASSERT_TRUE(parent.range.contains(statement.range));
    ASSERT_LT(statement.region, parent.regionCount);
    ASSERT_TRUE(outline.nests(statement.parent, id));
    ASSERT_FALSE(outline.nests(id, statement.parent));
  }
}

void expectNames(const Outline &outline) {
  for (StatementId id : idsOf(outline)) {
    std::vector<NameOccurrence> names = outline.names(id);
    ASSERT_TRUE(std::is_sorted(names.begin(), names.end(),
                               [](const auto &a, const auto &b) {
                                 return a.range.begin < b.range.begin;
                               }));
    for (const NameOccurrence &name : names) {
      ASSERT_TRUE(outline.range(id).contains(name.range));
      ASSERT_EQ(outline.nameStartingAt(name.range.begin), name.id);
      std::optional<NameId> definition = outline.definitionOf(name.id);
      ASSERT_TRUE(!definition || outline.isDefinition(*definition));
    }
  }
}

} // namespace

/// For any text at all: statements are in order, nested ones inside their
/// parents, siblings apart, names inside their statements.
TEST(Outline, IsATreeOfAnyText) {
  static constexpr std::string_view pieces[] = {"func.func @f() {\n",
                                                "}\n",
                                                "}",
                                                "{",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                "<",
                                                ">",
                                                "\"",
                                                "%0",
                                                " = ",
                                                "a.b ",
                                                "\n",
                                                "^bb0",
                                                ":",
                                                "#a",
                                                "!t",
                                                "@s",
                                                "{-#",
                                                "#-}",
                                                ",",
                                                "->",
                                                "return\n",
                                                "// x\n",
                                                "x = 1",
                                                "module {\n"};
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (size_t count = random() % 30; count > 0; --count)
      text += pieces[random() % std::size(pieces)];
    Outline outline = outlineOf(text);
    ASSERT_NO_FATAL_FAILURE(expectTree(outline, text)) << text;
    ASSERT_NO_FATAL_FAILURE(expectNames(outline)) << text;
  }
}
