//===- DocumentMemoryTest.cpp - When memory is given back -----------------===//

#include "DocumentSessionFixture.h"

using namespace shapels;
using namespace shapels::test;

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
  unsigned before = crashGuard.parses;
  replace(5, " BAD");
  settle();
  EXPECT_EQ(crashGuard.parses, before) << "nothing is made anew twice";
}

TEST_F(DocumentSessionTest, AClosedDocumentIsNotMadeAnew) {
  environment.garbageBytes = environment.garbageTexts = 0;
  open(longText());
  settle();
  replace(2, "BAD");
  strand->runAll();
  ASSERT_EQ(background.size(), 1u);
  session->close();
  unsigned before = crashGuard.verifies;
  settle();
  EXPECT_EQ(crashGuard.verifies, before);
}

TEST_F(DocumentSessionTest, WhatRestsIsAnalysedAgainWhenItIsTouched) {
  open("BAD");
  pull();
  settle();
  json first = report();
  session->rest();
  settle();
  unsigned before = crashGuard.parses;
  pull();
  askText({}, statements);
  settle();
  EXPECT_EQ(report(), first);
  EXPECT_EQ(crashGuard.parses, before) << "what is shown is kept";
  askText();
  settle();
  EXPECT_GT(crashGuard.parses, before);
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
