//===- AttributesTest.cpp - Integers in the text of attributes ------------===//

#include "core/shape/Attributes.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

TEST(AttributesTest, FindsIntegersByTheirKey) {
  llvm::StringRef text = "#mhlo.dot<lhs_contracting_dimensions = [1, -2], "
                         "rhs_contracting_dimensions = [0]>";
  EXPECT_EQ(integersInText(text, "lhs_contracting_dimensions"),
            Integers({1, -2}));
  EXPECT_EQ(integersInText(text, "rhs_contracting_dimensions"), Integers({0}));
  // Part of a longer key is another key.
  EXPECT_EQ(integersInText(text, "contracting_dimensions"), std::nullopt);
}

TEST(AttributesTest, ReadsAllWaysToWriteAList) {
  EXPECT_EQ(integersInText("dim = 3 : i64", "dim"), Integers({3}));
  EXPECT_EQ(integersInText("{pad = [[0, 1], [2, 3]]}", "pad"),
            Integers({0, 1, 2, 3}));
  EXPECT_EQ(integersInText("dims = array<i64: >", "dims"), std::nullopt);
  EXPECT_EQ(integersInText("dims = dense<[1, 2]> : tensor<2xi64>", "dims"),
            Integers({1, 2}));
  EXPECT_EQ(integersInText("dims = []", "dims"), Integers());
  EXPECT_EQ(integersInText("dims = %x", "dims"), std::nullopt);
  EXPECT_EQ(integersInText("dims = [1, ", "dims"), std::nullopt);
}

TEST(AttributesTest, ReadsBothListsOfAPair) {
  llvm::StringRef text =
      "%a, %b, batching_dims = [0] x [1], contracting_dims = [2, 3] x [4, 5]";
  EXPECT_EQ(integersInText(text, "batching_dims"), Integers({0}));
  EXPECT_EQ(secondIntegersInText(text, "batching_dims"), Integers({1}));
  EXPECT_EQ(secondIntegersInText(text, "contracting_dims"), Integers({4, 5}));
  EXPECT_EQ(secondIntegersInText("dims = [0]", "dims"), std::nullopt);
}

TEST(AttributesTest, AValueEndsAtItsCommaOrBracket) {
  llvm::StringRef text = "(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, "
                         "f], window = {stride = [2]} {x = 1}";
  EXPECT_EQ(valueInText(text, "dim_numbers"), "[b, 0, f]x[0, i, o]->[b, 0, f]");
  EXPECT_EQ(valueInText(text, "stride"), "[2]");
  EXPECT_EQ(valueInText(text, "nothing"), "");
  EXPECT_EQ(valueInText("config = \"ab,bc->ac\", x = 1", "config"),
            "ab,bc->ac");
}

} // namespace
