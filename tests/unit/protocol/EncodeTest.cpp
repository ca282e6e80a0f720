//===- EncodeTest.cpp - What clients get ----------------------------------===//

#include "server/protocol/Encode.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::lsp;
using nlohmann::json;

static json jsonRange(int line, int begin, int end) {
  return {{"start", {{"line", line}, {"character", begin}}},
          {"end", {{"line", line}, {"character", end}}}};
}

/// A diagnostic, put together from its parts.
static json written(const lsp::Diagnostic &diagnostic) {
  std::vector<std::string> around = encodeAroundRanges(diagnostic);
  std::string text = around[0];
  appendRange(text, diagnostic.range);
  for (size_t i = 1; i < around.size(); ++i) {
    text += around[i];
    if (i < around.size() - 1)
      appendRange(text, diagnostic.relatedInformation[i - 1].location.range);
  }
  return json::parse(text);
}

TEST(Encode, WritesADiagnostic) {
  lsp::Diagnostic diagnostic;
  diagnostic.range = {{1, 2}, {1, 3}};
  diagnostic.severity = 2;
  diagnostic.code = "c";
  diagnostic.codeHref = "h";
  diagnostic.source = "shapels";
  diagnostic.message = "m";
  json expected = {{"range", jsonRange(1, 2, 3)},
                   {"severity", 2},
                   {"code", "c"},
                   {"codeDescription", {{"href", "h"}}},
                   {"source", "shapels"},
                   {"message", "m"}};
  EXPECT_EQ(written(diagnostic), expected);
  diagnostic.relatedInformation = {{{"u", {{4, 5}, {4, 6}}}, "note"}};
  expected["relatedInformation"] =
      json::array({{{"location", {{"uri", "u"}, {"range", jsonRange(4, 5, 6)}}},
                    {"message", "note"}}});
  EXPECT_EQ(written(diagnostic), expected);
  // What looks like a range is none.
  diagnostic.message = expected["message"] =
      R"("range":{"end":{"character":0,"line":0},"start":)"
      R"({"character":0,"line":0}})";
  EXPECT_EQ(written(diagnostic), expected);
}

TEST(Encode, LeavesAnUnknownVersionOut) {
  EXPECT_EQ(
      json::parse(encode(PublishDiagnosticsParams{"a\"b", 3, nullptr})),
      (json{{"uri", "a\"b"}, {"version", 3}, {"diagnostics", json::array()}}));
  EXPECT_FALSE(json::parse(encode(PublishDiagnosticsParams{"u", {}, nullptr}))
                   .contains("version"));
}

TEST(Encode, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(json::parse(encode(MessageParams{MessageType::Log, "a\xFFz"})),
            (json{{"type", 4}, {"message", "a\xEF\xBF\xBDz"}}));
}

TEST(Encode, MakesWholeMessages) {
  EXPECT_EQ(json::parse(encodeResult("\"x\"", "[1]")),
            (json{{"jsonrpc", "2.0"}, {"id", "x"}, {"result", {1}}}));
  EXPECT_EQ(json::parse(encodeError("null", {ErrorCode::ParseError, "why"})),
            (json{{"jsonrpc", "2.0"},
                  {"id", nullptr},
                  {"error", {{"code", -32700}, {"message", "why"}}}}));
  EXPECT_EQ(
      json::parse(encodeNotification("m", "{}")),
      (json{{"jsonrpc", "2.0"}, {"method", "m"}, {"params", json::object()}}));
}
