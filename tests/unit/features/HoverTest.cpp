//===- HoverTest.cpp ------------------------------------------------------===//

#include "features/Hovers.h"
#include "ods/TestCatalogue.h"

#include "server/features/Hover.h"

#include <gmock/gmock.h>

using namespace shapels;
using namespace shapels::test;

namespace {

/// What the hover is about.
std::string rangeAt(std::string_view text) {
  CursorDocument at(text);
  std::optional<Hover> found = hover(*at.document, at.cursor, {});
  return found ? std::string(at.slice(found->range)) : "nothing";
}

/// Of lines that are not empty: Markdown has empty ones between paragraphs.
size_t lineCount(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i)
    count += text[i] != '\n' && (i == 0 || text[i - 1] == '\n');
  return count;
}

constexpr const char *broadcast =
    "func.func @f(%lhs: tensor<2x1xi32>, %rhs: tensor<3xi32>) -> "
    "tensor<?x3xi32> {\n"
    "  %sum = \"test.broadcastable\"(%lhs, %rhs) : (tensor<2x1xi32>, "
    "tensor<3xi32>) -> tensor<?x3xi32>\n"
    "  return %sum : tensor<?x3xi32>\n"
    "}\n";

} // namespace

TEST(Hover, OfAValueSaysWhatIsInferredAndWhy) {
  std::string text = cursorBefore(broadcast, "%sum : ");
  EXPECT_EQ(hoverAt(text),
            "**`%sum`** — result of test.broadcastable\n\n"
            "- declared `tensor<?x3xi32>`\n"
            "- inferred `tensor<2x3xi32>` (Broadcastable)\n"
            "- dim 0: 2 from %lhs; %rhs lacks it and is broadcast\n"
            "- dim 1: 3 from %rhs; %lhs has 1 and is broadcast\n"
            "- the declared type could be refined to the inferred one");
  EXPECT_EQ(rangeAt(text), "%sum");
  EXPECT_EQ(
      hoverAt(text, plain),
      "%sum — result of test.broadcastable\n"
      "- declared tensor<?x3xi32>\n"
      "- inferred tensor<2x3xi32> (Broadcastable)\n"
      "- dim 0: 2 from %lhs (1:14); %rhs (1:37) lacks it and is broadcast\n"
      "- dim 1: 3 from %rhs; %lhs has 1 and is broadcast\n"
      "- the declared type could be refined to the inferred one");
}

/// The type of what it is written into stays, so its own has to.
TEST(Hover, OffersNoTypeThatTheOpCannotHave) {
  std::string hover =
      hoverAt("func.func @f(%a: tensor<3x4xf32>, %o: tensor<?x?xf32>) {\n"
              "  %$00 = linalg.transpose ins(%a : tensor<3x4xf32>) outs(%o : "
              "tensor<?x?xf32>) permutation = [0, 1]\n  return\n}\n");
  EXPECT_EQ(hover.find("could be refined"), hover.npos) << hover;
}

TEST(Hover, IsTheSameAtDefinitionAndUse) {
  EXPECT_EQ(hoverAt(cursorBefore(broadcast, "%sum = ")),
            hoverAt(cursorBefore(broadcast, "%sum : ")));
}

TEST(Hover, OfAnArgument) {
  EXPECT_EQ(hoverAt(cursorBefore(broadcast, "%rhs) : ")),
            "**`%rhs`** — argument 1 of @f\n\n- type "
            "`tensor<3xi32>`");
  EXPECT_EQ(hoverAt("func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n"
                    "^b(%$0x: i32):\n  return\n}\n"),
            "**`%x`** — argument 0 of a block in @f\n"
            "\n"
            "- type `i32`\n"
            "- value `%a`");
}

TEST(Hover, OfAValueOfAnOpThatDoesNotParse) {
  EXPECT_EQ(hoverAt("func.func @f(%a: i32) {\n  %0 = tosa.ad\n"
                    "  %1 = arith.addi %$00, %a : i32\n  return\n}\n"),
            "**`%0`** — result of an op that does not parse; its type is "
            "what its first use says\n\n- type `i32`");
}

