//===- DimRange.cpp -------------------------------------------------------===//

#include "core/shape/DimRange.h"

#include "core/shape/DimRange.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace shapels;

using Bound = std::optional<int64_t>;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static int64_t magnitude(int64_t value) {
  return value == std::numeric_limits<int64_t>::min() ? 1 : std::abs(value);
}

DimRange DimRange::exactly(int64_t value) {
  return {value, value, magnitude(value)};
}

/// Where there are two, `choose` takes one.
template <typename Choose>
static Bound either(Bound a, Bound b, Choose choose) {
  return a && b ? Bound(choose(*a, *b)) : a ? a : b;
}

template <typename Choose>
static Bound both(Bound a, Bound b, Choose choose) {
  return a && b ? Bound(choose(*a, *b)) : std::nullopt;
}

static constexpr auto smaller = [](int64_t a, int64_t b) {
  return std::min(a, b);
};
static constexpr auto greater = [](int64_t a, int64_t b) {
  return std::max(a, b);
};

DimRange DimRange::beside(const DimRange &other) const {
  return {least == other.least ? std::nullopt : least,
          most == other.most ? std::nullopt : most,
          multipleOf == other.multipleOf ? 1 : multipleOf};
}

DimRange DimRange::operator&(const DimRange &other) const {
  int64_t common = 0;
  // 0 is a multiple of anything.
  if (multipleOf == 0 || other.multipleOf == 0)
    common = 0;
  else if (llvm::MulOverflow(multipleOf /
                                 std::gcd(multipleOf, other.multipleOf),
                             other.multipleOf, common))
    common = multipleOf;
  return {either(least, other.least, greater),
          either(most, other.most, smaller), common};
}

DimRange DimRange::operator|(const DimRange &other) const {
  return {both(least, other.least, smaller), both(most, other.most, greater),
          std::gcd(multipleOf, other.multipleOf)};
}

/// A bound that is farther away stands for none.
static constexpr int64_t farAway = int64_t(1) << 48;

std::string DimRange::words() const {
  std::string text;
  bool isAbove = least && *least > 0;
  if (number())
    text = std::to_string(*least);
  else if (most && *most < farAway)
    text = isAbove ? std::to_string(*least) + " to " + std::to_string(*most)
                   : "at most " + std::to_string(*most);
  else if (isAbove)
    text = "at least " + std::to_string(*least);
  if (multipleOf > 1 && !number())
    text += (text.empty() ? "a multiple of " : ", a multiple of ") +
            std::to_string(multipleOf);
  return text;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static Bound plus(Bound a, Bound b) {
  int64_t sum = 0;
  return !a || !b || llvm::AddOverflow(*a, *b, sum) ? Bound() : Bound(sum);
}

static Bound times(Bound a, Bound b) {
  int64_t product = 0;
  return !a || !b || llvm::MulOverflow(*a, *b, product) ? Bound()
                                                        : Bound(product);
}

static int64_t timesOr(int64_t a, int64_t b, int64_t otherwise) {
  return times(a, b).value_or(otherwise);
}

namespace {

class Ranges {
public:
  explicit Ranges(llvm::function_ref<DimRange(DimExpr)> known) : known(known) {}

  DimRange of(DimExpr expr) { return known(expr) & byParts(expr); }

private:
  DimRange byParts(DimExpr expr);
  DimRange ofTerm(const DimTerm &term);
  DimRange quotient(DimExpr expr, bool isUp);

  llvm::function_ref<DimRange(DimExpr)> known;
};

} // namespace

/// Of factors that are not negative.
DimRange Ranges::ofTerm(const DimTerm &term) {
  DimRange product = DimRange::exactly(1);
  for (DimExpr factor : term.factors) {
    DimRange range = of(factor);
    bool isNonNegative = range.least && *range.least >= 0 && product.least &&
                         *product.least >= 0;
    if (!isNonNegative && product != DimRange::exactly(1))
      return {std::nullopt, std::nullopt,
              timesOr(magnitude(term.coefficient), product.multipleOf, 1)};
    product = {
        times(product.least, range.least), times(product.most, range.most),
        timesOr(product.multipleOf, range.multipleOf, product.multipleOf)};
  }
  Bound coefficient = term.coefficient;
  DimRange result{times(product.least, coefficient),
                  times(product.most, coefficient),
                  timesOr(magnitude(term.coefficient), product.multipleOf,
                          product.multipleOf)};
  if (term.coefficient < 0)
    std::swap(result.least, result.most);
  return result;
}

/// By a positive number.
DimRange Ranges::quotient(DimExpr expr, bool isUp) {
  std::optional<int64_t> divisor = expr->operands[1].literal();
  if (!divisor || *divisor <= 0)
    return {};
  auto divide = [&](int64_t value) {
    return isUp ? llvm::divideCeilSigned(value, *divisor)
                : llvm::divideFloorSigned(value, *divisor);
  };
  DimRange range = of(expr->operands[0]), result;
  if (range.least)
    result.least = divide(*range.least);
  if (range.most)
    result.most = divide(*range.most);
  return result;
}

DimRange Ranges::byParts(DimExpr expr) {
  switch (expr->kind) {
  case DimKind::Literal:
    return DimRange::exactly(expr->value);
  case DimKind::Symbol:
    return {expr->isNonNegative ? Bound(0) : Bound(), std::nullopt};
  case DimKind::VScale:
    return {1, std::nullopt};
  case DimKind::Sum: {
    DimRange sum = DimRange::exactly(0);
    for (const DimTerm &term : expr->terms) {
      DimRange range = ofTerm(term);
      sum = {plus(sum.least, range.least), plus(sum.most, range.most),
             std::gcd(sum.multipleOf, range.multipleOf)};
    }
    return sum;
  }
  case DimKind::FloorDiv:
    return quotient(expr, /*isUp=*/false);
  case DimKind::CeilDiv:
    return quotient(expr, /*isUp=*/true);
  case DimKind::Mod: {
    std::optional<int64_t> divisor = expr->operands[1].literal();
    return divisor && *divisor > 0 ? DimRange::upTo(*divisor - 1) : DimRange();
  }
  case DimKind::Min:
  case DimKind::Max: {
    bool isMin = expr->kind == DimKind::Min;
    DimRange result = of(expr->operands[0]);
    for (DimExpr operand : llvm::ArrayRef(expr->operands).drop_front()) {
      DimRange other = of(operand);
      result = {isMin ? both(result.least, other.least, smaller)
                      : either(result.least, other.least, greater),
                isMin ? either(result.most, other.most, smaller)
                      : both(result.most, other.most, greater),
                std::gcd(result.multipleOf, other.multipleOf)};
    }
    return result;
  }
  case DimKind::Select:
    return of(expr->operands[2]) | of(expr->operands[3]);
  case DimKind::Broadcast: {
    // It is one of them.
    DimRange result = of(expr->operands[0]);
    for (DimExpr operand : llvm::ArrayRef(expr->operands).drop_front())
      result = result | of(operand);
    return result;
  }
  }
  return {};
}

DimRange shapels::rangeOf(DimExpr expr,
                          llvm::function_ref<DimRange(DimExpr)> known) {
  return Ranges(known).of(expr);
}
