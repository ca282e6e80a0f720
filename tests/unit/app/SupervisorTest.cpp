//===- SupervisorTest.cpp - Without processes and without time ------------===//

#include "../transport/Fakes.h"

#include "shapels/app/supervisor/Supervisor.h"
#include "shapels/protocol/Encode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using namespace std::chrono_literals;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct FakeClock : Clock {
  std::chrono::steady_clock::time_point now() const override { return time; }
  std::chrono::steady_clock::time_point time{1000s};
};

/// What was done to one worker.
struct FakeWorker {
  std::vector<json> received;
  std::vector<int32_t> interrupted;
  bool inputEnded = false, isKilled = false;

  std::vector<std::string> methods() const {
    std::vector<std::string> result;
    for (const json &message : received)
      result.push_back(message["method"]);
    return result;
  }
  std::vector<std::string> opened() const {
    std::vector<std::string> result;
    for (const json &message : received)
      if (message["method"] == "textDocument/didOpen")
        result.push_back(message["params"]["textDocument"]["uri"]);
    return result;
  }
};

struct FakeLink : WorkerLink {
  explicit FakeLink(FakeWorker &worker) : worker(worker) {}
  void send(std::string body) override {
    worker.received.push_back(json::parse(body, nullptr, false));
  }
  void pass(std::string bytes) override {
    reader.feed(bytes);
    while (std::optional<Frame> frame = reader.next())
      worker.received.push_back(json::parse(frame->text, nullptr, false));
  }
  void endInput() override { worker.inputEnded = true; }
  void interrupt(int32_t thread) override {
    worker.interrupted.push_back(thread);
  }
  void kill() override { worker.isKilled = true; }
  FakeWorker &worker;
  ContentLengthReader reader;
};

class SupervisorTest : public testing::Test {
protected:
  SupervisorTest()
      : board(Board::make(), Board::release), supervisor(runtime(), 4s) {
    supervisor.start();
  }

  SupervisorRuntime runtime() {
    return {[this](std::string body) { written.push_back(json::parse(body)); },
            [this]() -> std::unique_ptr<WorkerLink> {
              workers.push_back(std::make_unique<FakeWorker>());
              return std::make_unique<FakeLink>(*workers.back());
            },
            [this](std::chrono::milliseconds time, std::function<void()> task) {
              timers.emplace_back(time, std::move(task));
            },
            *board,
            clock,
            log,
            [this](int code) { exitCodes.push_back(code); }};
  }

