//===- SymbolsTest.cpp - The outline that editors show --------------------===//

#include "features/Cursor.h"

#include "server/features/Symbols.h"

using namespace shapels;
using namespace shapels::test;

namespace {

std::string_view kindName(OutlineKind kind) {
  switch (kind) {
  case OutlineKind::Section:
    return "section";
  case OutlineKind::Module:
    return "module";
  case OutlineKind::Function:
    return "function";
  case OutlineKind::Global:
    return "global";
  case OutlineKind::Block:
    return "block";
  case OutlineKind::Other:
    return "other";
  }
  return "";
}

/// One line each, nested ones indented: `function main (func.func)`.
std::string describe(const std::vector<OutlineSymbol> &symbols,
                     std::string indent = "") {
  std::string text;
  for (const OutlineSymbol &symbol : symbols) {
    text += indent + std::string(kindName(symbol.kind)) + " " + symbol.name +
            (symbol.detail.empty() ? "" : " (" + symbol.detail + ")") + "\n";
    text += describe(symbol.children, indent + "  ");
  }
  return text;
}

std::string symbolsIn(std::string_view text) {
  return describe(documentSymbols(*CursorDocument(text).document));
}

/// As LSP wants it: the name within the symbol, children within their parent.
void expectNested(const Document &document,
                  const std::vector<OutlineSymbol> &symbols,
                  DocumentRange around) {
  for (const OutlineSymbol &symbol : symbols) {
    EXPECT_TRUE(around.contains(symbol.range)) << symbol.name;
    EXPECT_TRUE(symbol.range.contains(symbol.nameRange)) << symbol.name;
    EXPECT_FALSE(symbol.name.empty());
    expectNested(document, symbol.children, symbol.range);
  }
}

} // namespace

TEST(DocumentSymbols, AreNestedAsInTheText) {
  EXPECT_EQ(symbolsIn("module @m {\n"
                      "  memref.global \"private\" @g : memref<1xf32>\n"
                      "  func.func @f() {\n    return\n  }\n"
                      "  module {\n    func.func private @inner()\n  }\n"
                      "}\n"
                      "func.func private @\"a b\"()\n"),
            "module m (module)\n"
            "  global g (memref.global)\n"
            "  function f (func.func)\n"
            "  module module (module)\n"
            "    function inner (func.func)\n"
            "function a b (func.func)\n");
}

TEST(DocumentSymbols, HaveALevelForSeveralSections) {
  EXPECT_EQ(symbolsIn("func.func private @f()\n// -----\n// empty\n// -----\n"
                      "module {\n  func.func private @g()\n}\n// -----\n"
                      "#m = 1\nx.a #m\n// -----\n"),
            "section @f (section 1)\n  function f (func.func)\n"
            "section @g (section 3)\n  module module (module)\n"
            "    function g (func.func)\n"
            "section x.a (section 4)\n");
}

TEST(DocumentSymbols, NameSectionsByTheirBorders) {
  EXPECT_EQ(symbolsIn("//--- a.mlir\nfunc.func private @f()\n"
                      "//--- b.txt\nno MLIR\n"),
            "section a.mlir (section 2)\n  function f (func.func)\n"
            "section b.txt (section 3)\n");
  EXPECT_EQ(symbolsIn("// -----// IR Dump After Canonicalizer (canonicalize) "
                      "//----- //\nfunc.func private @f()\n"),
            "section IR Dump After Canonicalizer (canonicalize) (section 2)\n"
            "  function f (func.func)\n");
}

TEST(DocumentSymbols, OfUnknownDialectsAndTheGenericForm) {
  EXPECT_EQ(symbolsIn("my.func @f() {\n  my.return %x\n}\n"
                      "\"func.func\"() <{function_type = () -> (), sym_name = "
                      "\"g\", sym_visibility = \"private\"}> ({\n}) : () -> "
                      "()\n"),
            "function f (my.func)\nfunction g (func.func)\n");
}

TEST(DocumentSymbols, OfUnknownOpsThatNameThemselvesAndHaveABody) {
  EXPECT_EQ(symbolsIn("my.program \"x\" {\n"
                      "  my.component @a(%i: i8) -> (%o: i8) {\n"
                      "    my.state private @s {\n      my.go to @s\n    }\n"
                      "  }\n"
                      "  my.enable @a\n"
                      "  my.loop (@a) {\n  }\n"
                      "  %0 = my.task @a {\n  }\n"
                      "}\n"),
            "other a (my.component)\n"
            "  other s (my.state)\n");
}

/// Where nothing is executed, and no other op defines the name.
TEST(DocumentSymbols, OfUnknownOpsThatBeginWithTheirName) {
  EXPECT_EQ(symbolsIn("air.channel @c [1, 1]\n"
                      "module @m {\n  my.import private @i(%n: i32)\n}\n"
                      "my.entry @f\n"
                      "func.func @f() {\n  my.channel @local\n"
                      "  air.channel.put @c[] (%x) : (i32)\n  return\n}\n"),
            "other c (air.channel)\n"
            "module m (module)\n"
            "  other i (my.import)\n"
            "function f (func.func)\n");
}

TEST(DocumentSymbols, AreNotTheSymbolsThatAreUsed) {
  EXPECT_EQ(symbolsIn("func.func @f() {\n  call @f() : () -> ()\n"
                      "  \"a.b\"() {s = @g} : () -> ()\n  return\n}\n"),
            "function f (func.func)\n");
}

TEST(DocumentSymbols, LookThroughOpsWithoutOne) {
  EXPECT_EQ(symbolsIn("\"a.b\"() ({\n  func.func private @f()\n}) : () -> "
                      "()\n"),
            "function f (func.func)\n");
}

TEST(DocumentSymbols, OfBrokenText) {
  EXPECT_EQ(symbolsIn("func.func @f(%a: tensor<3xi32) {\n  return\n}\n"
                      "func.func @g() {\n  scf.if %c {\n  return\n}\n"
                      "func.func @h() {\n  return\n}\n"),
            "function f (func.func)\nfunction g (func.func)\n"
            "function h (func.func)\n");
  EXPECT_EQ(symbolsIn(""), "");
}

TEST(DocumentSymbols, HaveRangesInRanges) {
  for (const char *text :
       {"module @m {\n  func.func @f() {\n    return\n  }\n}\n",
        "func.func private @f()\n\n// -----\n\nmodule {\n  func.func private "
        "@g()\n}\n// -----",
        "module {\nfunc.func @f() {\n  return\nfunc.func @g( {\n}\n",
        "\"func.func\"() {sym_name = \"f\"} : () -> ()\n"}) {
    CursorDocument at(text);
    expectNested(*at.document, documentSymbols(*at.document),
                 {{0}, at.document->buffer().end()});
  }
}

TEST(DocumentSymbols, NameRangesAreTheNames) {
  CursorDocument at("func.func private <<@f>>()\n// -----\nmodule <<@m>> {}\n");
  std::vector<OutlineSymbol> sections = documentSymbols(*at.document);
  ASSERT_EQ(sections.size(), 2u);
  ASSERT_EQ(sections[0].children.size(), 1u);
  ASSERT_EQ(sections[1].children.size(), 1u);
  EXPECT_EQ(sections[0].children[0].nameRange, at.marked[0]);
  EXPECT_EQ(sections[1].children[0].nameRange, at.marked[1]);
  EXPECT_EQ(at.slice(sections[1].children[0].range), "module @m {}");
}
