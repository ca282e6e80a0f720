//===- NavigationTest.cpp - Definition, references, highlight -------------===//

#include "features/Cursor.h"

#include "server/features/Navigation.h"

using namespace shapels;
using namespace shapels::test;

namespace {

struct NameRow {
  const char *name;
  /// All places that mean the same are marked, the definition the first time
  /// in the text unless `definition` says which one it is.
  const char *text;
  int definition = 0;
};

const NameRow rows[] = {
    {"a result", "func.func @f() {\n  <<%0>> = arith.constant 1 : i32\n"
                 "  %1 = arith.addi <<%$00>>, <<%0>> : i32\n  return\n}\n"},
    {"at the end of the name",
     "func.func @f() {\n  <<%0>> = arith.constant 1 : i32\n"
     "  %1 = arith.addi <<%0$0>>, <<%0>> : i32\n  return\n}\n"},
    {"at the definition", "<<%$0x>> = \"a.b\"() : () -> i32\n"
                          "\"a.c\"(<<%x>>) : (i32) -> ()\n"},
    {"a group", "<<%x>>:2 = \"a.b\"() : () -> (i32, i32)\n"
                "\"a.c\"(<<%x#$01>>, <<%x#0>>) : (i32, i32) -> ()\n"},
    {"a function's argument",
     "func.func @f(<<%a>>: i32) -> i32 {\n  return <<%a$0>> : i32\n}\n"
     "func.func @g(%a: i32) -> i32 {\n  return %a : i32\n}\n"},
    {"a block's argument",
     "func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n^b(<<%x>>: i32):\n"
     "  \"a.b\"(<<$0%x>>) : (i32) -> ()\n  return\n}\n"},
    {"a loop's variable",
     "func.func @f(%n: index) {\n  scf.for <<%i>> = %n to %n step %n {\n"
     "    \"a.b\"(<<%i$0>>) : (index) -> ()\n  }\n  return\n}\n"},
    {"a block",
     "func.func @f() {\n  cf.br <<^b$0>>\n<<^b>>:\n  cf.br <<^b>>\n"
     "}\n",
     1},
    {"a symbol",
     "func.func private <<@f>>()\nfunc.func @g() {\n"
     "  call <<@$0f>>() : () -> ()\n  func.call <<@f>>() : () -> ()\n"
     "  return\n}\n"},
    {"a symbol that is defined later",
     "func.func @g() {\n  call <<@f$0>>() : () -> ()\n  return\n}\n"
     "func.func private <<@f>>()\n",
     1},
    {"a nested symbol", "module @a {\n  func.func private <<@f>>()\n}\n"
                        "func.func private @f()\n"
                        "\"x.y\"() {s = @a::<<@f$0>>} : () -> ()\n"},
    {"a symbol of the generic form",
     "\"func.func\"() <{function_type = () -> (), sym_name = "
     "\"<<f>>\", sym_visibility = \"private\"}> ({\n}) : () -> ()\n"
     "\"x.y\"() {s = <<@f$0>>} : () -> ()\n"},
    {"a type alias", "<<!t>> = i32\nfunc.func private @f(<<!t$0>>, <<!t>>)\n"},
    {"an attribute alias", "<<#m>> = affine_map<(d0) -> (d0)>\n"
                           "func.func private @f(memref<4xf32, <<#$0m>>>)\n"},
    {"in its section only",
     "func.func private @f()\n// -----\nfunc.func private <<@f>>()\n"
     "func.func @g() {\n  call <<@f$0>>() : () -> ()\n  return\n}\n"
     "// -----\nfunc.func private @f()\n"},
    {"in broken text",
     "func.func @f(<<%a>>: tensor<3xi32) {\n  \"a.b\"(<<%a$0>> : (i32\n"
     "  return\n}\nfunc.func @g(%a: i32) {\n  return\n}\n"},
};

} // namespace

TEST(Definition, OfEveryKindOfName) {
  for (const NameRow &row : rows) {
    CursorDocument at(row.text);
    std::vector<DocumentRange> expected{
        at.marked[static_cast<size_t>(row.definition)]};
    EXPECT_EQ(at.describe(definition(*at.document, at.cursor)),
              at.describe(expected))
        << row.name;
  }
}

TEST(References, OfEveryKindOfName) {
  for (const NameRow &row : rows) {
    CursorDocument at(row.text);
    EXPECT_EQ(at.describe(references(*at.document, at.cursor, true)),
              at.describe(at.marked))
        << row.name;
    std::vector<DocumentRange> uses = at.marked;
    uses.erase(uses.begin() + row.definition);
    EXPECT_EQ(at.describe(references(*at.document, at.cursor, false)),
              at.describe(uses))
        << row.name;
  }
}

/// From each of the places the same.
TEST(References, AreTheSameFromEverywhere) {
  for (const NameRow &row : rows) {
    CursorDocument at(row.text);
    for (DocumentRange range : at.marked)
      EXPECT_EQ(at.describe(references(*at.document, range.begin, true)),
                at.describe(at.marked))
          << row.name;
  }
}

TEST(Highlights, TellDefinitionFromUse) {
  for (const NameRow &row : rows) {
    CursorDocument at(row.text);
    std::vector<Highlight> expected;
    for (DocumentRange range : at.marked)
      expected.push_back(
          {range, expected.size() == static_cast<size_t>(row.definition)});
    EXPECT_EQ(highlights(*at.document, at.cursor), expected) << row.name;
  }
}

