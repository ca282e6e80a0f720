//===- IncompleteTest.cpp - Whether a line is whole -----------------------===//

#include "core/analysis/Incomplete.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

/// Whether the line, in a function with %a and %b, is half typed.
bool isHalf(const std::string &line) {
  std::string before = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {\n";
  Configuration configuration;
  configuration.ops.declare("my.add", OpFamily::Broadcastable);
  Document document(before + line + "\n  %z = arith.constant 0 : i32\n}\n",
                    configuration);
  document.update();
  const Section &section = *document.sections().front();
  auto begin = static_cast<uint32_t>(before.size());
  auto ids = statementsIn(
      section, {{begin}, {begin + static_cast<uint32_t>(line.size())}}, 9);
  EXPECT_EQ(ids.size(), 1u) << line;
  return !ids.empty() && isIncomplete(section, configuration, ids.front());
}

const std::string type = " : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>";

} // namespace

TEST(Incomplete, IsWhatDoesNotParseOrLacksSomething) {
  for (const std::string &line : {
           std::string("%"),
           std::string("%0 ="),
           std::string("%0 = math.ex %a : tensor<?xf32>"),
           std::string("%0 = math.exp %a : tensor<?xf3"),
           std::string("%0 = math.exp %c : tensor<?xf32>"),
           std::string("#map = affine_map<("),
           std::string("%0 = stablehlo.ab %a : tensor<?xf32>"),
           "%0 = \"stablehlo.ad\"(%a, %b)" + type,
           "%0 = my.ad %a, %b" + type,
           "%0 = stablehlo.add %a, %c" + type,
           "%0 = stablehlo.add %a, %" + type,
           "%0 = stablehlo.add %a," + type,
           "%0 = stablehlo.add , %b" + type,
           "%0 = stablehlo.add %a" + type,
           std::string("%0 = stablehlo.add %a, %b"),
           std::string("%0 = stablehlo.abs %a :"),
           std::string("%0 = stablehlo.abs %a : tensor<?x"),
           std::string("%0 = stablehlo.transpose %a, dims = : (tensor<?xf32>) "
                       "-> tensor<?xf32>"),
       })
    EXPECT_TRUE(isHalf(line)) << line;
}

TEST(Incomplete, IsNothingWhole) {
  for (const std::string &line : {
           std::string("%0 = math.exp %a : tensor<?xf32>"),
           std::string("#map = affine_map<(d0) -> (d0)>"),
           std::string("%0 = stablehlo.abs %a : tensor<?xf32>"),
           "%0 = \"stablehlo.add\"(%a, %b)" + type,
           "%0 = my.add %a, %b" + type,
           "%0 = my.sub %a, %b" + type,
           "%0 = stablehlo.add %a, %b" + type,
           std::string("%0 = stablehlo.transpose %a, dims = [0] : "
                       "(tensor<?xf32>) -> tensor<?xf32>"),
           std::string("%0 = torch.constant.int 1"),
           std::string("%0 = nobody.knows %a"),
           std::string("%0 = stablehlo.constant dense<[]> : tensor<0xf32>"),
       })
    EXPECT_FALSE(isHalf(line)) << line;
}
