//===- DocumentSessionTest.cpp - Order, coalescing, staleness -------------===//

#include "DocumentSessionFixture.h"

using namespace shapels;
using namespace shapels::test;

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
