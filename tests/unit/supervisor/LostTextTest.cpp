//===- LostTextTest.cpp - A new worker knows as little as the first -------===//

#include "SupervisorFixture.h"

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;

namespace {

class SupervisedLostTextTest : public SupervisorTest {
protected:
  /// Each document that a new worker is told of, and "?" where it is told that
  /// the text is lost.
  std::vector<std::string> replayed() {
    supervisor.workerEnded();
    std::vector<std::string> result;
    for (const json &message : worker().received) {
      const json &params = message["params"];
      if (message["method"] == "textDocument/didOpen")
        result.push_back(params["textDocument"]["text"]);
      if (message["method"] == "textDocument/didChange")
        result.push_back("?");
    }
    return result;
  }
};

} // namespace

TEST_F(SupervisedLostTextTest, AnEditThatNobodyCanReadLosesTheText) {
  initialize();
  open("a", "x");
  supervisor.fromClient(frame(
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"a")"));
  EXPECT_THAT(replayed(), ElementsAre("x", "?"));
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", "a"}}}, {"contentChanges", 7}});
  change("a", 3, "whole");
  EXPECT_THAT(replayed(), ElementsAre("whole"));
}

TEST_F(SupervisedLostTextTest, EditsOfAPartDoNotBringItBack) {
  initialize();
  open("a", "x");
  change("a", 2, "y");
  notify("textDocument/didChange");
  json at = {{"line", 0}, {"character", 0}};
  change("a", 3, {{"start", at}, {"end", at}}, "z");
  EXPECT_THAT(replayed(), ElementsAre("y", "?"));
}

TEST_F(SupervisedLostTextTest, SkippedBytesMayHaveBeenAnEdit) {
  initialize();
  open("a", "x");
  supervisor.fromClient("Content-Length: -1\r\n\r\n"
                        R"({"method":"textDocument/didChange"})");
  supervisor.fromClient(frame("{}"));
  EXPECT_THAT(replayed(), ElementsAre("x", "?"));
}