TEST(Hover, OfOneOfAGroup) {
  EXPECT_EQ(hoverAt("%g:2 = \"a.b\"() : () -> (i32, tensor<4xf32>)\n"
                    "\"a.c\"(%g#$01) : (tensor<4xf32>) -> ()\n"),
            "**`%g#1`** — result 1 of a.b\n\n- type `tensor<4xf32>`");
  EXPECT_EQ(hoverAt("%x, %g:2 = \"a.b\"() : () -> (i1, i32, f32)\n"
                    "\"a.c\"(%g$0#1) : (f32) -> ()\n"),
            "**`%g#1`** — result 2 of a.b\n\n- type `f32`");
}

TEST(Hover, OfAnOp) {
  std::string text = cursorBefore(broadcast, "broadcastable");
  std::string found = hoverAt(text);
  EXPECT_EQ(found.find("**test.broadcastable** — %sum\n\n- declared "
                       "`tensor<?x3xi32>`\n- inferred `tensor<2x3xi32>`"),
            0u)
      << found;
  EXPECT_EQ(rangeAt(text), "test.broadcastable");
  EXPECT_EQ(hoverAt("func.func @f() {\n  ret$0urn\n}\n", plain),
            "func.return\nFunction return operation");
}

TEST(Hover, ShowsTheGenericFormIfAsked) {
  HoverOptions options{true, true};
  EXPECT_EQ(hoverAt("func.func @f(%a: i32) {\n  %0 = arith.$0addi %a, %a : "
                    "i32\n  return\n}\n",
                    options),
            "**arith.addi** — %0\n"
            "\n"
            "- type `i32`\n"
            "- value `2 * %a`\n"
            "\n"
            "integer addition operation\n"
            "\n"
            "[documentation](https://mlir.llvm.org/docs/Dialects/ArithOps/"
            "#arithaddi-arithaddiop)\n"
            "\n"
            "```mlir\n"
            "%0 = \"arith.addi\"(%a, %a) <{overflowFlags = "
            "#arith.overflow<none>}> : (i32, i32) -> i32\n"
            "```");
  std::string inPlainText =
      hoverAt("func.func @f(%a: i32) {\n  %0 = arith.$0addi %a, %a : i32\n"
              "  return\n}\n",
              {true, false});
  EXPECT_EQ(inPlainText.find('`'), inPlainText.npos) << inPlainText;
  EXPECT_NE(inPlainText.find("\"arith.addi\""), inPlainText.npos);
}

TEST(Hover, ShowsTheGenericFormWithTheNamesOfTheText) {
  for (auto [text, form] : {
           std::pair{"func.func @f(%a: i1) {\n  cf.cond$0_br %a, ^x, ^y\n"
                     "^y:\n  return\n^x:\n  return\n}\n",
                     "\"cf.cond_br\"(%a)[^x, ^y]"},
           {"func.func @f(%a: index) {\n  %r:2, %s = \"x.y$0\"(%a) ({\n"
            "    %b = arith.constant 1 : i32\n  }) {t = \"%arg0\"}"
            " : (index) -> (i1, i1, i1)\n  return\n}\n",
            "%r:2, %s = \"x.y\"(%a) ({...}) {t = \"%arg0\"}"},
           {"func.func @f(%a: index) {\n  scf.f$0or %i = %a to %a step %a {\n"
            "  }\n  return\n}\n",
            "\n\"scf.for\"(%a, %a, %a) ({...})"},
           {"func.func @f() {\n  %0 = arith.cons$0tant dense_resource<r> : "
            "tensor<1xi8>\n  %1 = arith.constant dense_resource<r> : "
            "tensor<1xi8>\n  nothing\n}\n",
            "<{value = dense_resource<r> : tensor<1xi8>}>"},
       }) {
    std::string hover = hoverAt(text, {true, false});
    EXPECT_NE(hover.find(form), hover.npos) << hover;
  }
}

