//===- DeadlinesTest.cpp - What ends in time, whatever the worker does ----===//

#include "SupervisorFixture.h"

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class DeadlinesTest : public SupervisorTest {
protected:
  /// Runs timers until that much time has passed, or none is left.
  void pass(std::chrono::milliseconds time) {
    auto end = clock.time + time;
    while (!timers.empty() && clock.time < end)
      runTimer();
  }
  void close(std::string uri) {
    notify("textDocument/didClose", {{"textDocument", {{"uri", uri}}}});
  }
};

} // namespace

TEST_F(DeadlinesTest, ShutdownDoesNotWaitForAnAnalysis) {
  initialize();
  open("a", "x");
  busy(Step::Update, "a");
  hover(5, "a");
  request(9, "shutdown");
  pass(3s);
  EXPECT_TRUE(worker().isKilled);
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0]["id"], 5);
  EXPECT_EQ(written[0]["error"]["code"], -32802);
  EXPECT_EQ(written[1]["id"], 9);
  EXPECT_TRUE(written[1]["result"].is_null());
  // What the worker has said meanwhile would be a second answer.
  answer("9");
  EXPECT_EQ(written.size(), 2u);
  supervisor.workerEnded();
  notify("exit");
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(DeadlinesTest, ExitDoesNotWaitForAnAnalysis) {
  initialize();
  open("a", "x");
  busy(Step::Update, "a");
  notify("exit");
  pass(3s);
  EXPECT_TRUE(worker().isKilled);
  EXPECT_THAT(exitCodes, ElementsAre(1));
}

/// Nothing tells what holds it up: it was stopped, or its other threads have
/// the processors.
TEST_F(DeadlinesTest, AClientThatWaitsForShutdownWaitsByTheClock) {
  initialize();
  open("a", "x");
  request(9, "shutdown");
  pass(3s);
  EXPECT_TRUE(worker().isKilled);
  ASSERT_EQ(written.size(), 1u);
  EXPECT_TRUE(written[0]["result"].is_null());
}

/// Its messages come from a file, and it wants the answers.
TEST_F(DeadlinesTest, AClientThatDoesNotWaitForShutdownGetsItsAnswers) {
  initialize();
  open("a", "x");
  hover(5, "a");
  request(9, "shutdown");
  notify("exit");
  pass(5s);
  EXPECT_FALSE(worker().isKilled);
  EXPECT_THAT(exitCodes, IsEmpty());
}

TEST_F(DeadlinesTest, ExitBehindShutdownGoesByTheClock) {
  initialize();
  open("a", "x");
  request(9, "shutdown");
  answer("9");
  notify("exit");
  pass(3s);
  EXPECT_TRUE(worker().isKilled);
  EXPECT_THAT(exitCodes, ElementsAre(0));
}

TEST_F(DeadlinesTest, WhatEndsByItselfIsLeftAlone) {
  initialize();
  open("a", "x");
  CrashLogSlot &slot = busy(Step::Update, "a");
  request(9, "shutdown");
  slot.step = Step::None;
  pass(600ms);
  answer("9");
  pass(20s);
  EXPECT_FALSE(worker().isKilled);
}

TEST_F(DeadlinesTest, TheAnalysisOfAClosedDocumentIsEnded) {
  initialize();
  open("a", "x");
  open("b", "y");
  busy(Step::Update, "a");
  close("a");
  pass(3s);
  EXPECT_TRUE(worker().isKilled);
  supervisor.workerEnded();
  EXPECT_THAT(worker().opened(), ElementsAre("b"));
}

TEST_F(DeadlinesTest, OtherDocumentsMayGoOn) {
  initialize();
  open("a", "x");
  open("b", "y");
  busy(Step::Update, "b");
  close("a");
  pass(3s);
  EXPECT_FALSE(worker().isKilled);
}

TEST_F(DeadlinesTest, ADocumentThatIsOpenAgainIsNotInTheWay) {
  initialize();
  open("a", "x");
  busy(Step::Update, "a");
  close("a");
  open("a", "y");
  pass(3s);
  EXPECT_FALSE(worker().isKilled);
}

TEST_F(DeadlinesTest, AWorkerThatSaysNothingIsReplaced) {
  initialize();
  open("a", "x");
  hover(5, "a");
  pass(30s);
  EXPECT_TRUE(worker().isKilled);
  supervisor.workerEnded();
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_EQ(worker().methods().back(), "textDocument/hover");
}

/// One text after the other does not end: each has cost the bound.
TEST_F(DeadlinesTest, ADocumentHasSoMuchTimeAltogether) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 12; ++i) {
    EXPECT_THAT(crashLog->failuresOf(Step::Update, "x"), IsEmpty());
    clock.time += 20s;
    crash(Step::Verify, "a", "op" + std::to_string(i),
          {Failure::Kind::Timeout});
  }
  EXPECT_THAT(crashLog->failuresOf(Step::Update, "x"),
              ElementsAre(Failure{Failure::Kind::Timeout}));
}

TEST_F(DeadlinesTest, AnEditBeginsAnew) {
  initialize();
  open("a", "x");
  for (int i = 0; i < 24; ++i) {
    clock.time += 20s;
    change("a", i + 2, "x");
    crash(Step::Verify, "a", "op" + std::to_string(i),
          {Failure::Kind::Timeout});
  }
  EXPECT_THAT(crashLog->failuresOf(Step::Update, "x"), IsEmpty());
}

/// Each task is short, and there is no end of them.
TEST_F(DeadlinesTest, AnUpdateMayNotGoOnForEver) {
  initialize();
  open("a", "x");
  CrashLogSlot &slot = busy(Step::Parse, "a");
  while (!worker().isKilled && clock.time.time_since_epoch() < 1200s) {
    slot.since =
        std::chrono::nanoseconds(clock.time.time_since_epoch()).count();
    runTimer();
  }
  EXPECT_TRUE(worker().isKilled);
  supervisor.workerEnded();
  EXPECT_THAT(crashLog->failuresOf(Step::Update, "x"),
              ElementsAre(Failure{Failure::Kind::Timeout}));
}

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

TEST_F(DeadlinesTest, WaitingForAProcessorIsNotCounted) {
  std::chrono::nanoseconds waited{0};
  Watchdog watchdog(*crashLog, 4s, [&](int32_t, int32_t) { return waited; });
  open("a", "x");
  busy(Step::Parse, "a");
  EXPECT_THAT(watchdog.stuck(clock.time), IsEmpty());
  clock.time += 10s;
  waited = 7s;
  EXPECT_THAT(watchdog.stuck(clock.time), IsEmpty());
  clock.time += 2s;
  EXPECT_EQ(watchdog.stuck(clock.time).size(), 1u);
}

TEST_F(DeadlinesTest, TheNextTaskBeginsAnew) {
  Watchdog watchdog(*crashLog, 4s, [](int32_t, int32_t) { return 0ns; });
  CrashLogSlot &slot = busy(Step::Parse, "a");
  EXPECT_THAT(watchdog.stuck(clock.time), IsEmpty());
  clock.time += 3s;
  slot.since = std::chrono::nanoseconds(clock.time.time_since_epoch()).count();
  clock.time += 3s;
  auto threads = watchdog.busy(clock.time);
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(threads[0].task, 3s);
  EXPECT_EQ(threads[0].whole, 6s);
  EXPECT_THAT(watchdog.stuck(clock.time), IsEmpty());
}

TEST(Watchdog, TheSystemTellsHowLongAThreadHasWaited) {
  EXPECT_EQ(waitedForProcessor(0, 0), std::chrono::nanoseconds(0));
}
