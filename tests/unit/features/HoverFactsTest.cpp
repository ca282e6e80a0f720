//===- HoverFactsTest.cpp - Sizes that other ops tell ---------------------===//

#include "features/Hovers.h"

using namespace shapels;
using namespace shapels::test;

TEST(Hover, ShowsTheOpsBehindASize) {
  std::string text = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {\n"
                     "  %0 = arith.addf %a, %b : tensor<?xf32>\n"
                     "  %1 = tensor.cast %b : tensor<?xf32> to tensor<3xf32>\n"
                     "  return\n}\n";
  EXPECT_EQ(hoverAt(cursorBefore(text, "%a, %b :"), plain),
            "%a — argument 0 of func.func\n"
            "- type tensor<?xf32>\n"
            "- dim 0: 3 by arith.addf of %0 (2:3) and tensor.cast of %1 "
            "(3:3)");
}
