//===- DimRangeTest.cpp - Between which numbers sizes are -----------------===//

#include "core/shape/DimRange.h"
#include "core/shape/DimParser.h"
#include "core/shape/StatedRanges.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>

using namespace shapels;

namespace {

std::vector<std::string> words(llvm::ArrayRef<DimRange> ranges) {
  std::vector<std::string> all;
  for (const DimRange &range : ranges)
    all.push_back(range.words());
  return all;
}

using Words = std::vector<std::string>;

/// Random expressions over a few sizes, whose ranges and values are known.
class Sizes {
public:
  explicit Sizes(unsigned seed) : random(seed) {
    for (uint32_t i = 0; i < 3; ++i) {
      symbols.push_back(exprs.symbol({DimSource::Kind::Size, true, this, i}));
      int64_t step = any(1, 3), least = any(0, 4) * step,
              most = least + any(0, 5) * step;
      ranges.push_back({least, most, step});
    }
  }

  void choose() {
    values.clear();
    for (const DimRange &range : ranges)
      values.push_back(*range.least +
                       any(0, (*range.most - *range.least) / range.multipleOf) *
                           range.multipleOf);
  }

  DimExpr make(unsigned depth) {
    if (depth == 0)
      return any(0, 3) ? symbols[size_t(any(0, 2))] : exprs.literal(any(-3, 6));
    DimExpr a = make(depth - 1), b = make(depth - 1);
    switch (any(0, 8)) {
    case 0:
      return exprs.add(a, b);
    case 1:
      return exprs.sub(a, b);
    case 2:
      return exprs.mul(a, b);
    case 3:
      return exprs.floorDiv(a, exprs.literal(any(1, 4)));
    case 4:
      return exprs.ceilDiv(a, exprs.literal(any(1, 4)));
    case 5:
      return exprs.mod(a, exprs.literal(any(1, 4)));
    case 6:
      return exprs.min(a, b);
    case 7:
      return exprs.max(a, b);
    default:
      return exprs.select(DimPredicate::Less, a, b, b, a);
    }
  }

  int64_t valueOf(DimExpr expr) const {
    std::vector<int64_t> x;
    for (DimExpr operand : expr->operands)
      x.push_back(valueOf(operand));
    auto floorDivided = [](int64_t a, int64_t b) {
      return a / b - (a % b != 0 && (a < 0) != (b < 0));
    };
    switch (expr->kind) {
    case DimKind::Symbol:
      return values[expr->source.index];
    case DimKind::Sum: {
      int64_t sum = 0;
      for (const DimTerm &term : expr->terms) {
        int64_t product = term.coefficient;
        for (DimExpr factor : term.factors)
          product *= valueOf(factor);
        sum += product;
      }
      return sum;
    }
    case DimKind::FloorDiv:
      return floorDivided(x[0], x[1]);
    case DimKind::CeilDiv:
      return -floorDivided(-x[0], x[1]);
    case DimKind::Mod:
      return x[0] - floorDivided(x[0], x[1]) * x[1];
    case DimKind::Min:
      return *std::min_element(x.begin(), x.end());
    case DimKind::Max:
      return *std::max_element(x.begin(), x.end());
    case DimKind::Select:
      return (expr->predicate == DimPredicate::Equal  ? x[0] == x[1]
              : expr->predicate == DimPredicate::Less ? x[0] < x[1]
                                                      : x[0] <= x[1])
                 ? x[2]
                 : x[3];
    default:
      return expr->value;
    }
  }

  DimRange known(DimExpr part) const {
    auto found = llvm::find(symbols, part);
    return found == symbols.end() ? DimRange()
                                  : ranges[size_t(found - symbols.begin())];
  }
  bool isKnown() const { return exprs.failures() == 0; }

private:
  int64_t any(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }

  std::mt19937 random;
  DimExprs exprs;
  std::vector<DimExpr> symbols;
  std::vector<DimRange> ranges;
  std::vector<int64_t> values;
};

} // namespace

TEST(DimRangeTest, HoldsWhateverTheSizesAre) {
  size_t bounded = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Sizes sizes(seed);
    DimExpr expr = sizes.make(1 + seed % 3);
    if (!sizes.isKnown())
      continue;
    DimRange range =
        rangeOf(expr, [&](DimExpr part) { return sizes.known(part); });
    bounded += range.least && range.most;
    for (unsigned run = 0; run < 20; ++run) {
      sizes.choose();
      int64_t value = sizes.valueOf(expr);
      ASSERT_LE(range.least.value_or(value), value) << seed;
      ASSERT_GE(range.most.value_or(value), value) << seed;
      ASSERT_EQ(range.multipleOf ? value % range.multipleOf : value, 0) << seed;
    }
  }
  EXPECT_GT(bounded, 1500u);
}

