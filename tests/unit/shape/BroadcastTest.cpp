//===- BroadcastTest.cpp - DESIGN 4.1, row by row -------------------------===//

#include "core/shape/Broadcast.h"

#include <gtest/gtest.h>

#include <charconv>
#include <ostream>

using namespace shapels;

namespace {

/// `2x?x[4]`; `()` is rank 0.
std::vector<Dim> dimsOf(std::string_view text) {
  std::vector<Dim> dims;
  if (text == "()")
    return dims;
  while (!text.empty()) {
    std::string_view item = text.substr(0, text.find('x'));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    bool isScalable = item.starts_with('[');
    if (isScalable)
      item = item.substr(1, item.size() - 2);
    int64_t size = 0;
    std::from_chars(item.data(), item.data() + item.size(), size);
    dims.push_back(item == "?"  ? Dim::dynamic()
                   : isScalable ? Dim::scalable(size)
                                : Dim::fixed(size));
  }
  return dims;
}

/// `2x3` and `*` are tensors, `v:2x3` a vector, `m:2x3` a memref, `i32` has no
/// shape.
TypeShape shapeOf(std::string_view text) {
  if (text == "i32")
    return {};
  TypeShape shape{TypeShape::Kind::Tensor, std::nullopt};
  if (text.starts_with("v:"))
    shape.kind = TypeShape::Kind::Vector;
  if (text.starts_with("m:"))
    shape.kind = TypeShape::Kind::Memref;
  if (shape.kind != TypeShape::Kind::Tensor)
    text.remove_prefix(2);
  if (text != "*")
    shape.dims = dimsOf(text);
  return shape;
}

/// Types between spaces.
std::vector<TypeShape> shapesOf(std::string_view text) {
  std::vector<TypeShape> shapes;
  while (!text.empty()) {
    std::string_view item = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    if (!item.empty())
      shapes.push_back(shapeOf(item));
  }
  return shapes;
}

/// `operands -> results`.
BroadcastVerdict check(std::string_view op, BroadcastRules rules) {
  size_t arrow = op.find("->");
  std::vector<TypeShape> operands = shapesOf(op.substr(0, arrow));
  return checkBroadcast(operands, shapesOf(op.substr(arrow + 2)), rules);
}

std::string_view nameOf(BroadcastFault fault) {
  switch (fault) {
  case BroadcastFault::OperandSizes:
    return "OperandSizes";
  case BroadcastFault::ResultSize:
    return "ResultSize";
  case BroadcastFault::ResultRank:
    return "ResultRank";
  case BroadcastFault::ResultRankUnproved:
    return "ResultRankUnproved";
  case BroadcastFault::ImplicitStaticCast:
    return "ImplicitStaticCast";
  case BroadcastFault::NoOperand:
    return "NoOperand";
  case BroadcastFault::SeveralResults:
    return "SeveralResults";
  case BroadcastFault::NotShaped:
    return "NotShaped";
  case BroadcastFault::TensorAndVector:
    return "TensorAndVector";
  }
  return "";
}

/// `error ResultSize dim 1: #0 has 3, 4`, one finding after the other.
std::string describe(const BroadcastVerdict &verdict) {
  std::string text;
  for (const BroadcastFinding &finding : verdict.findings) {
    text += text.empty() ? "" : "; ";
    text += finding.isError ? "error " : "warning ";
    text += nameOf(finding.fault);
    switch (finding.fault) {
    case BroadcastFault::OperandSizes:
      text += " dim " + std::to_string(finding.dim) + ": #" +
              std::to_string(finding.first) + " " + finding.firstSize.str() +
              ", #" + std::to_string(finding.second) + " " +
              finding.secondSize.str();
      break;
    case BroadcastFault::ResultSize:
    case BroadcastFault::ImplicitStaticCast:
      text += " dim " + std::to_string(finding.dim) + ": " +
              finding.firstSize.str() + ", " + finding.secondSize.str();
      break;
    case BroadcastFault::NotShaped:
      text += " #" + std::to_string(finding.first);
      break;
    default:
      break;
    }
  }
  return text.empty() ? "ok" : text;
}

/// `2 from 0, ?`: each size and the operand that gave it.
std::string describeInferred(const BroadcastVerdict &verdict) {
  if (!verdict.inferred)
    return "nothing";
  std::string text;
  for (const BroadcastDim &dim : *verdict.inferred) {
    text += (text.empty() ? "" : ", ") + dim.size.str();
    if (dim.from)
      text += " from " + std::to_string(*dim.from);
  }
  return text;
}

} // namespace

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

