//===- OutlineTest.cpp - Statements ---------------------------------------===//

#include "syntax/Syntax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace shapels;
using namespace shapels::test;

namespace {

struct OutlineRow {
  const char *name, *text, *nesting;
};

std::ostream &operator<<(std::ostream &stream, const OutlineRow &row) {
  return stream << row.name;
}

class Nesting : public testing::TestWithParam<OutlineRow> {};

} // namespace

TEST_P(Nesting, Is) {
  const OutlineRow &row = GetParam();
  EXPECT_EQ(nesting(row.text), row.nesting) << row.text;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Nesting,
    testing::Values(
        OutlineRow{"Empty", "", ""}, OutlineRow{"Comment", "// a.b\n", ""},
        OutlineRow{"Module", "module {\n}\n", "module"},
        OutlineRow{"Generic", "\"a.b\"() : () -> ()\n", "a.b"},
        OutlineRow{"Results", "%0, %1:2 = \"a.b\"() : () -> (i1, i1, i1)\n",
                   "a.b"},
        OutlineRow{"Pretty", "%0 = a.b %x : i32\na.c\n", "a.b a.c"},
        OutlineRow{"Aliases", "#map = affine_map<(d0) -> (d0)>\n!t = i32\n",
                   "#map !t"},
        OutlineRow{"Block labels",
                   "func.func @f() {\n  cf.br ^b(%x : i32)\n^b(%a: i32):\n"
                   "  return\n}\n",
                   "func.func{cf.br ^b return}"},
        OutlineRow{"Label on the line of the brace",
                   "\"a.b\"() ({^bb0(%x: i32):\n  \"a.c\"() : () -> ()\n}) : "
                   "() -> ()\n",
                   "a.b{^bb0 a.c}"},
        OutlineRow{"Resources",
                   "a.b\n{-#\n  dialect_resources: { builtin: { x: \"0x01\" } "
                   "}\n#-}\n",
                   "a.b resources"},
        OutlineRow{"Resources that do not end",
                   "a.b\n{-#\nfunc.func @f() {\n  return\n}\n",
                   "a.b resources func.func{return}"},
        OutlineRow{"Resources that lack their end",
                   "{-#\n  x: {\n    y:\n      true,\n    \"z\": 1\n  }\n"
                   "%0 = a.b\n",
                   "resources a.b"},
        OutlineRow{"Other", ")\n", "other"}));

INSTANTIATE_TEST_SUITE_P(
    Lines, Nesting,
    testing::Values(
        OutlineRow{"Several on a line",
                   "func.func @f() { %0 = arith.constant 1 : i32 return }\n",
                   "func.func{arith.constant return}"},
        OutlineRow{"Several generic ones on a line",
                   "\"a.b\"() : () -> () \"a.c\"() : () -> ()\n", "a.b a.c"},
        OutlineRow{"One over several lines",
                   "%0 =\n  \"a.b\"(%x,\n  %y)\n  : (i32,\n  i32)\n  -> i32\n"
                   "a.c\n",
                   "a.b a.c"},
        OutlineRow{"A comment between", "a.b // c.d\n  // e.f\na.c\n",
                   "a.b a.c"},
        OutlineRow{"A comment inside",
                   "%0 = \"a.b\"( // \")\n  %x) : (i32) -> i32\na.c\n",
                   "a.b a.c"},
        OutlineRow{"DOS", "a.b\r\na.c\r\n", "a.b a.c"},
        OutlineRow{"Nothing but returns", "a.b\ra.c\r", "a.b a.c"},
        OutlineRow{"A string with a brace", "a.b {x = \"}\\\"{\"}\na.c\n",
                   "a.b a.c"}));