  void send(const json &message) {
    supervisor.fromClient(frame(message.dump()));
  }
  void notify(std::string method, json params = json::object()) {
    send(json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  void request(json id, std::string method, json params = json::object()) {
    send(json{{"jsonrpc", "2.0"},
              {"id", id},
              {"method", method},
              {"params", params}});
  }
  void answer(std::string id, std::string result = "null") {
    supervisor.fromWorker(lsp::encodeResult(id, result));
  }
  void initialize() {
    request(0, "initialize", {{"capabilities", json::object()}});
    answer("0", "{}");
    notify("initialized");
    written.clear();
  }
  void open(std::string uri, std::string text) {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"version", 1}, {"text", text}}}});
  }
  void change(std::string uri, int version, std::string text) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri}, {"version", version}}},
            {"contentChanges", {{{"text", text}}}}});
  }
  void change(std::string uri, int version, json range, std::string text) {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri}, {"version", version}}},
            {"contentChanges", {{{"range", range}, {"text", text}}}}});
  }
  void hover(json id, std::string uri) {
    request(id, "textDocument/hover",
            {{"textDocument", {{"uri", uri}}},
             {"position", {{"line", 0}, {"character", 0}}}});
  }
  void pull(json id, std::string uri) {
    request(id, "textDocument/diagnostic", {{"textDocument", {{"uri", uri}}}});
  }
  void publish(std::string uri, int version, std::string list) {
    supervisor.fromWorker(lsp::encodeNotification(
        "textDocument/publishDiagnostics",
        lsp::encode(lsp::PublishDiagnosticsParams{
            uri, version, std::make_shared<std::string>(list)})));
  }

  /// A thread of the worker has this in hand.
  BoardSlot &busy(Step step, const std::string &uri) {
    BoardSlot &slot = *board->desk().takeSlot();
    slot.document = TextKey::of(uri).hash;
    slot.step = step;
    slot.thread = 77;
    slot.since =
        std::chrono::nanoseconds(clock.time.time_since_epoch()).count();
    return slot;
  }
  void crash(Step step, const std::string &uri, const std::string &text,
             Harm harm = {}) {
    BoardSlot &slot = busy(step, uri);
    slot.guiltyStep = step;
    slot.guilty = TextKey::of(text);
    slot.harm = harm;
    slot.reported = true;
    supervisor.workerEnded();
  }
  void runTimer() {
    ASSERT_FALSE(timers.empty());
    auto task = std::move(timers.front().second);
    clock.time += timers.front().first;
    timers.erase(timers.begin());
    task();
  }

  FakeWorker &worker() { return *workers.back(); }
  std::vector<int> errorCodes() const {
    std::vector<int> result;
    for (const json &message : written)
      if (message.contains("error"))
        result.push_back(message["error"]["code"]);
    return result;
  }

  std::unique_ptr<Board, void (*)(Board *)> board;
  FakeClock clock;
  RecordingLog log;
  std::vector<json> written;
  std::vector<std::unique_ptr<FakeWorker>> workers;
  std::vector<std::pair<std::chrono::milliseconds, std::function<void()>>>
      timers;
  std::vector<int> exitCodes;
  Supervisor supervisor;
};

} // namespace

//===----------------------------------------------------------------------===//
// Passing on
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, PassesEverythingOnBothWays) {
  initialize();
  supervisor.fromClient(frame("no JSON")); // The worker knows what to answer.
  supervisor.fromWorker(R"({"jsonrpc":"2.0","id":null,"error":{}})");
  hover("x", "u");
  answer("\"x\"");
  EXPECT_EQ(written.size(), 2u);
  EXPECT_EQ(workers.size(), 1u);
}

//===----------------------------------------------------------------------===//
// Recovery
//===----------------------------------------------------------------------===//

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
  crash(Step::Parse, "a", "second", {Harm::Kind::Crash, 3});
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_THAT(worker().methods(),
              ElementsAre("initialize", "initialized", "$/setTrace",
                          "workspace/didChangeConfiguration",
                          "textDocument/didOpen", "textDocument/hover"));
  EXPECT_TRUE(worker().received[3]["params"]["settings"].contains("new"));
  json document = worker().received[4]["params"]["textDocument"];
  EXPECT_EQ(document["text"], "second");
  EXPECT_EQ(document["version"], 7);
  EXPECT_THAT(board->harmsOf(Step::Parse, "second"),
              ElementsAre(Harm{Harm::Kind::Crash, 3}));
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
  EXPECT_EQ(board->harmsOf(Step::Update, text).size(), 1u) << "given up";
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
  EXPECT_FALSE(board->knowsHarm()) << "somebody may have killed it";
  dieLoading();
  EXPECT_THAT(board->harmsOf(Step::Load, "plugin.so"), testing::SizeIs(1));
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
  EXPECT_FALSE(board->knowsHarm());
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

TEST_F(SupervisorTest, ARequestIsAskedAgainOnce) {
  initialize();
  open("a", "x");
  hover(1, "a");
  crash(Step::Parse, "a", "one");
  EXPECT_THAT(errorCodes(), IsEmpty());
  crash(Step::Parse, "a", "two");
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
  EXPECT_FALSE(board->knowsHarm());
  change("a", 2, "y");
  busy(Step::Parse, "a");
  supervisor.workerEnded();
  EXPECT_FALSE(board->knowsHarm());
}

