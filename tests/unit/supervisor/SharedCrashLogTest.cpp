//===- SharedCrashLogTest.cpp ---------------------------------------------===//

#include "server/supervisor/CrashLogGuard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

using namespace shapels;
using testing::ElementsAre;

namespace {

class SharedCrashLogTest : public testing::Test {
protected:
  SharedCrashLogTest()
      : crashLog(SharedCrashLog::make(), SharedCrashLog::release) {}

  /// Does it in a process of its own; returns its exit code.
  template <typename Work>
  int inProcess(Work work) {
    pid_t process = ::fork();
    if (process == 0) {
      CrashLogGuard crashGuard(*crashLog);
      work(crashGuard);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::unique_ptr<SharedCrashLog, void (*)(SharedCrashLog *)> crashLog;
};

/// Returns only in theory; the frame keeps it from becoming a loop.
[[gnu::noinline]] int overflowTheStack(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : overflowTheStack(depth + 1) + frame[0];
}

/// Has a pointer on its stack, as a lexer has.
[[gnu::noinline]] void readUpTo(const char *cursor) {
  const char *volatile kept = cursor;
  std::abort();
  (void)kept;
}

} // namespace

TEST_F(SharedCrashLogTest, ACrashTellsWhatWasInHandAndHowFarItWasRead) {
  std::string text = "the text", copy = text;
  int code = inProcess([&](CrashGuard &crashGuard) {
    GuardedScope document(crashGuard, {Step::Update, "file:///a", {}});
    GuardedScope parse(crashGuard, {Step::Parse, text, copy});
    readUpTo(copy.data() + 5);
  });
  EXPECT_EQ(code, 128 + SIGABRT);
  auto reports = crashLog->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].step, Step::Parse);
  EXPECT_EQ(reports[0].text, TextKey::of(text));
  EXPECT_EQ(reports[0].document, TextKey::of("file:///a").hash);
  EXPECT_EQ(reports[0].failure, (Failure{Failure::Kind::Crash, 5}));
}

TEST_F(SharedCrashLogTest, AnOverflowOfTheStackIsACrashToo) {
  int code = inProcess([&](CrashGuard &crashGuard) {
    GuardedScope verify(crashGuard, {Step::Verify, "section", {}});
    crashGuard.at("op");
    overflowTheStack(0);
  });
  EXPECT_EQ(code, 128 + SIGSEGV);
  auto reports = crashLog->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].step, Step::Verify);
  EXPECT_EQ(reports[0].text, TextKey::of("op"));
}

TEST_F(SharedCrashLogTest, ASignalToAThreadThatIsStuckIsATimeout) {
  inProcess([&](CrashGuard &crashGuard) {
    GuardedScope check(crashGuard, {Step::Check, "section", {}});
    std::raise(CrashLogGuard::stuckSignal());
  });
  auto reports = crashLog->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].failure.kind, Failure::Kind::Timeout);
}

TEST_F(SharedCrashLogTest, WithNothingInHandThereIsNothingToTell) {
  EXPECT_EQ(inProcess([&](CrashGuard &crashGuard) {
              { GuardedScope check(crashGuard, {Step::Check, "section", {}}); }
              std::abort();
            }),
            128 + SIGABRT);
  EXPECT_TRUE(crashLog->reports().empty());
  EXPECT_TRUE(crashLog->isIdle());
}

/// The process may not be gone yet when the next one begins.
TEST_F(SharedCrashLogTest, WhatAWorkerNotesLateIsNotTheNextOnes) {
  CrashLogSlot &slot = *crashLog->workerSlot().takeSlot();
  crashLog->turnToNext();
  slot.step = Step::Update;
  slot.reported = true;
  EXPECT_TRUE(crashLog->isIdle());
  EXPECT_TRUE(crashLog->reports().empty());
  EXPECT_NE(crashLog->workerSlot().takeSlot(), &slot);
}

TEST_F(SharedCrashLogTest, ACrashEndsTheStream) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  pid_t process = ::fork();
  if (process == 0) {
    CrashLogGuard crashGuard(*crashLog, ends[1]);
    std::abort();
  }
  ::waitpid(process, nullptr, 0);
  // This process still has the other end open.
  char byte;
  EXPECT_EQ(::recv(ends[0], &byte, 1, MSG_DONTWAIT), 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(SharedCrashLogTest, HarmIsKnownByStepAndText) {
  EXPECT_FALSE(crashLog->knowsFailure());
  crashLog->blocklist(Step::Parse, TextKey::of("a"), {Failure::Kind::Crash, 1});
  crashLog->blocklist(Step::Parse, TextKey::of("a"), {Failure::Kind::Crash, 1});
  crashLog->blocklist(Step::Parse, TextKey::of("a"), {Failure::Kind::Crash, 2});
  EXPECT_TRUE(crashLog->knowsFailure());
  EXPECT_THAT(crashLog->failuresOf(Step::Parse, "a"),
              ElementsAre(Failure{Failure::Kind::Crash, 1},
                          Failure{Failure::Kind::Crash, 2}));
  EXPECT_TRUE(crashLog->failuresOf(Step::Verify, "a").empty());
  EXPECT_TRUE(crashLog->failuresOf(Step::Parse, "b").empty());
  crashLog->turnToNext();
  EXPECT_TRUE(crashLog->knowsFailure());
}

TEST_F(SharedCrashLogTest, AFullCrashLogForgetsTheOldest) {
  auto fill = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      crashLog->blocklist(Step::Parse, TextKey::of(std::to_string(i)), {});
  };
  fill(0, SharedCrashLog::failureCapacity + 5);
  crashLog->turnToNext();
  fill(10000, 10005);
  EXPECT_TRUE(crashLog->failuresOf(Step::Parse, "0").empty());
  EXPECT_EQ(crashLog->failuresOf(Step::Parse, "2000").size(), 1u);
  EXPECT_EQ(crashLog->failuresOf(Step::Parse, "10004").size(), 1u);
}

TEST_F(SharedCrashLogTest, ThreadsBeyondTheLastSlotAreNotWatched) {
  for (size_t i = 0; i < WorkerSlot::slotCount; ++i)
    EXPECT_NE(crashLog->workerSlot().takeSlot(), nullptr);
  EXPECT_EQ(crashLog->workerSlot().takeSlot(), nullptr);
  crashLog->turnToNext();
  EXPECT_NE(crashLog->workerSlot().takeSlot(), nullptr);
}

TEST_F(SharedCrashLogTest, ASlotThatAThreadLeavesIsForTheNext) {
  WorkerSlot &workerSlot = crashLog->workerSlot();
  for (size_t i = 0; i < WorkerSlot::slotCount; ++i)
    workerSlot.takeSlot();
  workerSlot.leaveSlot(workerSlot.slots[5]);
  EXPECT_EQ(workerSlot.takeSlot(), &workerSlot.slots[5]);
  EXPECT_EQ(workerSlot.takeSlot(), nullptr);
}
