//===- ServerTest.cpp - Lifecycle, documents, trace -----------------------===//

#include "ServerSession.h"

using namespace shapels;
using namespace shapels::test;

//===----------------------------------------------------------------------===//
// Lifecycle
//===----------------------------------------------------------------------===//

TEST_F(ServerTest, RefusesRequestsBeforeInitialize) {
  hover(1, "u");
  request(2, "nope");
  request(3, "shutdown");
  open("test:///a", "BAD");
  settle();
  EXPECT_EQ(errorCode(1), -32002);
  EXPECT_EQ(errorCode(2), -32002);
  EXPECT_EQ(errorCode(3), -32002);
  EXPECT_EQ(written.size(), 3u);
  EXPECT_EQ(strands.size(), 1u) << "no document has any";
}

TEST_F(ServerTest, InitializesOnce) {
  request(1, "initialize", json::object());
  request(2, "initialize", json::object());
  settle();
  EXPECT_EQ(reply(1)["result"]["serverInfo"]["name"], "shapels");
  EXPECT_EQ(reply(1)["result"]["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(errorCode(2), -32600);
}

TEST_F(ServerTest, CanStillInitializeAfterBadParams) {
  request(1, "initialize", json::array());
  request(2, "initialize", json::object());
  settle();
  EXPECT_EQ(errorCode(1), -32602);
  EXPECT_TRUE(reply(2).contains("result"));
}

TEST_F(ServerTest, RefusesRequestsAfterShutdown) {
  initialize();
  open("test:///a", "module {}");
  request(1, "shutdown");
  hover(2, "test:///a");
  request(3, "shutdown");
  settle();
  EXPECT_TRUE(reply(1).contains("result"));
  EXPECT_TRUE(reply(1)["result"].is_null());
  EXPECT_EQ(errorCode(2), -32600);
  EXPECT_EQ(errorCode(3), -32600);
  notify("exit");
  settle();
  EXPECT_EQ(exitCodes, std::vector<int>{0});
}

TEST_F(ServerTest, ExitsWith1WithoutShutdown) {
  initialize();
  notify("exit");
  settle();
  EXPECT_EQ(exitCodes, std::vector<int>{1});
}

TEST_F(ServerTest, ExitsWith1BeforeInitialize) {
  notify("exit");
  settle();
  EXPECT_EQ(exitCodes, std::vector<int>{1});
}

TEST_F(ServerTest, AnswersWhatIsPendingWhenItExits) {
  initialize();
  open("test:///a", "module {}");
  hover(1, "test:///a");
  notify("exit");
  io.runAll();
  EXPECT_EQ(errorCode(1), -32802);
  settle();
  EXPECT_EQ(written.size(), 1u);
  EXPECT_EQ(exitCodes, std::vector<int>{1});
}

TEST_F(ServerTest, FinishesWhatWasAskedBeforeShutdown) {
  initialize();
  open("test:///a", "BAD");
  hover(1, "test:///a");
  request(2, "shutdown");
  notify("exit");
  io.runAll();
  EXPECT_TRUE(reply(2).is_null());
  EXPECT_TRUE(exitCodes.empty());
  settle();
  EXPECT_EQ(notified("textDocument/publishDiagnostics").size(), 1u);
  EXPECT_TRUE(reply(1).contains("result"));
  EXPECT_EQ(written.back()["id"], 2);
  EXPECT_EQ(exitCodes, std::vector<int>{0});
}

TEST_F(ServerTest, FinishesWhatWasAskedBeforeTheEndOfInput) {
  initialize();
  open("test:///a", "module {}");
  hover(1, "test:///a");
  server.endOfInput();
  EXPECT_TRUE(exitCodes.empty());
  settle();
  EXPECT_TRUE(reply(1).contains("result"));
  EXPECT_EQ(exitCodes, std::vector<int>{1});
}

TEST_F(ServerTest, LeavesOnce) {
  initialize();
  request(1, "shutdown");
  notify("exit");
  server.endOfInput();
  hover(2, "test:///a");
  settle();
  server.endOfInput();
  settle();
  EXPECT_EQ(exitCodes, std::vector<int>{0});
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

TEST_F(ServerTest, NamesAnUnknownDocument) {
  initialize();
  hover(1, "test:///a");
  settle();
  EXPECT_EQ(errorCode(1), -32602);
  EXPECT_EQ(reply(1)["error"]["message"],
            "params.textDocument.uri: no open document 'test:///a'");
}

TEST_F(ServerTest, CancelsWhatWaitsOnAStrand) {
  initialize();
  open("test:///a", "module {}");
  hover(1, "test:///a");
  hover("1", "test:///a");
  notify("$/cancelRequest", {{"id", 1}});
  io.runAll();
  EXPECT_EQ(errorCode(1), -32800);
  settle();
  EXPECT_TRUE(reply("1").contains("result"));
  EXPECT_EQ(written.size(), 3u) << "two replies, one publication";
}

TEST_F(ServerTest, KeepsDocumentsApart) {
  initialize();
  open("test:///a", "BAD");
  open("untitled:b", "module {}");
  ASSERT_EQ(strands.size(), 5u);
  readSettings();
  // The second document does not wait for the first.
  strands[3]->runAll();
  io.runAll();
  auto published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 1u);
  EXPECT_EQ(published[0]["uri"], "untitled:b");
  EXPECT_TRUE(published[0]["diagnostics"].empty());
  settle();
  published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 2u);
  EXPECT_EQ(published[1]["uri"], "test:///a");
  EXPECT_EQ(published[1]["diagnostics"].size(), 1u);
}

TEST_F(ServerTest, ForgetsClosedDocuments) {
  initialize();
  open("test:///a", "BAD");
  settle();
  notify("textDocument/didClose", {{"textDocument", {{"uri", "test:///a"}}}});
  hover(1, "test:///a");
  settle();
  EXPECT_EQ(errorCode(1), -32602);
  EXPECT_TRUE(notified("textDocument/publishDiagnostics")
                  .back()["diagnostics"]
                  .empty());
  written.clear();
  open("test:///a", "BAD");
  settle();
  EXPECT_EQ(notified("textDocument/publishDiagnostics").size(), 1u);
}

TEST_F(ServerTest, LongTextsAreReadOnTheirStrand) {
  initialize();
  std::string space(lsp::longMessage, ' ');
  open("test:///a", "BAD" + space);
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", "test:///a"}, {"version", 2}}},
          {"contentChanges",
           {{{"range",
              {{"start", {{"line", 0}, {"character", 0}}},
               {"end", {{"line", 0}, {"character", 0}}}}},
             {"text", "\n"}}}}});
  settle();
  auto published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 1u);
  EXPECT_EQ(published[0]["version"], 2);
  EXPECT_EQ(published[0]["diagnostics"][0]["range"]["start"]["line"], 1);
}

