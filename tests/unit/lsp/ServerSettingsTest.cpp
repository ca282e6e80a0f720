//===- ServerSettingsTest.cpp - Settings, and the pulls that follow them --===//

#include "ServerSession.h"

#include "server/protocol/Uri.h"

#include <filesystem>
#include <fstream>

using namespace shapels;
using namespace shapels::test;
namespace fs = std::filesystem;

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

//===----------------------------------------------------------------------===//
// While settings are read
//===----------------------------------------------------------------------===//

static const json capabilitiesToPull = {
    {"capabilities", {{"textDocument", {{"diagnostic", json::object()}}}}}};

/// A document waits for its settings, and nothing else does.
TEST_F(ServerTest, WhatIsAskedBeforeTheSettingsAreReadIsAnsweredThen) {
  initialize();
  open("test:///a", "func.func private @a()");
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", "test:///a"}, {"version", 2}}},
          {"contentChanges", {{{"text", "func.func private @b()"}}}}});
  request(1, "textDocument/documentSymbol",
          {{"textDocument", {{"uri", "test:///a"}}}});
  for (size_t i = 1; i < strands.size(); ++i)
    EXPECT_EQ(strands[i]->size(), 0u);
  request(2, "textDocument/unheardOf");
  io.runAll();
  EXPECT_EQ(errorCode(2), -32601);
  EXPECT_TRUE(reply(1).is_null());
  notify("textDocument/didClose", {{"textDocument", {{"uri", "test:///a"}}}});
  settle();
  EXPECT_EQ(reply(1)["result"][0]["name"], "b");
}

TEST_F(ServerTest, WhatIsAskedBehindNewSettingsSeesThem) {
  initialize(capabilitiesToPull);
  open("test:///a", "BAD");
  settle();
  json pull = {{"textDocument", {{"uri", "test:///a"}}}};
  request(1, "textDocument/diagnostic", pull);
  notify("workspace/didChangeConfiguration",
         {{"settings", {{"severity", {{"mlir-parse", "hint"}}}}}});
  notify("workspace/didChangeConfiguration",
         {{"settings", {{"severity", {{"mlir-parse", "warning"}}}}}});
  request(3, "textDocument/diagnostic", pull);
  hover(4, "test:///a");
  settle();
  EXPECT_EQ(errorCode(1), -32802) << "its answer would be of old settings";
  EXPECT_EQ(reply(3)["result"]["items"][0]["severity"], 2);
  EXPECT_TRUE(reply(4).contains("result"));
}

TEST_F(ServerTest, ADocumentWithoutNewSettingsAnswersWhatWasAskedBefore) {
  initialize(capabilitiesToPull);
  open("test:///a", "BAD");
  settle();
  request(1, "textDocument/diagnostic",
          {{"textDocument", {{"uri", "test:///a"}}}});
  notify("workspace/didChangeWatchedFiles", {{"changes", json::array()}});
  settle();
  EXPECT_TRUE(reply(1).contains("result"));
}

TEST_F(ServerTest, SettingsThatDoNotComeHoldNothingBackForLong) {
  initialize(
      {{"initializationOptions", {{"severity", {{"mlir-parse", "hint"}}}}}});
  open("test:///a", "BAD");
  hover(1, "test:///a");
  auto runAllButSettings = [this] {
    for (size_t i = 1; i < strands.size(); ++i)
      strands[i]->runAll();
    io.runAll();
  };
  runAllButSettings();
  EXPECT_TRUE(reply(1).is_null());
  passTime();
  runAllButSettings();
  EXPECT_TRUE(reply(1).contains("result"));
  auto published = notified("textDocument/publishDiagnostics");
  ASSERT_EQ(published.size(), 1u);
  EXPECT_EQ(published[0]["diagnostics"][0]["severity"], 4);
  EXPECT_EQ(notified("window/logMessage").size(), 1u);
  // Nor is anything else held back until they come.
  open("test:///b", "module {}");
  notify("workspace/didChangeConfiguration",
         {{"settings", {{"severity", {{"mlir-parse", "warning"}}}}}});
  hover(2, "test:///b");
  hover(3, "test:///a");
  runAllButSettings();
  EXPECT_TRUE(reply(2).contains("result"));
  EXPECT_TRUE(reply(3).contains("result"));
  EXPECT_EQ(notified("window/logMessage").size(), 1u);
  // Then they hold.
  settle();
  published = notified("textDocument/publishDiagnostics");
  EXPECT_EQ(published.back()["uri"], "test:///a");
  EXPECT_EQ(published.back()["diagnostics"][0]["severity"], 2);
  // And are waited for again.
  open("test:///c", "module {}");
  hover(4, "test:///c");
  runAllButSettings();
  EXPECT_TRUE(reply(4).is_null());
}

TEST_F(ServerTest, TheEndDoesNotWaitForSettingsThatDoNotCome) {
  initialize();
  open("test:///a", "module {}");
  open("test:///b", "module {}");
  hover(1, "test:///a");
  hover(2, "test:///b");
  notify("textDocument/didClose", {{"textDocument", {{"uri", "test:///b"}}}});
  request(3, "shutdown");
  io.runAll();
  EXPECT_TRUE(reply(3).is_null());
  passTime();
  for (size_t i = 1; i < strands.size(); ++i)
    strands[i]->runAll();
  io.runAll();
  for (int id : {1, 2, 3})
    EXPECT_TRUE(reply(id).contains("result")) << id;
}
