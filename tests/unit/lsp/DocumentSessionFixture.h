//===- DocumentSessionFixture.h - A document, asked by hand -----*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_LSP_DOCUMENTSESSIONFIXTURE_H
#define SHAPELS_TESTS_UNIT_LSP_DOCUMENTSESSIONFIXTURE_H

#include "../transport/Fakes.h"

#include "server/lsp/DocumentSession.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace shapels::test {

using nlohmann::json;

/// Answers of queries, which are texts here.
struct Answers : ReplyRoute {
  void answer(uint64_t, Response response) override {
    texts.push_back(response.error ? response.error->message : response.result);
  }
  std::vector<std::string> texts;
};

/// Sees what is handed to MLIR, and lets the test do something meanwhile.
struct TestGuard : CrashGuard {
  GuardedTask begin(const GuardedTask &task) override {
    parses += task.step == Step::Parse;
    verifies += task.step == Step::Verify;
    if (task.step == Step::Parse && whileParsing)
      std::exchange(whileParsing, nullptr)();
    return {};
  }
  unsigned parses = 0, verifies = 0;
  std::function<void()> whileParsing;
};

class DocumentSessionTest : public testing::Test {
protected:
  DocumentSessionTest() {
    environment.publish = [this](const lsp::PublishDiagnosticsParams &params) {
      published.push_back(params);
    };
    environment.later = [this](std::function<void()> task) {
      whenTimeHasPassed.push_back(std::move(task));
    };
    environment.refresh = [this] { ++refreshes; };
    session = std::make_shared<DocumentSession>(
        environment, std::make_unique<SharedExecutor>(strand),
        std::make_unique<SharedExecutor>(others), "test:///a");
  }

  void open(std::string text) {
    session->open({"test:///a", 1, std::move(text)});
    session->begin(Configuration());
  }
  void replace(int64_t version, std::string text) {
    session->change({"test:///a", version, {{std::nullopt, std::move(text)}}});
  }
  /// Asks for the text; the answer is an empty list.
  void
  askText(CancelFlag cancelled = {},
          DocumentSession::Needs needs = DocumentSession::Needs::Analysis) {
    session->query(needs, ReplyOnce(answers, 1, cancelled),
                   [this, needs](const Document &document) {
                     bool needsAll = needs == DocumentSession::Needs::Analysis;
                     wasUpToDate = document.isUpToDate();
                     EXPECT_TRUE(wasUpToDate || !needsAll);
                     EXPECT_FALSE(document.sections().empty());
                     asked.emplace_back(document.buffer().text());
                     garbage = document.garbage();
                     return std::string("[]");
                   });
  }
  /// Asks for the findings, of which the client has some perhaps.
  void pull(std::optional<std::string> known = std::nullopt) {
    session->pull(ReplyOnce(answers, 1, {}), std::move(known),
                  [](const DocumentSession::Report &report) {
                    const auto &list = report.diagnosticsJson;
                    json result = {{"kind", list ? "full" : "unchanged"},
                                   {"resultId", report.resultId}};
                    if (list)
                      result["items"] = json::parse(*list);
                    return result.dump();
                  });
  }
  /// The answers to come are reports.
  json report() const { return json::parse(answers->texts.back()); }
  void settle() {
    while (strand->size() || others->size() || background.size() || io.size()) {
      strand->runAll();
      others->runAll();
      background.runAll();
      io.runAll();
    }
  }
  std::vector<std::optional<int64_t>> versions() const {
    std::vector<std::optional<int64_t>> result;
    for (const auto &params : published)
      result.push_back(params.version);
    return result;
  }

  /// The time passes after which typing may have come to rest.
  void passTime() {
    for (auto &task : std::exchange(whenTimeHasPassed, {}))
      task();
    settle();
  }

  ManualExecutor io, background;
  std::vector<std::function<void()>> whenTimeHasPassed;
  unsigned refreshes = 0;
  std::shared_ptr<ManualExecutor> strand = std::make_shared<ManualExecutor>(),
                                  others = std::make_shared<ManualExecutor>();
  RecordingLog log;
  TestGuard crashGuard;
  DocumentSession::Environment environment{io, background, log,
                                           {}, {},         crashGuard};
  std::shared_ptr<Answers> answers = std::make_shared<Answers>();
  std::vector<std::string> asked;
  bool wasUpToDate = false;
  uint64_t garbage = 0;
  std::vector<lsp::PublishDiagnosticsParams> published;
  std::shared_ptr<DocumentSession> session;
};

using Versions = std::vector<std::optional<int64_t>>;

inline constexpr auto statements = DocumentSession::Needs::Statements;

/// Text that is worth stopping for.
inline std::string longText() {
  std::string text;
  for (int i = 0; text.size() < lsp::longMessage; ++i)
    text += "func.func private @f" + std::to_string(i) + "()\n";
  return text;
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_LSP_DOCUMENTSESSIONFIXTURE_H
