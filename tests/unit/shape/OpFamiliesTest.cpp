//===- OpFamiliesTest.cpp -------------------------------------------------===//

#include "core/shape/OpFamilies.h"
#include "core/text/Glob.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace shapels;

TEST(OpFamilies, TheMostSpecificPatternCounts) {
  OpFamilies ops;
  ops.declare("my.*", OpFamily::Broadcastable);
  ops.declare("my.act.*", OpFamily::SameShape);
  ops.declare("my.act.none", OpFamily::None);
  EXPECT_EQ(ops.find("my.add"), OpFamily::Broadcastable);
  EXPECT_EQ(ops.find("my.act.relu"), OpFamily::SameShape);
  EXPECT_EQ(ops.find("my.act.none"), OpFamily::None);
  EXPECT_EQ(ops.find("your.add"), std::nullopt);
}

TEST(OpFamilies, WhatIsAddedOutweighs) {
  OpFamilies ops, more;
  ops.declare("my.add", OpFamily::Broadcastable);
  ops.declare("my.*", OpFamily::SameShape);
  more.declare("my.add", OpFamily::None);
  more.declare("my.*", OpFamily::Broadcastable);
  ops.add(more);
  EXPECT_EQ(ops.find("my.add"), OpFamily::None);
  EXPECT_EQ(ops.find("my.sub"), OpFamily::Broadcastable);
}

TEST(OpFamilies, AGlobIsFoundByAnyOfItsParts) {
  OpFamilies ops;
  ops.declare("*relu*", OpFamily::SameShape);
  ops.declare("my.*_f32", OpFamily::Broadcastable);
  ops.declare("??", OpFamily::None);
  EXPECT_EQ(ops.find("my.relu"), OpFamily::SameShape);
  EXPECT_EQ(ops.find("your.relu6"), OpFamily::SameShape);
  EXPECT_EQ(ops.find("my.relu_f32"), OpFamily::Broadcastable);
  EXPECT_EQ(ops.find("your.add_f32"), std::nullopt);
  EXPECT_EQ(ops.find("ab"), OpFamily::None);
  EXPECT_EQ(ops.find("abc"), std::nullopt);
}

TEST(OpFamilies, OfGlobsOfOneLengthTheFirstInOrderCounts) {
  OpFamilies ops;
  ops.declare("my.*d", OpFamily::SameShape);
  ops.declare("my.a*", OpFamily::Broadcastable);
  EXPECT_EQ(ops.find("my.add"), OpFamily::SameShape);
}

/// A look at every glob, as the documentation has it.
static std::optional<OpFamily>
findSlowly(const std::map<std::string, OpFamily> &globs, std::string_view op) {
  const std::pair<const std::string, OpFamily> *longest = nullptr;
  for (const auto &glob : globs)
    if ((!longest || glob.first.size() > longest->first.size()) &&
        matchesGlob(glob.first, op))
      longest = &glob;
  return longest ? std::optional(longest->second) : std::nullopt;
}

TEST(OpFamilies, FindsWhatALookAtEveryGlobFinds) {
  std::mt19937 random(20);
  auto word = [&](std::string_view letters, size_t most) {
    std::string text;
    for (size_t left = random() % most + 1; left > 0; --left)
      text += letters[random() % letters.size()];
    return text;
  };
  size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    OpFamilies ops;
    std::map<std::string, OpFamily> globs;
    for (int i = 0; i < 20; ++i) {
      std::string glob = word("ab./*?", 7) + '*';
      globs[glob] = OpFamily(random() % 3);
      ops.declare(glob, globs[glob]);
    }
    for (int i = 0; i < 20; ++i) {
      std::string op = word("ab./", 9);
      ASSERT_EQ(ops.find(op), findSlowly(globs, op)) << round << " " << op;
      found += ops.find(op).has_value();
    }
  }
  EXPECT_GT(found, 1000u);
}
