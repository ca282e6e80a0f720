//===- WhileAnalysingTest.cpp - Who asks and edits meanwhile --------------===//

#include "DocumentSessionFixture.h"

#include "ods/TestCatalogue.h"

using namespace shapels;
using namespace shapels::test;

TEST_F(DocumentSessionTest, AnswersNamesWhileItAnalyses) {
  open("a");
  crashGuard.whileParsing = [&] {
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
  crashGuard.whileParsing = [&] {
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
  crashGuard.whileParsing = [&] { replace(2, "module {}"); };
  settle();
  EXPECT_EQ(versions(), Versions{2});
  EXPECT_LE(crashGuard.verifies, 4u);
}

/// A catalogue with one op, `NAME` of no operands.
static Configuration withOp(std::string name) {
  OpDefinition op;
  op.name = std::move(name);
  Configuration configuration;
  configuration.projectOps = catalogueOf({{op}, {}, {}});
  return configuration;
}

TEST_F(DocumentSessionTest, OpsThatTheTextLacksStopNoAnalysis) {
  open(longText());
  settle();
  unsigned parses = crashGuard.parses, verifies = crashGuard.verifies;
  EXPECT_FALSE(session->configure(withOp("my.op")));
  settle();
  EXPECT_EQ(crashGuard.parses, parses);
  EXPECT_EQ(crashGuard.verifies, verifies);
  EXPECT_EQ(refreshes, 0u);
  askText();
  settle();
  EXPECT_EQ(crashGuard.parses, parses);
  EXPECT_TRUE(wasUpToDate);
}

TEST_F(DocumentSessionTest, OpsOfTheTextAreReadAnew) {
  open("func.func @f() {\n  my.op\n  return\n}\n");
  settle();
  unsigned parses = crashGuard.parses;
  session->configure(withOp("my.op"));
  settle();
  EXPECT_GT(crashGuard.parses, parses);
  EXPECT_EQ(refreshes, 1u);
}

TEST_F(DocumentSessionTest, AnEditStopsNoUpdateOfALongText) {
  open(longText());
  settle();
  unsigned before = crashGuard.verifies;
  auto insert = [&](int64_t version) {
    session->change({"test:///a",
                     version,
                     {{PositionRange{{0, 0}, {0, 0}}, "func.func @x()\n"}}});
  };
  crashGuard.whileParsing = [&] { insert(3); };
  insert(2);
  settle();
  EXPECT_EQ(versions(), (Versions{1, 3}));
  EXPECT_LT(crashGuard.verifies, before + 50) << "opened anew";
}

TEST_F(DocumentSessionTest, WhoNeedsAnAnalysisThatIsStoppedIsTold) {
  open(longText());
  askText();
  crashGuard.whileParsing = [&] { replace(2, "module {}"); };
  settle();
  EXPECT_TRUE(asked.empty());
  EXPECT_EQ(answers->texts,
            std::vector<std::string>{"the document has changed since"});
}

TEST_F(DocumentSessionTest, WhatWasStoppedIsDoneInTheEnd) {
  std::string text = longText();
  open(text);
  crashGuard.whileParsing = [&] {
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
