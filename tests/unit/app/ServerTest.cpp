//===- ServerTest.cpp - A client's session without threads ----------------===//

#include "../transport/Fakes.h"

#include "shapels/app/Server.h"
#include "shapels/protocol/Uri.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace shapels;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct CountingWatch : Watch {
  Errand begin(const Errand &errand) override {
    parses += errand.step == Step::Parse;
    return {};
  }
  unsigned parses = 0;
};

class ServerTest : public testing::Test {
protected:
  ServerTest() : server(runtime(), ConfigOptions()) {}

  ServerRuntime runtime() {
    return {io,
            background,
            [this] {
              strands.push_back(std::make_shared<ManualExecutor>());
              return std::make_unique<SharedExecutor>(strands.back());
            },
            log,
            [this](std::string body) { written.push_back(json::parse(body)); },
            [this](int code) { exitCodes.push_back(code); },
            watch};
  }

  void notify(std::string method, json params = nullptr) {
    server.receive(json{{"jsonrpc", "2.0"},
                        {"method", std::move(method)},
                        {"params", std::move(params)}}
                       .dump());
  }
  void request(json id, std::string method, json params = nullptr) {
    server.receive(json{{"jsonrpc", "2.0"},
                        {"id", std::move(id)},
                        {"method", std::move(method)},
                        {"params", std::move(params)}}
                       .dump());
  }
  void initialize(json params = json::object()) {
    request(0, "initialize", std::move(params));
    settle();
    written.clear();
  }
  void open(std::string uri, std::string text) {
    notify("textDocument/didOpen",
           {{"textDocument",
             {{"uri", uri}, {"version", 1}, {"text", std::move(text)}}}});
  }
  void hover(json id, std::string uri) {
    request(std::move(id), "textDocument/hover",
            {{"textDocument", {{"uri", uri}}},
             {"position", {{"line", 0}, {"character", 0}}}});
  }
  void settle() {
    bool isBusy = true;
    while (isBusy) {
      io.runAll();
      isBusy = false;
      isBusy |= background.size() > 0;
      background.runAll();
      for (auto &strand : strands) {
        isBusy |= strand->size() > 0;
        strand->runAll();
      }
      isBusy |= io.size() > 0;
    }
  }

  /// The reply to the request, or null.
  json reply(json id) const {
    for (const json &message : written)
      if (message.contains("id") && message["id"] == id)
        return message;
    return nullptr;
  }
  int errorCode(json id) const { return reply(id)["error"]["code"]; }
  /// The params of all notifications of that method.
  std::vector<json> notified(std::string_view method) const {
    std::vector<json> result;
    for (const json &message : written)
      if (message.contains("method") && message["method"] == method)
        result.push_back(message["params"]);
    return result;
  }

  ManualExecutor io, background;
  std::vector<std::shared_ptr<ManualExecutor>> strands;
  RecordingLog log;
  CountingWatch watch;
  std::vector<json> written;
  std::vector<int> exitCodes;
  Server server;
};

} // namespace

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
  EXPECT_TRUE(strands.empty());
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
  // Each has one of its own, and one for its readers.
  ASSERT_EQ(strands.size(), 4u);
  // The second document does not wait for the first.
  strands[2]->runAll();
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

TEST_F(ServerTest, ALongMessageThatIsBrokenLeavesAnEmptyDocument) {
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
  EXPECT_TRUE(reply(1).contains("result"));
}

