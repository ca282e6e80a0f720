//===- SemanticTokensTest.cpp - What each word of a text is ---------------===//

#include "features/Cursor.h"

#include "server/features/SemanticTokens.h"

using namespace shapels;
using namespace shapels::test;

namespace {

std::string_view typeName(TokenType type) {
  constexpr std::string_view names[] = {
      "dialect", "op",   "value", "block",     "symbol",  "#alias",
      "#attr",   "type", "size",  "attribute", "keyword", "affine"};
  return names[static_cast<size_t>(type)];
}

/// `text:type`, with `!` behind a definition, `?` behind a dynamic size and `*`
/// behind an unknown op.
std::string tokensIn(std::string_view source) {
  CursorDocument at(source);
  std::string result;
  for (const SemanticToken &token :
       semanticTokens(*at.document, {{0}, at.document->buffer().end()})) {
    result += (result.empty() ? "" : " ") + std::string(at.slice(token.range)) +
              ":" + std::string(typeName(token.type));
    result += token.modifiers & IsDefinition ? "!" : "";
    result += token.modifiers & IsDynamic ? "?" : "";
    result += token.modifiers & IsUnknown ? "*" : "";
  }
  return result;
}

} // namespace

TEST(SemanticTokens, OfOps) {
  EXPECT_EQ(tokensIn("%0:2 = linalg.fill %a, %b#1\n"),
            "%0:value! linalg:dialect fill:op %a:value %b#1:value");
  EXPECT_EQ(tokensIn("%0 = \"tosa.add\"(%a)\nreturn\n"),
            "%0:value! tosa:dialect add:op %a:value return:op");
  EXPECT_EQ(tokensIn("my.op \"my.op\"\n"), "my:dialect* op:op*");
}

TEST(SemanticTokens, OfTypesAndSizes) {
  EXPECT_EQ(tokensIn("x.a : tensor<4x?x0xf32, #m>, vector<[4]x8xi1>, "
                     "memref<*xbf16>\n"),
            "x:dialect* a:op* tensor:type 4:size ?:size? 0:size f32:type "
            "#m:#alias vector:type 4:size 8:size i1:type memref:type "
            "*:size? bf16:type");
  EXPECT_EQ(tokensIn("x.a : !torch.vtensor<[1, ?],f32>, !t, tensor<f32>\n"),
            "x:dialect* a:op* !torch.vtensor:type 1:size ?:size? f32:type "
            "!t:type tensor:type f32:type");
}

TEST(SemanticTokens, OfDefinitions) {
  EXPECT_EQ(tokensIn("func.func private @f(%a : i1, %b: i1) {\n^bb(%c: i1):\n"
                     "  cf.br ^bb(%c : i1)\n}\n"),
            "func:dialect func:op private:keyword @f:symbol! %a:value! i1:type "
            "%b:value! i1:type ^bb:block! %c:value! i1:type cf:dialect br:op "
            "^bb:block %c:value i1:type");
  EXPECT_EQ(tokensIn("scf.for %i = %a to %b iter_args(%x = %c) -> (i1) {\n}\n"),
            "scf:dialect for:op %i:value! %a:value to:keyword %b:value "
            "iter_args:keyword %x:value! %c:value i1:type");
  EXPECT_EQ(tokensIn("scf.forall (%i, %j) in (%a, %b) {\n}\n"
                     "linalg.map ins(%a : i1) (%d: i1) {\n}\n"),
            "scf:dialect forall:op %i:value! %j:value! in:keyword %a:value "
            "%b:value linalg:dialect map:op ins:keyword %a:value i1:type "
            "%d:value! i1:type");
}

TEST(SemanticTokens, OfAttributes) {
  EXPECT_EQ(tokensIn("#m = affine_map<(d0)[s0] -> (d0)>\n"
                     "x.a {b = 1, c.d, e} #x.y<z> // w\n"),
            "#m:#alias! affine_map:keyword d0:affine s0:affine d0:affine "
            "x:dialect* a:op* b:attribute c.d:attribute e:attribute "
            "#x.y:#attr z:keyword");
}

TEST(SemanticTokens, AreThoseOfTheLines) {
  CursorDocument at("x.a %a\nx.b {\n  x.c %b\n}\n// -----\nx.d\n");
  auto all = semanticTokens(*at.document, {{0}, at.document->buffer().end()});
  std::vector<SemanticToken> pieces;
  for (Line line; line.value < at.document->buffer().lineCount();
       ++line.value) {
    DocumentRange range = at.document->buffer().lineRange(line);
    std::ranges::copy(semanticTokens(*at.document, range),
                      std::back_inserter(pieces));
  }
  EXPECT_EQ(pieces, all);
  EXPECT_EQ(all.size(), 10u);
}
