//===- ScopesTest.cpp - What each name refers to --------------------------===//

#include "syntax/Syntax.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// A text in which `<1>` and the like, before a name, say which definition it
/// has: those with the same number belong together, the one with `<1=>` is the
/// definition; `<0>` has none. Names without a marker are not looked at.
struct MarkedText {
  struct Mark {
    uint32_t offset;
    char number;
    bool isDefinition;
  };
  std::string text;
  std::vector<Mark> marks;

  explicit MarkedText(std::string_view marked) {
    for (size_t i = 0; i < marked.size(); ++i) {
      bool isMark = marked[i] == '<' && i + 2 < marked.size() &&
                    isdigit(static_cast<unsigned char>(marked[i + 1])) &&
                    (marked[i + 2] == '>' || marked.substr(i + 2, 2) == "=>");
      if (!isMark) {
        text += marked[i];
        continue;
      }
      bool isDefinition = marked[i + 2] == '=';
      marks.push_back(
          {static_cast<uint32_t>(text.size()), marked[i + 1], isDefinition});
      i += isDefinition ? 3 : 2;
    }
  }
};

void expectResolved(std::string_view marked) {
  MarkedText expected(marked);
  Outline outline = outlineOf(expected.text);
  for (const MarkedText::Mark &mark : expected.marks) {
    std::optional<NameOccurrence> name = outline.nameAt({mark.offset});
    ASSERT_TRUE(name && name->range.begin.value == mark.offset)
        << "no name at offset " << mark.offset << " of\n"
        << expected.text;
    uint32_t wanted = ~0u;
    for (const MarkedText::Mark &other : expected.marks)
      if (other.isDefinition && other.number == mark.number)
        wanted = other.offset;
    std::optional<NameId> definition = outline.definitionOf(name->id);
    uint32_t found =
        definition ? outline.name(*definition).range.begin.value : ~0u;
    EXPECT_EQ(static_cast<int>(found), static_cast<int>(wanted))
        << "the name at offset " << mark.offset << " ("
        << slice(expected.text, name->range) << ") of\n"
        << expected.text;
    EXPECT_EQ(outline.isDefinition(name->id), mark.isDefinition)
        << slice(expected.text, name->range) << " at offset " << mark.offset
        << " of\n"
        << expected.text;
  }
}

} // namespace

TEST(Scopes, Results) {
  expectResolved("func.func @f() {\n"
                 "  <1=>%0 = arith.constant 1 : i32\n"
                 "  <2=>%x = arith.addi <1>%0, <1>%0 : i32\n"
                 "  \"a.b\"(<2>%x, <0>%y) : (i32, i32) -> ()\n"
                 "}\n");
}

TEST(Scopes, GroupsOfResults) {
  expectResolved("<1=>%0:2, <2=>%b = \"a.b\"() : () -> (i1, i1, i1)\n"
                 "\"a.c\"(<1>%0#0, <1>%0#1, <1>%0, <2>%b) : () -> ()\n");
  std::string_view text = "%0:3, %b = \"a.b\"() : () -> (i1, i1, i1, i1)\n";
  std::vector<NameOccurrence> names = namesOf(outlineOf(text));
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].resultCount, 3u);
  EXPECT_EQ(slice(text, names[0].range), "%0");
  EXPECT_EQ(names[1].resultCount, 1u);
}

TEST(Scopes, ArgumentsOfFunctions) {
  expectResolved("func.func @f(<1=>%a: i32, <2=>%b: i32 {x.y}) -> i32 {\n"
                 "  <3=>%0 = arith.addi <1>%a, <2>%b : i32\n"
                 "  return <3>%0 : i32\n"
                 "}\n"
                 "func.func @g(<4=>%a: i32) {\n"
                 "  \"x.y\"(<4>%a, <0>%b, <0>%0) : (i32, i32, i32) -> ()\n"
                 "}\n");
}

TEST(Scopes, ArgumentsOfBlocks) {
  expectResolved("func.func @f() {\n"
                 "  cf.br <1>^b(<2>%c : i32)\n"
                 "<1=>^b(<3=>%x: i32):\n"
                 "  <2=>%c = arith.addi <3>%x, <3>%x : i32\n"
                 "  cf.cond_br <2>%c, <1>^b(<3>%x : i32), <4>^e\n"
                 "<4=>^e:\n"
                 "  cf.br <0>^nowhere\n"
                 "}\n");
}