TEST_F(SupervisorTest, AgainAndAgainWithTheSameTextItIsTheText) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 3; ++i) {
    busy(Step::Parse, "a");
    supervisor.workerEnded();
  }
  EXPECT_EQ(board->harmsOf(Step::Update, "x").size(), 1u);
}

TEST_F(SupervisorTest, ADocumentThatKillsOnIsGivenUp) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 24; ++i)
    crash(Step::Parse, "a", "statement " + std::to_string(i));
  EXPECT_TRUE(board->harmsOf(Step::Update, "x").empty());
  crash(Step::Parse, "a", "one more");
  EXPECT_EQ(board->harmsOf(Step::Update, "x").size(), 1u);
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

//===----------------------------------------------------------------------===//
// Hangs
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, AStuckThreadIsAskedForAReportAndThenKilled) {
  initialize();
  open("a", "x");
  busy(Step::Parse, "a");
  while (worker().interrupted.empty())
    runTimer();
  EXPECT_THAT(worker().interrupted, ElementsAre(77));
  EXPECT_GE(clock.time, std::chrono::steady_clock::time_point(1004s));
  EXPECT_FALSE(worker().isKilled);
  runTimer();
  EXPECT_TRUE(worker().isKilled);
  supervisor.workerEnded();
  EXPECT_THAT(board->harmsOf(Step::Update, "x"),
              ElementsAre(Harm{Harm::Kind::Timeout}));
}

TEST_F(SupervisorTest, LongTextsMayTakeLonger) {
  initialize();
  open("a", "x");
  busy(Step::Parse, "a").size = 10'000'000;
  while (clock.time < std::chrono::steady_clock::time_point(1013s))
    runTimer();
  EXPECT_THAT(worker().interrupted, IsEmpty());
  while (worker().interrupted.empty())
    runTimer();
}

TEST_F(SupervisorTest, NobodyWatchesAnIdleWorker) {
  initialize();
  while (!timers.empty())
    runTimer();
  open("a", "x");
  EXPECT_EQ(timers.size(), 1u);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, LeavesWithItsWorker) {
  initialize();
  request(9, "shutdown");
  answer("9");
  notify("exit");
  EXPECT_THAT(exitCodes, IsEmpty());
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(SupervisorTest, ExitWithoutShutdownFailsWhatIsPending) {
  initialize();
  open("a", "x");
  hover(1, "a");
  notify("exit");
  supervisor.workerEnded();
  EXPECT_THAT(errorCodes(), ElementsAre(-32802));
  EXPECT_THAT(exitCodes, ElementsAre(1));
}

TEST_F(SupervisorTest, WhatWasAskedBeforeTheEndOfInputIsAnsweredAfterACrash) {
  initialize();
  open("a", "x");
  hover(1, "a");
  supervisor.clientEnded();
  EXPECT_TRUE(worker().inputEnded);
  crash(Step::Parse, "a", "x");
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_EQ(worker().methods().back(), "textDocument/hover");
  EXPECT_TRUE(worker().inputEnded);
  answer("1");
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(1));
}

TEST_F(SupervisorTest, AShutdownUnderWayOutlivesTheWorker) {
  initialize();
  open("a", "x");
  request(9, "shutdown");
  notify("exit");
  crash(Step::Parse, "a", "x");
  EXPECT_THAT(worker().methods(),
              ElementsAre("initialize", "initialized", "textDocument/didOpen",
                          "shutdown", "exit"));
  answer("9");
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(SupervisorTest, AfterShutdownNobodyIsStarted) {
  initialize();
  request(9, "shutdown");
  answer("9");
  supervisor.workerEnded();
  EXPECT_EQ(workers.size(), 1u);
  hover(10, "a");
  EXPECT_THAT(errorCodes(), ElementsAre(-32600));
  notify("exit");
  EXPECT_THAT(exitCodes, ElementsAre(0));
}
