//===- ChildLinesTest.cpp -------------------------------------------------===//

#include "server/config/ChildLines.h"

#include <gtest/gtest.h>

using namespace shapels;
using namespace std::chrono_literals;

namespace {

struct ToldLines {
  std::vector<std::string> lines;
  std::string failure;
};

} // namespace

static ToldLines run(const char *script, std::chrono::milliseconds bound = 60s,
                     StopSignal *stop = nullptr, const char *stopAt = "") {
  ToldLines result;
  result.failure = runForLines({"/bin/sh", "-c", script}, bound, stop,
                               [&](llvm::StringRef line) {
                                 result.lines.push_back(line.str());
                                 if (stop && line == stopAt)
                                   stop->raise();
                               });
  return result;
}

TEST(ChildLines, AreToldOneByOne) {
  ToldLines done = run("echo one two; printf 'three\\nunfinished'");
  EXPECT_EQ(done.failure, "");
  EXPECT_EQ(done.lines, (std::vector<std::string>{"one two", "three"}));
}

TEST(ChildLines, EndWithTheProgram) {
  EXPECT_EQ(run("exit 3").failure, "it ends with 3");
  EXPECT_EQ(run("kill -9 $$").failure, "it ends with -1");
  EXPECT_NE(runForLines({"/no/such/program"}, 1s, nullptr, [](auto) {}), "");
}

TEST(ChildLines, AreNotWaitedForOnceThatIsStopped) {
  StopSignal stop;
  ToldLines stopped = run("echo begun; exec sleep 1000", 1h, &stop, "begun");
  EXPECT_EQ(stopped.failure, "it takes too long");
  EXPECT_EQ(stopped.lines, (std::vector<std::string>{"begun"}));
}

TEST(ChildLines, AreNotWaitedForLongerThanTheBound) {
  EXPECT_EQ(run("exec sleep 1000", 10ms).failure, "it takes too long");
}

TEST(ChildLines, ComeFromAProgramThatReadsNothing) {
  EXPECT_EQ(run("cat; echo done").lines, (std::vector<std::string>{"done"}));
}