TEST(Scopes, BlocksAreOfTheirRegion) {
  expectResolved("func.func @f() {\n  cf.br <1>^b\n<1=>^b:\n  return\n}\n"
                 "func.func @g() {\n  cf.br <2>^b\n<2=>^b:\n  return\n}\n"
                 "func.func @h() {\n  cf.br <0>^b\n}\n");
  expectResolved("\"a.b\"() ({\n<1=>^b:\n  \"a.c\"() ({\n    \"a.d\"() [<0>^b] "
                 ": () -> ()\n  }) : () -> ()\n}) : () -> ()\n");
}

TEST(Scopes, LoopsDefineTheirVariables) {
  expectResolved("func.func @f(<1=>%n: index, <5=>%init: f32) {\n"
                 "  <2=>%r = scf.for <3=>%i = <1>%n to <1>%n step <1>%n "
                 "iter_args(<4=>%acc = <5>%init) -> (f32) {\n"
                 "    \"a.b\"(<3>%i, <4>%acc) : (index, f32) -> ()\n"
                 "    scf.yield <4>%acc : f32\n"
                 "  }\n"
                 "  \"a.c\"(<2>%r, <0>%i) : (f32, index) -> ()\n"
                 "}\n");
}

/// A name in the header of one is its argument, whatever is around it.
TEST(Scopes, ArgumentsOfAWhileAreThoseOfItsFirstRegion) {
  expectResolved("<1=>%i = x.a\n"
                 "scf.while (<2=>%a = <1>%i) : (i32) -> i32 {\n"
                 "  scf.condition(%c) <2>%a : i32\n"
                 "} do {\n"
                 "^bb0(<3=>%b: i32):\n"
                 "  x.b <0>%a, <3>%b, <1>%i\n"
                 "}\n"
                 "x.r (<4=>%d = <1>%i) {\n"
                 "} do {\n"
                 "  x.b <4>%d\n"
                 "}\n");
}

TEST(Scopes, FunctionsOfUnknownDialectsHaveTheirOwnArguments) {
  expectResolved("my.func @f(<1=>%x: i32) {\n"
                 "  my.func @g(<2=>%x: i32) {\n    my.use <2>%x\n  }\n"
                 "  func.func @h(<3=>%x: i32) {\n    my.use <3>%x\n  }\n"
                 "  my.region(<1>%x) {\n    my.use <1>%x\n  }\n"
                 "  my.use <1>%x\n"
                 "}\n");
  expectResolved("func.func @f(<1=>%x: i32) {\n"
                 "  <2=>%y = my.op <1>%x\n"
                 "  my.func @g(<3=>%x: i32, <4=>%y: i32)\n"
                 "      attributes {} {\n"
                 "    my.use <3>%x, <4>%y\n"
                 "  }\n"
                 "  my.use <1>%x, <2>%y\n"
                 "  \"my.func\"(<1>%x) ({\n    my.use <1>%x\n"
                 "  }) : (i32) -> ()\n"
                 "}\n");
}

/// MLIR takes it for the same name, and says so.
TEST(Scopes, KnownFunctionsShareTheNamesAroundThem) {
  expectResolved("func.func @f(<1=>%x: i32) {\n"
                 "  func.func @g(<1>%x: i32) {\n    my.use <1>%x\n  }\n"
                 "}\n");
}

TEST(Scopes, RegionsSeeOutwardsOnly) {
  expectResolved("func.func @f(<1=>%c: i1) {\n"
                 "  <2=>%a = arith.constant 1 : i32\n"
                 "  scf.if <1>%c {\n"
                 "    <3=>%b = arith.addi <2>%a, <2>%a : i32\n"
                 "  } else {\n"
                 "    \"a.b\"(<2>%a, <0>%b) : (i32, i32) -> ()\n"
                 "  }\n"
                 "  \"a.c\"(<0>%b) : (i32) -> ()\n"
                 "}\n");
}

/// The same name in both branches is two values.
TEST(Scopes, SiblingRegionsHaveTheirOwn) {
  expectResolved(
      "scf.if %c {\n  <1=>%x = a.b\n  \"a.c\"(<1>%x) : (i1) -> ()\n"
      "} else {\n  <2=>%x = a.b\n  \"a.c\"(<2>%x) : (i1) -> ()\n}\n");
}

/// Dominance is not looked at: a name may be used before its definition.
TEST(Scopes, UsesMayComeFirst) {
  expectResolved("func.func @f() {\n  \"a.b\"(<1>%x) : (i32) -> ()\n"
                 "  <1=>%x = arith.constant 1 : i32\n}\n");
}

TEST(Scopes, Symbols) {
  expectResolved(
      "func.func private <1=>@f()\n"
      "func.func <2=>@g() attributes {x = <1>@f, y = <0>@nowhere} {\n"
      "  func.call <1>@f() : () -> ()\n"
      "  call <2>@g() : () -> ()\n"
      "}\n"
      "memref.global <3=>@\"a b\" : memref<1xf32>\n"
      "\"x.y\"() {s = <3>@\"a b\"} : () -> ()\n");
}

