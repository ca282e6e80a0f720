//===- Equalities.cpp -----------------------------------------------------===//

#include "shapels/shape/Equalities.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace shapels;

/// Replacements are followed no deeper.
static constexpr unsigned mostDepth = 64;

DimExpr Equalities::canonical(DimExpr expr) {
  if (!expr || replaced.empty() || expr->kind == DimKind::Literal ||
      depth > mostDepth)
    return expr;
  if (DimExpr found = known.lookup(expr.get()))
    return found;
  ++depth;
  DimExpr result = compute(expr);
  --depth;
  known[expr.get()] = result;
  return result;
}

DimExpr Equalities::compute(DimExpr expr) {
  DimExpr rebuilt =
      exprs.rebuild(expr, [&](DimExpr operand) { return canonical(operand); });
  DimExpr other = replaced.lookup(rebuilt.get());
  if (other)
    return canonical(other);
  return rebuilt == expr ? expr : canonical(rebuilt);
}

void Equalities::replace(DimExpr what, DimExpr with) {
  replaced[what.get()] = with;
  known.clear();
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
/// `difference` is 0.
bool Equalities::solve(DimExpr difference) {
  llvm::SmallVector<DimTerm, 2> terms = exprs.termsOf(difference);
  int64_t divisor = 0;
  for (const DimTerm &term : terms)
    divisor = std::gcd(divisor, term.coefficient);
  const DimTerm *best = nullptr;
  auto isBetter = [&](DimExpr a) {
    DimExpr b = best->factors[0];
    return std::pair(eagerness(a), a->id) > std::pair(eagerness(b), b->id);
  };
  for (const DimTerm &term : terms) {
    if (term.factors.size() != 1 ||
        (term.coefficient != divisor && term.coefficient != -divisor))
      continue;
    DimExpr atom = term.factors[0];
    bool isAlone = llvm::count_if(terms, [&](const DimTerm &other) {
                     return llvm::any_of(other.factors, [&](DimExpr factor) {
                       return contains(factor, atom);
                     });
                   }) == 1;
    if (isAlone && (!best || isBetter(atom)))
      best = &term;
  }
  if (!best)
    return false;
  DimExpr atom = best->factors[0];
  int64_t unit = best->coefficient;
  llvm::SmallVector<DimTerm, 2> rest;
  for (const DimTerm &term : terms)
    if (&term != best)
      rest.push_back({term.factors, -term.coefficient / unit});
  replace(atom, exprs.fromTerms(std::move(rest)));
  return true;
}

bool Equalities::unite(DimExpr a, DimExpr b) {
  a = canonical(a);
  b = canonical(b);
  switch (areEqual(exprs, a, b)) {
  case Grade::Proved:
    return true;
  case Grade::Impossible:
    return false;
  case Grade::Possible:
    break;
  }
  if (solve(exprs.sub(a, b)))
    return true;
  bool keepsFirst = a->kind == DimKind::Literal ||
                    (b->kind != DimKind::Literal && a->id < b->id);
  if (!keepsFirst)
    std::swap(a, b);
  if (!contains(a, b))
    replace(b, a);
  return true;
}
