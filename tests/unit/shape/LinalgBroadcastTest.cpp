//===- LinalgBroadcastTest.cpp - The list of a linalg.broadcast -----------===//

#include "core/shape/LinalgBroadcast.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace shapels;

namespace {

using Sizes = std::vector<int64_t>;
using Reading = ListRepair::Reading;

/// -1 is `?`.
std::vector<Dim> dimsOf(const Sizes &sizes) {
  std::vector<Dim> dims;
  for (int64_t size : sizes)
    dims.push_back(size < 0 ? Dim::dynamic() : Dim::fixed(size));
  return dims;
}

std::optional<ListVerdict> check(const Sizes &input, const Sizes &result,
                                 const Sizes &list) {
  return checkBroadcastList(dimsOf(input), dimsOf(result), list);
}

/// What the ops of a repair do: of each dimension of the result the one of the
/// input that is broadcast to it, or -1. Nothing where the ops do not fit.
std::optional<Sizes> sourcesAfter(const ListRepair &repair, const Sizes &input,
                                  const Sizes &result) {
  Sizes dims(input.size());
  std::iota(dims.begin(), dims.end(), 0);
  for (size_t dim : repair.collapsed)
    if (input[dim] != 1)
      return std::nullopt;
  std::erase_if(dims, [&](int64_t dim) {
    return std::ranges::count(repair.collapsed, size_t(dim)) != 0;
  });
  Sizes permuted;
  for (size_t from : repair.permutation)
    permuted.push_back(dims[from]);
  if (!permuted.empty())
    dims = permuted;
  Sizes sources;
  size_t next = 0;
  for (size_t dim = 0; dim < result.size(); ++dim) {
    bool isAdded = std::ranges::count(repair.added, int64_t(dim)) != 0;
    sources.push_back(isAdded || next == dims.size() ? -1 : dims[next++]);
    if (!isAdded &&
        (sources[dim] < 0 || input[size_t(sources[dim])] != result[dim]))
      return std::nullopt;
  }
  return next == dims.size() ? std::optional(sources) : std::nullopt;
}

/// The same, as the reading has it; dimensions that expand are no source.
Sizes sourcesMeant(Reading reading, const Sizes &input, const Sizes &result,
                   const Sizes &list) {
  Sizes sources(result.size(), -1);
  size_t next = 0;
  auto connect = [&](size_t from, size_t to) {
    if (input[from] == result[to])
      sources[to] = int64_t(from);
  };
  if (reading == Reading::Mapped)
    for (size_t dim = 0; dim < list.size(); ++dim)
      connect(dim, size_t(list[dim]));
  else
    for (size_t dim = 0; dim < result.size(); ++dim)
      if (std::ranges::count(list, int64_t(dim)) == 0)
        connect(next++, dim);
  return sources;
}

} // namespace

TEST(LinalgBroadcast, TellsWhatIsWrongInMlirsOrder) {
  struct {
    Sizes input, result, list;
    std::optional<ListFault> fault;
  } rows[] = {
      {{16}, {16, 64}, {1}, std::nullopt},
      {{}, {}, {}, std::nullopt},
      {{-1}, {-1, 4}, {1}, std::nullopt},
      {{16, 1}, {16, 1, 64}, {2}, std::nullopt},
      {{16}, {16, 64}, {}, ListFault::Count},
      {{16, 2}, {16}, {}, ListFault::Count},
      {{16}, {16, 3, 4}, {1, 3}, ListFault::Range},
      {{16}, {16, 3, 4}, {1, -1}, ListFault::Range},
      {{16}, {16, 3, 4}, {1, 1}, ListFault::Repeated},
      {{16}, {16, 64}, {0}, ListFault::Size},
      {{-1}, {16, 64}, {1}, ListFault::Size},
      {{16}, {-1, 64}, {1}, ListFault::Size},
      {{1, 3}, {2, 4, 5}, {2}, ListFault::Size},
      {{16, 1}, {16, 32, 64}, {2}, ListFault::Expansion},
      {{1}, {-1, 64}, {1}, ListFault::Expansion},
      {{16}, {16, 3, 4}, {2, 1}, ListFault::Unsorted},
  };
  for (const auto &row : rows) {
    std::optional<ListVerdict> verdict = check(row.input, row.result, row.list);
    EXPECT_EQ(verdict ? std::optional(verdict->fault) : std::nullopt, row.fault)
        << testing::PrintToString(row.list);
  }
}