TEST_F(ServerTest, ALongMessageThatIsBrokenLeavesATextThatIsNotKnown) {
  initialize();
  server.receive(R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":)"
                 R"({"textDocument":{"uri":"test:///a","text":")" +
                 std::string(lsp::longMessage, ' ') + R"(\x"}}})");
  settle();
  ASSERT_EQ(notified("window/logMessage").size(), 1u);
  EXPECT_EQ(notified("window/logMessage")[0]["message"],
            "the text of test:///a cannot be read: the message is not JSON");
  hover(1, "test:///a");
  settle();
  EXPECT_EQ(errorCode(1), -32803);
}

TEST_F(ServerTest, ReplacesADocumentOpenedTwice) {
  initialize();
  open("test:///a", "BAD");
  open("test:///a", "module {}");
  readSettings();
  strands[3]->runAll();
  settle();
  auto published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 1u);
  EXPECT_TRUE(published[0]["diagnostics"].empty());
}

TEST_F(ServerTest, FinishesWhatWasAskedBeforeTheClose) {
  initialize();
  open("test:///a", "module {}");
  hover(1, "test:///a");
  open("test:///a", "module {}");
  hover(2, "test:///a");
  notify("textDocument/didClose", {{"textDocument", {{"uri", "test:///a"}}}});
  request(3, "shutdown");
  notify("exit");
  settle();
  EXPECT_TRUE(reply(1).contains("result"));
  EXPECT_TRUE(reply(2).contains("result"));
  EXPECT_EQ(written.back()["id"], 3);
  EXPECT_EQ(exitCodes, std::vector<int>{0});
}

TEST_F(ServerTest, SendsRelatedInformationToThoseWhoKnowIt) {
  const char *text = "func.func @f() { return }\nfunc.func @f() { return }";
  initialize();
  open("test:///a", text);
  settle();
  auto published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 1u);
  for (const json &diagnostic : published[0]["diagnostics"]) {
    EXPECT_FALSE(diagnostic.contains("relatedInformation"));
    EXPECT_EQ(diagnostic["source"], "shapels");
    EXPECT_TRUE(diagnostic["codeDescription"]["href"].is_string());
  }
}

TEST_F(ServerTest, TracesWhenAsked) {
  initialize();
  notify("$/setTrace", {{"value", "messages"}});
  request(1, "nope");
  settle();
  auto traced = notified("$/logTrace");
  ASSERT_EQ(traced.size(), 2u);
  EXPECT_EQ(traced[0], (json{{"message", "received nope (1)"}}));
  EXPECT_EQ(traced[1], (json{{"message", "answered nope (1)"}}));
  notify("$/setTrace", {{"value", "off"}});
  request(2, "nope");
  settle();
  EXPECT_EQ(notified("$/logTrace").size(), 3u) << "setTrace itself";
}

TEST_F(ServerTest, LogsToTheClientOnceItIsInitialized) {
  notify("textDocument/didChange");
  settle();
  EXPECT_TRUE(written.empty());
  EXPECT_EQ(log.messages.size(), 1u);
  initialize();
  notify("textDocument/didChange", {{"contentChanges", json::array()}});
  settle();
  auto logged = notified("window/logMessage");
  ASSERT_EQ(logged.size(), 1u);
  EXPECT_EQ(logged[0]["type"], 1);
  EXPECT_EQ(logged[0]["message"], "ignored textDocument/didChange: "
                                  "params.textDocument: expected object");
}

TEST_F(ServerTest, KeepsTheAnalysisOfDocumentsThatWereUsedLately) {
  initialize();
  auto name = [](size_t i) { return "test:///" + std::to_string(i); };
  size_t most = runtime().mostLive;
  for (size_t i = 0; i <= most; ++i)
    open(name(i), "module {}");
  settle();
  unsigned before = crashGuard.parses;
  hover(1, name(most));
  hover(2, name(1));
  settle();
  EXPECT_EQ(crashGuard.parses, before);
  hover(3, name(0));
  settle();
  EXPECT_EQ(crashGuard.parses, before + 1);
  hover(4, name(2));
  settle();
  EXPECT_EQ(crashGuard.parses, before + 2) << "it made room for the first one";
  for (int id : {1, 2, 3, 4})
    EXPECT_TRUE(reply(id).contains("result"));
}
