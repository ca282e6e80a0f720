//===- SupervisorFixture.h - Without processes and time ---------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SUPERVISOR_SUPERVISORFIXTURE_H
#define SHAPELS_TESTS_UNIT_SUPERVISOR_SUPERVISORFIXTURE_H

#include "../transport/Fakes.h"

#include "server/protocol/Encode.h"
#include "server/supervisor/Supervisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace shapels::test {

using namespace std::chrono_literals;
using nlohmann::json;

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
      : crashLog(SharedCrashLog::make(), SharedCrashLog::release),
        supervisor(runtime(), 4s) {
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
            *crashLog,
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
  CrashLogSlot &busy(Step step, const std::string &uri) {
    CrashLogSlot &slot = *crashLog->workerSlot().takeSlot();
    slot.document = TextKey::of(uri).hash;
    slot.step = step;
    slot.thread = 77;
    slot.since =
        std::chrono::nanoseconds(clock.time.time_since_epoch()).count();
    slot.wholeSince = slot.since.load();
    return slot;
  }
  void crash(Step step, const std::string &uri, const std::string &text,
             Failure failure = {}) {
    CrashLogSlot &slot = busy(step, uri);
    slot.culpritStep = step;
    slot.culprit = TextKey::of(text);
    slot.failure = failure;
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

  std::unique_ptr<SharedCrashLog, void (*)(SharedCrashLog *)> crashLog;
  FakeClock clock;
  RecordingLog log;
  std::vector<json> written;
  std::vector<std::unique_ptr<FakeWorker>> workers;
  std::vector<std::pair<std::chrono::milliseconds, std::function<void()>>>
      timers;
  std::vector<int> exitCodes;
  Supervisor supervisor;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SUPERVISOR_SUPERVISORFIXTURE_H