TEST(DimRangeTest, HasWords) {
  EXPECT_EQ(DimRange::upTo(8).words(), "at most 8");
  EXPECT_EQ((DimRange{5, 10}).words(), "5 to 10");
  EXPECT_EQ((DimRange{5, std::nullopt, 5}).words(),
            "at least 5, a multiple of 5");
  EXPECT_EQ((DimRange{0, INT64_MAX, 16}).words(), "a multiple of 16");
  EXPECT_EQ((DimRange{0, std::nullopt}).words(), "");
  EXPECT_EQ(DimRange::exactly(4).words(), "4");
}

TEST(DimRangeTest, OfBothAndOfEither) {
  DimRange a{2, 12, 4}, b{5, 20, 6};
  EXPECT_EQ(a & b, (DimRange{5, 12, 12}));
  EXPECT_EQ(a | b, (DimRange{2, 20, 2}));
  EXPECT_EQ(a & DimRange(), a);
  EXPECT_EQ(a | DimRange(), DimRange());
  EXPECT_EQ(a.beside({2, 20, 4}), (DimRange{std::nullopt, 12}));
}

TEST(StatedRangesTest, AreReadFromAssumptions) {
  EXPECT_EQ(
      words(assumedRanges(
          "util.assume.int %dim<umin = 16, umax = 64, udiv = 16> : index")),
      (Words{"16 to 64, a multiple of 16"}));
  EXPECT_EQ(words(assumedRanges("assume.int %0[<umin = 5, umax = 5, udiv = 5>, "
                                "<umin = 10, umax = 15, udiv = 5>], %1#1, "
                                "%2[<umax = 4>, <>] : index, index, index")),
            (Words{"5 to 15, a multiple of 5", "", ""}));
  EXPECT_EQ(words(assumedRanges("[[#util.int.assumption<umin = 1, umax = 2>, "
                                "#util.int.assumption<umax = 3>], "
                                "[#util.int.assumption<udiv = 8>]]")),
            (Words{"at most 3", "a multiple of 8"}));
  EXPECT_TRUE(assumedRanges("").empty());
  EXPECT_EQ(assumedRanges("%0<umin = ").size(), 1u);
}

namespace {

/// Of names that are sizes of their own.
std::string parsed(llvm::StringRef text) {
  DimExprs exprs;
  DimExpr expr = parseDim(text, exprs, [&](llvm::StringRef name) {
    return exprs.named(name, nullptr);
  });
  return expr ? toString(expr,
                         [&](const DimSource &source) {
                           return exprs.names()->name(source.index);
                         })
              : "-";
}

std::string parsedMap(llvm::StringRef text, unsigned symbols) {
  DimExprs exprs;
  llvm::SmallVector<DimExpr> all;
  for (unsigned i = 0; i < symbols; ++i)
    all.push_back(exprs.named(std::string(1, char('x' + i)), nullptr));
  auto results = parseAffineResults(text, exprs, all);
  if (!results)
    return "-";
  std::string list;
  for (DimExpr result : *results)
    list += (list.empty() ? "" : ", ") +
            toString(result, [&](const DimSource &source) {
              return exprs.names()->name(source.index);
            });
  return list;
}

} // namespace

TEST(DimParserTest, ReadsExpressions) {
  EXPECT_EQ(parsed("s0"), "s0");
  EXPECT_EQ(parsed("2*s1"), "2 * s1");
  EXPECT_EQ(parsed("-(s0 - 3) floordiv 2 + s1 mod 4 ceildiv 2"),
            parsed("(3 - s0) floordiv 2 + ((s1 mod 4) ceildiv 2)"));
  EXPECT_EQ(parsed("s0 -1"), "s0 - 1");
  for (const char *wrong : {"", "s0 +", "(s0", "Max(1, s0)", "s0 s1", "%0"})
    EXPECT_EQ(parsed(wrong), "-") << wrong;
  EXPECT_EQ(parsed(std::string(100'000, '(')), "-");
}

TEST(DimParserTest, ReadsTheResultsOfAMap) {
  EXPECT_EQ(parsedMap("affine_map<()[s0, s1] -> (s0, 2 * s1 + s0, 3)>", 2),
            "x, 2 * y + x, 3");
  EXPECT_EQ(parsedMap("a, affine_map<()[s10,s2]->(1,s2*32)> : t", 2),
            "1, 32 * y");
  EXPECT_EQ(parsedMap("affine_map<()[s0] -> ()>", 1), "");
  for (const char *wrong :
       {"", "#map", "affine_map<(d0)[s0] -> (s0)>",
        "affine_map<()[s0, s1] -> (s0)>", "affine_map<()[s0] -> (s0",
        "affine_map<()[s0] -> (s9)>"})
    EXPECT_EQ(parsedMap(wrong, 1), "-") << wrong;
}
