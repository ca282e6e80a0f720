//===- DimExprTest.cpp ----------------------------------------------------===//

#include "core/shape/Equalities.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace shapels;

namespace {

class DimExprTest : public testing::Test {
protected:
  DimExpr dim(uint32_t index, bool isGiven = true) {
    return exprs.symbol({DimSource::Kind::Size, isGiven, this, index});
  }
  DimExpr num(int64_t value) { return exprs.literal(value); }
  std::string str(DimExpr expr) {
    return toString(expr, [](const DimSource &) { return std::string("%a"); });
  }

  DimExprs exprs;
  DimExpr a = dim(0), b = dim(1), c = dim(2);
};

TEST_F(DimExprTest, SumsAndProductsHaveOneForm) {
  EXPECT_EQ(exprs.add(a, b), exprs.add(b, a));
  EXPECT_EQ(exprs.mul(exprs.add(a, num(1)), b), exprs.add(b, exprs.mul(b, a)));
  EXPECT_EQ(exprs.sub(exprs.add(a, b), b), a);
  EXPECT_EQ(exprs.sub(a, a), num(0));
  EXPECT_EQ(exprs.add(num(2), num(3)), num(5));
}

TEST_F(DimExprTest, PrintsAsPeopleWriteIt) {
  EXPECT_EQ(str(exprs.add(exprs.mul(a, 2), -1)), "2 * %a[0] - 1");
  EXPECT_EQ(str(exprs.sub(num(8), a)), "8 - %a[0]");
  EXPECT_EQ(str(exprs.floorDiv(exprs.add(a, 1), num(2))),
            "(%a[0] + 1) floordiv 2");
  EXPECT_EQ(str(exprs.mul(exprs.floorDiv(a, num(2)), b)),
            "%a[1] * (%a[0] floordiv 2)");
  EXPECT_EQ(str(exprs.broadcast(a, b)), "broadcast(%a[0], %a[1])");
  EXPECT_EQ(str(exprs.mul(exprs.vscale(), 4)), "4 * vscale");
  EXPECT_EQ(str(exprs.select(DimPredicate::Less, a, num(3), b, c)),
            "select(%a[0] < 3, %a[1], %a[2])");
}

TEST_F(DimExprTest, DivisionTakesOutWhatIsWhole) {
  EXPECT_EQ(exprs.floorDiv(exprs.add(exprs.mul(a, 4), 6), num(4)),
            exprs.add(a, 1));
  EXPECT_EQ(exprs.floorDiv(num(-1), num(2)), num(-1));
  EXPECT_EQ(exprs.ceilDiv(num(7), num(2)), num(4));
  EXPECT_EQ(exprs.ceilDiv(a, num(2)), exprs.floorDiv(exprs.add(a, 1), num(2)));
  EXPECT_EQ(exprs.floorDiv(exprs.mul(exprs.mul(a, b), 6), exprs.mul(a, 2)),
            exprs.mul(b, 3));
  EXPECT_EQ(exprs.floorDiv(exprs.floorDiv(a, num(2)), num(3)),
            exprs.floorDiv(a, num(6)));
  EXPECT_EQ(exprs.mod(exprs.add(exprs.mul(a, 4), 6), num(4)), num(2));
  // Half of two odd numbers each is not half of their sum.
  EXPECT_NE(exprs.add(exprs.floorDiv(a, num(2)), exprs.floorDiv(b, num(2))),
            exprs.floorDiv(exprs.add(a, b), num(2)));
}

TEST_F(DimExprTest, NothingIsSaidOfDivisionByZeroOrOverflow) {
  EXPECT_NE(exprs.floorDiv(a, num(0)), exprs.floorDiv(a, num(0)));
  EXPECT_FALSE(exprs.mul(num(INT64_MAX), num(2)).literal());
}

TEST_F(DimExprTest, WhatIsNestedTooDeeplyIsUnknown) {
  DimExpr expr = a;
  for (int i = 0; i < 1000; ++i)
    expr = exprs.mod(exprs.add(expr, b), c);
  EXPECT_EQ(exprs.sub(expr, expr), num(0));
  EXPECT_LT(expr->depth, 20);
}

TEST_F(DimExprTest, MinAndMaxDropWhatIsBeaten) {
  EXPECT_EQ(exprs.min(a, exprs.add(a, 1)), a);
  EXPECT_EQ(exprs.max(a, exprs.add(a, b)), exprs.add(a, b));
  EXPECT_EQ(exprs.max(a, num(0)), a);
  EXPECT_EQ(exprs.min(exprs.min(a, num(3)), num(5)), exprs.min(num(3), a));
}

TEST_F(DimExprTest, BroadcastHasItsAxioms) {
  EXPECT_EQ(exprs.broadcast(a, b), exprs.broadcast(b, a));
  EXPECT_EQ(exprs.broadcast(a, exprs.broadcast(b, c)),
            exprs.broadcast(exprs.broadcast(a, b), c));
  EXPECT_EQ(exprs.broadcast(a, a), a);
  EXPECT_EQ(exprs.broadcast(a, num(1)), a);
  EXPECT_EQ(exprs.broadcast(a, num(4)), num(4));
  EXPECT_EQ(exprs.broadcast(num(0), num(1)), num(0));
}

TEST_F(DimExprTest, GradesEquality) {
  EXPECT_EQ(areEqual(exprs, exprs.add(a, b), exprs.add(b, a)), Grade::Proved);
  EXPECT_EQ(areEqual(exprs, a, b), Grade::Possible);
  EXPECT_EQ(areEqual(exprs, a, exprs.add(a, 1)), Grade::Impossible);
  EXPECT_EQ(areEqual(exprs, exprs.add(a, 1), num(0)), Grade::Impossible);
  EXPECT_EQ(areEqual(exprs, exprs.mul(a, 2), num(9)), Grade::Impossible);
  EXPECT_EQ(areEqual(exprs, exprs.mul(a, 3), num(9)), Grade::Possible);
}

int inOrder(const DimSource &a, const DimSource &b) {
  return a.index < b.index ? -1 : a.index > b.index;
}

TEST_F(DimExprTest, ANumberNamesItsClass) {
  Equalities equalities(exprs);
  equalities.learn({{a, b}, {b, num(4)}}, inOrder);
  EXPECT_EQ(equalities.canonical(exprs.add(a, 1)), num(5));
}

TEST_F(DimExprTest, WhatCannotBeIsNotLearnt) {
  Equalities equalities(exprs);
  equalities.learn({{a, num(4)}, {a, num(5)}, {b, c}}, inOrder);
  EXPECT_EQ(equalities.canonical(a), num(4));
  EXPECT_EQ(equalities.canonical(c), equalities.canonical(b));
}

TEST_F(DimExprTest, WhatIsGivenNamesWhatIsComputed) {
  Equalities equalities(exprs);
  DimExpr computed = dim(7, /*isGiven=*/false);
  equalities.learn({{a, computed}}, inOrder);
  EXPECT_EQ(equalities.canonical(computed), a);
  EXPECT_EQ(equalities.canonical(a), a);
}

TEST_F(DimExprTest, ASumThatIsKnownIsANumber) {
  Equalities equalities(exprs);
  equalities.learn({{exprs.add(a, b), num(1024)}}, inOrder);
  EXPECT_EQ(equalities.canonical(exprs.add(exprs.add(a, b), c)),
            exprs.add(c, 1024));
}

TEST_F(DimExprTest, EqualitiesReachIntoTerms) {
  Equalities equalities(exprs);
  DimExpr half = exprs.floorDiv(a, num(2));
  equalities.learn({{exprs.broadcast(a, b), c}}, inOrder);
  EXPECT_EQ(equalities.canonical(exprs.broadcast(b, a)), c);
  equalities.learn({{a, num(8)}}, inOrder);
  EXPECT_EQ(equalities.canonical(half), num(4));
}

/// What equals what does not rest on which was heard of first.
TEST_F(DimExprTest, TheOrderOfEqualitiesDoesNotMatter) {
  std::vector<Equalities::Pair> pairs = {
      {exprs.add(a, b), exprs.mul(c, 2)}, {b, c}, {c, dim(7, false)}};
  llvm::sort(pairs, [](auto &x, auto &y) { return x.first->id < y.first->id; });
  Equalities forwards(exprs), backwards(exprs);
  forwards.learn(pairs, inOrder);
  std::reverse(pairs.begin(), pairs.end());
  for (Equalities::Pair &pair : pairs)
    std::swap(pair.first, pair.second);
  backwards.learn(pairs, inOrder);
  for (DimExpr expr : {a, b, c, exprs.add(a, c), exprs.floorDiv(b, num(2))})
    EXPECT_EQ(forwards.canonical(expr), backwards.canonical(expr));
  EXPECT_EQ(forwards.canonical(a), forwards.canonical(c));
}

TEST_F(DimExprTest, UnknownsOfAnOpHaveTheSameNamesAgain) {
  int op = 0, other = 0;
  exprs.startOp(&op);
  DimExpr first = exprs.unknown();
  EXPECT_NE(exprs.unknown(), first);
  exprs.startOp(&other);
  EXPECT_NE(exprs.unknown(), first);
  exprs.startOp(&op);
  EXPECT_EQ(exprs.unknown(), first);
}

} // namespace
