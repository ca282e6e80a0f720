//===- StatementOrderTest.cpp - Pages against a plain vector --------------===//

#include "core/syntax/StatementOrder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace shapels;

namespace {

using Entry = StatementOrder::Entry;

/// An order and what it must be equal to.
class OrderTest : public testing::Test {
protected:
  uint32_t below(size_t bound) {
    return static_cast<uint32_t>(random() % bound);
  }
  StatementId idAt(size_t index) const {
    return index < plain.size() ? plain[index].id : noStatement;
  }
  uint32_t beginAt(size_t index) const { return plain[index].begin.value; }
  size_t indexFrom(uint32_t offset) const {
    return static_cast<size_t>(std::partition_point(plain.begin(), plain.end(),
                                                    [&](const Entry &entry) {
                                                      return entry.begin.value <
                                                             offset;
                                                    }) -
                               plain.begin());
  }

  /// `count` of them in the place of [first, last), up to `gap` bytes apart;
  /// what follows starts up to `gap` behind them.
  void replace(size_t first, size_t last, size_t count, uint32_t gap) {
    uint32_t at = first == 0 ? 0 : beginAt(first - 1) + 1;
    std::vector<Entry> entries;
    for (size_t i = 0; i < count; ++i, ++at)
      entries.push_back({allocate(), {at += below(gap)}});
    int64_t delta =
        last < plain.size() ? int64_t(at) + below(gap) - beginAt(last) : 0;
    order.replace(idAt(first), idAt(last), entries, delta);
    order.settle();
    for (size_t i = first; i < last; ++i)
      unused.push_back(plain[i].id);
    for (size_t i = last; i < plain.size(); ++i)
      plain[i].begin.value += static_cast<uint32_t>(delta);
    plain.erase(plain.begin() + first, plain.begin() + last);
    plain.insert(plain.begin() + first, entries.begin(), entries.end());
  }

  void replaceAnywhere(size_t mostOut, size_t mostIn, uint32_t gap) {
    size_t first = below(plain.size() + 1);
    size_t out = std::min<size_t>(below(mostOut + 1), plain.size() - first);
    replace(first, first + out, below(mostIn + 1), gap);
  }

  void expectEqual() const {
    ASSERT_EQ(order.first(), idAt(0));
    for (size_t i = 0; i < plain.size(); ++i) {
      ASSERT_EQ(order.begin(plain[i].id), plain[i].begin) << i;
      ASSERT_EQ(order.next(plain[i].id), idAt(i + 1)) << i;
      ASSERT_EQ(order.previous(plain[i].id), i ? idAt(i - 1) : noStatement);
    }
  }

  void expectEqualFrom(uint32_t offset) const {
    size_t index = indexFrom(offset), behind = indexFrom(offset + 1);
    ASSERT_EQ(order.firstFrom({offset}), idAt(index)) << offset;
    ASSERT_EQ(order.lastUntil({offset}),
              behind ? idAt(behind - 1) : noStatement)
        << offset;
  }

  void expectEqualAtSomeOffsets() {
    uint32_t end = plain.empty() ? 1 : plain.back().begin.value + 3;
    for (int i = 0; i < 100; ++i)
      ASSERT_NO_FATAL_FAILURE(expectEqualFrom(below(end)));
    for (int i = 0; i < 100 && !plain.empty(); ++i)
      ASSERT_NO_FATAL_FAILURE(expectEqualFrom(beginAt(below(plain.size()))));
  }

  StatementOrder order;
  std::vector<Entry> plain;
  std::mt19937 random{1};

private:
  /// Of those that are gone, or a new one.
  StatementId allocate() {
    if (unused.empty() || below(2))
      return fresh++;
    StatementId id = unused.back();
    unused.pop_back();
    return id;
  }

  std::vector<StatementId> unused;
  StatementId fresh = 0;
};

} // namespace

TEST_F(OrderTest, IsEmptyAtFirst) {
  expectEqual();
  expectEqualFrom(0);
  replace(0, 0, 0, 1);
  expectEqual();
}

TEST_F(OrderTest, OfManyIsAPlainVector) {
  replace(0, 0, 5000, 30);
  struct {
    size_t mostOut, mostIn;
    uint32_t gap;
    int rounds;
  } phases[] = {
      {2, 2, 40, 200},     // typing
      {1, 40, 10, 60},     // growing
      {2000, 2000, 5, 30}, // pages at once
      {400, 3, 100, 60},   // shrinking
  };
  for (const auto &phase : phases)
    for (int round = 0; round < phase.rounds; ++round) {
      replaceAnywhere(phase.mostOut, phase.mostIn, phase.gap);
      ASSERT_NO_FATAL_FAILURE(expectEqual()) << "round " << round;
      ASSERT_NO_FATAL_FAILURE(expectEqualAtSomeOffsets()) << "round " << round;
    }
}

