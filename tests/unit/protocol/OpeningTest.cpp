//===- OpeningTest.cpp - Found without a look into the text ---------------===//

#include "server/protocol/Opening.h"

#include <gtest/gtest.h>

using namespace shapels::lsp;

TEST(Opening, FindsWhatADidOpenOpensWhereverItStands) {
  for (const char *body :
       {R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"file:///\u0061","version":7,"text":"x"}}})",
        R"( { "params" : {"x":[{"uri":"y"}], "textDocument" : { "text" :)"
        R"( "a\\\" } , \\", "version" : 7 , "uri" : "file:///a" } , "z":{}} )"
        R"(, "method" : "textDocument/didOpen" , "jsonrpc" : "2.0" } )"}) {
    std::optional<Opening> opening = peekOpening(body);
    ASSERT_TRUE(opening) << body;
    EXPECT_EQ(opening->uri, "file:///a");
    EXPECT_EQ(opening->version, 7);
    DidOpenParams params;
    std::string error;
    EXPECT_TRUE(decodeOpening(body, params, error)) << error;
    EXPECT_EQ(params.uri, "file:///a");
  }
}

TEST(Opening, WhatIsNoDidOpenIsNotTakenForOne) {
  for (const char *body :
       {"", "{", "[]", "{}",
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen"})",
        // A request; no text; another method; the wrong types; not closed.
        R"({"id":1,"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"a","text":"x"}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"a"}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didSave","params":)"
        R"({"textDocument":{"uri":"a","text":"x"}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":1,"text":"x"}}})",
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"a","text":"x})",
        R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
        R"({"textDocument":{"uri":"a","text":"x\\\"}}})"})
    EXPECT_FALSE(peekOpening(body)) << body;
}

TEST(Opening, FindsADidChangeOfTheWholeText) {
  for (const char *body :
       {R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":)"
        R"({"textDocument":{"uri":"file:///a","version":7},)"
        R"("contentChanges":[{"text":"a\n\"}]"}]}})",
        R"({"method":"textDocument/didChange","params":{"contentChanges":)"
        R"([ {"text" : "a\n\"}]" } ] , "textDocument":)"
        R"({"version":7,"uri":"file:///a"}},"jsonrpc":"2.0"})"}) {
    std::optional<Opening> opening = peekOpening(body);
    ASSERT_TRUE(opening) << body;
    EXPECT_TRUE(opening->isChange);
    EXPECT_EQ(opening->uri, "file:///a");
    EXPECT_EQ(opening->version, 7);
    DidOpenParams params;
    std::string error;
    EXPECT_TRUE(decodeOpening(body, params, error)) << error;
    EXPECT_EQ(params.text, "a\n\"}]");
  }
  auto change = [](std::string list) {
    return R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":)"
           R"({"textDocument":{"uri":"a","version":7},"contentChanges":)" +
           list + "}}";
  };
  for (const char *list :
       {"[]", "{}", R"([{"text":1}])", R"([{"text":"a"},{"text":"b"}])",
        R"([{"range":{},"text":"a"}])", R"([{"text":"a","range":{}}])",
        R"([{"text":"a","rangeLength":1}])",
        R"([{"text":"a"}])"
        "]"})
    EXPECT_FALSE(peekOpening(change(list))) << list;
}

TEST(Opening, FindsTheEndOfALongText) {
  std::string text(size_t(1) << 16, 'x');
  for (const char *end : {"", R"(\")", R"(\\)", R"(\\\"}}}, \"uri\": 1)"})
    for (const std::string &inside : {text + end, end + text}) {
      std::string document =
                      R"({"text":")" + inside + R"(" , "uri":"a","version":7})",
                  changes = R"([{"text":")" + inside + R"("}])",
                  head = R"({"jsonrpc":"2.0","method":"textDocument/did)";
      std::optional<Opening> opening = peekOpening(
          head + R"(Open","params":{"textDocument":)" + document + "}}");
      ASSERT_TRUE(opening) << end;
      EXPECT_EQ(opening->uri, "a");
      EXPECT_EQ(opening->version, 7);
      opening = peekOpening(head + R"(Change","params":{"contentChanges":)" +
                            changes + R"(,"textDocument":{"uri":"a"}}})");
      ASSERT_TRUE(opening) << end;
      EXPECT_EQ(opening->uri, "a");
      EXPECT_TRUE(opening->isChange);
    }
}

TEST(Opening, DecodesTheTextAsAnyJsonStringIs) {
  auto text = [](std::string inside) -> std::string {
    DidOpenParams params;
    std::string error;
    if (!decodeOpening(
            R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
            R"({"textDocument":{"uri":"a","version":1,"text":")" +
                inside + R"("}}})",
            params, error))
      return "error: " + error;
    return params.text;
  };
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text(R"(a\n\t\"\\\/\b\f\r.)"), "a\n\t\"\\/\b\f\r.");
  EXPECT_EQ(text("\\u0041\\u00e9\\u20AC-\\uD83D\\uDE00z"),
            "A\xC3\xA9\xE2\x82\xAC-\xF0\x9F\x98\x80z");
  EXPECT_EQ(text("\xC3\xA9"), "\xC3\xA9");
  EXPECT_EQ(text(R"(\ud800\u0041)"), "\xEF\xBF\xBD"
                                     "A");
  for (const char *wrong : {R"(\x)", R"(\u12)"})
    EXPECT_EQ(text(wrong), "error: the message is not JSON") << wrong;
}