TEST_F(ServerTest, ReplacesADocumentOpenedTwice) {
  initialize();
  open("test:///a", "BAD");
  open("test:///a", "module {}");
  strands[2]->runAll();
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

//===----------------------------------------------------------------------===//
// Settings, trace
//===----------------------------------------------------------------------===//

TEST_F(ServerTest, TakesSettingsAtAnyTime) {
  initialize(
      {{"initializationOptions", {{"severity", {{"mlir-parse", "off"}}}}}});
  open("test:///a", "BAD");
  settle();
  EXPECT_TRUE(notified("textDocument/publishDiagnostics")
                  .back()["diagnostics"]
                  .empty());
  notify(
      "workspace/didChangeConfiguration",
      {{"settings", {{"shapels", {{"severity", {{"mlir-parse", "hint"}}}}}}}});
  settle();
  auto diagnostics =
      notified("textDocument/publishDiagnostics").back()["diagnostics"];
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0]["severity"], 4);
  // What the client no longer sets is as it was at the start.
  notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  settle();
  EXPECT_TRUE(notified("textDocument/publishDiagnostics")
                  .back()["diagnostics"]
                  .empty());
}

TEST_F(ServerTest, OffersPullsToThoseWhoKnowThem) {
  request(0, "initialize", json::object());
  settle();
  EXPECT_FALSE(
      reply(0)["result"]["capabilities"].contains("diagnosticProvider"));
}