TEST_F(OrderTest, OfFewIsAPlainVector) {
  for (int round = 0; round < 20000; ++round) {
    replaceAnywhere(4, 3, 5);
    ASSERT_NO_FATAL_FAILURE(expectEqual()) << "round " << round;
    for (uint32_t offset = 0; offset < 4; ++offset)
      ASSERT_NO_FATAL_FAILURE(expectEqualFrom(offset)) << "round " << round;
  }
}

/// At one place, which is what fills a page.
TEST_F(OrderTest, GrowsAtOnePlace) {
  replace(0, 0, 700, 4);
  for (int round = 0; round < 1500; ++round)
    replace(300 + round, 300 + round, 1, 4);
  expectEqual();
  expectEqualAtSomeOffsets();
}

TEST_F(OrderTest, EmptiesAndFillsAgain) {
  for (int round = 0; round < 20; ++round) {
    replace(0, plain.size(), round % 2 ? 0 : 3000, 20);
    ASSERT_NO_FATAL_FAILURE(expectEqual());
    ASSERT_NO_FATAL_FAILURE(expectEqualAtSomeOffsets());
  }
}

//===----------------------------------------------------------------------===//
// Depths
//===----------------------------------------------------------------------===//

namespace {

class DepthTest : public OrderTest {
protected:
  void fill(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t deepest = i == 0 ? 0 : plain.back().depth + 1;
      // Seldom up, so that there are large bodies.
      uint32_t depth = below(9) ? std::min(deepest, 2u) : below(deepest + 1);
      plain.push_back({i, {3 * i}, depth});
    }
    order.assign(plain);
    order.settle();
  }

  StatementId parentAt(size_t index) const {
    for (size_t i = index; i-- > 0;)
      if (plain[i].depth < plain[index].depth)
        return plain[i].id;
    return noStatement;
  }

  void expectDepths() const {
    for (size_t i = 0; i < plain.size(); ++i) {
      ASSERT_EQ(order.depth(plain[i].id), plain[i].depth) << i;
      ASSERT_EQ(order.parent(plain[i].id), parentAt(i)) << i;
    }
  }

  /// Behind `first` and its siblings from there on.
  size_t behindSiblings(size_t first) const {
    size_t end = first;
    while (end < plain.size() && plain[end].depth >= plain[first].depth)
      ++end;
    return end;
  }

  /// Nests siblings in the statement before them.
  void nestFrom(size_t first) {
    size_t end = behindSiblings(first);
    uint32_t deeper = plain[first - 1].depth + 1 - plain[first].depth;
    order.nest(idAt(first), idAt(end), parentAt(first), idAt(first - 1));
    order.settle();
    for (size_t i = first; i < end; ++i)
      plain[i].depth += deeper;
  }
};

} // namespace

TEST_F(DepthTest, TellParents) {
  fill(3000);
  expectDepths();
}

TEST_F(DepthTest, FollowWhatIsNested) {
  fill(3000);
  for (int round = 0; round < 40; ++round) {
    nestFrom(1 + below(plain.size() - 1));
    ASSERT_NO_FATAL_FAILURE(expectDepths()) << "round " << round;
  }
}

TEST_F(DepthTest, ARunEndsAtAMark) {
  for (uint32_t i = 0; i < 1000; ++i)
    plain.push_back({i, {i}, i % 10 ? 1u : 0u});
  plain[400].marks = StatementOrder::AsksDepth;
  plain[605].marks = StatementOrder::AsksFunctions;
  order.replace(noStatement, noStatement, plain, 0);
  order.settle();
  EXPECT_EQ(order.behindUnmarked(0, 0, 0), noStatement);
  EXPECT_EQ(order.behindUnmarked(10, StatementOrder::AsksDepth, 0), 400u);
  EXPECT_EQ(order.behindUnmarked(10, 0, StatementOrder::AsksFunctions), 600u);
  EXPECT_EQ(order.behindUnmarked(1, 3, 3), 10u);
  EXPECT_GE(order.count(10, noStatement, 256), 256u);
  EXPECT_EQ(order.count(10, 20, 256), 10u);
}