TEST(LinalgBroadcast, KnowsWhatTheListMayMean) {
  using testing::ElementsAre;
  auto repairs = [](const Sizes &input, const Sizes &result,
                    const Sizes &list) {
    return check(input, result, list)->repairs;
  };
  EXPECT_THAT(repairs({16}, {16, 64}, {0}),
              ElementsAre(ListRepair{Reading::Mapped, {}, {}, {1}}));
  EXPECT_THAT(repairs({3, 4}, {4, 3, 5}, {1, 0}),
              ElementsAre(ListRepair{Reading::Mapped, {}, {1, 0}, {2}}));
  EXPECT_THAT(repairs({16}, {16, 3, 4}, {2, 1}),
              ElementsAre(ListRepair{Reading::Added, {}, {}, {1, 2}}));
  // Both are right for squares.
  EXPECT_THAT(repairs({2, 2}, {2, 2, 2, 2}, {3, 1}),
              ElementsAre(ListRepair{Reading::Added, {}, {}, {1, 3}},
                          ListRepair{Reading::Mapped, {}, {1, 0}, {0, 2}}));
  EXPECT_THAT(repairs({16, 1}, {16, 32, 64}, {0, 1}),
              ElementsAre(ListRepair{Reading::Mapped, {1}, {}, {1, 2}}));
  EXPECT_THAT(repairs({16}, {16, 3, 4}, {1, 2, 1}),
              ElementsAre(ListRepair{Reading::Added, {}, {}, {1, 2}}));
  EXPECT_TRUE(repairs({16}, {3, 4}, {1}).empty());
  EXPECT_TRUE(repairs({16, 2}, {16}, {}).empty());
  EXPECT_TRUE(repairs({3, 3}, {3, 3, 4}, {1, 1}).empty());
}

/// A repair does what its reading asks for, and leaves nothing to repair. The
/// list that the RFC would have for a broadcast is understood.
TEST(LinalgBroadcast, IsRepairedToWhatWasMeant) {
  std::mt19937 generator(1);
  auto random = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(generator);
  };
  std::map<std::pair<Reading, bool>, int> seen;
  for (int i = 0; i < 20000; ++i) {
    Sizes result, list, input;
    for (int64_t rank = random(0, 5); rank > 0; --rank)
      result.push_back(random(-1, 3));
    for (int64_t dim = 0; dim < int64_t(result.size()); ++dim)
      if (random(0, 1))
        list.push_back(dim);
    std::ranges::shuffle(list, generator);
    for (int64_t dim : list)
      input.push_back(random(0, 3) ? result[size_t(dim)] : 1);
    // Of the RFC; half of them are changed by one entry.
    bool isRfcs = list.empty() || random(0, 1);
    if (!isRfcs)
      list[size_t(random(0, int64_t(list.size()) - 1))] = random(-1, 5);
    std::optional<ListVerdict> verdict = check(input, result, list);
    if (!verdict)
      continue;
    bool isUnderstood = false;
    for (const ListRepair &repair : verdict->repairs) {
      EXPECT_EQ(sourcesAfter(repair, input, result),
                sourcesMeant(repair.reading, input, result, list))
          << testing::PrintToString(input) << testing::PrintToString(result)
          << testing::PrintToString(list);
      isUnderstood |= repair.reading == Reading::Mapped;
      ++seen[{repair.reading, !repair.permutation.empty()}];
    }
    EXPECT_TRUE(isUnderstood || !isRfcs) << testing::PrintToString(list);
  }
  EXPECT_GT((seen[{Reading::Added, false}]), 50);
  EXPECT_GT((seen[{Reading::Mapped, false}]), 50);
  EXPECT_GT((seen[{Reading::Mapped, true}]), 50);
}