TEST(Hover, OfATypeInTheText) {
  EXPECT_EQ(hoverAt("func.func private @f(tensor<2$0x3xf32>)\n"),
            "**`tensor<2x3xf32>`** — type\n\n- rank 2, 6 elements, 24 bytes");
  EXPECT_THAT(hoverAt("func.func private @f(tensor<896$0x896xf32>)\n"),
              testing::HasSubstr("802816 elements, 3.1 MiB"));
  EXPECT_EQ(rangeAt("func.func private @f(ten$0sor<2x3xf32>)\n"),
            "tensor<2x3xf32>");
  EXPECT_EQ(hoverAt("func.func private @f(tensor<?x3xf$032>)\n"),
            "**`tensor<?x3xf32>`** — type\n\n- rank 2, 1 of its sizes known at "
            "run time only");
  EXPECT_EQ(hoverAt("func.func private @f(tensor<*xf$032>)\n"),
            "**`tensor<*xf32>`** — type\n\n- unranked: the rank is known at "
            "run time only");
  EXPECT_EQ(hoverAt("func.func private @f(memref<4xi1$0>)\n"),
            "**`memref<4xi1>`** — type\n\n- rank 1, 4 elements");
}

TEST(Hover, OfAnAttribute) {
  EXPECT_EQ(hoverAt("func.func @f() attributes {m.no$0te = [1, 2]} {\n"
                    "  return\n}\n"),
            "**`m.note`** — attribute of func.func\n\n```mlir\n[1, 2]\n```");
}

TEST(Hover, OfASymbol) {
  std::string text = "func.func @callee(%a: i32) -> i32 {\n"
                     "  return %a : i32\n}\n"
                     "func.func @caller(%a: i32) {\n"
                     "  %0 = call @cal$0lee(%a) : (i32) -> i32\n  return\n}\n";
  EXPECT_EQ(hoverAt(text), "```mlir\nfunc.func @callee(%a: i32) -> i32\n```");
  EXPECT_EQ(rangeAt(text), "@callee");
}

TEST(Hover, OfAnAlias) {
  EXPECT_EQ(hoverAt("!row = tensor<4xf32>\nfunc.func private @f(!r$0ow)\n"),
            "**`!row`** — type alias\n\n- rank 1, 4 elements, 16 bytes"
            "\n\n```mlir\ntensor<4xf32>\n```");
  EXPECT_EQ(hoverAt("#map = affine_map<(d0) -> (d0 * 2)>\n"
                    "\"a.b\"() {m = #$0map} : () -> ()\n"),
            "**`#map`** — attribute alias\n\n```mlir\naffine_map<(d0) -> (d0 "
            "* 2)>\n```");
}

TEST(Hover, OfABlock) {
  EXPECT_EQ(hoverAt("func.func @f() {\n  cf.br ^b$0b1\n^bb1:\n"
                    "  cf.br ^bb1\n}\n"),
            "**`^bb1`** — block, named as a successor 2 times\n\n"
            "```mlir\n^bb1:\n```");
  EXPECT_EQ(hoverAt("func.func @f() {\n^b$0b0:\n  return\n}\n"),
            "**`^bb0`** — block\n\n```mlir\n^bb0:\n```");
}

TEST(Hover, IsNothingElsewhere) {
  for (const char *text :
       {"$0", "// com$0ment\nmodule {}\n", "module {$0}\n",
        "\"a.b\"(%$0x) : (i32) -> ()\n", "func.func private @f(x3$02)\n",
        "\"a.b\"() {s = \"te$0xt\"} : () -> ()\n", "module {}\n\n$0\n",
        "\"a.b\"() {s = @nowh$0ere} : () -> ()\n"})
    EXPECT_EQ(hoverAt(text), "nothing") << text;
}

TEST(Hover, WorksInEverySection) {
  EXPECT_EQ(hoverAt("func.func private @f()\n// -----\n\n"
                    "func.func @g(%$0a: tensor<3xf32>) {\n  return\n}\n"),
            "**`%a`** — argument 0 of @g\n\n- type `tensor<3xf32>`");
}

/// Of what still parses.
TEST(Hover, WorksNextToErrors) {
  EXPECT_EQ(hoverAt("func.func @broken() {\n  arith.constant\n  return\n}\n"
                    "func.func @g(%$0a: tensor<3xf32>) {\n  return\n}\n"),
            "**`%a`** — argument 0 of @g\n\n- type `tensor<3xf32>`");
}

