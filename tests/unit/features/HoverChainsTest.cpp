//===- HoverChainsTest.cpp - Sizes that come from far ---------------------===//

#include "features/Hovers.h"

using namespace shapels;
using namespace shapels::test;

/// `first` defines %0, and each of the others has the shape of the one before.
static std::string chainOf(size_t links, const std::string &first,
                           const std::string &type) {
  std::string text = "func.func @f(%a: tensor<?x4xf32>) {\n  %0 = " + first;
  for (size_t i = 1; i <= links; ++i)
    text += "\n  %" + std::to_string(i) + " = math.exp %" +
            std::to_string(i - 1) + " : " + type;
  return text + "\n  return\n}\n";
}

TEST(Hover, CountsTheLinksThatItLeavesOut) {
  std::string text =
      chainOf(400, "math.exp %a : tensor<?x4xf32>", "tensor<?x4xf32>");
  expectLine(hoverAt(cursorBefore(text, "%6 = "), plain),
             "? from dim 0 of %5 (7:3) ← dim 0 of %4 (6:3) ← dim 0 of %3 (5:3) "
             "← dim 0 of %2 (4:3) ← dim 0 of %1 (3:3) ← dim 0 of %0 (2:3) ← "
             "dim 0 of %a (1:14)\n");
  expectLine(hoverAt(cursorBefore(text, "%400 = "), plain),
             "? from dim 0 of %399 (401:3) ← dim 0 of %398 (400:3) ← dim 0 of "
             "%397 (399:3) ← dim 0 of %396 (398:3) ← dim 0 of %395 (397:3) ← … "
             "394 more … ← dim 0 of %0 (2:3) ← dim 0 of %a (1:14)\n");
}

/// However far it is.
TEST(Hover, NamesTheOriginOfASize) {
  std::string copied =
      chainOf(3'000, "math.exp %a : tensor<?x4xf32>", "tensor<?x4xf32>");
  expectLine(hoverAt(cursorBefore(copied, "%3000 = "), plain),
             " more … ← dim 0 of %a (1:14)\n");
  std::string computed = chainOf(
      3'000,
      "tensor.concat dim(0) %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> "
      "tensor<?x4xf32>",
      "tensor<?x4xf32>");
  expectLine(hoverAt(cursorBefore(computed, "%3000 = "), plain),
             " more … = 2 * dim 0 of %a (1:14)\n");
  std::string lost =
      chainOf(300, "my.op %a : tensor<?x4xf32>", "tensor<?x4xf32>");
  expectLine(hoverAt(cursorBefore(lost, "%300 = "), plain),
             "← … 293 more … ← dim 0 of %1 (3:3) ← dim 0 of %0 (2:3), where it "
             "is lost: no shape rule for my.op is known\n");
}

TEST(Hover, FollowsANumberAsFarAsATypeThatStatesIt) {
  auto text = [](size_t links) {
    return cursorBefore(
        chainOf(links, "math.exp %a : tensor<?x4xf32>", "tensor<?x4xf32>"),
        "%" + std::to_string(links) + " = ");
  };
  expectLine(hoverAt(text(2), plain),
             "dim 1: 4 from dim 1 of %1 ← dim 1 of %0 ← dim 1 of %a");
  expectLine(hoverAt(text(300), plain),
             "dim 1: 4 from dim 1 of %299, as its type states");
  std::string open =
      chainOf(300, "tensor.cast %a : tensor<?x4xf32> to tensor<?x?xf32>",
              "tensor<?x?xf32>");
  expectLine(hoverAt(cursorBefore(open, "%300 = "), plain),
             "dim 1: 4 from dim 1 of %299 ← dim 1 of %298 ← dim 1 of %297 ← "
             "dim 1 of %296 ← dim 1 of %295 ← … 294 more … ← dim 1 of %0 ← "
             "dim 1 of %a");
}
