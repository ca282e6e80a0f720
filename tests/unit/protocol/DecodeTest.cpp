//===- DecodeTest.cpp - What clients send ---------------------------------===//

#include "server/protocol/Decode.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace shapels::lsp;

template <typename Params>
static std::string errorOf(const char *text) {
  Params params;
  std::string error;
  return decode(json::parse(text), params, error) ? "no error" : error;
}

template <typename Params>
static Params decoded(const json &value) {
  Params params;
  std::string error;
  EXPECT_TRUE(decode(value, params, error)) << error;
  return params;
}

TEST(Decode, NamesThePlaceOfAnError) {
  struct {
    const char *json, *error;
  } cases[] = {
      {"null", "params: expected object"},
      {"[]", "params: expected object"},
      {"{}", "params.textDocument: expected object"},
      {R"({"textDocument":{}})", "params.textDocument.uri: expected string"},
      {R"({"textDocument":{"uri":"u"}})", "params.position: expected object"},
      {R"({"textDocument":{"uri":"u"},"position":{"line":0}})",
       "params.position.character: expected non-negative integer"},
      {R"({"textDocument":{"uri":"u"},"position":{"line":-1,"character":0}})",
       "params.position.line: expected non-negative integer"},
      {R"({"textDocument":{"uri":"u"},"position":{"line":0,"character":0.5}})",
       "params.position.character: expected non-negative integer"},
      {R"({"textDocument":{"uri":"u"},"position":{"line":0,"character":0}})",
       "no error"},
  };
  for (const auto &[json, error] : cases)
    EXPECT_EQ(errorOf<PositionParams>(json), error) << json;
}

TEST(Decode, NamesElementsOfLists) {
  EXPECT_EQ(errorOf<DidChangeParams>(
                R"({"textDocument":{"uri":"u","version":1},
                    "contentChanges":[{"text":"a"},{"text":1}]})"),
            "params.contentChanges[1].text: expected string");
  EXPECT_EQ(errorOf<DidChangeParams>(
                R"({"textDocument":{"uri":"u","version":1},"contentChanges":
                    [{"text":"a","range":{"start":{"line":0}}}]})"),
            "params.contentChanges[0].range.start.character: expected "
            "non-negative integer");
  EXPECT_EQ(errorOf<DidChangeParams>(
                R"({"textDocument":{"uri":"u","version":"1"},
                    "contentChanges":[]})"),
            "params.textDocument.version: expected integer");
}

TEST(Decode, TakesPositionsBeyondEveryText) {
  auto params = decoded<PositionParams>(json::parse(
      R"({"textDocument":{"uri":"u"},
          "position":{"line":4294967296,"character":7}})"));
  EXPECT_EQ(params.position, (Position{UINT32_MAX, 7}));
}

TEST(Decode, TakesChangesInOrder) {
  auto params = decoded<DidChangeParams>(json::parse(
      R"({"textDocument":{"uri":"u","version":null},"contentChanges":[
          {"text":"whole"},
          {"range":{"start":{"line":1,"character":2},
                    "end":{"line":3,"character":4}},
           "rangeLength":9,"text":"part"}]})"));
  EXPECT_FALSE(params.version);
  ASSERT_EQ(params.changes.size(), 2u);
  EXPECT_FALSE(params.changes[0].range);
  EXPECT_EQ(params.changes[1].range, (PositionRange{{1, 2}, {3, 4}}));
  EXPECT_EQ(params.changes[1].text, "part");
}

//===----------------------------------------------------------------------===//
// initialize
//===----------------------------------------------------------------------===//

static PositionEncoding chosen(json encodings) {
  return decoded<InitializeParams>(
             {{"capabilities",
               {{"general", {{"positionEncodings", encodings}}}}}})
      .capabilities.positionEncoding;
}

TEST(DecodeInitialize, ChoosesTheClientsFirstEncodingThatWeKnow) {
  EXPECT_EQ(chosen({"utf-8", "utf-16"}), PositionEncoding::Utf8);
  EXPECT_EQ(chosen({"utf-16", "utf-8"}), PositionEncoding::Utf16);
  EXPECT_EQ(chosen({"utf-7", "utf-32", "utf-8"}), PositionEncoding::Utf32);
  EXPECT_EQ(chosen({"utf-7"}), PositionEncoding::Utf16);
  EXPECT_EQ(chosen("utf-8, please"), PositionEncoding::Utf16);
  EXPECT_EQ(chosen(nullptr), PositionEncoding::Utf16);
}

TEST(DecodeInitialize, FindsTheRoots) {
  auto roots = [](const char *text) {
    return decoded<InitializeParams>(json::parse(text)).roots;
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(roots(R"({"workspaceFolders":[{"uri":"a:/b","name":"b"},
                      {"uri":"c:/d","name":"d"}],"rootUri":"e:/f"})"),
            (List{"a:/b", "c:/d"}));
  EXPECT_EQ(roots(R"({"workspaceFolders":null,"rootUri":"e:/f",
                      "rootPath":"/g"})"),
            List{"e:/f"});
  EXPECT_EQ(roots(R"({"rootUri":null,"rootPath":"/g h"})"),
            List{"file:///g%20h"});
  EXPECT_EQ(roots(R"({"rootPath":"mlir"})"), List{});
  EXPECT_EQ(errorOf<InitializeParams>(R"({"rootUri":3})"),
            "params.rootUri: expected string");
}

TEST(DecodeInitialize, DoesNotLookAtWhatItDoesNotUse) {
  auto params = decoded<InitializeParams>(json::parse(
      R"({"processId":"","clientInfo":{"name":10},"trace":"loud",
          "capabilities":{"textDocument":{"hover":3,"documentSymbol":
          {"hierarchicalDocumentSymbolSupport":"yes"}}}})"));
  EXPECT_EQ(params.trace, Trace::Off);
  EXPECT_FALSE(params.capabilities.flag(
      {"textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"}));
  EXPECT_FALSE(params.capabilities.flag({"textDocument", "hover", "any"}));
  EXPECT_FALSE(ClientCapabilities().flag({"textDocument"}));
  EXPECT_EQ(errorOf<InitializeParams>(R"({"capabilities":5})"),
            "params.capabilities: expected object");
}