TEST(Hover, HasTwelveLinesAtMost) {
  std::string type = "tensor<";
  for (int i = 0; i < 30; ++i)
    type += "2x";
  type += "i32>";
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += (i ? ", i32" : "i32");
  for (const std::string &text :
       {"func.func @f(%a: " + type +
            ") {\n  %0$0 = \"test.broadcastable\"(%a) "
            ": (" +
            type + ") -> " + type + "\n  return\n}\n",
        "%0:40 = \"a.$0b\"() : () -> (" + many + ")\n"})
    for (bool markdown : {true, false}) {
      std::string found = hoverAt(text, {false, markdown});
      EXPECT_GT(lineCount(found), 8u) << found;
      EXPECT_LE(lineCount(found), 12u) << found;
      EXPECT_TRUE(found.ends_with("…")) << found;
    }
}

/// Nothing throws or reads out of bounds, wherever the cursor is.
TEST(Hover, WorksAtEveryOffsetOfAnyText) {
  for (std::string text :
       {std::string(broadcast),
        std::string("func.func @f(%a: tensor<3xi32) {\n  \"a\n}\n%0 = \r\n"),
        std::string("%é = \"\xff\"( // -----\n!t = tensor<\n#m")}) {
    CursorDocument at(text);
    for (uint32_t offset = 0; offset <= text.size(); ++offset)
      if (std::optional<Hover> found = hover(*at.document, {offset}, {})) {
        EXPECT_TRUE(found->range.touches({offset})) << offset;
        EXPECT_FALSE(found->text.empty());
      }
  }
}

//===----------------------------------------------------------------------===//
// Dialects that are not built in
//===----------------------------------------------------------------------===//

TEST(Hover, SaysWhoseWordATypeOfAnUnknownOpIs) {
  EXPECT_EQ(hoverAt("%$0x = my.op : tensor<4xi32>\n", plain),
            "%x — result of my.op\n- type tensor<4xi32>\n"
            "- the type is as its op is written, of a dialect that is not "
            "known");
  EXPECT_EQ(hoverAt("func.func @f() -> i1 {\n  %$0x = my.op : i32\n"
                    "  return %x : i1\n}\n",
                    plain),
            "%x — result of my.op\n- type i1\n"
            "- the type is what it is used as; the dialect of its op is not "
            "known");
  EXPECT_EQ(hoverAt("%$0x = my.op : () -> i32\n", plain),
            "%x — result of my.op\n- type i32");
  EXPECT_EQ(hoverAt("%$0x = my.op\n", plain),
            "%x — result of my.op\n"
            "- its type is not known: neither its op nor a use tells");
}

/// Not of one behind an arrow, nor of one that the op's definition tells.
TEST(Hover, AGlanceSaysWhatIsAGuess) {
  EXPECT_EQ(glanceAt("%$0x = my.op : tensor<4xi32>\n", plain),
            "%x : tensor<4xi32>\nresult of my.op\n"
            "- the type is a guess, by how its op is written");
  EXPECT_EQ(glanceAt("%$0x = my.op -> tensor<4xi32>\n", plain),
            "%x : tensor<4xi32>\nresult of my.op");
  OpDefinition op;
  op.name = "my.op";
  op.results = {value("result")};
  op.assemblyFormat = "attr-dict `:` type($result)";
  Configuration configuration;
  configuration.projectOps = catalogueOf({{op}, {}, {}});
  EXPECT_EQ(glanceAt("%$0x = my.op : tensor<4xi32>\n", plain,
                     std::move(configuration)),
            "%x : tensor<4xi32>\nresult of my.op");
}

//===----------------------------------------------------------------------===//
// At a glance
//===----------------------------------------------------------------------===//

