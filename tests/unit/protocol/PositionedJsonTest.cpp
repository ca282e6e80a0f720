//===- PositionedJsonTest.cpp ---------------------------------------------===//

#include "server/protocol/PositionedJson.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace shapels::lsp;

static std::string slice(const std::string &text, DocumentRange range) {
  return text.substr(range.begin.value, range.size());
}

TEST(PositionedJson, KnowsWhereKeysAndValuesAre) {
  std::string text =
      "{\n"
      "  \"a\" : {\"b\\\"c\":-1.5e3 , \"d\":[ true, null,\"x\"]},\n"
      "  \"e\":12}";
  PositionedJson json = parsePositioned(text);
  ASSERT_FALSE(json.error);
  EXPECT_EQ(json.value, nlohmann::json::parse(text));
  auto key = [&](JsonPath path) { return slice(text, json.places[path].key); };
  auto value = [&](JsonPath path) {
    return slice(text, json.places[path].value);
  };
  EXPECT_EQ(value({}), text);
  EXPECT_EQ(key({"a"}), "\"a\"");
  EXPECT_EQ(value({"a"}), text.substr(10, text.find("]}") + 2 - 10));
  EXPECT_EQ(key({"a", "b\"c"}), "\"b\\\"c\"");
  EXPECT_EQ(value({"a", "b\"c"}), "-1.5e3");
  EXPECT_EQ(value({"a", "d"}), "[ true, null,\"x\"]");
  EXPECT_EQ(value({"a", "d", "0"}), "true");
  EXPECT_EQ(value({"a", "d", "1"}), "null");
  EXPECT_EQ(value({"a", "d", "2"}), "\"x\"");
  EXPECT_EQ(value({"e"}), "12");
}

TEST(PositionedJson, ANumberMayEndTheText) {
  PositionedJson json = parsePositioned(" 12");
  ASSERT_FALSE(json.error);
  EXPECT_EQ(json.places[{}].value, (DocumentRange{{1}, {3}}));
}

TEST(PositionedJson, PointsAtTheFirstError) {
  std::string text = "{\"a\": 1,\n \"b\" 2}";
  PositionedJson json = parsePositioned(text);
  ASSERT_TRUE(json.error);
  EXPECT_EQ(slice(text, json.error->range), "2");
  EXPECT_EQ(json.error->message.find("syntax error"), 0u);
}

TEST(PositionedJson, AnyTextHasAnAnswer) {
  for (std::string text : {"", " ", "{", "[", "\"", "nul", "{\"a\"",
                           "{\"a\":", "1e999", "\xff", "[1,]", "{}{}"}) {
    PositionedJson json = parsePositioned(text);
    ASSERT_TRUE(json.error) << text;
    EXPECT_LE(json.error->range.begin, json.error->range.end) << text;
    EXPECT_LE(json.error->range.end.value, text.size()) << text;
  }
  EXPECT_TRUE(parsePositioned(std::string(100000, '[')).error);
}