TEST(Navigation, HasNothingWhereThereIsNoName) {
  for (const char *text :
       {"$0", "func.$0func private @f()\n", "func.func private @f() // %$0x\n",
        "\"a.b\"() {s = \"%$0x\"} : () -> ()\n", "module {$0}\n",
        "// -----\n$0\n// -----\n"}) {
    CursorDocument at(text);
    EXPECT_TRUE(definition(*at.document, at.cursor).empty()) << text;
    EXPECT_TRUE(references(*at.document, at.cursor, true).empty()) << text;
    EXPECT_TRUE(highlights(*at.document, at.cursor).empty()) << text;
  }
}

TEST(Navigation, OfAnUndefinedNameKnowsOnlyItself) {
  CursorDocument at("\"a.b\"(<<%x$0>>) : (i32) -> ()\n");
  EXPECT_TRUE(definition(*at.document, at.cursor).empty());
  EXPECT_EQ(references(*at.document, at.cursor, true), at.marked);
}

//===----------------------------------------------------------------------===//
// `loc("file":line:column)`
//===----------------------------------------------------------------------===//

namespace {

std::string external(std::string_view text) {
  CursorDocument at(text);
  std::optional<ExternalPlace> place =
      externalDefinition(*at.document, at.cursor);
  if (!place)
    return "none";
  return place->file + " " + std::to_string(place->position.line) + ":" +
         std::to_string(place->position.character);
}

} // namespace

/// What is asked about ends before its region does.
TEST(ExternalDefinition, IsNoneOfAnOpThatIsNotClosed) {
  EXPECT_EQ(external("fu$0nc.func @f(%a: tensor<2x3xi32>, %b: i32) {\n"
                     "  %0 = \"a.b\"(%a, %b) : (tensor<2x3xi32>, i32) -> i32\n"
                     "  // expected-error @below {{the operands do not fit}}"),
            "none");
}

TEST(ExternalDefinition, IsThePlaceOfTheOp) {
  EXPECT_EQ(external("\"a.$0b\"() : () -> () loc(\"model.py\":77:3)\n"),
            "model.py 76:2");
  EXPECT_EQ(external("\"a.b\"() : () -> () loc(\"mod$0el.py\":77:3)\n"),
            "model.py 76:2");
  EXPECT_EQ(external("\"a.b\"() : () -> () lo$0c(#l)\n"
                     "#l = loc(\"dir/x y.py\":1:1)\n"),
            "dir/x y.py 0:0");
  EXPECT_EQ(external("\"a.$0b\"() : () -> () loc(\"x.py\":0:0)\n"), "x.py 0:0");
}

TEST(ExternalDefinition, OfAnOpWithARegionIsBehindTheRegion) {
  const char *text = "func.func @f() {\n  \"a.b\"() : () -> () "
                     "loc(\"inner.py\":5:1)\n  return\n} "
                     "loc(\"outer.py\":9:1)\n";
  std::string source = text;
  EXPECT_EQ(external("func.$0" + source.substr(5)), "outer.py 8:0");
  size_t inner = source.find("a.b");
  EXPECT_EQ(external(source.substr(0, inner) + "$0" + source.substr(inner)),
            "inner.py 4:0");
}

TEST(ExternalDefinition, IsInsideOtherLocations) {
  EXPECT_EQ(external("\"a.$0b\"() : () -> () loc(\"name\"(\"x.py\":3:4))\n"),
            "x.py 2:3");
  EXPECT_EQ(external("\"a.$0b\"() : () -> () "
                     "loc(callsite(\"x.py\":3:4 at \"y.py\":5:6))\n"),
            "x.py 2:3");
  EXPECT_EQ(external("\"a.$0b\"() : () -> () "
                     "loc(fused[\"x.py\":3:4, \"y.py\":5:6])\n"),
            "x.py 2:3");
}

TEST(ExternalDefinition, IsNothingWithoutAPlace) {
  for (const char *text :
       {"\"a.$0b\"() : () -> ()\n", "\"a.$0b\"() : () -> () loc(unknown)\n",
        "\"a.$0b\"() : () -> () loc(#missing)\n", "$0\n",
        "\"a.$0b\"() {loc = 1 : i32} : () -> ()\n"})
    EXPECT_EQ(external(text), "none") << text;
}

TEST(TypeDefinition, IsTheAliasOfAType) {
  auto found = [](std::string_view source) {
    CursorDocument at(source);
    return at.describe(typeDefinition(*at.document, at.cursor));
  };
  EXPECT_EQ(found("!t = i32\nx.a : !$0t\n"), "1:1 !t\n");
  EXPECT_EQ(found("!t = i32\n!u = i64\n%a = x.a : (!u) -> !t\nx.b %$0a : "
                  "!u\n"),
            "1:1 !t\n");
  EXPECT_EQ(found("!t = i32\n!u = i64\nfunc.func @f(%a: !u, %b: "
                  "tensor<2x!t>, %c: !u) {\n  x.b %$0b\n}\n"),
            "1:1 !t\n");
  EXPECT_EQ(found("!t = i32\nx.f {\n^a(%a: !t, %b: i1):\n  x.b %$0b\n}\n"), "");
  EXPECT_EQ(found("x.a : !$0nowhere\n"), "");
  EXPECT_EQ(found("x$0.a\n"), "");
}
