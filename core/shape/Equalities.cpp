//===- Equalities.cpp -----------------------------------------------------===//

#include "core/shape/Equalities.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace shapels;

/// Replacements are followed no deeper.
static constexpr unsigned deepestChain = 64;

/// Equalities whose replacements chain up may make more expressions out of each
/// other than there is time for: expressions of so many terms are made for each
/// of them, and some for all, and what is left then stays as it is.
static constexpr uint64_t mostComputed = 256, mostForAll = 4096;

/// Two or three settle it.
static constexpr unsigned mostPasses = 8;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Its parts, in their order.
static llvm::SmallVector<DimExpr> sortedParts(llvm::ArrayRef<DimExpr> parts,
                                              SourceOrder order) {
  llvm::SmallVector<DimExpr> sorted(parts);
  llvm::sort(sorted,
             [&](DimExpr a, DimExpr b) { return compare(a, b, order) < 0; });
  return sorted;
}

static int compareLists(llvm::ArrayRef<DimExpr> a, llvm::ArrayRef<DimExpr> b,
                        SourceOrder order) {
  for (auto [x, y] : llvm::zip(a, b))
    if (int result = compare(x, y, order))
      return result;
  return int(a.size()) - int(b.size());
}

static int compareTerms(const DimTerm &a, const DimTerm &b, SourceOrder order) {
  if (int factors = compareLists(sortedParts(a.factors, order),
                                 sortedParts(b.factors, order), order))
    return factors;
  return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient;
}

static int compareSums(DimExpr a, DimExpr b, SourceOrder order) {
  auto sorted = [&](llvm::SmallVector<DimTerm, 2> terms) {
    llvm::sort(terms, [&](const DimTerm &x, const DimTerm &y) {
      return compareTerms(x, y, order) < 0;
    });
    return terms;
  };
  for (auto [x, y] : llvm::zip(sorted(a->terms), sorted(b->terms)))
    if (int result = compareTerms(x, y, order))
      return result;
  return int(a->terms.size()) - int(b->terms.size());
}

static bool isCommutative(DimKind kind) {
  return kind == DimKind::Min || kind == DimKind::Max ||
         kind == DimKind::Broadcast;
}

