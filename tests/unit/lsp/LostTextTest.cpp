//===- LostTextTest.cpp - Edits that cannot be read -----------------------===//

#include "ServerSession.h"

using namespace shapels;
using namespace shapels::test;

namespace {

constexpr int requestFailed = -32803;

class LostTextTest : public ServerTest {
protected:
  LostTextTest() {
    initialize();
    open("test:///a", "func.func private @a()");
    open("test:///b", "func.func private @b()");
    settle();
    written.clear();
  }

  void change(json changes) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", "test:///a"}, {"version", 2}}},
            {"contentChanges", std::move(changes)}});
  }
  /// The name of the one symbol, or the code of the error.
  std::string symbol(int id, std::string uri) {
    request(id, "textDocument/documentSymbol",
            {{"textDocument", {{"uri", uri}}}});
    settle();
    json answer = reply(id);
    return answer.contains("error") ? answer["error"]["code"].dump()
                                    : std::string(answer["result"][0]["name"]);
  }

  json start = {{"start", {{"line", 0}, {"character", 0}}},
                {"end", {{"line", 0}, {"character", 0}}}};
};

} // namespace

TEST_F(LostTextTest, ALoneSurrogateIsNoReasonToLoseAnEdit) {
  server.receive(
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":)"
      R"({"textDocument":{"uri":"test:///a","version":2},"contentChanges":)"
      R"x([{"text":"// \ud83d\nfunc.func private @new()"}]}})x");
  EXPECT_EQ(symbol(1, "test:///a"), "new");
  EXPECT_TRUE(notified("window/showMessage").empty());
}

TEST_F(LostTextTest, NothingIsSaidOfATextThatIsNotKnown) {
  server.receive(
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":)"
      R"({"textDocument":{"uri":"test:///a","version":2},"contentChanges":[)");
  settle();
  auto shown = notified("window/showMessage");
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0]["message"],
            "shapels: a message about test:///a could not be read, so its text "
            "is not known; close it and open it again");
  EXPECT_EQ(symbol(1, "test:///a"), std::to_string(requestFailed));
  EXPECT_EQ(symbol(2, "test:///b"), "b");
  // An edit of a part does not help; a whole text does.
  change({{{"range", start}, {"text", "// "}}});
  EXPECT_EQ(symbol(3, "test:///a"), std::to_string(requestFailed));
  change({{{"text", "func.func private @whole()"}}});
  EXPECT_EQ(symbol(4, "test:///a"), "whole");
  EXPECT_EQ(notified("textDocument/publishDiagnostics").size(), 1u);
}

TEST_F(LostTextTest, FindingsOfATextThatIsNotKnownAreTakenBack) {
  change({{{"text", "wrong"}}});
  settle();
  change("no list");
  settle();
  auto lists = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(lists.size(), 2u);
  EXPECT_EQ(lists[0]["diagnostics"].size(), 1u);
  EXPECT_EQ(lists[1]["diagnostics"].size(), 0u);
  change({{{"text", "wrong"}}});
  settle();
  EXPECT_EQ(
      notified("textDocument/publishDiagnostics").back()["diagnostics"].size(),
      1u);
}

/// Which text it was about nobody knows.
TEST_F(LostTextTest, AnEditOfNoKnownDocumentMayBeOfAny) {
  server.receive(R"({"method":"textDocument/didChange"})");
  EXPECT_EQ(symbol(1, "test:///a"), std::to_string(requestFailed));
  EXPECT_EQ(symbol(2, "test:///b"), std::to_string(requestFailed));
}

TEST_F(LostTextTest, WhatChangesNoTextLosesNone) {
  for (const char *body :
       {"{", "garbage", R"([{"method":"textDocument/hover"}])",
        R"({"jsonrpc":"2.0","method":"textDocument/didSave"})",
        R"({"jsonrpc":"2.0","method":"workspace/didChangeConfiguration"})"})
    server.receive(body);
  settle();
  EXPECT_EQ(symbol(1, "test:///a"), "a");
  EXPECT_TRUE(notified("window/showMessage").empty());
}
