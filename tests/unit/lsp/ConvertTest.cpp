//===- ConvertTest.cpp - What core says, as the client counts -------------===//

#include "shapels/lsp/Convert.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

struct ConvertTest : testing::Test {
  // Bytes:               0   1 2     3 4 5 6     7 8
  TextBuffer text = TextBuffer("a\xC3\xA9\xF0\x9F\x98\x80z\nnext");
  std::string uri = "test:///a";
  lsp::ClientCapabilities client;
  Converter convert{text, uri, client};
};

ByteRange bytes(uint32_t begin, uint32_t end) { return {{begin}, {end}}; }

} // namespace

TEST_F(ConvertTest, CountsColumnsInTheClientsUnits) {
  ByteRange z = bytes(7, 8);
  client.positionEncoding = PositionEncoding::Utf8;
  EXPECT_EQ(convert(z), (PositionRange{{0, 7}, {0, 8}}));
  EXPECT_EQ(convert.range({{0, 7}, {0, 8}}), z);
  client.positionEncoding = PositionEncoding::Utf16;
  EXPECT_EQ(convert(z), (PositionRange{{0, 4}, {0, 5}}));
  EXPECT_EQ(convert.range({{0, 4}, {0, 5}}), z);
  client.positionEncoding = PositionEncoding::Utf32;
  EXPECT_EQ(convert(z), (PositionRange{{0, 3}, {0, 4}}));
  EXPECT_EQ(convert.range({{0, 3}, {0, 4}}), z);
}

TEST_F(ConvertTest, TakesAnyRange) {
  EXPECT_EQ(convert.range({{1, 2}, {0, 0}}), bytes(0, 11));
  EXPECT_EQ(convert.range({{0, 99}, {99, 99}}), bytes(8, 13));
}

TEST_F(ConvertTest, NamesADiagnosticsCodeAndSource) {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::MlirVerify;
  diagnostic.severity = Severity::Information;
  diagnostic.range = bytes(9, 13);
  diagnostic.message = "m";
  diagnostic.related = {{bytes(0, 1), "note"}};
  lsp::Diagnostic result = convert(diagnostic);
  EXPECT_EQ(result.range, (PositionRange{{1, 0}, {1, 4}}));
  EXPECT_EQ(result.severity, 3);
  EXPECT_EQ(result.code, "mlir-verify");
  EXPECT_EQ(result.codeHref, documentationUrl(DiagnosticCode::MlirVerify));
  EXPECT_EQ(result.source, "shapels");
  EXPECT_TRUE(result.relatedInformation.empty());
  client.relatedInformation = true;
  result = convert(diagnostic);
  ASSERT_EQ(result.relatedInformation.size(), 1u);
  EXPECT_EQ(result.relatedInformation[0].location.uri, uri);
  EXPECT_EQ(result.relatedInformation[0].message, "note");
}

TEST_F(ConvertTest, GivesAnActionItsDiagnostic) {
  Diagnostic diagnostic;
  diagnostic.message = "m";
  lsp::CodeAction action =
      convert(CodeAction{"t", {{bytes(0, 1), "b"}}, {diagnostic}, true});
  EXPECT_EQ(action.kind, "quickfix");
  EXPECT_TRUE(action.isPreferred);
  ASSERT_EQ(action.diagnostics.size(), 1u);
  EXPECT_EQ(action.diagnostics[0].message, "m");
  ASSERT_EQ(action.edits.size(), 1u);
  EXPECT_EQ(action.edits[0].range, (PositionRange{{0, 0}, {0, 1}}));
  EXPECT_EQ(action.edits[0].newText, "b");
  EXPECT_EQ(action.uri, uri);
}

TEST_F(ConvertTest, NestsSymbolsForThoseWhoShowThat) {
  OutlineSymbol inner{"f",          "func.func",  OutlineKind::Function,
                      bytes(9, 13), bytes(9, 10), {}};
  OutlineSymbol outer{"m",         "builtin.module", OutlineKind::Module,
                      bytes(0, 8), bytes(0, 1),      {inner}};
  auto flat = std::get<1>(convert(std::vector{outer}));
  ASSERT_EQ(flat.size(), 2u);
  EXPECT_EQ(flat[0].containerName, "");
  EXPECT_EQ(flat[1].containerName, "m");
  EXPECT_EQ(flat[1].location.range, (PositionRange{{1, 0}, {1, 4}}));
  client.hierarchicalSymbols = true;
  auto nested = std::get<0>(convert(std::vector{outer}));
  ASSERT_EQ(nested.size(), 1u);
  EXPECT_EQ(nested[0].kind, lsp::SymbolKind::Module);
  ASSERT_EQ(nested[0].children.size(), 1u);
  EXPECT_EQ(nested[0].children[0].detail, "func.func");
  EXPECT_EQ(nested[0].children[0].selectionRange,
            (PositionRange{{1, 0}, {1, 1}}));
}