int shapels::compare(DimExpr a, DimExpr b, SourceOrder order) {
  if (a == b)
    return 0;
  if (a->kind != b->kind)
    return int(a->kind) - int(b->kind);
  if (a->kind == DimKind::Literal)
    return a->value < b->value ? -1 : 1;
  if (a->kind == DimKind::Symbol)
    return order(a->source, b->source);
  if (a->kind == DimKind::Sum)
    return compareSums(a, b, order);
  if (a->predicate != b->predicate)
    return int(a->predicate) - int(b->predicate);
  if (isCommutative(a->kind))
    return compareLists(sortedParts(a->operands, order),
                        sortedParts(b->operands, order), order);
  return compareLists(a->operands, b->operands, order);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

DimExpr Equalities::canonical(DimExpr expr) {
  if (!expr || replaced.empty() || expr->kind == DimKind::Literal ||
      depth > deepestChain)
    return expr;
  if (Known found = known.lookup(expr.get()); found.time == time)
    return found.canonical;
  if (depth == 0 && !isLearning)
    fuel = mostForAll;
  if (fuel == 0)
    return expr;
  fuel -= std::min<uint64_t>(fuel, 1 + expr->terms.size());
  ++depth;
  DimExpr result = compute(expr);
  --depth;
  known[expr.get()] = {result, time};
  return result;
}

/// What a term of the sum is equal to, where that is known of it as a whole.
DimExpr Equalities::withProducts(DimExpr sum) {
  if (sum->kind != DimKind::Sum)
    return sum;
  llvm::SmallVector<DimTerm, 2> terms;
  bool isOther = false;
  for (const DimTerm &term : sum->terms) {
    DimExpr product =
        term.factors.size() > 1 ? exprs.product(term.factors) : DimExpr();
    bool isKnown = product && product != sum && replaced.count(product.get());
    isOther |= isKnown;
    if (isKnown)
      llvm::append_range(terms, exprs.termsOf(exprs.mul(canonical(product),
                                                        term.coefficient)));
    else
      terms.push_back(term);
  }
  return isOther ? exprs.fromTerms(std::move(terms)) : sum;
}

/// What would grow beyond reason stays as it is.
DimExpr Equalities::compute(DimExpr expr) {
  uint32_t failures = exprs.failures();
  DimExpr rebuilt = withProducts(
      exprs.rebuild(expr, [&](DimExpr operand) { return canonical(operand); }));
  if (exprs.failures() != failures)
    rebuilt = expr;
  DimExpr other = replaced.lookup(rebuilt.get());
  if (!other)
    return rebuilt == expr ? expr : canonical(rebuilt);
  DimExpr result = canonical(other);
  replaced[rebuilt.get()] = result;
  return result;
}

void Equalities::replace(DimExpr what, DimExpr with) {
  replaced[what.get()] = with;
  ++time;
}

static bool contains(DimExpr expr, DimExpr part) {
  auto holds = [&](DimExpr operand) { return contains(operand, part); };
  return expr == part || llvm::any_of(expr->operands, holds) ||
         llvm::any_of(expr->terms, [&](const DimTerm &term) {
           return llvm::any_of(term.factors, holds);
         });
}

/// The greater, the sooner the expression gives way to what it equals.
static unsigned eagerness(DimExpr expr) {
  if (expr->kind != DimKind::Symbol)
    return expr->kind == DimKind::VScale ? 0 : 3;
  if (expr->source.kind == DimSource::Kind::Nothing)
    return 5;
  if (expr->source.kind == DimSource::Kind::Named)
    return 1;
  return expr->source.isGiven ? 2 : 4;
}

/// Replaces one symbol, or another part that stands alone, such that
/// `difference` is 0; a product if there is nothing else.
bool Equalities::solve(DimExpr difference, SourceOrder order) {
  return solveFor(difference, /*isProduct=*/false, order) ||
         solveFor(difference, /*isProduct=*/true, order);
}

bool Equalities::solveFor(DimExpr difference, bool isProduct,
                          SourceOrder order) {
  llvm::SmallVector<DimTerm, 2> terms = exprs.termsOf(difference);
  int64_t divisor = 0;
  for (const DimTerm &term : terms)
    divisor = std::gcd(divisor, term.coefficient);
  const DimTerm *best = nullptr;
  auto atomOf = [&](const DimTerm &term) {
    return isProduct ? exprs.product(term.factors) : term.factors[0];
  };
  auto isBetter = [&](DimExpr a) {
    DimExpr b = atomOf(*best);
    return eagerness(a) != eagerness(b) ? eagerness(a) > eagerness(b)
                                        : compare(a, b, order) > 0;
  };
  for (const DimTerm &term : terms) {
    bool hasKind =
        isProduct ? term.factors.size() > 1 : term.factors.size() == 1;
    if (!hasKind ||
        (term.coefficient != divisor && term.coefficient != -divisor))
      continue;
    DimExpr atom = atomOf(term);
    bool isAlone =
        isProduct || llvm::count_if(terms, [&](const DimTerm &other) {
                       return llvm::any_of(other.factors, [&](DimExpr factor) {
                         return contains(factor, atom);
                       });
                     }) == 1;
    if (isAlone && (!best || isBetter(atom)))
      best = &term;
  }
  if (!best)
    return false;
  DimExpr atom = atomOf(*best);
  int64_t unit = best->coefficient;
  llvm::SmallVector<DimTerm, 2> rest;
  for (const DimTerm &term : terms)
    if (&term != best)
      rest.push_back({term.factors, -term.coefficient / unit});
  uint32_t failures = exprs.failures();
  DimExpr other = exprs.fromTerms(std::move(rest));
  if (exprs.failures() != failures)
    return false;
  replace(atom, other);
  return true;
}

void Equalities::unite(DimExpr a, DimExpr b, SourceOrder order) {
  a = canonical(a);
  b = canonical(b);
  if (a == b)
    return;
  uint32_t failures = exprs.failures();
  DimExpr difference = exprs.sub(a, b);
  bool isKnown = exprs.failures() == failures;
  if (isKnown &&
      (areEqual(exprs, a, b) != Grade::Possible || solve(difference, order)))
    return;
  bool keepsFirst = a->kind == DimKind::Literal ||
                    (b->kind != DimKind::Literal && compare(a, b, order) < 0);
  if (!keepsFirst)
    std::swap(a, b);
  if (!contains(a, b))
    replace(b, a);
}

void Equalities::learn(std::vector<Pair> pairs, SourceOrder order) {
  replaced.clear();
  known.clear();
  for (Pair &pair : pairs)
    if (compare(pair.first, pair.second, order) > 0)
      std::swap(pair.first, pair.second);
  llvm::sort(pairs, [&](const Pair &a, const Pair &b) {
    int firsts = compare(a.first, b.first, order);
    return firsts ? firsts < 0 : compare(a.second, b.second, order) < 0;
  });
  // What is replaced later may be part of what was replaced before, which then
  // is another expression.
  isLearning = true;
  fuel = mostComputed * pairs.size() + mostForAll;
  uint32_t before = 0;
  for (unsigned pass = 0; pass < mostPasses && before != time && fuel > 0;
       ++pass) {
    before = time;
    for (const Pair &pair : pairs)
      unite(pair.first, pair.second, order);
  }
  isLearning = false;
}
