//===- AtRestTest.cpp - When typing pauses --------------------------------===//

#include "DocumentSessionFixture.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A section that is too long for its sizes to be followed at each edit; they
/// contradict each other in the last line but two.
class AtRest : public DocumentSessionTest {
protected:
  void SetUp() override {
    open("// " + std::string(70 << 10, '-') +
         "\n"
         "func.func @f(%a: tensor<?xf32>) {\n"
         "  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>\n"
         "  %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>\n"
         "  return\n}\n");
    settle();
    ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  }
  void type(int64_t version) {
    PositionRange range{{2, 2}, {2, 2}};
    session->change({"test:///a", version, {{range, " "}}});
    settle();
  }
  size_t findings() const {
    return json::parse(*published.back().diagnosticsJson).size();
  }
};

} // namespace

TEST_F(AtRest, SizesThatContradictEachOtherAreSaid) {
  EXPECT_EQ(findings(), 0u);
  passTime();
  EXPECT_EQ(findings(), 1u);
  EXPECT_TRUE(whenTimeHasPassed.empty());
}

TEST_F(AtRest, WaitsWhileTypingGoesOn) {
  type(2);
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  passTime();
  EXPECT_EQ(findings(), 0u);
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  passTime();
  EXPECT_EQ(findings(), 1u);
}

TEST_F(AtRest, LeavesTheStrandToAnEditThatCame) {
  for (auto &task : std::exchange(whenTimeHasPassed, {}))
    task();
  type(2);
  EXPECT_EQ(findings(), 0u);
  ASSERT_EQ(whenTimeHasPassed.size(), 1u);
  passTime();
  EXPECT_EQ(findings(), 1u);
}

TEST_F(AtRest, AClosedDocumentIsLeftAlone) {
  session->close();
  settle();
  size_t before = published.size();
  passTime();
  EXPECT_EQ(published.size(), before);
}

TEST_F(AtRest, WhoPullsIsAskedToAgain) {
  environment.client.pullsDiagnostics = true;
  type(2);
  pull();
  settle();
  passTime();
  passTime();
  EXPECT_EQ(refreshes, 1u);
}

TEST_F(AtRest, WhoPullsIsNotAskedToWhereNothingElseIsSaid) {
  environment.client.pullsDiagnostics = true;
  session->change({"test:///a", 2, {{PositionRange{{3, 0}, {4, 0}}, ""}}});
  settle();
  pull();
  settle();
  passTime();
  passTime();
  EXPECT_EQ(refreshes, 0u);
}
