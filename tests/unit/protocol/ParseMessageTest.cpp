//===- ParseMessageTest.cpp -----------------------------------------------===//

#include "server/protocol/ParseMessage.h"
#include "server/protocol/Envelope.h"
#include "server/protocol/Opening.h"

#include <gtest/gtest.h>

using namespace shapels::lsp;

static std::string textOf(const std::string &body) {
  std::string error;
  nlohmann::json message = parseMessage(body, error);
  EXPECT_EQ(error, "") << body;
  return message.is_string() ? message.get<std::string>() : "?";
}

TEST(ParseMessage, HalfACharacterBecomesTheReplacementCharacter) {
  const std::string half(replacementCharacter);
  const std::pair<const char *, std::string> cases[] = {
      {R"("a\ud83d")", "a" + half},
      {R"("\ude00b")", half + "b"},
      {R"("\ud83d\ud83d\ude00")", half + "\xF0\x9F\x98\x80"},
      {R"("\ude00\ud83d")", half + half},
      {R"("\ud83dxude00")", half + "xude00"},
      {R"("\ud83d\n")", half + "\n"},
      // Not an escape, though it looks like one.
      {R"("\\ud83d \ud83d")", "\\ud83d " + half},
      {"\"a\xFF\xC3\"", "a" + half + half},
      {"\"\xED\xA0\xBD \\ud83d\"", half + half + half + " " + half},
      {R"("\ud83d\ude00")", "\xF0\x9F\x98\x80"},
  };
  for (const auto &[body, text] : cases)
    EXPECT_EQ(textOf(body), text) << body;
}

TEST(ParseMessage, WhatIsNoJsonIsDiscardedWithAReason) {
  for (const char *body :
       {"", "{", R"("\ud83)", R"("\u12g4")", "\xFF", "[1,"}) {
    std::string error;
    EXPECT_TRUE(parseMessage(body, error).is_discarded()) << body;
    EXPECT_NE(error, "") << body;
  }
}

TEST(ParseMessage, OnlyWhatOpensOrChangesADocumentMayChangeText) {
  EXPECT_TRUE(mayChangeText(R"({"method":"textDocument/didChange","par)"));
  EXPECT_TRUE(mayChangeText(R"({"method":"textDocument/didOpen"})"));
  EXPECT_FALSE(mayChangeText(R"("workspace/didChangeConfiguration")"));
  EXPECT_FALSE(mayChangeText("garbage"));
}

/// Long texts have a decoder of their own.
TEST(ParseMessage, ALongTextIsReadAlike) {
  for (std::string text : {R"(\ud83d)", R"(\ud83d\ude00)", R"(a\ude00\ud83db)",
                           R"(\ud83d\n\")", R"(\ud83d\u0041)", R"(\\ud83d)"}) {
    std::string body =
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"a","version":1,"text":")" +
        text + R"("}}})";
    DidOpenParams params;
    std::string error;
    EXPECT_TRUE(decodeOpening(body, params, error)) << error;
    EXPECT_EQ(params.text, textOf('"' + text + '"'));
    EXPECT_EQ(ClientMessage(body).params["textDocument"]["text"], params.text);
  }
}
