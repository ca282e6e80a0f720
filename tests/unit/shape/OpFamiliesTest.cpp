//===- OpFamiliesTest.cpp -------------------------------------------------===//

#include "core/shape/OpFamilies.h"

#include <gtest/gtest.h>

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
