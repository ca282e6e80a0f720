//===- RecoveryTest.cpp - When a worker has died --------------------------===//

#include "SupervisorFixture.h"

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(SupervisorTest, TellsANewWorkerWhatTheFirstOneKnew) {
  initialize();
  notify("$/setTrace", {{"value", "off"}});
  notify("workspace/didChangeConfiguration", {{"settings", {{"old", 1}}}});
  notify("workspace/didChangeConfiguration", {{"settings", {{"new", 1}}}});
  open("a", "first");
  open("closed", "gone");
  notify("textDocument/didClose", {{"textDocument", {{"uri", "closed"}}}});
  change("a", 7, "second");
  hover(5, "a");
  crash(Step::Parse, "a", "second", {Failure::Kind::Crash, 3});
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_THAT(worker().methods(),
              ElementsAre("initialize", "initialized", "$/setTrace",
                          "workspace/didChangeConfiguration",
                          "textDocument/didOpen", "textDocument/hover"));
  EXPECT_TRUE(worker().received[3]["params"]["settings"].contains("new"));
  json document = worker().received[4]["params"]["textDocument"];
  EXPECT_EQ(document["text"], "second");
  EXPECT_EQ(document["version"], 7);
  EXPECT_THAT(crashLog->failuresOf(Step::Parse, "second"),
              ElementsAre(Failure{Failure::Kind::Crash, 3}));
  // Its own answer to `initialize` is nobody's concern; the hover's is.
  answer(std::string(Session::replayId), "{}");
  answer("5");
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["id"], 5);
}

TEST_F(SupervisorTest, WhatTheUserLooksAtIsOpenedFirst) {
  initialize();
  for (std::string uri : {"a", "b", "c"})
    open(uri, "");
  hover(1, "a");
  answer("1");
  change("b", 2, "edited");
  supervisor.workerEnded();
  EXPECT_THAT(worker().opened(), ElementsAre("b", "a", "c"));
}

/// What is opened later takes the place of what was opened first.
TEST_F(SupervisorTest, WhatWasNotUsedForLongIsOpenedBeforeThat) {
  initialize();
  for (int i = 0; i < 18; ++i)
    open("file" + std::to_string(i), "");
  supervisor.workerEnded();
  std::vector<std::string> opened = worker().opened();
  ASSERT_EQ(opened.size(), 18u);
  EXPECT_EQ(opened[0], "file0");
  EXPECT_EQ(opened[1], "file1");
  EXPECT_EQ(opened[2], "file17");
  EXPECT_EQ(opened[17], "file2");
}

/// Nobody looks into it on the way.
TEST_F(SupervisorTest, ALongTextIsSentAgainAsItCame) {
  initialize();
  std::string text(lsp::longMessage, 'x');
  open("a", text);
  json sent = worker().received.back();
  supervisor.workerEnded();
  EXPECT_EQ(worker().received.back(), sent);
  EXPECT_EQ(sent["params"]["textDocument"]["text"], text);
}

TEST_F(SupervisorTest, ALongTextIsKnownByWhatItHasBecome) {
  initialize();
  std::string text(lsp::longMessage, 'x');
  open("a", text);
  auto insert = [&](int version, unsigned column, std::string what) {
    json at = {{"line", 0}, {"character", column}};
    change("a", version, {{"start", at}, {"end", at}}, what);
  };
  insert(2, 0, "first ");
  insert(7, 6, "second ");
  for (int i = 0; i < 26; ++i)
    crash(Step::Parse, "a", "statement " + std::to_string(i));
  text = "first second " + text;
  EXPECT_EQ(crashLog->failuresOf(Step::Update, text).size(), 1u) << "given up";
  json document = worker().received.back()["params"]["textDocument"];
  EXPECT_EQ(document["text"], text);
  EXPECT_EQ(document["version"], 7);
}

