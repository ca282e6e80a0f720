//===- ReadersTest.cpp - Two threads in one document ----------------------===//
//
// With threads, as opposed to the other tests: for ThreadSanitizer, too.
//
//===----------------------------------------------------------------------===//

#include "../transport/Fakes.h"

#include "core/analysis/Section.h"
#include "server/features/Navigation.h"
#include "server/features/Symbols.h"
#include "server/lsp/DocumentSession.h"
#include "server/transport/AsioLoop.h"

#include <gtest/gtest.h>

#include <future>
#include <mutex>

using namespace shapels;

TEST(Readers, ReadOnlyWhileTheyMay) {
  AsioLoop loop(/*poolThreads=*/2);
  auto readers = std::make_shared<Readers>(loop.makeStrand());
  std::atomic<uint64_t> generation = 0;
  uint64_t text = 0;
  std::promise<void> done;
  std::unique_ptr<Executor> strand = loop.makeStrand();
  strand->post([&] {
    while (text < 2000) {
      ++text;
      ReadersScope reading(*readers, text);
      generation = text;
      std::this_thread::yield();
    }
    done.set_value();
  });
  std::atomic<unsigned> ran = 0, wrong = 0;
  unsigned taken = 0;
  std::future<void> end = done.get_future();
  while (end.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    uint64_t now = generation;
    taken += readers->post(now, [&, now] {
      wrong += text != now;
      ++ran;
    });
  }
  loop.joinPool();
  EXPECT_EQ(ran, taken);
  EXPECT_EQ(wrong, 0u);
}

namespace {

struct CountingRoute : ReplyRoute {
  void answer(uint64_t, Response response) override {
    std::lock_guard lock(mutex);
    ++(response.error ? errors : results);
  }
  std::mutex mutex;
  unsigned results = 0, errors = 0;
};

/// Asks for names on and on while a long text is analysed and edited.
class Client {
public:
  explicit Client(AsioLoop &loop)
      : loop(loop), environment{loop.io(), loop.background(), log, {}, {}} {
    environment.garbageBytes = environment.garbageTexts = 0;
    environment.publish = [this](const lsp::PublishDiagnosticsParams &params) {
      findings = *params.diagnosticsJson;
    };
    session = std::make_shared<DocumentSession>(environment, loop.makeStrand(),
                                                loop.makeStrand(), "test:///a");
  }

  void begin() {
    std::string text;
    for (int i = 0; text.size() < lsp::longMessage; ++i)
      text += "func.func @f" + std::to_string(i) +
              "(%0: tensor<4xf32>) {\n  %1 = arith.addf %0, %0 : "
              "tensor<4xf32>\n  return\n}\n";
    session->open({"test:///a", 1, std::move(text)});
    session->begin(Configuration());
    step();
  }

  std::shared_ptr<CountingRoute> answers = std::make_shared<CountingRoute>();
  std::string findings;
  static constexpr int steps = 300;

private:
  void step() {
    session->query(DocumentSession::Needs::Statements,
                   ReplyOnce(answers, 1, {}), [](const Document &document) {
                     EXPECT_FALSE(documentSymbols(document).empty());
                     EXPECT_EQ(definition(document, DocumentOffset{12}).size(),
                               1u);
                     return std::string("[]");
                   });
    if (done % 50 == 25)
      session->change(
          {"test:///a", done, {{PositionRange{{1, 0}, {1, 0}}, " "}}});
    if (++done < steps)
      return loop.io().post([this] { step(); });
    session->change(
        {"test:///a", done, {{PositionRange{{3, 1}, {3, 1}}, "\nBAD"}}});
    session->hold(std::shared_ptr<void>(
        nullptr, [this](void *) { loop.io().post([this] { loop.stop(); }); }));
  }

  AsioLoop &loop;
  RecordingLog log;
  DocumentSession::Environment environment;
  std::shared_ptr<DocumentSession> session;
  int done = 0;
};

} // namespace

TEST(Readers, AskForNamesWhileALongTextIsAnalysed) {
  AsioLoop loop(/*poolThreads=*/3);
  Client client(loop);
  loop.io().post([&] { client.begin(); });
  loop.run();
  loop.joinPool();
  EXPECT_EQ(client.answers->results, unsigned(Client::steps));
  EXPECT_EQ(client.answers->errors, 0u);
  EXPECT_NE(client.findings.find("BAD"), std::string::npos) << client.findings;
}