INSTANTIATE_TEST_SUITE_P(
    Regions, Nesting,
    testing::Values(
        OutlineRow{"Dictionary", "a.b {x = 1 : i32}\na.c {x}\na.d {x, y}\n",
                   "a.b a.c a.d"},
        OutlineRow{"Dotted dictionary", "a.b {d.x = 1 : i32}\na.c\n",
                   "a.b a.c"},
        OutlineRow{"Dictionary of strings", "a.b {\"x y\" = 1 : i32}\na.c\n",
                   "a.b a.c"},
        OutlineRow{"Attributes, then a region",
                   "func.func @f() attributes {x = {y}} {\n  return\n}\n",
                   "func.func{return}"},
        OutlineRow{"No attributes, then a region",
                   "func.func @f() attributes {} {\n  return\n}\n",
                   "func.func{return}"},
        OutlineRow{"Two regions",
                   "scf.if %c {\n  a.b %x\n} else {\n  a.c %x\n}\na.d\n",
                   "scf.if{a.b}{a.c} a.d"},
        OutlineRow{
            "Generic regions",
            "\"a.b\"() ({\n  a.c %x\n}, {\n  a.d %x\n}) : () -> ()\na.e\n",
            "a.b{a.c}{a.d} a.e"},
        OutlineRow{"Properties and generic regions",
                   "\"func.func\"() <{sym_name = \"f\"}> ({\n"
                   "  \"func.return\"() : () -> ()\n}) {x} : () -> ()\n",
                   "func.func{func.return}"},
        OutlineRow{"While",
                   "%r = scf.while (%x = %y) : (i32) -> i32 {\n"
                   "  scf.condition(%c) %x : i32\n} do {\n^bb0(%z: i32):\n"
                   "  scf.yield %z : i32\n}\n",
                   "scf.while{scf.condition}{^bb0 scf.yield}"},
        OutlineRow{"A region that holds one bare op",
                   "func.func @f() { return }\nfunc.func @g() {return}\n",
                   "func.func{return} func.func{return}"},
        OutlineRow{"Attributes of linalg",
                   "%0 = linalg.generic {indexing_maps = [#a], iterator_types "
                   "= [\"parallel\"]} ins(%x : t) outs(%y : t) {\n"
                   "^bb0(%p: f32, %q: f32):\n  linalg.yield %p : f32\n} -> t\n",
                   "linalg.generic{^bb0 linalg.yield}"},
        OutlineRow{"Affine map braces",
                   "a.b affine_set<(d0) : (d0 - 1 >= 0)>\n"
                   "a.c\n",
                   "a.b a.c"},
        OutlineRow{
            "Nested modules",
            "module @a {\n  module @b {\n    a.b %x\n  }\n  a.c\n}\na.d\n",
            "module{module{a.b} a.c} a.d"}));