TEST_F(SupervisorTest, ALongTextIsReplacedByALongText) {
  initialize();
  json place = {{"line", 0}, {"character", 0}};
  json start = {{"start", place}, {"end", place}};
  open("a", "short");
  change("a", 2, start, "not ");
  std::string text(lsp::longMessage, 'y');
  change("a", 3, text);
  change("a", 4, start, "so ");
  change("gone", 1, text);
  supervisor.workerEnded();
  json document = worker().received.back()["params"]["textDocument"];
  EXPECT_EQ(document["text"], "so " + text);
  EXPECT_EQ(document["version"], 4);
  change("a", 5, text);
  supervisor.workerEnded();
  document = worker().received.back()["params"]["textDocument"];
  EXPECT_EQ(document["text"], text);
  EXPECT_EQ(document["version"], 5);
  EXPECT_EQ(worker().methods().back(), "textDocument/didOpen");
}

TEST_F(SupervisorTest, WhatIsLoadedWhenTheProcessEndsTwiceIsToBlame) {
  initialize();
  auto dieLoading = [&] {
    busy(Step::Load, "").loaded = TextKey::of("plugin.so");
    supervisor.workerEnded();
  };
  dieLoading();
  EXPECT_FALSE(crashLog->knowsFailure()) << "somebody may have killed it";
  dieLoading();
  EXPECT_THAT(crashLog->failuresOf(Step::Load, "plugin.so"),
              testing::SizeIs(1));
}

TEST_F(SupervisorTest, AMessageThatHasBegunIsSentAgainFromItsStart) {
  initialize();
  std::string message = frame(
      R"({"jsonrpc":"2.0","id":1,"method":"workspace/symbol","params":{}})");
  for (size_t cut : {5ul, 20ul, 21ul, 30ul, message.size() - 1}) {
    supervisor.fromClient(message.substr(0, cut));
    supervisor.workerEnded();
    EXPECT_EQ(worker().methods().back(), "initialized");
    supervisor.fromClient(message.substr(cut));
    EXPECT_EQ(worker().methods().back(), "workspace/symbol");
    answer("1");
    ASSERT_FALSE(written.empty());
    EXPECT_EQ(written.back()["id"], 1);
  }
}

TEST_F(SupervisorTest, FindingsThatTheClientHasAreNotSentAgain) {
  initialize();
  open("a", "x");
  open("b", "y");
  publish("a", 1, "[]");
  publish("b", 1, "[]");
  crash(Step::Parse, "a", "x");
  publish("a", 1, R"([{"code":"parser-crash"}])");
  publish("b", 1, "[]");
  EXPECT_EQ(written.size(), 3u);
}

TEST_F(SupervisorTest, TheRequestThatKillsFailsAndNoOther) {
  initialize();
  open("a", "x");
  open("b", "y");
  hover(1, "b");
  hover(2, "a");
  hover(3, "a");
  crash(Step::Query, "a", "a");
  EXPECT_THAT(errorCodes(), ElementsAre(-32603));
  EXPECT_EQ(written[0]["id"], 2);
  EXPECT_EQ(worker().received.back()["id"], 3);
  EXPECT_FALSE(crashLog->knowsFailure());
}

TEST_F(SupervisorTest, ARequestAboutAnOlderTextIsNotAskedAgain) {
  initialize();
  open("a", "x");
  hover(1, "a");
  change("a", 2, "y");
  hover(2, "a");
  supervisor.workerEnded();
  EXPECT_THAT(errorCodes(), ElementsAre(-32801));
  EXPECT_EQ(worker().received.back()["id"], 2);
}

TEST_F(SupervisorTest, ARequestIsAskedAgainUntilItsDocumentIsGivenUp) {
  initialize();
  open("a", "x");
  hover(1, "a");
  for (int i = 0; i < 24; ++i)
    crash(Step::Parse, "a", "statement " + std::to_string(i));
  EXPECT_THAT(errorCodes(), IsEmpty());
  EXPECT_EQ(worker().received.back()["id"], 1);
  crash(Step::Parse, "a", "one more");
  EXPECT_THAT(errorCodes(), ElementsAre(-32603));
}

TEST_F(SupervisorTest, APullIsAskedAgainUntilTheDocumentIsGivenUp) {
  initialize();
  open("a", "x");
  pull(1, "a");
  hover(2, "a");
  for (int i = 0; i < 5; ++i)
    crash(Step::Parse, "a", "statement " + std::to_string(i));
  crash(Step::Query, "a", "a");
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["id"], 2) << "the hover";
  EXPECT_EQ(worker().received.back()["id"], 1);
}

