//===- RenameTest.cpp - Another name for a value, block, symbol ... -------===//

#include "features/Cursor.h"

#include "server/features/Rename.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// The text behind the renaming, or why there is none.
std::string renamed(std::string_view source, std::string_view newName) {
  CursorDocument at(source);
  Renaming renaming = rename(*at.document, at.cursor, newName);
  if (!renaming.refusal.empty())
    return renaming.refusal;
  std::string text(at.document->buffer().text());
  for (auto edit = renaming.edits.rbegin(); edit != renaming.edits.rend();
       ++edit)
    text.replace(edit->range.begin.value, edit->range.size(), edit->newText);
  return text;
}

struct RenameRow {
  const char *what;
  const char *text;
  const char *newName;
  const char *expected;
};

const RenameRow rows[] = {
    {"a result", "func.func @f() {\n  %$0a = x.a\n  x.b %a, %ab\n}\n", "%c",
     "func.func @f() {\n  %c = x.a\n  x.b %c, %ab\n}\n"},
    {"without the sigil, at a use",
     "func.func @f() {\n  %a = x.a\n  x.b %a$0\n}\n", "0",
     "func.func @f() {\n  %0 = x.a\n  x.b %0\n}\n"},
    {"a group of results, which keeps its numbers",
     "%a:2 = \"x.a\"() : () -> (i1, i1)\nx.b %a#$01, %a#0\n", "%r",
     "%r:2 = \"x.a\"() : () -> (i1, i1)\nx.b %r#1, %r#0\n"},
    {"an argument, not that of another function",
     "func.func @f(%a: i1) {\n  x.b %a$0\n}\nfunc.func @g(%a: i1) {\n  x.b "
     "%a\n}\n",
     "%c",
     "func.func @f(%c: i1) {\n  x.b %c\n}\nfunc.func @g(%a: i1) {\n  x.b "
     "%a\n}\n"},
    {"what another region beside it has by that name",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %$0a = x.a\n  } else {\n    "
     "%b = x.a\n  }\n}\n",
     "%b",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %b = x.a\n  } else {\n    "
     "%b = x.a\n  }\n}\n"},
    {"the first region's argument as one of the second is named",
     "scf.while (%$0a = %i) : (i32) -> i32 {\n  scf.condition(%c) %a : i32\n"
     "} do {\n^bb0(%b: i32):\n  scf.yield %b : i32\n}\n",
     "b",
     "scf.while (%b = %i) : (i32) -> i32 {\n  scf.condition(%c) %b : i32\n"
     "} do {\n^bb0(%b: i32):\n  scf.yield %b : i32\n}\n"},
    {"an argument of the second region as one of the first is named",
     "scf.while (%b = %i) : (i32) -> i32 {\n  scf.condition(%c) %b : i32\n"
     "} do {\n^bb0(%$0a: i32):\n  scf.yield %a : i32\n}\n",
     "b",
     "scf.while (%b = %i) : (i32) -> i32 {\n  scf.condition(%c) %b : i32\n"
     "} do {\n^bb0(%b: i32):\n  scf.yield %b : i32\n}\n"},
    {"a value as one of a region before it is named",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %b = x.a\n    x.b %b\n  }\n"
     "  %$0a = x.a\n}\n",
     "%b",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %b = x.a\n    x.b %b\n  }\n"
     "  %b = x.a\n}\n"},
    {"a value of a region as one behind the region is named",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %$0a = x.a\n    x.b %a\n  }\n"
     "  %b = x.a\n  x.b %b\n}\n",
     "%b",
     "func.func @f(%c: i1) {\n  scf.if %c {\n    %b = x.a\n    x.b %b\n  }\n"
     "  %b = x.a\n  x.b %b\n}\n"},
    {"a result as a value in its op is named",
     "%$0a = x.r {\n  %b = x.a\n  x.b %b\n}\nx.b %a\n", "%b",
     "%b = x.r {\n  %b = x.a\n  x.b %b\n}\nx.b %b\n"},
    {"a value as the result of the op around it is named",
     "%b = x.r {\n  %$0a = x.a\n  x.b %a\n}\nx.b %b\n", "%b",
     "%b = x.r {\n  %b = x.a\n  x.b %b\n}\nx.b %b\n"},
    {"an argument as results around are named",
     "%a = x.a\nfunc.func @f(%$0b: i1) {\n  x.b %b\n}\n", "%a",
     "%a = x.a\nfunc.func @f(%a: i1) {\n  x.b %a\n}\n"},
    {"a value at the top as arguments are named",
     "%$0b = x.a\nfunc.func @f(%a: i1) {\n  x.b %a\n}\n", "%a",
     "%a = x.a\nfunc.func @f(%a: i1) {\n  x.b %a\n}\n"},
    {"a value in the comments to shapels",
     "// shapels: %a = [B, 4]\nfunc.func @f(%$0a: tensor<?x4xf32>) {\n  // "
     "shapels: %a[0] = B * 2\n  return\n}\n",
     "%x",
     "// shapels: %x = [B, 4]\nfunc.func @f(%x: tensor<?x4xf32>) {\n  // "
     "shapels: %x[0] = B * 2\n  return\n}\n"},
    {"from the comment",
     "func.func @f(%a: tensor<?xf32>) {\n  // shapels: "
     "%$0a = [B]\n  return\n}\n",
     "%x",
     "func.func @f(%x: tensor<?xf32>) {\n  // shapels: "
     "%x = [B]\n  return\n}\n"},
    {"a size, in its function",
     "func.func @f(%a: tensor<?xf32>) {\n  // shapels: %a = [B$0], B = 2 * "
     "C\n  return\n}\nfunc.func @g(%a: tensor<?xf32>) {\n  // shapels: %a = "
     "[B]\n  return\n}\n",
     "N",
     "func.func @f(%a: tensor<?xf32>) {\n  // shapels: %a = [N], N = 2 * "
     "C\n  return\n}\nfunc.func @g(%a: tensor<?xf32>) {\n  // shapels: %a "
     "= [B]\n  return\n}\n"},
    {"a block, where another function has its name",
     "func.func @f() {\n  cf.br ^$0a\n^a:\n  return\n}\nfunc.func @g() {\n  "
     "cf.br ^a\n^a:\n  return\n}\n",
     "^b",
     "func.func @f() {\n  cf.br ^b\n^b:\n  return\n}\nfunc.func @g() {\n "
     " cf.br ^a\n^a:\n  return\n}\n"},
    {"a symbol",
     "func.func private @$0f()\nfunc.func @g() {\n  call @f() : "
     "() -> ()\n  return\n}\n",
     "h",
     "func.func private @h()\nfunc.func @g() {\n  call @h() : () -> "
     "()\n  return\n}\n"},
    {"a symbol that needs quotes, by a name in the generic form",
     "\"func.func\"() <{sym_name = \"$0f\"}> ({}) : () -> ()\nx.a @f, @\"f\"\n",
     "a b",
     "\"func.func\"() <{sym_name = \"a b\"}> ({}) : () -> ()\n"
     "x.a @\"a b\", @\"a b\"\n"},
    {"quotes that are there stay", "func.func private @\"f\"()\nx.a @$0f\n",
     "@\"g\"", "func.func private @\"g\"()\nx.a @g\n"},
    {"a symbol as one of another table is named",
     "module @m {\n  func.func private @$0f()\n  x.a @f\n}\nmodule @n {\n  "
     "func.func private @g()\n  x.a @g\n}\n",
     "@g",
     "module @m {\n  func.func private @g()\n  x.a @g\n}\nmodule @n {\n  "
     "func.func private @g()\n  x.a @g\n}\n"},
    {"a nested symbol",
     "module @m {\n  func.func private @f()\n}\n"
     "x.a @m::@$0f\n",
     "@g", "module @m {\n  func.func private @g()\n}\nx.a @m::@g\n"},
    {"an attribute alias", "#m = affine_map<(d0) -> (d0)>\nx.a #$0m, %m\n",
     "#n", "#n = affine_map<(d0) -> (d0)>\nx.a #n, %m\n"},
    {"a type alias", "!$0t = i32\nx.a : !t, !t.x\n", "u",
     "!u = i32\nx.a : !u, !t.x\n"},
    {"in broken text", "func.func @f(%a: i1 {\n  %$0b = x.b(\n  x.c %b\n", "%c",
     "func.func @f(%a: i1 {\n  %c = x.b(\n  x.c %c\n"},
    {"to the same", "%$0a = x.a\n", "%a", "%a = x.a\n"},

    {"no name is here", "func.func $0private @f()\n", "g",
     "there is no name here: values, blocks, symbols, aliases, and sizes in "
     "`// shapels:` have names that can be changed"},
    {"nobody defines it", "x.a %$0b\n", "%c", "'%b' is not defined here"},
    {"no argument", "func.func @f() {\n  // shapels: %$0b = [2]\n}\n", "%c",
     "'%b' is no argument of the function"},
    {"no name of a value", "%$0a = x.a\n", "%a b",
     "'%a b' is no name: write a number, or letters, digits and any of _ $ . "
     "- that start with no digit"},
    {"starts with a digit", "%$0a = x.a\n", "1a",
     "'%1a' is no name: write a number, or letters, digits and any of _ $ . "
     "- that start with no digit"},
    {"would be an arrow", "%$0a = x.a\n", "a-",
     "'%a-' is no name: write a number, or letters, digits and any of _ $ . "
     "- that start with no digit"},
    {"aliases have no dots", "!$0t = i32\n", "!x.y",
     "'!x.y' is no alias: write letters, digits, _ and $, with a letter "
     "first"},
    {"no symbol", "func.func private @$0f()\n", "@",
     "'@' cannot be a symbol: it needs a character, and has no quotes, "
     "backslashes or line ends"},
    {"taken by a value before it", "%b = x.a\n%$0a = x.a\n", "b",
     "'%b' is taken: line 1"},
    {"taken by an argument",
     "func.func @f(%b: i1) {\n  scf.if %b {\n    %$0a = x.a\n  }\n}\n", "b",
     "'%b' is taken: line 1"},
    {"taken by another argument",
     "func.func @f(%$0a: i1,\n  %b: i1) {\n  return\n}\n", "b",
     "'%b' is taken: line 2"},
    {"taken in a region below",
     "func.func @f(%c: i1) {\n  %$0a = x.a\n  scf.if %c {\n    %b = x.b %a\n  "
     "}\n}\n",
     "b", "'%b' is taken: line 4"},
    {"taken in a region that it is named before",
     "module {\n  x.b %a\n  x.r {\n    %b = x.a\n  }\n  %$0a = x.a\n}\n", "b",
     "'%b' is taken: line 4"},
    {"taken in a second region that may have the argument, too",
     "x.r (%$0a = %i) {\n  x.b %a\n} do {\n^bb0(%b: i32):\n  x.b %b\n}\n", "b",
     "'%b' is taken: line 4"},
    {"taken in an op that names its own result",
     "%$0a = x.r {\n  %b = x.a\n  x.b %a\n}\n", "b", "'%b' is taken: line 2"},
    {"taken by a value behind the region that is named before it",
     "module {\n  x.b %b\n  x.r {\n    %$0a = x.a\n  }\n  %b = x.a\n}\n", "b",
     "'%b' is taken: line 6"},
    {"captures what is not defined", "%$0a = x.a\nx.b %b\n", "b",
     "'%b' in line 2 would mean something else then"},
    {"taken by a block",
     "func.func @f() {\n^a:\n  cf.br ^$0b\n^b:\n  "
     "return\n}\n",
     "^a", "'^a' is taken: line 2"},
    {"taken by a symbol", "func.func private @f()\nfunc.func private @$0g()\n",
     "f", "'@f' is taken: line 1"},
    {"captures a symbol of a table around",
     "func.func private @g()\nmodule @m {\n  func.func private @$0f()\n  x.a "
     "@g\n}\n",
     "g", "'@g' in line 4 would mean something else then"},
    {"captured by a symbol of a nearer table",
     "func.func private @$0f()\nmodule @m {\n  func.func private @g()\n  x.a "
     "@f\n}\n",
     "g", "'@g' is taken: line 3"},
    {"taken by an alias", "!t = i32\n!$0u = i64\n", "t",
     "'!t' is taken: line 1"},
    {"taken by a size",
     "func.func @f(%a: tensor<?x?xf32>) {\n  // shapels: %a = [B$0, N]\n}\n",
     "N", "'N' is taken: line 2"},
};

} // namespace

TEST(Rename, ChangesAllPlacesOrSaysWhyNot) {
  for (const RenameRow &row : rows)
    EXPECT_EQ(renamed(row.text, row.newName), row.expected) << row.what;
}

TEST(Rename, IsInTheSectionOfTheCursor) {
  EXPECT_EQ(renamed("func.func private @f()\n// -----\nfunc.func private "
                    "@$0f()\nx.a @f\n",
                    "g"),
            "func.func private @f()\n// -----\nfunc.func private @g()\n"
            "x.a @g\n");
}

TEST(Rename, OffersTheNameWithItsSigil) {
  CursorDocument at("%a:2 = x.a\nx.b <<%a>>#$01\n");
  RenamePlace place = renamePlace(*at.document, at.cursor);
  EXPECT_EQ(place.name, "%a");
  EXPECT_TRUE(place.range.touches(at.cursor));
  CursorDocument plain("%a:2 = x.a\nx.b <<%$0a>>#1\n");
  EXPECT_EQ(renamePlace(*plain.document, plain.cursor).range, plain.marked[0]);
}
