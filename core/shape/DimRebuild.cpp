//===- DimRebuild.cpp - Expressions over other operands -------------------===//

#include "core/shape/DimExpr.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace shapels;

static void addLeaves(DimExpr expr, llvm::SmallVector<DimExpr> &leaves) {
  if (expr->kind == DimKind::Symbol && !llvm::is_contained(leaves, expr))
    leaves.push_back(expr);
  for (DimExpr operand : expr->operands)
    addLeaves(operand, leaves);
  for (const DimTerm &term : expr->terms)
    for (DimExpr factor : term.factors)
      addLeaves(factor, leaves);
}

bool shapels::isOwnSymbol(DimExpr expr, const void *value) {
  return expr->kind == DimKind::Symbol &&
         (expr->source.kind == DimSource::Kind::Nothing ||
          expr->source.value == value);
}

llvm::SmallVector<DimExpr> shapels::leavesOf(DimExpr expr) {
  llvm::SmallVector<DimExpr> leaves;
  addLeaves(expr, leaves);
  return leaves;
}

/// What becomes of a term where its factors are replaced.
static llvm::SmallVector<DimTerm, 2>
rebuiltTerm(DimExprs &exprs, const DimTerm &term,
            llvm::function_ref<DimExpr(DimExpr)> replacement) {
  llvm::SmallVector<DimExpr, 4> factors;
  for (DimExpr factor : term.factors)
    factors.push_back(replacement(factor));
  if (llvm::equal(factors, term.factors))
    return {term};
  DimExpr product = exprs.literal(term.coefficient);
  for (DimExpr factor : factors)
    product = exprs.mul(product, factor);
  return exprs.termsOf(product);
}

DimExpr DimExprs::rebuild(DimExpr expr,
                          llvm::function_ref<DimExpr(DimExpr)> replacement) {
  llvm::SmallVector<DimExpr, 4> operands;
  for (DimExpr operand : expr->operands)
    operands.push_back(replacement(operand));
  auto fold = [&](auto combine) {
    DimExpr result = operands[0];
    for (DimExpr operand : llvm::drop_begin(operands))
      result = combine(result, operand);
    return result;
  };
  switch (expr->kind) {
  case DimKind::Literal:
  case DimKind::Symbol:
  case DimKind::VScale:
    return expr;
  case DimKind::Sum: {
    llvm::SmallVector<DimTerm, 2> sum;
    for (const DimTerm &term : expr->terms)
      llvm::append_range(sum, rebuiltTerm(*this, term, replacement));
    return fromTerms(std::move(sum));
  }
  case DimKind::FloorDiv:
    return floorDiv(operands[0], operands[1]);
  case DimKind::CeilDiv:
    return ceilDiv(operands[0], operands[1]);
  case DimKind::Mod:
    return mod(operands[0], operands[1]);
  case DimKind::Min:
    return fold([&](DimExpr a, DimExpr b) { return min(a, b); });
  case DimKind::Max:
    return fold([&](DimExpr a, DimExpr b) { return max(a, b); });
  case DimKind::Select:
    return select(expr->predicate, operands[0], operands[1], operands[2],
                  operands[3]);
  case DimKind::Broadcast:
    return fold([&](DimExpr a, DimExpr b) { return broadcast(a, b); });
  }
  llvm_unreachable("unknown kind");
}

/// Whether no integers make the expression 0: `2 * n - 9`.
static bool isNeverZero(DimExprs &exprs, DimExpr expr) {
  int64_t divisor = 0, constant = 0;
  for (const DimTerm &term : exprs.termsOf(expr))
    if (term.factors.empty())
      constant = term.coefficient;
    else
      divisor = std::gcd(divisor, term.coefficient);
  return divisor > 1 && constant % divisor != 0;
}

Grade shapels::areEqual(DimExprs &exprs, DimExpr a, DimExpr b) {
  if (a == b)
    return Grade::Proved;
  // Of which there are many: no expression is made for their difference.
  if (a->kind == DimKind::Symbol && b->kind == DimKind::Symbol)
    return Grade::Possible;
  DimExpr gap = exprs.sub(a, b);
  if (std::optional<int64_t> value = gap.literal())
    return *value == 0 ? Grade::Proved : Grade::Impossible;
  // Above or below by at least one, whatever the symbols are.
  bool isApart = exprs.add(gap, -1)->isNonNegative ||
                 exprs.sub(exprs.literal(-1), gap)->isNonNegative;
  return isApart || isNeverZero(exprs, gap) ? Grade::Impossible
                                            : Grade::Possible;
}