TEST_F(ServerTest, ToldToPullAgainWhenSettingsChange) {
  auto refreshes = [&] {
    return notified("workspace/diagnostic/refresh").size();
  };
  json settings = {{"settings", {{"severity", {{"mlir-parse", "warning"}}}}}};
  initialize(
      {{"capabilities",
        {{"textDocument", {{"diagnostic", json::object()}}},
         {"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}}}});
  open("test:///a", "BAD");
  auto pull = [&](int id) {
    request(id, "textDocument/diagnostic",
            {{"textDocument", {{"uri", "test:///a"}}}});
    settle();
    return reply(id)["result"]["items"][0]["severity"];
  };
  EXPECT_EQ(pull(1), 1);
  notify("workspace/didChangeConfiguration", settings);
  settle();
  EXPECT_EQ(refreshes(), 1u);
  EXPECT_TRUE(written.back().contains("id")) << "a request";
  server.receive(R"({"jsonrpc":"2.0","id":"shapels:1","result":null})");
  EXPECT_EQ(pull(2), 2);
  notify("workspace/didChangeConfiguration", settings);
  settle();
  EXPECT_EQ(refreshes(), 1u) << "nothing changed";
  request(3, "textDocument/diagnostic",
          {{"textDocument", {{"uri", "test:///b"}}}});
  settle();
  EXPECT_EQ(errorCode(3), -32602);
  EXPECT_TRUE(notified("textDocument/publishDiagnostics").empty());
}

/// A client that pulls, and a folder with a `.shapels.json`.
class PulledFolderTest : public ServerTest {
protected:
  PulledFolderTest() {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    folder = testing::TempDir() + "shapels-" + test->name();
    fs::remove_all(folder);
    fs::create_directories(folder);
    initialize(
        {{"capabilities",
          {{"textDocument", {{"diagnostic", json::object()}}},
           {"workspace", {{"diagnostics", {{"refreshSupport", true}}}}}}}});
  }
  ~PulledFolderTest() override { fs::remove_all(folder); }

  std::string uri(const std::string &name) const {
    return lsp::fileUri(folder + "/" + name);
  }
  void writeConfig(std::string_view text) const {
    std::ofstream(folder + "/.shapels.json") << text;
  }
  json pull(int id, const std::string &name) {
    request(id, "textDocument/diagnostic",
            {{"textDocument", {{"uri", uri(name)}}}});
    settle();
    return reply(id)["result"]["items"];
  }
  /// The codes in each list that was pushed; all are for the `.shapels.json`.
  std::vector<std::vector<std::string>> pushed() const {
    std::vector<std::vector<std::string>> result;
    for (const json &params : notified("textDocument/publishDiagnostics")) {
      EXPECT_EQ(params["uri"], uri(".shapels.json"));
      for (result.emplace_back(); const json &each : params["diagnostics"])
        result.back().push_back(each["code"]);
    }
    return result;
  }
  using Codes = std::vector<std::vector<std::string>>;

  std::string folder;
};

TEST_F(PulledFolderTest, ItsSettingsFileIsFollowed) {
  writeConfig(R"({"plugin": []})");
  open(uri("a.mlir"), "BAD");
  EXPECT_EQ(pull(1, "a.mlir")[0]["severity"], 1);
  EXPECT_EQ(pushed(), Codes({{"invalid-config"}}));
  writeConfig(R"({"severity": {"mlir-parse": "warning"}})");
  for (int i = 0; i < 2; ++i)
    notify("workspace/didChangeWatchedFiles", {{"changes", json::array()}});
  settle();
  EXPECT_EQ(notified("workspace/diagnostic/refresh").size(), 1u)
      << "nothing changes the second time";
  EXPECT_EQ(pushed(), Codes({{"invalid-config"}, {}}));
  EXPECT_EQ(pull(2, "a.mlir")[0]["severity"], 2);
}

TEST_F(PulledFolderTest, NothingIsPushedForADocument) {
  writeConfig(R"({"plugin": []})");
  open(uri("a.mlir"), "");
  settle();
  EXPECT_EQ(pushed(), Codes({{"invalid-config"}}));
  open(uri(".shapels.json"), "BAD");
  EXPECT_EQ(pull(1, ".shapels.json")[0]["code"], "mlir-parse");
  EXPECT_EQ(pushed(), Codes({{"invalid-config"}, {}}));
  notify("textDocument/didClose",
         {{"textDocument", {{"uri", uri(".shapels.json")}}}});
  settle();
  EXPECT_EQ(pushed(), Codes({{"invalid-config"}, {}, {"invalid-config"}}));
}

TEST_F(PulledFolderTest, ItsSettingsHoldForLongTexts) {
  writeConfig(R"({"severity": {"mlir-parse": "warning"}})");
  open(uri("a.mlir"), "BAD" + std::string(lsp::longMessage, ' '));
  EXPECT_EQ(pull(1, "a.mlir")[0]["severity"], 2);
}

TEST_F(ServerTest, APullBehindWhichTheTextChangesIsToBeAskedAgain) {
  initialize(
      {{"capabilities", {{"textDocument", {{"diagnostic", json::object()}}}}}});
  open("test:///a", "BAD");
  request(1, "textDocument/diagnostic",
          {{"textDocument", {{"uri", "test:///a"}}}});
  request(2, "textDocument/diagnostic",
          {{"textDocument", {{"uri", "test:///a"}}}});
  notify("$/cancelRequest", {{"id", 2}});
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", "test:///a"}, {"version", 2}}},
          {"contentChanges", {{{"text", "module {}"}}}}});
  request(3, "textDocument/diagnostic",
          {{"textDocument", {{"uri", "test:///a"}}}});
  notify("textDocument/didClose", {{"textDocument", {{"uri", "test:///a"}}}});
  settle();
  EXPECT_EQ(errorCode(1), -32802);
  EXPECT_EQ(errorCode(2), -32800);
  EXPECT_EQ(errorCode(3), -32802);
  EXPECT_EQ(reply(3)["error"]["data"], (json{{"retriggerRequest", false}}));
}

TEST_F(ServerTest, ShowsComplaintsAboutSettings) {
  initialize();
  notify("workspace/didChangeConfiguration",
         {{"settings", {{"broadcastRules", "numpy"}}}});
  settle();
  auto shown = notified("window/showMessage");
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0]["type"], 2);
  EXPECT_EQ(shown[0]["message"],
            "shapels: the setting 'broadcastRules' is \"numpy\", but must be "
            "one of \"spec\", \"mlir\"");
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
  unsigned before = watch.parses;
  hover(1, name(most));
  hover(2, name(1));
  settle();
  EXPECT_EQ(watch.parses, before);
  hover(3, name(0));
  settle();
  EXPECT_EQ(watch.parses, before + 1);
  hover(4, name(2));
  settle();
  EXPECT_EQ(watch.parses, before + 2) << "it made room for the first one";
  for (int id : {1, 2, 3, 4})
    EXPECT_TRUE(reply(id).contains("result"));
}
