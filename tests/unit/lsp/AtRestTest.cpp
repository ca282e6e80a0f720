//===- AtRestTest.cpp - When the typing rests -----------------------------===//

#include "DocumentSessionFixture.h"

using namespace shapels;
using namespace shapels::test;

namespace {

class AtRest : public DocumentSessionTest {
protected:
  void SetUp() override {
    open("func.func @f(%a: i32) {\n  return\n}\n");
    settle();
    EXPECT_TRUE(whenTimeHasPassed.empty()) << "it was read as a whole";
  }
  void type(int64_t version, std::string text) {
    PositionRange range{{1, 2}, {1, 2}};
    session->change({"test:///a", version, {{range, std::move(text)}}});
    settle();
  }
  unsigned parsesOf(const std::function<void()> &run) {
    unsigned before = crashGuard.parses;
    run();
    return crashGuard.parses - before;
  }
  unsigned passedParses() {
    return parsesOf([this] { passTime(); });
  }
};

} // namespace

TEST_F(AtRest, IsReadAsAWholeOnce) {
  type(2, "%x = arith.addi %a, %a : i32\n  ");
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  EXPECT_GT(passedParses(), 0u);
  EXPECT_TRUE(whenTimeHasPassed.empty());
  EXPECT_EQ(versions(), Versions{1}) << "nothing else is said";
}

TEST_F(AtRest, WaitsWhileTypingGoesOn) {
  type(2, "%x = arith.addi %a, %a : i32\n  ");
  type(3, "%y = arith.addi %a, %a : i32\n  ");
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  EXPECT_EQ(passedParses(), 0u);
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  EXPECT_GT(passedParses(), 0u);
}

TEST_F(AtRest, LeavesTheStrandToAnEditThatCame) {
  type(2, "%x = arith.addi %a, %a : i32\n  ");
  for (auto &task : std::exchange(whenTimeHasPassed, {}))
    task();
  type(3, "%y = arith.addi %a, %a : i32\n  ");
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  EXPECT_GT(passedParses(), 0u);
}

TEST_F(AtRest, AClosedDocumentIsLeftAlone) {
  type(2, "%x = arith.addi %a, %a : i32\n  ");
  session->close();
  settle();
  EXPECT_EQ(passedParses(), 0u);
}

TEST_F(AtRest, WhoPullsIsNotAskedToWhereNothingElseIsSaid) {
  environment.client.pullsDiagnostics = true;
  type(2, "%x = arith.addi %a, %a : i32\n  ");
  pull();
  settle();
  EXPECT_GT(passedParses(), 0u);
  EXPECT_EQ(refreshes, 0u);
}