TEST_F(SupervisorTest, APullOfAnOlderTextIsToBeAskedAgain) {
  initialize();
  open("a", "x");
  pull(1, "a");
  change("a", 2, "y");
  pull(2, "a");
  supervisor.workerEnded();
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["error"]["code"], -32802);
  EXPECT_EQ(written[0]["error"]["data"], (json{{"retriggerRequest", true}}));
  EXPECT_EQ(worker().received.back()["id"], 2);
}

TEST_F(SupervisorTest, WhoPullsIsToldThatFindingsMayHaveChanged) {
  request(0, "initialize",
          {{"capabilities",
            {{"textDocument", {{"diagnostic", json::object()}}},
             {"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}}}});
  open("a", "x");
  EXPECT_THAT(written, IsEmpty());
  crash(Step::Parse, "a", "x");
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["method"], "workspace/diagnostic/refresh");
  EXPECT_TRUE(written[0]["id"].is_string());
}

TEST_F(SupervisorTest, AWorkerKilledFromOutsideIsNobodysFault) {
  initialize();
  open("a", "x");
  busy(Step::Parse, "a");
  supervisor.workerEnded();
  busy(Step::Parse, "a");
  supervisor.workerEnded();
  EXPECT_FALSE(crashLog->knowsFailure());
  change("a", 2, "y");
  busy(Step::Parse, "a");
  supervisor.workerEnded();
  EXPECT_FALSE(crashLog->knowsFailure());
}

TEST_F(SupervisorTest, AgainAndAgainWithTheSameTextItIsTheText) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 3; ++i) {
    busy(Step::Parse, "a");
    supervisor.workerEnded();
  }
  EXPECT_EQ(crashLog->failuresOf(Step::Update, "x").size(), 1u);
}

TEST_F(SupervisorTest, ADocumentThatKillsOnIsGivenUp) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 24; ++i)
    crash(Step::Parse, "a", "statement " + std::to_string(i));
  EXPECT_TRUE(crashLog->failuresOf(Step::Update, "x").empty());
  crash(Step::Parse, "a", "one more");
  EXPECT_EQ(crashLog->failuresOf(Step::Update, "x").size(), 1u);
}

TEST_F(SupervisorTest, RestartsArePutOffWhenTheyAreMany) {
  initialize();
  for (int i = 0; i < 32; ++i)
    supervisor.workerEnded();
  EXPECT_EQ(workers.size(), 33u);
  timers.clear();
  supervisor.workerEnded();
  EXPECT_EQ(workers.size(), 33u);
  ASSERT_EQ(timers.size(), 1u);
  EXPECT_EQ(timers[0].first, 100ms);
  open("late", "text"); // Meanwhile the client goes on.
  hover(9, "late");
  notify("$/cancelRequest", {{"id", 9}});
  EXPECT_THAT(errorCodes(), ElementsAre(-32800));
  runTimer();
  ASSERT_EQ(workers.size(), 34u);
  EXPECT_EQ(worker().methods().back(), "textDocument/didOpen");
  // Much later all is forgotten.
  clock.time += 60s;
  supervisor.workerEnded();
  EXPECT_EQ(workers.size(), 35u);
}

TEST_F(SupervisorTest, WhatADeadWorkerHasBegunToShowIsEnded) {
  initialize();
  auto show = [&](std::string token, const char *kind) {
    supervisor.fromWorker(lsp::encodeNotification(
        "$/progress", lsp::encode(lsp::ProgressParams{
                          lsp::quoted(token), json{{"kind", kind}}.dump()})));
  };
  show("over", "begin");
  show("over", "end");
  show("open", "begin");
  show("open", "report");
  written.clear();
  open("a", "text");
  crash(Step::Parse, "a", "text", {Failure::Kind::Crash, 3});
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0]["method"], "$/progress");
  EXPECT_EQ(written[0]["params"]["token"], "open");
  EXPECT_EQ(written[0]["params"]["value"]["kind"], "end");
}
