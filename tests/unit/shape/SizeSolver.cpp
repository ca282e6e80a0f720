//===- SizeSolver.cpp -----------------------------------------------------===//

#include "shape/SizeSolver.h"

using namespace shapels;

/// Of Z3's own steps, for one question.
static constexpr unsigned mostSteps = 3'000'000;

SizeSolver::SizeSolver() : solver(context) {
  z3::params params(context);
  params.set("rlimit", mostSteps);
  solver.set(params);
}

z3::check_result SizeSolver::check(const FactList &facts) {
  terms.clear();
  solver.reset();
  for (const SizeFacts *each : facts)
    add(*each);
  return solver.check();
}

void SizeSolver::add(const SizeFacts &facts) {
  if (!facts.rejection.empty())
    solver.add(context.bool_val(false));
  for (const auto &[a, b] : facts.pairs)
    solver.add(term(a) == term(b));
  for (const auto &[size, other] : facts.choices)
    solver.add(term(size) == 1 || term(size) == term(other));
  for (const auto &[size, range] : facts.limits)
    add(term(size), range);
}

void SizeSolver::add(const z3::expr &size, const DimRange &range) {
  if (range.least)
    solver.add(size >= number(*range.least));
  if (range.most)
    solver.add(size <= number(*range.most));
  solver.add(size == number(range.multipleOf) * fresh());
}

z3::expr SizeSolver::fresh() {
  return z3::expr(context, Z3_mk_fresh_const(context, "n", context.int_sort()));
}

z3::expr SizeSolver::term(DimExpr expr) {
  auto found = terms.find(expr.get());
  if (found != terms.end())
    return found->second;
  z3::expr made = operation(expr);
  if (expr->isNonNegative)
    solver.add(made >= 0);
  terms.emplace(expr.get(), made);
  return made;
}

z3::expr SizeSolver::sum(llvm::ArrayRef<DimTerm> addends) {
  z3::expr total = number(0);
  for (const DimTerm &addend : addends) {
    z3::expr product = number(addend.coefficient);
    for (DimExpr factor : addend.factors)
      product = product * term(factor);
    total = total + product;
  }
  return total;
}

/// Of a divisor that is 0 nothing is said. Z3's own division is another one
/// where the divisor is negative.
z3::expr SizeSolver::floorDivide(const z3::expr &a, const z3::expr &b) {
  z3::expr quotient = fresh(), rest = a - quotient * b;
  solver.add(z3::implies(b > 0, rest >= 0 && rest < b));
  solver.add(z3::implies(b < 0, rest <= 0 && rest > b));
  return quotient;
}

/// The one size beside 1, if they are not all 1.
z3::expr SizeSolver::broadcast(const std::vector<z3::expr> &sizes) {
  z3::expr result = fresh();
  z3::expr isAny = context.bool_val(false);
  for (const z3::expr &size : sizes) {
    solver.add(size == 1 || size == result);
    isAny = isAny || size == result;
  }
  solver.add(isAny);
  return result;
}

z3::expr SizeSolver::operation(DimExpr expr) {
  std::vector<z3::expr> x;
  for (DimExpr operand : expr->operands)
    x.push_back(term(operand));
  switch (expr->kind) {
  case DimKind::Literal:
    return number(expr->value);
  case DimKind::Symbol:
  case DimKind::VScale:
    return fresh();
  case DimKind::Sum:
    return sum(expr->terms);
  case DimKind::FloorDiv:
    return floorDivide(x[0], x[1]);
  case DimKind::CeilDiv:
    return -floorDivide(-x[0], x[1]);
  case DimKind::Mod:
    return x[0] - floorDivide(x[0], x[1]) * x[1];
  case DimKind::Min:
  case DimKind::Max: {
    z3::expr best = x[0];
    for (const z3::expr &each : x)
      best = expr->kind == DimKind::Min ? z3::min(best, each)
                                        : z3::max(best, each);
    return best;
  }
  case DimKind::Select: {
    bool isEqual = expr->predicate == DimPredicate::Equal;
    bool isLess = expr->predicate == DimPredicate::Less;
    return z3::ite(isEqual  ? x[0] == x[1]
                   : isLess ? x[0] < x[1]
                            : x[0] <= x[1],
                   x[2], x[3]);
  }
  case DimKind::Broadcast:
    return broadcast(x);
  }
  return fresh();
}
