//===- BoardTest.cpp ------------------------------------------------------===//

#include "server/supervisor/BoardWatch.h"

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

class BoardTest : public testing::Test {
protected:
  BoardTest() : board(Board::make(), Board::release) {}

  /// Does it in a process of its own; returns its exit code.
  template <typename Work>
  int inProcess(Work work) {
    pid_t process = ::fork();
    if (process == 0) {
      BoardWatch watch(*board);
      work(watch);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::unique_ptr<Board, void (*)(Board *)> board;
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

TEST_F(BoardTest, ACrashTellsWhatWasInHandAndHowFarItWasRead) {
  std::string text = "the text", copy = text;
  int code = inProcess([&](Watch &watch) {
    WatchScope document(watch, {Step::Update, "file:///a", {}});
    WatchScope parse(watch, {Step::Parse, text, copy});
    readUpTo(copy.data() + 5);
  });
  EXPECT_EQ(code, 128 + SIGABRT);
  auto reports = board->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].step, Step::Parse);
  EXPECT_EQ(reports[0].text, TextKey::of(text));
  EXPECT_EQ(reports[0].document, TextKey::of("file:///a").hash);
  EXPECT_EQ(reports[0].harm, (Harm{Harm::Kind::Crash, 5}));
}

TEST_F(BoardTest, AnOverflowOfTheStackIsACrashToo) {
  int code = inProcess([&](Watch &watch) {
    WatchScope verify(watch, {Step::Verify, "section", {}});
    watch.at("op");
    overflowTheStack(0);
  });
  EXPECT_EQ(code, 128 + SIGSEGV);
  auto reports = board->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].step, Step::Verify);
  EXPECT_EQ(reports[0].text, TextKey::of("op"));
}

TEST_F(BoardTest, ASignalToAThreadThatIsStuckIsATimeout) {
  inProcess([&](Watch &watch) {
    WatchScope check(watch, {Step::Check, "section", {}});
    std::raise(BoardWatch::stuckSignal());
  });
  auto reports = board->reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].harm.kind, Harm::Kind::Timeout);
}

TEST_F(BoardTest, WithNothingInHandThereIsNothingToTell) {
  EXPECT_EQ(inProcess([&](Watch &watch) {
              { WatchScope check(watch, {Step::Check, "section", {}}); }
              std::abort();
            }),
            128 + SIGABRT);
  EXPECT_TRUE(board->reports().empty());
  EXPECT_TRUE(board->isIdle());
}

/// The process may not be gone yet when the next one begins.
TEST_F(BoardTest, WhatAWorkerNotesLateIsNotTheNextOnes) {
  BoardSlot &slot = *board->desk().takeSlot();
  board->turnToNext();
  slot.step = Step::Update;
  slot.reported = true;
  EXPECT_TRUE(board->isIdle());
  EXPECT_TRUE(board->reports().empty());
  EXPECT_NE(board->desk().takeSlot(), &slot);
}

TEST_F(BoardTest, ACrashEndsTheStream) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  pid_t process = ::fork();
  if (process == 0) {
    BoardWatch watch(*board, ends[1]);
    std::abort();
  }
  ::waitpid(process, nullptr, 0);
  // This process still has the other end open.
  char byte;
  EXPECT_EQ(::recv(ends[0], &byte, 1, MSG_DONTWAIT), 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(BoardTest, HarmIsKnownByStepAndText) {
  EXPECT_FALSE(board->knowsHarm());
  board->condemn(Step::Parse, TextKey::of("a"), {Harm::Kind::Crash, 1});
  board->condemn(Step::Parse, TextKey::of("a"), {Harm::Kind::Crash, 1});
  board->condemn(Step::Parse, TextKey::of("a"), {Harm::Kind::Crash, 2});
  EXPECT_TRUE(board->knowsHarm());
  EXPECT_THAT(
      board->harmsOf(Step::Parse, "a"),
      ElementsAre(Harm{Harm::Kind::Crash, 1}, Harm{Harm::Kind::Crash, 2}));
  EXPECT_TRUE(board->harmsOf(Step::Verify, "a").empty());
  EXPECT_TRUE(board->harmsOf(Step::Parse, "b").empty());
  board->turnToNext();
  EXPECT_TRUE(board->knowsHarm());
}

TEST_F(BoardTest, AFullBoardForgetsTheOldest) {
  auto fill = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      board->condemn(Step::Parse, TextKey::of(std::to_string(i)), {});
  };
  fill(0, Board::harmCapacity + 5);
  board->turnToNext();
  fill(10000, 10005);
  EXPECT_TRUE(board->harmsOf(Step::Parse, "0").empty());
  EXPECT_EQ(board->harmsOf(Step::Parse, "2000").size(), 1u);
  EXPECT_EQ(board->harmsOf(Step::Parse, "10004").size(), 1u);
}

TEST_F(BoardTest, ThreadsBeyondTheLastSlotAreNotWatched) {
  for (size_t i = 0; i < Desk::slotCount; ++i)
    EXPECT_NE(board->desk().takeSlot(), nullptr);
  EXPECT_EQ(board->desk().takeSlot(), nullptr);
  board->turnToNext();
  EXPECT_NE(board->desk().takeSlot(), nullptr);
}

TEST_F(BoardTest, ASlotThatAThreadLeavesIsForTheNext) {
  Desk &desk = board->desk();
  for (size_t i = 0; i < Desk::slotCount; ++i)
    desk.takeSlot();
  desk.leaveSlot(desk.slots[5]);
  EXPECT_EQ(desk.takeSlot(), &desk.slots[5]);
  EXPECT_EQ(desk.takeSlot(), nullptr);
}
