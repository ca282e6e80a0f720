//===- NestingRecoveryTest.cpp - What statements nest in broken text ------===//

#include "syntax/Nesting.h"

using namespace shapels;
using namespace shapels::test;

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

/// A function has all that its layout says, whatever its own braces do.
INSTANTIATE_TEST_SUITE_P(
    FunctionRecovery, Nesting,
    testing::Values(
        OutlineRow{"No brace before the body",
                   "func.func @f(%a: i32)\n  %0 = a.b %a\n  return\n}\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"Nor behind it",
                   "func.func @f(%a: i32)\n  %0 = a.b %a\n  return\n"
                   "func.func @g() {\n  return\n}\n",
                   "func.func{a.b return} func.func{return}"},
        OutlineRow{"No brace, in a module",
                   "module {\n  func.func @f()\n    scf.if %c {\n      a.b %x\n"
                   "    }\n    return\n  }\n  func.func @g() {\n    return\n"
                   "  }\n}\n",
                   "module{func.func{scf.if{a.b} return} func.func{return}}"},
        OutlineRow{"No brace before a label",
                   "a.func @f()\n^bb0:\n  a.b\n}\na.c\n",
                   "a.func{^bb0 a.b} a.c"},
        OutlineRow{"No brace behind attributes and over lines",
                   "func.func @f(%a: i32,\n             %b: i32)\n"
                   "    -> i32 attributes {x}\n  return %a : i32\n}\na.b\n",
                   "func.func{return} a.b"},
        OutlineRow{"No brace of a private function",
                   "func.func private @f(%a: i32)\n  a.b %a\n}\n"
                   "a.func @g()\n  a.b\n}\na.c\n",
                   "func.func{a.b} a.func{a.b} a.c"},
        OutlineRow{"Declarations",
                   "func.func private @f(i32)\na.b\nfunc.func private @g()\n"
                   "  a.c\na.d\nmodule {\na.func @h()\n  a.e\n}\n"
                   "func.func @i()\n  func.func @j()\nfunc.func @k()\na.f\n",
                   "func.func a.b func.func a.c a.d module{a.func a.e} "
                   "func.func func.func func.func a.f"},
        OutlineRow{"A brace in a comment",
                   "func.func @f() // {\n  %0 = a.b\n  return\n}\na.c\n",
                   "func.func{a.b return} a.c"},
        OutlineRow{"A brace in a string",
                   "func.func @f() \"{\n  %0 = a.b\n  return\n}\na.c\n",
                   "func.func{a.b return} a.c"},
        OutlineRow{"A quote before a function",
                   "\"func.func @f() {\n  %0 = a.b\n  return\n}\na.c\n",
                   "func.func{a.b return} a.c"},
        OutlineRow{"A brace in brackets",
                   "func.func @f(%a: i32 {\n  %0 = a.b\n  return\n}\n"
                   "func.func @g(%a: tensor<(i32) -> i32 {\n  %0 = a.b\n}\n"
                   "a.c\n",
                   "func.func{a.b return} func.func{a.b} a.c"},
        OutlineRow{"A body that starts with no op",
                   "func.func @f() {\n  0 = a.b\n  return\n}\n"
                   "func.func @g() {\n  %0 a.b %0\n  return\n}\n"
                   "func.func @h() {\n  (%0 = a.b\n  return\n}\na.c\n",
                   "func.func{other return} func.func{other return} "
                   "func.func{other return} a.c"},
        OutlineRow{"A brace inside an op",
                   "func.func @f() {\n  a.b %x}, %y : i32\n  a.c\n"
                   "  a.d %x }: i32\n}\na.e\n",
                   "func.func{a.b other a.c a.d other} a.e"},
        OutlineRow{"A brace before an op",
                   "func.func @f() {\n}  %0 = a.b\n  a.c\n  %1 =} a.d\n"
                   "  return\n}\na.e\n",
                   "func.func{other a.b a.c ? other return} a.e"},
        OutlineRow{"A brace on a line of its own",
                   "func.func @f() {\n  a.b %x\n}\n  a.c\n}\n"
                   "func.func @g() {\n  cf.br ^bb1\n}\n^bb1:\n  return\n}\n"
                   "a.d\n",
                   "func.func{a.b other a.c} "
                   "func.func{cf.br other ^bb1 return} a.d"},
        OutlineRow{
            "A brace that splits an op",
            "func.func @f() {\n  %0 }\n = a.b %x}\n, %y }\n"
            "  %1 =} scf.if %c {\n    a.c %x\n  }\n"
            "}  a.d {x = 1}\n  cf.br ^a}\n^a:\n  return }\n}\na.e\n",
            "func.func{other other other other ? other scf.if{a.c} other "
            "cf.br other ^a return other} a.e"},
        OutlineRow{
            "A brace in the column of the module",
            "module {\n  func.func @f() {\n}  %0 = a.b\n    return\n  }\n"
            "  func.func @g() {\n    scf.if %c {\n}\n      a.c\n    }\n"
            "    return\n  }\n}\na.d\n",
            "module{func.func{other a.b return} "
            "func.func{scf.if a.c other return}} a.d"},
        OutlineRow{"A brace in a header in a module",
                   "module {\n  func.func @f(%a: i32,} %b: i32) {\n    return\n"
                   "  }\n  func.func @g() -> i32} {\n    return\n  }\n}\na.b\n",
                   "module{func.func other{return} func.func other{return}} "
                   "a.b"},
        OutlineRow{
            "A body that lacks its function",
            "func.func @f() {\n  return\n}\n  a.b %x\n  return\n}\na.c\n",
            "func.func{return} a.b return other a.c"},
        OutlineRow{"A brace of a function with others behind it",
                   "func.func @f() {\n  return\n} func.func @g() {\n  return\n"
                   "} scf.if %c {\n  a.b %x\n}\nmodule {\nfunc.func @h() {\n"
                   "  return\n}\n  a.e\n}\nfunc.func @i() {\n  return\n"
                   "} loc(\"x\")\n  a.f\n",
                   "func.func{return} func.func{return} scf.if{a.b} "
                   "module{func.func{return} a.e} func.func{return} a.f"},
        OutlineRow{"A function in a function",
                   "func.func @f() {\n  a.b %x\nfunc.func @p() {\n  return\n}\n"
                   "  a.d\n}\nmodule {\n  func.func @g() {\n    a.b %x\n"
                   "func.func @p() {\n  return\n}\n    a.d\n  }\n}\na.e\n",
                   "func.func{a.b func.func{return} a.d} "
                   "module{func.func{a.b func.func{return} a.d}} a.e"},
        OutlineRow{
            "A function at the end of a function",
            "func.func @f() {\n  a.b %x\nfunc.func @p() {\n  return\n}\n}\n"
            "module {\nfunc.func @g() {\n  a.b %x\nfunc.func @h() {\n"
            "  return\n}\n}\na.d\n",
            "func.func{a.b func.func{return}} "
            "module{func.func{a.b} func.func{return}} a.d"}));

/// The brace of the function is farther away than anything looks.
TEST(FunctionRecovery, ABraceInALongFunction) {
  std::string lines, names;
  for (int i = 0; i < 4000; ++i) {
    lines += "  a.b %x, %y\n";
    names += "a.b ";
  }
  std::string text = "func.func @f() {\n" + lines + "}  %0 = a.c\n" + lines +
                     "  return\n}\na.d\n";
  EXPECT_EQ(nesting(text),
            "func.func{" + names + "other a.c " + names + "return} a.d");
}
