//===- DocumentSessionTest.cpp - Order, coalescing, staleness -------------===//

#include "../transport/Fakes.h"

#include "shapels/app/DocumentSession.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace shapels;
using nlohmann::json;

namespace {

/// Answers of queries, which are texts here.
struct Answers : ReplyRoute {
  void answer(uint64_t, Response response) override {
    texts.push_back(response.error ? response.error->message : response.result);
  }
  std::vector<std::string> texts;
};

/// Sees what is handed to MLIR, and lets the test do something meanwhile.
struct TestWatch : Watch {
  Errand begin(const Errand &errand) override {
    parses += errand.step == Step::Parse;
    verifies += errand.step == Step::Verify;
    if (errand.step == Step::Parse && whileParsing)
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
    session = std::make_shared<DocumentSession>(
        environment, std::make_unique<SharedExecutor>(strand),
        std::make_unique<SharedExecutor>(others), "test:///a");
  }

  void open(std::string text) {
    session->open({"test:///a", 1, std::move(text)}, Configuration());
  }
  void replace(int64_t version, std::string text) {
    session->change({"test:///a", version, {{std::nullopt, std::move(text)}}});
  }
  /// Asks for the text, in the shape of a message list.
  void
  askText(CancelFlag cancelled = {},
          DocumentSession::Needs needs = DocumentSession::Needs::Analysis) {
    session->query(
        needs,
        Reply<std::vector<lsp::Location>>(ReplyOnce(answers, 1, cancelled)),
        [this, needs](const Document &document) {
          bool needsAll = needs == DocumentSession::Needs::Analysis;
          wasUpToDate = document.isUpToDate();
          EXPECT_TRUE(wasUpToDate || !needsAll);
          EXPECT_FALSE(document.sections().empty());
          asked.emplace_back(document.buffer().text());
          garbage = document.garbage();
          return std::vector<lsp::Location>();
        });
  }
  /// Asks for the findings, of which the client has some perhaps.
  void pull(std::optional<std::string> known = std::nullopt) {
    session->pull(
        Reply<lsp::DocumentDiagnosticReport>(ReplyOnce(answers, 1, {})),
        std::move(known));
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

  ManualExecutor io, background;
  std::shared_ptr<ManualExecutor> strand = std::make_shared<ManualExecutor>(),
                                  others = std::make_shared<ManualExecutor>();
  RecordingLog log;
  TestWatch watch;
  DocumentSession::Environment environment{io, background, log, {}, {}, watch};
  std::shared_ptr<Answers> answers = std::make_shared<Answers>();
  std::vector<std::string> asked;
  bool wasUpToDate = false;
  uint64_t garbage = 0;
  std::vector<lsp::PublishDiagnosticsParams> published;
  std::shared_ptr<DocumentSession> session;
};

using Versions = std::vector<std::optional<int64_t>>;

constexpr auto statements = DocumentSession::Needs::Statements;

/// Text that is worth stopping for.
std::string longText() {
  std::string text;
  for (int i = 0; text.size() < lsp::longMessage; ++i)
    text += "func.func private @f" + std::to_string(i) + "()\n";
  return text;
}

} // namespace

TEST_F(DocumentSessionTest, DoesNothingOnTheIoThread) {
  open("BAD");
  replace(2, "BAD BAD");
  askText();
  EXPECT_EQ(io.size(), 0u);
  EXPECT_TRUE(asked.empty());
  settle();
}

TEST_F(DocumentSessionTest, PublishesOnceAfterOpenEvenIfThereIsNothing) {
  open("module {}");
  settle();
  ASSERT_EQ(versions(), Versions{1});
  EXPECT_EQ(*published[0].diagnosticsJson, "[]");
}

TEST_F(DocumentSessionTest, DoesNotRepeatAnUnchangedList) {
  open("BAD");
  replace(2, "BAD ");
  settle();
  EXPECT_EQ(versions(), Versions{2});
  replace(3, "BAD  ");
  settle();
  EXPECT_EQ(versions(), Versions{2});
  replace(4, "module {}");
  settle();
  EXPECT_EQ(versions(), (Versions{2, 4}));
  EXPECT_EQ(*published.back().diagnosticsJson, "[]");
}

TEST_F(DocumentSessionTest, AnalysesQueuedEditsOnce) {
  open("module {}");
  settle();
  for (int version = 2; version < 10; ++version)
    replace(version, std::string(version, ' ') + "BAD");
  strand->runAll();
  EXPECT_EQ(io.size(), 1u) << "one list of findings";
  settle();
  EXPECT_EQ(versions(), (Versions{1, 9}));
  EXPECT_NE(published.back().diagnosticsJson->find("\"character\":9"),
            std::string::npos);
}

TEST_F(DocumentSessionTest, NeverPublishesWhatIsStale) {
  open("BAD");
  strand->runAll();
  ASSERT_EQ(io.size(), 1u);
  // The edit comes between the analysis and its publication.
  replace(2, " BAD");
  io.runAll();
  EXPECT_EQ(versions(), Versions{});
  settle();
  EXPECT_EQ(versions(), Versions{2});
}

TEST_F(DocumentSessionTest, AnswersFromTheTextAtTheRequestsPlace) {
  open("a");
  askText();
  replace(2, "b");
  replace(3, "c");
  askText();
  replace(4, "d");
  settle();
  EXPECT_EQ(asked, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(answers->texts, (std::vector<std::string>{"[]", "[]"}));
}

TEST_F(DocumentSessionTest, AppliesEachChangeToTheResultOfTheOneBefore) {
  open("one\ntwo\n");
  session->change({"test:///a",
                   2,
                   {{PositionRange{{0, 0}, {0, 0}}, "zero\n"},
                    {PositionRange{{1, 0}, {1, 3}}, "1"},
                    {PositionRange{{2, 3}, {9, 9}}, "!"}}});
  askText();
  session->change({"test:///a",
                   3,
                   {{std::nullopt, "abc"},
                    // The wrong way round.
                    {PositionRange{{0, 2}, {0, 1}}, "X"}}});
  askText();
  settle();
  EXPECT_EQ(asked, (std::vector<std::string>{"zero\n1\ntwo!", "aXc"}));
}

TEST_F(DocumentSessionTest, CountsColumnsAsTheClientDoes) {
  struct {
    PositionEncoding encoding;
    uint32_t column;
  } cases[] = {{PositionEncoding::Utf8, 6},
               {PositionEncoding::Utf16, 3},
               {PositionEncoding::Utf32, 2}};
  for (auto [encoding, column] : cases) {
    environment.client.positionEncoding = encoding;
    open("\xC3\xA9\xF0\x9F\x98\x80-");
    session->change(
        {"test:///a", 2, {{PositionRange{{0, column}, {0, column}}, "X"}}});
    askText();
    settle();
    EXPECT_EQ(asked.back(), "\xC3\xA9\xF0\x9F\x98\x80X-");
  }
}

TEST_F(DocumentSessionTest, DoesNotComputeACancelledAnswer) {
  open("a");
  CancelFlag cancelled;
  askText(cancelled);
  cancelled.cancel();
  settle();
  EXPECT_TRUE(asked.empty());
  EXPECT_EQ(answers->texts, std::vector<std::string>{"cancelled"});
}

TEST_F(DocumentSessionTest, TakesFindingsBackOnClose) {
  open("BAD");
  settle();
  replace(2, " BAD");
  strand->runAll();
  askText();
  session->close();
  ASSERT_EQ(published.size(), 2u);
  EXPECT_FALSE(published[1].diagnosticsJson);
  EXPECT_FALSE(published[1].version);
  settle();
  EXPECT_EQ(published.size(), 2u);
  EXPECT_EQ(asked, std::vector<std::string>{" BAD"})
      << "asked before it closed";
}

TEST_F(DocumentSessionTest, AnalysesAgainWithANewConfiguration) {
  open("BAD");
  settle();
  Configuration configuration;
  configuration.severity["mlir-parse"] = std::nullopt;
  configuration.severity["mlir-verify"] = std::nullopt;
  session->configure(configuration);
  settle();
  EXPECT_EQ(versions(), (Versions{1, 1}));
  EXPECT_EQ(*published.back().diagnosticsJson, "[]");
}

TEST_F(DocumentSessionTest, HoldsATokenUntilEarlierWorkIsDone) {
  open("a");
  auto token = std::make_shared<int>(0);
  std::weak_ptr<int> held = token;
  askText();
  session->hold(std::move(token));
  while (strand->size() > 1) {
    strand->runOne();
    EXPECT_FALSE(held.expired());
  }
  EXPECT_EQ(asked.size(), 1u);
  strand->runOne();
  EXPECT_TRUE(held.expired());
}

TEST_F(DocumentSessionTest, AnswersWhatNeedsNoAnalysisBeforeIt) {
  open("module {}");
  askText({}, DocumentSession::Needs::Statements);
  settle();
  replace(2, "BAD");
  askText({}, DocumentSession::Needs::Statements);
  askText({}, DocumentSession::Needs::Statements);
  // The edit, its analysis, which lets those go first that wait, and one.
  for (int task = 0; task < 3; ++task)
    strand->runOne();
  EXPECT_EQ(asked, (std::vector<std::string>{"module {}", "BAD"}));
  EXPECT_FALSE(wasUpToDate);
  // It lets nobody else go first.
  askText();
  strand->runOne();
  EXPECT_EQ(asked.size(), 3u);
  EXPECT_EQ(io.size(), 1u) << "the findings";
  settle();
  EXPECT_EQ(versions(), (Versions{1, 2}));
}

//===----------------------------------------------------------------------===//
// Pulled findings
//===----------------------------------------------------------------------===//

TEST_F(DocumentSessionTest, SendsWhoPullsNothingByItself) {
  environment.client.pullsDiagnostics = true;
  open("BAD");
  settle();
  pull();
  settle();
  session->close();
  settle();
  EXPECT_EQ(versions(), Versions{});
  EXPECT_EQ(report()["kind"], "full");
  EXPECT_EQ(report()["items"].size(), 1u);
}

TEST_F(DocumentSessionTest, SaysWhereTheClientHasTheFindings) {
  environment.client.pullsDiagnostics = true;
  open("BAD");
  pull();
  settle();
  std::string known = report()["resultId"];
  replace(2, "BAD ");
  pull(known);
  settle();
  EXPECT_EQ(report(), (json{{"kind", "unchanged"}, {"resultId", known}}));
  replace(3, " BAD");
  pull(known);
  settle();
  EXPECT_EQ(report()["kind"], "full");
  EXPECT_NE(report()["resultId"], known);
  // The same findings have the same name, in every process.
  replace(4, "BAD");
  pull("of another worker");
  settle();
  EXPECT_EQ(report()["kind"], "full");
  EXPECT_EQ(report()["resultId"], known);
}

TEST_F(DocumentSessionTest, APullOfAnOlderTextIsAskedAgain) {
  environment.client.pullsDiagnostics = true;
  open("BAD");
  pull();
  replace(2, "module {}");
  pull();
  settle();
  ASSERT_EQ(answers->texts.size(), 2u);
  EXPECT_EQ(answers->texts[0], "the document has changed");
  EXPECT_EQ(report()["items"], json::array());
  // Found, and superseded on the way to the client.
  pull();
  strand->runAll();
  replace(3, "BAD");
  settle();
  EXPECT_EQ(answers->texts.back(), "the document has changed");
}

//===----------------------------------------------------------------------===//
// While it analyses
//===----------------------------------------------------------------------===//

TEST_F(DocumentSessionTest, AnswersNamesWhileItAnalyses) {
  open("a");
  watch.whileParsing = [&] {
    askText({}, statements);
    askText();
    others->runAll();
    EXPECT_EQ(asked.size(), 1u) << "the other one needs the analysis";
    EXPECT_FALSE(wasUpToDate);
  };
  settle();
  EXPECT_EQ(asked, (std::vector<std::string>{"a", "a"}));
}

TEST_F(DocumentSessionTest, WhoReadsHasReadBeforeTheTextChanges) {
  open("a");
  watch.whileParsing = [&] {
    askText({}, statements);
    replace(2, "b");
    askText({}, statements);
  };
  // No other thread comes to it in time.
  strand->runAll();
  EXPECT_EQ(asked, (std::vector<std::string>{"a", "b"}));
  settle();
  EXPECT_EQ(asked.size(), 2u);
}

TEST_F(DocumentSessionTest, AnEditStopsTheAnalysisOfALongText) {
  open(longText());
  watch.whileParsing = [&] { replace(2, "module {}"); };
  settle();
  EXPECT_EQ(versions(), Versions{2});
  EXPECT_LE(watch.verifies, 4u);
}

TEST_F(DocumentSessionTest, AnEditStopsNoUpdateOfALongText) {
  open(longText());
  settle();
  unsigned before = watch.verifies;
  auto insert = [&](int64_t version) {
    session->change({"test:///a",
                     version,
                     {{PositionRange{{0, 0}, {0, 0}}, "func.func @x()\n"}}});
  };
  watch.whileParsing = [&] { insert(3); };
  insert(2);
  settle();
  EXPECT_EQ(versions(), (Versions{1, 3}));
  EXPECT_LT(watch.verifies, before + 50) << "opened anew";
}

TEST_F(DocumentSessionTest, WhoNeedsAnAnalysisThatIsStoppedIsTold) {
  open(longText());
  askText();
  watch.whileParsing = [&] { replace(2, "module {}"); };
  settle();
  EXPECT_TRUE(asked.empty());
  EXPECT_EQ(answers->texts,
            std::vector<std::string>{"the document has changed since"});
}

TEST_F(DocumentSessionTest, WhatWasStoppedIsDoneInTheEnd) {
  std::string text = longText();
  open(text);
  watch.whileParsing = [&] {
    session->change(
        {"test:///a", 2, {{PositionRange{{0, 0}, {0, 0}}, "BAD\n"}}});
  };
  settle();
  session->change({"test:///a", 3, {{PositionRange{{0, 0}, {1, 0}}, ""}}});
  askText();
  settle();
  EXPECT_EQ(asked, std::vector<std::string>{text});
  EXPECT_EQ(versions(), (Versions{2, 3}));
  EXPECT_EQ(*published.back().diagnosticsJson, "[]");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(DocumentSessionTest, IsMadeAnewWhereThereIsTooMuchGarbage) {
  environment.garbageBytes = 8;
  environment.garbageTexts = 0;
  open("BAD");
  settle();
  replace(2, "BAD BAD");
  strand->runAll();
  EXPECT_EQ(background.size(), 0u);
  replace(3, "BAD BAD BAD");
  strand->runAll();
  EXPECT_EQ(background.size(), 1u);
  askText();
  strand->runAll();
  EXPECT_GT(garbage, 8u);
  // The text goes on meanwhile.
  replace(4, " BAD");
  settle();
  askText();
  settle();
  EXPECT_LE(garbage, 8u);
  EXPECT_EQ(asked.back(), " BAD");
  EXPECT_EQ(versions(), (Versions{1, 4}));
  unsigned before = watch.parses;
  replace(5, " BAD");
  settle();
  EXPECT_EQ(watch.parses, before) << "nothing is made anew twice";
}

TEST_F(DocumentSessionTest, AClosedDocumentIsNotMadeAnew) {
  environment.garbageBytes = environment.garbageTexts = 0;
  open(longText());
  settle();
  replace(2, "BAD");
  strand->runAll();
  ASSERT_EQ(background.size(), 1u);
  session->close();
  unsigned before = watch.verifies;
  settle();
  EXPECT_EQ(watch.verifies, before);
}

TEST_F(DocumentSessionTest, WhatRestsIsAnalysedAgainWhenItIsTouched) {
  open("BAD");
  pull();
  settle();
  json first = report();
  session->rest();
  settle();
  unsigned before = watch.parses;
  pull();
  askText({}, statements);
  settle();
  EXPECT_EQ(report(), first);
  EXPECT_EQ(watch.parses, before) << "what is shown is kept";
  askText();
  settle();
  EXPECT_GT(watch.parses, before);
  replace(2, "module {}");
  settle();
  EXPECT_EQ(*published.back().diagnosticsJson, "[]");
}

TEST_F(DocumentSessionTest, WhatHasChangedDoesNotRest) {
  open("BAD");
  replace(2, "BAD BAD");
  session->rest();
  settle();
  EXPECT_EQ(versions(), Versions{2});
}
