//===- ClientViewTest.cpp - What core says, as the client counts ----------===//

#include "server/lsp/ClientView.h"

#include "server/config/Documentation.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

struct ClientViewTest : testing::Test {
  // Bytes:               0   1 2     3 4 5 6     7 8
  TextBuffer text = TextBuffer("a\xC3\xA9\xF0\x9F\x98\x80z\nnext");
  std::string uri = "test:///a";
  lsp::ClientCapabilities client;
  ClientView view{text, uri, client};
};

DocumentRange bytes(uint32_t begin, uint32_t end) { return {{begin}, {end}}; }

} // namespace

TEST_F(ClientViewTest, CountsColumnsInTheClientsUnits) {
  DocumentRange z = bytes(7, 8);
  client.positionEncoding = PositionEncoding::Utf8;
  EXPECT_EQ(view.range(z), (PositionRange{{0, 7}, {0, 8}}));
  EXPECT_EQ(view.bytes({{0, 7}, {0, 8}}), z);
  client.positionEncoding = PositionEncoding::Utf16;
  EXPECT_EQ(view.range(z), (PositionRange{{0, 4}, {0, 5}}));
  EXPECT_EQ(view.bytes({{0, 4}, {0, 5}}), z);
  client.positionEncoding = PositionEncoding::Utf32;
  EXPECT_EQ(view.range(z), (PositionRange{{0, 3}, {0, 4}}));
  EXPECT_EQ(view.bytes({{0, 3}, {0, 4}}), z);
}

TEST_F(ClientViewTest, TakesAnyRange) {
  EXPECT_EQ(view.bytes({{1, 2}, {0, 0}}), bytes(0, 11));
  EXPECT_EQ(view.bytes({{0, 99}, {99, 99}}), bytes(8, 13));
}

TEST_F(ClientViewTest, NamesADiagnosticsCodeAndSource) {
  Diagnostic diagnostic;
  diagnostic.code = DiagnosticCode::MlirVerify;
  diagnostic.severity = Severity::Information;
  diagnostic.range = bytes(9, 13);
  diagnostic.message = "m";
  diagnostic.related = {{bytes(0, 1), "note"}};
  lsp::Diagnostic result = view.diagnostic(diagnostic);
  EXPECT_EQ(result.range, (PositionRange{{1, 0}, {1, 4}}));
  EXPECT_EQ(result.severity, 3);
  EXPECT_EQ(result.code, "mlir-verify");
  EXPECT_EQ(result.codeHref, documentationPage(DiagnosticCode::MlirVerify));
  EXPECT_EQ(result.source, "shapels");
  EXPECT_TRUE(result.relatedInformation.empty());
  client.relatedInformation = true;
  result = view.diagnostic(diagnostic);
  ASSERT_EQ(result.relatedInformation.size(), 1u);
  EXPECT_EQ(result.relatedInformation[0].location.uri, uri);
  EXPECT_EQ(result.relatedInformation[0].message, "note");
}
