//===- NestingTest.cpp - What statements nest -----------------------------===//

#include "syntax/Nesting.h"

using namespace shapels;
using namespace shapels::test;

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
        OutlineRow{"A label that lacks its brackets' end",
                   "func.func @f() {\n  cf.br ^b\n^b(%a: i3\n"
                   "  %0 = a.b %a : i32\n  return\n}\n",
                   "func.func{cf.br ^b a.b return}"},
        OutlineRow{"A label that lacks its colon",
                   "func.func @f() {\n  cf.br ^b(%x : i32)\n^b(%a: i32)\n"
                   "  a.b %a : i32\n^c\n  return\n}\n",
                   "func.func{cf.br ^b a.b return}"},
        OutlineRow{"A label behind a branch",
                   "func.func @f() {\n  cf.br ^b\n^b\n  return\n}\n",
                   "func.func{cf.br ^b return}"},
        OutlineRow{"Successors on their own lines",
                   "func.func @f() {\n  cf.br\n    ^b(%x : i32)\n"
                   "^b(%a: i32):\n  a.b %c,\n  ^b(%x : i32),\n"
                   "  ^c(%x : i32)\n}\n",
                   "func.func{cf.br ^b a.b}"},
        OutlineRow{"A label behind an open bracket",
                   "func.func @f() {\n  cf.br ^b(%x\n^b(%a: i32):\n"
                   "  a.b {\n^c:\n  return\n}\n",
                   "func.func{cf.br ^b a.b{^c return}}"},
        OutlineRow{"A brace before a label",
                   "func.func @f() {\n  cf.br ^b }\n^b:\n  return\n}\n",
                   "func.func{cf.br other ^b return}"},
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