/// After what is missing in the first function, the second one is a statement
/// of its own, with its body.
INSTANTIATE_TEST_SUITE_P(
    Recovery, Nesting,
    testing::Values(
        OutlineRow{"Angle in the header",
                   "func.func @f(%a: tensor<3xi32) {\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{return} func.func{return}"},
        OutlineRow{"Angle in the body",
                   "func.func @f() {\n  %0 = \"a.b\"() : () -> tensor<3xi32\n"
                   "  return\n}\nfunc.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"Paren in the body",
                   "func.func @f() {\n  %0 = \"a.b\"(%x : (i32) -> i32\n"
                   "  %1 = arith.constant 1 : i32\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b arith.constant return} func.func{return}"},
        OutlineRow{"Square in the body",
                   "func.func @f() {\n  %0 = a.b %x[%y : i32\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"Quote",
                   "func.func @f() {\n  \"a.b() : () -> ()\n"
                   "  return\n}\nfunc.func @g() {\n  return\n}\n",
                   "func.func{? return} func.func{return}"},
        OutlineRow{"Quote, not in the first op",
                   "func.func @f() {\n  a.c %x\n  \"a.b() : () -> ()\n"
                   "  return\n}\nfunc.func @g() {\n  return\n}\n",
                   "func.func{a.c ? return} func.func{return}"},
        OutlineRow{
            "Brace",
            "func.func @f() {\n  return\nfunc.func @g() {\n  return\n}\n",
            "func.func{return} func.func{return}"},
        OutlineRow{"A brace too many",
                   "func.func @f() {\n  a.b %x }\n  a.c\n  }\n  %0 = a.d\n}\n"
                   "a.e\n",
                   "func.func{a.b other a.c other a.d} a.e"},
        OutlineRow{"A brace too many in an inner region",
                   "func.func @f() {\n  scf.if %c {\n    a.b %x }\n"
                   "    \"a.c\"()\n  }\n  return\n}\n",
                   "func.func{scf.if{a.b other a.c} return}"},
        OutlineRow{"A brace at the end of a line, and no op deeper behind it",
                   "func.func @f() {\n  a.b\n  return }\nfunc.func @g() {\n"
                   "  scf.if %c {\n    a.b %x }\n  a.c }\na.d { a.e %x }\n"
                   "  a.f\n",
                   "func.func{a.b return} func.func{scf.if{a.b} a.c} a.d{a.e} "
                   "a.f"},
        OutlineRow{"Brace of an inner region",
                   "func.func @f() {\n  scf.if %c {\n    a.b\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{scf.if{a.b return}} func.func{return}"},
        OutlineRow{"Brace in a module",
                   "module {\n  func.func @f() {\n    return\n"
                   "  func.func @g() {\n    return\n  }\n}\n",
                   "module{func.func{return} func.func{return}}"},
        OutlineRow{"Brace of a dictionary",
                   "func.func @f() {\n  a.b {x = 1 : i32\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"An open brace behind the last op of a region",
                   "func.func @f() {\n  scf.if %c {\n    a.b %x {\n  }\n"
                   "  a.c\n}\na.d\n",
                   "func.func{scf.if{a.b} a.c} a.d"},
        OutlineRow{"Attributes that end with no brace",
                   "func.func @f() {\n  scf.if %c {\n    a.b {x = 1 : i32\n"
                   "  }\n  a.c\n}\na.d\n",
                   "func.func{scf.if{a.b} a.c} a.d"},
        OutlineRow{
            "A region without a brace before another function",
            "module {\n  func.func @f() {\n    scf.if %c {\n      a.b %x\n"
            "  }\n  func.func @g() {\n    return\n  }\n}\na.d\n",
            "module{func.func{scf.if{a.b}} func.func{return}} a.d"},
        OutlineRow{
            "A region without a brace before an alias",
            "func.func @f() {\n  scf.if %c {\n    a.b %x\n}\n#m = 1\na.d\n",
            "func.func{scf.if{a.b}} #m a.d"},
        OutlineRow{
            "A region without a brace at the end",
            "module {\n  func.func @f() {\n    scf.if %c {\n      a.b %x\n"
            "  }\n}\n",
            "module{func.func{scf.if{a.b}}}"},
        OutlineRow{
            "Braces that are further to the left than their ops",
            "module {\n  func.func @f() {\n    scf.if %c {\n      a.b %x\n"
            "  }\n    a.c {x = 1\n  } : i1\n}\n}\na.d\n",
            "module{func.func{scf.if{a.b} a.c}} a.d"},
        OutlineRow{"A brace too many",
                   "func.func @f() {\n  return\n}\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{return} other func.func{return}"},
        OutlineRow{"A brace behind the last op",
                   "func.func @f() {\n  scf.if %c {\n    a.b %x }\n  }\n"
                   "  return }\n}\na.c\n",
                   "func.func{scf.if{a.b other} return other} a.c"},
        OutlineRow{"A brace behind the last op, in a module",
                   "module {\n  func.func @f() {\n    return }\n  }\n"
                   "  func.func @g() {\n    return\n  }\n}\n",
                   "module{func.func{return other} func.func{return}}"},
        OutlineRow{"Braces at the end of lines, in a module that is not "
                   "indented",
                   "module {\nfunc.func @f() {\n  return }\n}\na.b\n",
                   "module{func.func{return}} a.b"},
        OutlineRow{"A function's brace twice, in a module",
                   "module {\n  func.func @f() {\n    return\n  }}\n"
                   "  func.func @g() {\n    return\n  }\n}\na.b\n",
                   "module{func.func{return} other func.func{return}} a.b"},
        OutlineRow{"A brace behind that of a function",
                   "func.func @f() {}\n  a.b %x\n}\na.c {}\n  a.d %x\n",
                   "func.func{other a.b} a.c a.d"},
        OutlineRow{"An open brace before another op",
                   "func.func @f() {\n  a.b attributes {\n  %0 = a.c\n"
                   "  a.d attributes {\n  return\n}\n",
                   "func.func{a.b a.c a.d return}"},
        OutlineRow{"An open brace too many",
                   "func.func @f() {\n  scf.if %c {{\n    %0 = a.b\n  }\n"
                   "  return\n}\n",
                   "func.func{scf.if{other a.b} return}"},
        OutlineRow{"Attributes that are named as ops are",
                   "a.b attributes {\n  return,\n  func.call}\n"
                   "a.c attributes {\n  scf.if = 1}\na.d attributes {\n"
                   "  func.call\n}\n",
                   "a.b a.c a.d"},
        OutlineRow{"A paren too many",
                   "func.func @f() {\n  \"a.b\"()) : () -> ()\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"An unfinished line",
                   "func.func @f() {\n  %0 =\n  %1 = arith.constant 1 : i32\n"
                   "  return\n}\nfunc.func @g() {\n  return\n}\n",
                   "func.func{? arith.constant return} func.func{return}"},
        OutlineRow{"An unfinished type",
                   "func.func @f() {\n  %0 = a.b %x : tensor<\n  %1 = a.c\n"
                   "  %2 = a.d %x : (i32,\n  %3 = \"a.e\"()\n}\n",
                   "func.func{a.b a.c a.d a.e}"},
        OutlineRow{"What looks alike in a list",
                   "scf.while (\n  %a = %b,\n  %c = %d) {\n}\n", "scf.while"},
        OutlineRow{"A name",
                   "func.func @f() {\n  %0\n  %1 = a.b : i32\n  %2\n"
                   "  %3 = a.c\n}\n",
                   "func.func{other a.b other a.c}"},
        OutlineRow{"An unfinished name",
                   "func.func @f() {\n  arith.\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{arith. return} func.func{return}"},
        OutlineRow{"A header without a body",
                   "func.func @f(\nfunc.func @g() {\n  return\n}\n",
                   "func.func func.func{return}"}));

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