namespace {

struct Row {
  const char *op, *spec, *mlir;
};

std::ostream &operator<<(std::ostream &stream, const Row &row) {
  return stream << row.op;
}

class DesignRow : public testing::TestWithParam<Row> {};

} // namespace

TEST_P(DesignRow, Spec) {
  const Row &row = GetParam();
  EXPECT_EQ(describe(check(row.op, BroadcastRules::Spec)), row.spec) << row.op;
}

TEST_P(DesignRow, Mlir) {
  const Row &row = GetParam();
  EXPECT_EQ(describe(check(row.op, BroadcastRules::Mlir)), row.mlir) << row.op;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(OperandsDiffer, DesignRow, testing::Values(
  Row{"3 2 -> ?", "error OperandSizes dim 0: #0 3, #1 2", "error OperandSizes dim 0: #0 3, #1 2"},
  Row{"3 2 -> *", "error OperandSizes dim 0: #0 3, #1 2", "error OperandSizes dim 0: #0 3, #1 2"},
  Row{"2x3 3x3 -> *", "error OperandSizes dim 0: #0 2, #1 3", "error OperandSizes dim 0: #0 2, #1 3"},
  Row{"1 4 5 -> ?", "error OperandSizes dim 0: #1 4, #2 5", "error OperandSizes dim 0: #1 4, #2 5"},
  Row{"? 4 5 -> ?", "error OperandSizes dim 0: #1 4, #2 5", "error OperandSizes dim 0: #1 4, #2 5"},
  Row{"4 2x3x5 -> ?x?x?", "error OperandSizes dim 2: #0 4, #1 5", "error OperandSizes dim 2: #0 4, #1 5"},
  // The trait of MLIR looks at ranked tensors only.
  Row{"v:3 v:2 -> v:3", "error OperandSizes dim 0: #0 3, #1 2", "ok"}));

INSTANTIATE_TEST_SUITE_P(ResultSizeDiffers, DesignRow, testing::Values(
  Row{"2 2 -> 4", "error ResultSize dim 0: 2, 4", "error ResultSize dim 0: 2, 4"},
  Row{"1 1 -> 4", "error ResultSize dim 0: 1, 4", "error ResultSize dim 0: 1, 4"},
  Row{"? 4 -> 5", "error ResultSize dim 0: 4, 5", "error ResultSize dim 0: 4, 5"},
  Row{"4 -> 1", "error ResultSize dim 0: 4, 1", "error ResultSize dim 0: 4, 1"},
  Row{"v:2 v:2 -> v:4", "error ResultSize dim 0: 2, 4", "ok"}));

INSTANTIATE_TEST_SUITE_P(ResultRankDiffers, DesignRow, testing::Values(
  Row{"3 3 -> 1x3", "error ResultRank", "ok"},
  Row{"3 3 -> 7x3", "error ResultRank", "ok"},
  Row{"1x3 1x3 -> 3", "error ResultRank", "error ResultRank"},
  Row{"2x3 -> ()", "error ResultRank", "error ResultRank"},
  Row{"() -> 1", "error ResultRank", "ok"},
  Row{"v:3 v:3 -> v:1x3", "error ResultRank", "ok"}));

INSTANTIATE_TEST_SUITE_P(ResultRankUnproved, DesignRow, testing::Values(
  Row{"3x2 * -> 4x3x2", "warning ResultRankUnproved", "ok"},
  Row{"* 3x2 -> 4x3x2", "warning ResultRankUnproved", "ok"},
  Row{"3x2 * -> 2", "error ResultRank", "error ResultRank"},
  Row{"3x2 * -> 3x2", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(ImplicitStaticCast, DesignRow, testing::Values(
  Row{"? ? -> 4", "warning ImplicitStaticCast dim 0: ?, 4", "ok"},
  Row{"? ? -> 1", "warning ImplicitStaticCast dim 0: ?, 1", "ok"},
  Row{"? 1 -> 4", "warning ImplicitStaticCast dim 0: ?, 4", "ok"},
  Row{"? -> 0", "warning ImplicitStaticCast dim 0: ?, 0", "ok"},
  Row{"? 4 -> 4", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(ResultDynamic, DesignRow, testing::Values(
  Row{"4 -> ?", "ok", "ok"},
  Row{"4 ? -> ?", "ok", "ok"},
  Row{"? ? -> ?", "ok", "ok"},
  Row{"1 -> ?", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(ZeroAgainstStatic, DesignRow, testing::Values(
  Row{"0 1 -> 0", "ok", "ok"},
  Row{"1 0 -> 0", "ok", "ok"},
  Row{"0 0 -> 0", "ok", "ok"},
  Row{"0 1 -> 1", "error ResultSize dim 0: 0, 1", "error ResultSize dim 0: 0, 1"},
  Row{"0 5 -> ?", "error OperandSizes dim 0: #0 0, #1 5", "error OperandSizes dim 0: #0 0, #1 5"}));

INSTANTIATE_TEST_SUITE_P(ZeroAgainstDynamic, DesignRow, testing::Values(
  Row{"0 ? -> 0", "ok", "ok"},
  Row{"? 0 -> ?", "ok", "ok"},
  Row{"0 ? -> 5", "error ResultSize dim 0: 0, 5", "ok"},
  Row{"? 0 -> 1", "error ResultSize dim 0: 0, 1", "ok"},
  Row{"0 ? 5 -> ?", "error OperandSizes dim 0: #0 0, #2 5", "ok"}));

INSTANTIATE_TEST_SUITE_P(RankExpansion, DesignRow, testing::Values(
  Row{"4 2x3x4 -> 2x3x4", "ok", "ok"},
  Row{"() 4 -> 4", "ok", "ok"},
  Row{"() () -> ()", "ok", "ok"},
  Row{"v:4 v:2x3x4 -> v:2x3x4", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(Unranked, DesignRow, testing::Values(
  Row{"2 -> *", "ok", "ok"},
  Row{"* * -> 2", "ok", "ok"},
  Row{"* -> *", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(Signature, DesignRow, testing::Values(
  Row{"-> 2", "error NoOperand", "ok"},
  Row{"2 ->", "error SeveralResults", "ok"},
  Row{"2 -> 2 2", "error SeveralResults", "ok"},
  Row{"2 -> 2 3", "error SeveralResults", "error ResultSize dim 0: 2, 3"},
  Row{"->", "error NoOperand; error SeveralResults", "ok"},
  Row{"2 i32 -> 2", "error NotShaped #1", "ok"},
  Row{"2 -> i32", "error NotShaped #1", "ok"},
  Row{"i32 2 i32 -> 2", "error NotShaped #0; error NotShaped #2", "ok"},
  Row{"m:2 m:2 -> 2", "error NotShaped #0; error NotShaped #1", "ok"},
  Row{"m:* -> *", "error NotShaped #0", "ok"}));

INSTANTIATE_TEST_SUITE_P(Mixture, DesignRow, testing::Values(
  Row{"2 v:2 -> 2", "error TensorAndVector", "error TensorAndVector"},
  Row{"* v:2 -> v:2", "error TensorAndVector", "error TensorAndVector"},
  Row{"2 -> v:2", "error TensorAndVector", "error TensorAndVector"},
  Row{"v:2 v:2 -> v:2", "ok", "ok"}));

INSTANTIATE_TEST_SUITE_P(SeveralFaults, DesignRow, testing::Values(
  // By dimension, from the left; every dimension says its first conflict only.
  Row{"2x3x4 5x3x6 -> *", "error OperandSizes dim 0: #0 2, #1 5; error OperandSizes dim 2: #0 4, #1 6",
      "error OperandSizes dim 0: #0 2, #1 5; error OperandSizes dim 2: #0 4, #1 6"},
  Row{"2x3 4x5 6x7 -> *", "error OperandSizes dim 0: #0 2, #1 4; error OperandSizes dim 1: #0 3, #1 5",
      "error OperandSizes dim 0: #0 2, #1 4; error OperandSizes dim 1: #0 3, #1 5"},
  // A conflict found later may be further to the left, also where the rank
  // grows only afterwards.
  Row{"3x4 3x5 9x2x1 -> *", "error OperandSizes dim 1: #0 3, #2 2; error OperandSizes dim 2: #0 4, #1 5",
      "error OperandSizes dim 1: #0 3, #2 2; error OperandSizes dim 2: #0 4, #1 5"},
  Row{"2x3x4 -> 5x3x6", "error ResultSize dim 0: 2, 5; error ResultSize dim 2: 4, 6",
      "error ResultSize dim 0: 2, 5; error ResultSize dim 2: 4, 6"},
  Row{"?x3x? -> 5x4x6", "warning ImplicitStaticCast dim 0: ?, 5; error ResultSize dim 1: 3, 4; warning ImplicitStaticCast dim 2: ?, 6",
      "error ResultSize dim 1: 3, 4"},
  Row{"2x3 * -> 1x4x?", "warning ResultRankUnproved; error ResultSize dim 0: 2, 4",
      "error ResultSize dim 0: 2, 4"}));

/// n * vscale, vscale >= 1: an error only where no vscale makes it true.
INSTANTIATE_TEST_SUITE_P(Scalable, DesignRow, testing::Values(
  Row{"v:[4] v:[4] -> v:[4]", "ok", "ok"},
  Row{"v:1 v:[4] -> v:[4]", "ok", "ok"},
  Row{"v:[4] v:1 -> v:[4]", "ok", "ok"},
  Row{"v:[4] v:8 -> v:8", "ok", "ok"},
  Row{"v:[4] v:6 -> v:[4]", "error OperandSizes dim 0: #0 [4], #1 6", "ok"},
  Row{"v:[4] v:2 -> v:[4]", "error OperandSizes dim 0: #0 [4], #1 2", "ok"},
  Row{"v:[4] v:[6] -> v:[4]", "error OperandSizes dim 0: #0 [4], #1 [6]", "ok"},
  Row{"v:[1] v:4 -> v:4", "ok", "ok"},
  Row{"v:[4] -> v:[2]", "error ResultSize dim 0: [4], [2]", "ok"},
  Row{"v:[4] -> v:6", "error ResultSize dim 0: [4], 6", "ok"},
  Row{"v:[4] -> v:8", "warning ImplicitStaticCast dim 0: [4], 8", "ok"},
  Row{"v:8 -> v:[4]", "warning ImplicitStaticCast dim 0: 8, [4]", "ok"},
  Row{"v:2x[4] v:[4] -> v:2x[4]", "ok", "ok"}));
// clang-format on

//===----------------------------------------------------------------------===//
// What is inferred, and from where
//===----------------------------------------------------------------------===//

TEST(InferBroadcast, NamesTheOperandThatGaveEachSize) {
  struct {
    const char *operands, *inferred;
  } rows[] = {
      {"2x3", "2 from 0, 3 from 0"},
      {"1x3 2x1", "2 from 1, 3 from 0"},
      {"4 2x3x4", "2 from 1, 3 from 1, 4 from 0"},
      {"? 4", "4 from 1"},
      {"4 ?", "4 from 0"},
      {"? 1", "? from 0"},
      {"1 ?", "? from 1"},
      // Nobody in particular.
      {"? ?", "?"},
      {"? ? 4", "4 from 2"},
      {"0 ?", "0 from 0"},
      {"? 0", "0 from 1"},
      {"* 2", "2 from 1"},
      {"2 * 1x5x1", "1 from 2, 5 from 2, 2 from 0"},
      {"() ()", ""},
      {"v:[4] v:1", "[4] from 0"},
      {"v:1 v:[4]", "[4] from 1"},
      {"v:[4] v:8", "8 from 1"},
      {"* *", "nothing"},
      {"", "nothing"},
      {"3 2", "nothing"},
  };
  for (auto &row : rows)
    EXPECT_EQ(describeInferred(
                  inferBroadcast(shapesOf(row.operands), BroadcastRules::Spec)),
              row.inferred)
        << row.operands;
}

TEST(InferBroadcast, MlirTakesZeroForUnknownAgainstDynamic) {
  auto infer = [](std::string_view operands) {
    return describeInferred(
        inferBroadcast(shapesOf(operands), BroadcastRules::Mlir));
  };
  EXPECT_EQ(infer("0 ?").substr(0, 1), "?");
  EXPECT_EQ(infer("0 1"), "0 from 0");
  EXPECT_EQ(infer("v:2 v:3"), "nothing");
}

TEST(BroadcastDims, IsSymmetric) {
  std::vector<Dim> dims = dimsOf("?x0x1x2x3x8x[1]x[2]x[4]");
  for (BroadcastRules rules : {BroadcastRules::Spec, BroadcastRules::Mlir})
    for (Dim a : dims)
      for (Dim b : dims)
        EXPECT_EQ(broadcastDims(a, b, rules), broadcastDims(b, a, rules))
            << a.str() << " " << b.str();
}

TEST(BroadcastDims, OneIsNeutralAndEachIsItsOwn) {
  for (Dim dim : dimsOf("?x0x1x2x3x8x[1]x[2]x[4]")) {
    EXPECT_EQ(broadcastDims(dim, dim, BroadcastRules::Spec), dim);
    EXPECT_EQ(broadcastDims(dim, Dim::fixed(1), BroadcastRules::Spec), dim);
  }
}

/// Whatever run-time sizes two operands have: if those broadcast, so do the
/// types, and what is inferred allows the size.
TEST(BroadcastDims, IsSoundForEveryRunTimeSize) {
  auto values = [](Dim dim, int64_t vscale) -> std::vector<int64_t> {
    if (dim.isDynamic())
      return {0, 1, 2, 3, 4, 6, 8};
    return {dim.isScalable() ? dim.size() * vscale : dim.size()};
  };
  std::vector<Dim> dims = dimsOf("?x0x1x2x3x4x6x8x[1]x[2]x[3]x[4]");
  for (Dim a : dims)
    for (Dim b : dims)
      for (int64_t vscale : {1, 2, 3, 4})
        for (int64_t x : values(a, vscale))
          for (int64_t y : values(b, vscale)) {
            if (x != y && x != 1 && y != 1)
              continue;
            int64_t size = x == 1 ? y : x;
            auto inferred = broadcastDims(a, b, BroadcastRules::Spec);
            ASSERT_TRUE(inferred) << a.str() << " " << b.str();
            std::vector<int64_t> allowed = values(*inferred, vscale);
            EXPECT_TRUE(std::find(allowed.begin(), allowed.end(), size) !=
                        allowed.end())
                << a.str() << " " << b.str() << " at vscale " << vscale
                << " may be " << size << ", inferred " << inferred->str();
          }
}
