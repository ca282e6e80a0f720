//===- ServerSession.h - A client's session without threads -----*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_LSP_SERVERSESSION_H
#define SHAPELS_TESTS_UNIT_LSP_SERVERSESSION_H

#include "../transport/Fakes.h"

#include "server/lsp/Server.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace shapels::test {

using nlohmann::json;

struct CountingGuard : CrashGuard {
  GuardedTask begin(const GuardedTask &task) override {
    parses += task.step == Step::Parse;
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
            crashGuard,
            {},
            [this](std::chrono::milliseconds, std::function<void()> task) {
              waiting.push_back(std::move(task));
            },
            [this](ProjectSources sources, auto progress, auto done) {
              readProjects.push_back(
                  {std::move(sources), std::move(progress), std::move(done)});
            }};
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
  /// The settings of what was opened are read.
  void readSettings() {
    strands[0]->runAll();
    io.runAll();
  }
  /// All that was to be done after a time is done.
  void passTime() {
    for (auto &task : std::exchange(waiting, {}))
      task();
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
  /// The params, or null, of what was sent by that method.
  std::vector<json> notified(std::string_view method) const {
    std::vector<json> result;
    for (const json &message : written)
      if (message.contains("method") && message["method"] == method)
        result.push_back(message.value("params", json()));
    return result;
  }

  ManualExecutor io, background;
  /// The first one reads settings. Each document has two: one of its own, and
  /// one for its readers.
  std::vector<std::shared_ptr<ManualExecutor>> strands;
  std::vector<std::function<void()>> waiting;
  RecordingLog log;
  CountingGuard crashGuard;
  std::vector<json> written;
  std::vector<int> exitCodes;
  /// .td files that were asked for, and who takes what they define.
  struct ReadProject {
    ProjectSources sources;
    ProjectProgress progress;
    std::function<void(ProjectCatalogue)> done;
  };
  std::vector<ReadProject> readProjects;
  Server server;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_LSP_SERVERSESSION_H
