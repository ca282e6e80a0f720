//===- SupervisorTest.cpp - Passing on, hangs, the end --------------------===//

#include "SupervisorFixture.h"

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::IsEmpty;

//===----------------------------------------------------------------------===//
// Passing on
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, PassesEverythingOnBothWays) {
  initialize();
  supervisor.fromClient(frame("no JSON")); // The worker knows what to answer.
  supervisor.fromWorker(R"({"jsonrpc":"2.0","id":null,"error":{}})");
  hover("x", "u");
  answer("\"x\"");
  EXPECT_EQ(written.size(), 2u);
  EXPECT_EQ(workers.size(), 1u);
}

//===----------------------------------------------------------------------===//
// Hangs
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, AStuckThreadIsAskedForAReportAndThenKilled) {
  initialize();
  open("a", "x");
  busy(Step::Parse, "a");
  while (worker().interrupted.empty())
    runTimer();
  EXPECT_THAT(worker().interrupted, ElementsAre(77));
  EXPECT_GE(clock.time, std::chrono::steady_clock::time_point(1004s));
  EXPECT_FALSE(worker().isKilled);
  runTimer();
  EXPECT_TRUE(worker().isKilled);
  supervisor.workerEnded();
  EXPECT_THAT(crashLog->failuresOf(Step::Update, "x"),
              ElementsAre(Failure{Failure::Kind::Timeout}));
}

TEST_F(SupervisorTest, LongTextsMayTakeLonger) {
  initialize();
  open("a", "x");
  busy(Step::Parse, "a").size = 10'000'000;
  while (clock.time < std::chrono::steady_clock::time_point(1013s))
    runTimer();
  EXPECT_THAT(worker().interrupted, IsEmpty());
  while (worker().interrupted.empty())
    runTimer();
}

TEST_F(SupervisorTest, NobodyWatchesAnIdleWorker) {
  initialize();
  while (!timers.empty())
    runTimer();
  open("a", "x");
  EXPECT_EQ(timers.size(), 1u);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

TEST_F(SupervisorTest, LeavesWithItsWorker) {
  initialize();
  request(9, "shutdown");
  answer("9");
  notify("exit");
  EXPECT_THAT(exitCodes, IsEmpty());
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(SupervisorTest, ExitWithoutShutdownFailsWhatIsPending) {
  initialize();
  open("a", "x");
  hover(1, "a");
  notify("exit");
  supervisor.workerEnded();
  EXPECT_THAT(errorCodes(), ElementsAre(-32802));
  EXPECT_THAT(exitCodes, ElementsAre(1));
}

TEST_F(SupervisorTest, WhatWasAskedBeforeTheEndOfInputIsAnsweredAfterACrash) {
  initialize();
  open("a", "x");
  hover(1, "a");
  supervisor.clientEnded();
  EXPECT_TRUE(worker().inputEnded);
  crash(Step::Parse, "a", "x");
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_EQ(worker().methods().back(), "textDocument/hover");
  EXPECT_TRUE(worker().inputEnded);
  answer("1");
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(1));
}

TEST_F(SupervisorTest, AShutdownUnderWayOutlivesTheWorker) {
  initialize();
  open("a", "x");
  request(9, "shutdown");
  notify("exit");
  crash(Step::Parse, "a", "x");
  EXPECT_THAT(worker().methods(),
              ElementsAre("initialize", "initialized", "textDocument/didOpen",
                          "shutdown", "exit"));
  answer("9");
  supervisor.workerEnded();
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(SupervisorTest, AfterShutdownNobodyIsStarted) {
  initialize();
  request(9, "shutdown");
  answer("9");
  supervisor.workerEnded();
  EXPECT_EQ(workers.size(), 1u);
  hover(10, "a");
  EXPECT_THAT(errorCodes(), ElementsAre(-32600));
  notify("exit");
  EXPECT_THAT(exitCodes, ElementsAre(0));
}