TEST(Scopes, NestedSymbols) {
  expectResolved(
      "module <1=>@a {\n  func.func private <2=>@f()\n}\n"
      "module <3=>@b {\n  func.func private <4=>@f()\n}\n"
      "\"x.y\"() {p = <1>@a::<2>@f, q = <3>@b::<4>@f, r = <0>@c::@f} "
      ": () -> ()\n");
}

TEST(Scopes, TheNearestSymbolTableWins) {
  expectResolved("func.func private <1=>@f()\n"
                 "module @inner {\n"
                 "  func.func private <2=>@f()\n"
                 "  func.func @g() {\n    call <2>@f() : () -> ()\n  }\n"
                 "}\n"
                 "func.func @h() {\n  call <1>@f() : () -> ()\n}\n");
}

TEST(Scopes, SymbolsOfTheGenericForm) {
  expectResolved("\"func.func\"() <{function_type = () -> (), sym_name = "
                 "\"<1=>f\"}> ({\n}) : () -> ()\n"
                 "\"func.call\"() <{callee = <1>@f}> : () -> ()\n"
                 "\"my.func\"() {sym_name = \"<2=>g\"} : () -> ()\n"
                 "func.call <2>@g() : () -> ()\n");
}

TEST(Scopes, SymbolsOfUnknownDialects) {
  expectResolved("my.func <1=>@f() {\n  my.call <1>@f()\n}\n"
                 "my.global private <2=>@g = 1 : i32\n"
                 "my.use <2>@g\n");
}

TEST(Scopes, Aliases) {
  expectResolved(
      "<1=>!t = tensor<4xf32>\n"
      "<2=>#map = affine_map<(d0) -> (d0)>\n"
      "func.func @f(%a: <1>!t, %b: memref<4xf32, <2>#map>) -> <1>!t "
      "{\n  \"a.b\"() {m = <2>#map, n = <0>#other} : () -> <0>!u\n}\n"
      "func.func private @g(<3>!later)\n"
      "<3=>!later = i32\n");
}

TEST(Scopes, ADialectsOwnAttributesAndTypesAreNoAliases) {
  std::string_view text = "\"a.b\"() {x = #d.x<1>, y = !d.t<i32>} : () -> ()\n";
  Outline outline = outlineOf(text);
  for (const NameOccurrence &name : namesOf(outline))
    EXPECT_EQ(outline.definitionOf(name.id), std::nullopt);
}

TEST(Scopes, TheFirstOfTwoDefinitionsCounts) {
  expectResolved("func.func @f() {\n  <1=>%x = a.b\n  \"a.c\"(<1>%x) : (i1) -> "
                 "()\n}\n");
  std::string_view text =
      "func.func @f() {\n  %x = a.b\n  %x = a.c\n  a.d %x\n}\n";
  Outline outline = outlineOf(text);
  std::vector<NameOccurrence> names = namesOf(outline);
  ASSERT_EQ(names.size(), 4u);
  EXPECT_EQ(outline.definitionOf(names[3].id), names[1].id);
  EXPECT_EQ(outline.definitionOf(names[2].id), names[2].id);
}

TEST(Scopes, InStringsAndCommentsAreNone) {
  std::string_view text = "a.b {x = \"%a @b ^c #d !e\"} // %a @b\n";
  EXPECT_TRUE(namesOf(outlineOf(text)).empty());
}

TEST(Scopes, SurviveBrokenText) {
  expectResolved("func.func @f(<1=>%a: tensor<3xi32) {\n"
                 "  <2=>%b = \"x.y\"(<1>%a : (i32 -> i32\n"
                 "  <3=>%c = arith.addi <1>%a, <2>%b : i32\n"
                 "  return <3>%c\n}\n"
                 "func.func @g(<4=>%a: i32) {\n  return <4>%a : i32\n}\n");
}

TEST(Scopes, ArePlain) {
  auto plain = [](std::string_view text) {
    Outline outline = outlineOf(text);
    return std::string(outline.plainName(namesOf(outline).back().id));
  };
  EXPECT_EQ(plain("func.func @main()"), "main");
  EXPECT_EQ(plain("func.func @\"a b\"()"), "a b");
  EXPECT_EQ(plain("a.b %0#1"), "%0");
  EXPECT_EQ(plain("\"a.b\"() {sym_name = \"x\"}"), "x");
  EXPECT_EQ(plain("a.b #map"), "#map");
}