TEST(Hover, AGlanceHasTypeAndShapeInTheFirstLine) {
  EXPECT_EQ(glanceAt(cursorBefore(broadcast, "%sum : "), plain),
            "%sum : tensor<?x3xi32> = [2, 3]\n"
            "result of test.broadcastable\n"
            "- dim 0: 2 from %lhs (1:14); %rhs (1:37) lacks it and is "
            "broadcast\n"
            "- dim 1: 3 from %rhs; %lhs has 1 and is broadcast\n"
            "- the type could be tensor<2x3xi32>");
}

/// What is an operand's size, everybody sees.
TEST(Hover, AGlanceLeavesOutWhatIsPlain) {
  std::string text = "func.func @f(%a: tensor<3xf32>, %b: tensor<?xf32>) {\n"
                     "  %0 = math.ta$0nh %a : tensor<3xf32>\n  return\n}\n";
  EXPECT_EQ(glanceAt(text, plain), "%0 = math.tanh : tensor<3xf32>\n"
                                   "hyperbolic tangent of the specified value");
}

TEST(Hover, AGlanceHasSixLinesAtMost) {
  std::string sizes = "1x1x1x1x1x1x1x1xi32", others = "2x2x2x2x2x2x2x2xi32";
  std::string hover = glanceAt(
      "func.func @f(%a: tensor<" + sizes + ">, %b: tensor<" + others +
      ">) {\n  %$00 = \"test.broadcastable\"(%a, %b) : (tensor<" + sizes +
      ">, tensor<" + others + ">) -> tensor<?x?x?x?x?x?x?x?xi32>\n  return\n}");
  EXPECT_EQ(lineCount(hover), 6u) << hover;
}

TEST(Hover, AnOpThatDoesNotParseHasItsSummary) {
  EXPECT_EQ(glanceAt("func.func @f() {\n  %0 = tosa.a$0dd\n  return\n}\n"),
            "**`tosa.add`**\n\nElementwise addition operator.\n\n"
            "[documentation](https://mlir.llvm.org/docs/Dialects/TOSA/"
            "#tosaadd-tosaaddop)");
}

TEST(Hover, OfTypesWithoutSizes) {
  EXPECT_EQ(glanceAt("func.func private @f(i$032, index)\n"),
            "**`i32`** — 32-bit integer");
  EXPECT_EQ(glanceAt("func.func private @f(i32, ind$0ex)\n"),
            "**`index`** — integer as wide as an address");
  EXPECT_EQ(glanceAt("func.func private @f(!async.to$0ken)\n"),
            "**`!async.token`** — async token type");
}

TEST(Hover, OfAFunctionSaysWhatItReturns) {
  expectLine(
      glanceAt("func.func @$0f(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
               "  %0 = math.tanh %a : tensor<?x4xf32>\n"
               "  return %0 : tensor<?x4xf32>\n}\n"),
      "- returns `[%a[0], 4]`");
}

/// As an op of the callee needs them; on one line, however it is written.
TEST(Hover, OfACallSaysWhatIsCalledAndWhatThatRequires) {
  std::string text =
      "func.func @g(%a: tensor<?xf32>,\n             %b: tensor<4xf32>) {\n"
      "  %0 = arith.addf %a, %a : tensor<?xf32>\n"
      "  %1 = \"stablehlo.add\"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> "
      "tensor<4xf32>\n  return\n}\n"
      "func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) {\n"
      "  ca$0ll @g(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> ()\n"
      "  return\n}\n";
  EXPECT_EQ(glanceAt(text, plain),
            "func.call\ncall operation\n- @g (1:11) is func.func @g(%a: "
            "tensor<?xf32>, %b: tensor<4xf32>)");
  size_t call = text.find("ca$0ll");
  text.replace(call, 10, "call @$0g(");
  EXPECT_EQ(glanceAt(text, plain),
            "func.func @g(%a: tensor<?xf32>, %b: tensor<4xf32>)\n"
            "- requires %a[0] = 4");
}

TEST(Hover, OfAnAttributeSaysWhatItMayBe) {
  expectLine(glanceAt("func.func @f(%a: tensor<4xf32>) {\n"
                      "  %0 = tosa.reduce_sum %a {ax$0is = 0 : i32} : "
                      "(tensor<4xf32>) -> tensor<1xf32>\n  return\n}\n"),
             "32-bit signless integer attribute");
}
