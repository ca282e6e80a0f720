//===- DimExpr.cpp --------------------------------------------------------===//

#include "core/shape/DimExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace shapels;

/// An expression with more is as good as unknown.
static constexpr size_t mostTerms = 24, mostFactors = 12, mostOperands = 8;
static constexpr uint16_t mostDepth = 16;

std::optional<int64_t> DimExpr::literal() const {
  if (!node || node->kind != DimKind::Literal)
    return std::nullopt;
  return node->value;
}

void DimNode::Profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(unsigned(kind));
  id.AddInteger(unsigned(predicate));
  id.AddInteger(value);
  for (DimExpr operand : operands)
    id.AddPointer(operand.get());
  for (const DimTerm &term : terms) {
    id.AddInteger(term.coefficient);
    id.AddInteger(uint64_t(term.factors.size()));
    for (DimExpr factor : term.factors)
      id.AddPointer(factor.get());
  }
}

static bool isBefore(DimExpr a, DimExpr b) { return a->id < b->id; }

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

DimExpr DimExprs::intern(DimNode node) {
  llvm::FoldingSetNodeID id;
  node.Profile(id);
  void *place = nullptr;
  if (DimNode *found = set.FindNodeOrInsertPos(id, place))
    return DimExpr(found);
  for (DimExpr operand : node.operands)
    node.depth = std::max<uint16_t>(node.depth, operand->depth + 1);
  for (const DimTerm &term : node.terms)
    for (DimExpr factor : term.factors)
      node.depth = std::max<uint16_t>(node.depth, factor->depth + 1);
  if (node.depth > mostDepth)
    return unknown();
  node.id = static_cast<uint32_t>(nodes.size());
  nodes.push_back(std::move(node));
  set.InsertNode(&nodes.back(), place);
  return DimExpr(&nodes.back());
}

DimExpr DimExprs::literal(int64_t value) {
  bool isSmall = value >= 0 && value < int64_t(literals.size());
  if (isSmall && literals[value])
    return literals[value];
  DimNode node;
  node.value = value;
  node.isNonNegative = value >= 0;
  DimExpr made = intern(std::move(node));
  return isSmall ? literals[value] = made : made;
}

DimExpr DimExprs::symbol(DimSource source) {
  ++asked;
  auto [entry, isNew] = symbols.try_emplace(
      {source.value, uint64_t(source.index) << 4 | uint64_t(source.kind) << 1 |
                         uint64_t(source.isGiven)});
  if (!isNew)
    return entry->second;
  DimNode node;
  node.kind = DimKind::Symbol;
  node.source = source;
  node.isNonNegative = source.kind == DimSource::Kind::Size ||
                       source.kind == DimSource::Kind::Named;
  node.id = static_cast<uint32_t>(nodes.size());
  nodes.push_back(std::move(node));
  return entry->second = DimExpr(&nodes.back());
}

DimExpr DimExprs::named(llvm::StringRef name, const void *function) {
  return symbol(
      {DimSource::Kind::Named, true, function, allNames->numberOf(name)});
}

DimExpr DimExprs::unknown() {
  ++failed;
  return symbol({DimSource::Kind::Nothing, false, maker,
                 maker ? unknowns++ : nameless++});
}

DimExpr DimExprs::vscale() {
  DimNode node;
  node.kind = DimKind::VScale;
  node.isNonNegative = true;
  return intern(std::move(node));
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

llvm::SmallVector<DimTerm, 2> DimExprs::termsOf(DimExpr expr) {
  if (expr->kind == DimKind::Sum)
    return expr->terms;
  if (expr->kind != DimKind::Literal)
    return {DimTerm{{expr}, 1}};
  if (expr->value == 0)
    return {};
  return {DimTerm{{}, expr->value}};
}

/// By factors; a constant last.
static int compareTerms(const DimTerm &a, const DimTerm &b) {
  if (a.factors.empty() != b.factors.empty())
    return a.factors.empty() ? 1 : -1;
  for (auto [x, y] : llvm::zip(a.factors, b.factors))
    if (x != y)
      return isBefore(x, y) ? -1 : 1;
  return int(a.factors.size()) - int(b.factors.size());
}

DimExpr DimExprs::fromTerms(llvm::SmallVector<DimTerm, 2> terms) {
  llvm::stable_sort(terms, [](const DimTerm &a, const DimTerm &b) {
    return compareTerms(a, b) < 0;
  });
  llvm::SmallVector<DimTerm, 2> sum;
  for (DimTerm &term : terms)
    if (sum.empty() || compareTerms(sum.back(), term) != 0)
      sum.push_back(std::move(term));
    else if (llvm::AddOverflow(sum.back().coefficient, term.coefficient,
                               sum.back().coefficient))
      return unknown();
  llvm::erase_if(sum, [](const DimTerm &term) { return !term.coefficient; });
  if (sum.empty())
    return literal(0);
  if (sum.size() > mostTerms)
    return unknown();
  if (sum.size() == 1 && sum[0].factors.empty())
    return literal(sum[0].coefficient);
  if (sum.size() == 1 && sum[0].factors.size() == 1 && sum[0].coefficient == 1)
    return sum[0].factors[0];
  DimNode node;
  node.kind = DimKind::Sum;
  node.isNonNegative = llvm::all_of(sum, [](const DimTerm &term) {
    return term.coefficient >= 0 && llvm::all_of(term.factors, [](DimExpr e) {
             return e->isNonNegative;
           });
  });
  node.terms = std::move(sum);
  return intern(std::move(node));
}

DimExpr DimExprs::add(DimExpr a, DimExpr b) {
  llvm::SmallVector<DimTerm, 2> terms = termsOf(a);
  llvm::append_range(terms, termsOf(b));
  return fromTerms(std::move(terms));
}

DimExpr DimExprs::sub(DimExpr a, DimExpr b) {
  return a == b ? literal(0) : add(a, mul(b, literal(-1)));
}

DimExpr DimExprs::mul(DimExpr a, DimExpr b) {
  llvm::SmallVector<DimTerm, 2> product;
  for (const DimTerm &x : termsOf(a))
    for (const DimTerm &y : termsOf(b)) {
      DimTerm term;
      if (llvm::MulOverflow(x.coefficient, y.coefficient, term.coefficient) ||
          x.factors.size() + y.factors.size() > mostFactors)
        return unknown();
      term.factors = x.factors;
      llvm::append_range(term.factors, y.factors);
      llvm::sort(term.factors, isBefore);
      product.push_back(std::move(term));
    }
  return fromTerms(std::move(product));
}

DimExpr DimExprs::product(llvm::ArrayRef<DimExpr> factors) {
  DimExpr result = literal(1);
  for (DimExpr factor : factors)
    result = mul(result, factor);
  return result;
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

DimExpr DimExprs::interned(DimKind kind, llvm::ArrayRef<DimExpr> operands,
                           bool isNonNegative) {
  DimNode node;
  node.kind = kind;
  node.operands.assign(operands.begin(), operands.end());
  node.isNonNegative = isNonNegative;
  return intern(std::move(node));
}

/// `a / b` where b is one term that divides every term of a; else null.
DimExpr DimExprs::divideExactly(DimExpr a, DimExpr b) {
  llvm::SmallVector<DimTerm, 2> divisor = termsOf(b);
  if (divisor.size() != 1 || divisor[0].coefficient <= 0)
    return {};
  llvm::SmallVector<DimTerm, 2> quotient;
  for (DimTerm term : termsOf(a)) {
    if (term.coefficient % divisor[0].coefficient)
      return {};
    term.coefficient /= divisor[0].coefficient;
    for (DimExpr factor : divisor[0].factors) {
      auto *found = llvm::find(term.factors, factor);
      if (found == term.factors.end())
        return {};
      term.factors.erase(found);
    }
    quotient.push_back(std::move(term));
  }
  return fromTerms(std::move(quotient));
}

DimExpr DimExprs::floorDiv(DimExpr a, DimExpr b) {
  std::optional<int64_t> divisor = b.literal();
  if (divisor == 0)
    return unknown();
  if (std::optional<int64_t> dividend = a.literal(); dividend && divisor)
    return literal(llvm::divideFloorSigned(*dividend, *divisor));
  if (a == b)
    return literal(1);
  if (DimExpr exact = divideExactly(a, b))
    return exact;
  if (!divisor || *divisor < 0)
    return interned(DimKind::FloorDiv, {a, b},
                    a->isNonNegative && b->isNonNegative);
  // (q * b + r) floordiv b = q + r floordiv b, for whole terms.
  llvm::SmallVector<DimTerm, 2> whole, rest;
  for (DimTerm term : termsOf(a)) {
    int64_t quotient = llvm::divideFloorSigned(term.coefficient, *divisor);
    int64_t remainder = term.coefficient - quotient * *divisor;
    if (term.factors.empty() || remainder == 0) {
      whole.push_back({term.factors, quotient});
      term.coefficient = remainder;
    }
    if (term.coefficient)
      rest.push_back(std::move(term));
  }
  DimExpr dividend = fromTerms(std::move(rest));
  DimExpr quotient = fromTerms(std::move(whole));
  if (dividend->kind == DimKind::Literal)
    return add(quotient, literal(dividend->value / *divisor));
  // (x floordiv m) floordiv n = x floordiv (m * n).
  int64_t both = 0;
  if (dividend->kind == DimKind::FloorDiv)
    if (std::optional<int64_t> inner = dividend->operands[1].literal();
        inner && *inner > 0 && !llvm::MulOverflow(*inner, *divisor, both))
      return add(quotient, floorDiv(dividend->operands[0], literal(both)));
  return add(quotient, interned(DimKind::FloorDiv, {dividend, b},
                                dividend->isNonNegative));
}

DimExpr DimExprs::ceilDiv(DimExpr a, DimExpr b) {
  if (std::optional<int64_t> divisor = b.literal(); divisor && *divisor > 0)
    return floorDiv(add(a, *divisor - 1), b);
  if (a == b)
    return literal(1);
  if (DimExpr exact = divideExactly(a, b))
    return exact;
  return interned(DimKind::CeilDiv, {a, b},
                  a->isNonNegative && b->isNonNegative);
}

DimExpr DimExprs::mod(DimExpr a, DimExpr b) {
  std::optional<int64_t> divisor = b.literal();
  if (divisor == 0)
    return unknown();
  if (a == b || divideExactly(a, b))
    return literal(0);
  if (!divisor || *divisor < 0)
    return interned(DimKind::Mod, {a, b}, b->isNonNegative);
  llvm::SmallVector<DimTerm, 2> rest;
  for (DimTerm term : termsOf(a)) {
    term.coefficient -=
        llvm::divideFloorSigned(term.coefficient, *divisor) * *divisor;
    if (term.coefficient)
      rest.push_back(std::move(term));
  }
  DimExpr dividend = fromTerms(std::move(rest));
  if (std::optional<int64_t> value = dividend.literal())
    return literal(*value % *divisor);
  return interned(DimKind::Mod, {dividend, b}, true);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// `a - b` where it is a number.
static std::optional<int64_t> difference(DimExprs &exprs, DimExpr a,
                                         DimExpr b) {
  return exprs.sub(a, b).literal();
}

/// Adds what `expr` stands for to the operands of a flat, sorted list.
static void flatten(DimKind kind, DimExpr expr,
                    llvm::SmallVectorImpl<DimExpr> &operands) {
  if (expr->kind != kind)
    return operands.push_back(expr);
  llvm::append_range(operands, expr->operands);
}

static void sortOnce(llvm::SmallVectorImpl<DimExpr> &operands) {
  llvm::sort(operands, isBefore);
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
}

DimExpr DimExprs::extreme(DimKind kind, DimExpr a, DimExpr b) {
  llvm::SmallVector<DimExpr> all, kept;
  flatten(kind, a, all);
  flatten(kind, b, all);
  sortOnce(all);
  bool isMin = kind == DimKind::Min;
  for (DimExpr candidate : all) {
    bool isBeaten = llvm::any_of(all, [&](DimExpr other) {
      if (other == candidate)
        return false;
      DimExpr gap = isMin ? sub(candidate, other) : sub(other, candidate);
      return gap->isNonNegative && !gap.is(0);
    });
    if (!isBeaten)
      kept.push_back(candidate);
  }
  if (kept.size() == 1)
    return kept[0];
  if (kept.empty() || kept.size() > mostOperands)
    return unknown();
  auto isAtLeastZero = [](DimExpr e) { return e->isNonNegative; };
  return interned(kind, kept,
                  isMin ? llvm::all_of(kept, isAtLeastZero)
                        : llvm::any_of(kept, isAtLeastZero));
}

DimExpr DimExprs::select(DimPredicate predicate, DimExpr a, DimExpr b,
                         DimExpr then, DimExpr otherwise) {
  if (then == otherwise)
    return then;
  if (std::optional<int64_t> gap = difference(*this, a, b))
    switch (predicate) {
    case DimPredicate::Equal:
      return *gap == 0 ? then : otherwise;
    case DimPredicate::Less:
      return *gap < 0 ? then : otherwise;
    case DimPredicate::LessEqual:
      return *gap <= 0 ? then : otherwise;
    }
  DimNode node;
  node.kind = DimKind::Select;
  node.predicate = predicate;
  node.operands = {a, b, then, otherwise};
  node.isNonNegative = then->isNonNegative && otherwise->isNonNegative;
  return intern(std::move(node));
}

DimExpr DimExprs::broadcast(DimExpr a, DimExpr b) {
  llvm::SmallVector<DimExpr> all;
  flatten(DimKind::Broadcast, a, all);
  flatten(DimKind::Broadcast, b, all);
  sortOnce(all);
  llvm::erase_if(all, [](DimExpr e) { return e.is(1); });
  if (all.empty())
    return literal(1);
  // A size other than 1 is the result's, whatever the others are.
  llvm::SmallVector<DimExpr, 2> sizes;
  for (DimExpr expr : all)
    if (expr.literal())
      sizes.push_back(expr);
  if (sizes.size() == 1)
    return sizes[0];
  if (!sizes.empty() || all.size() > mostOperands)
    return unknown();
  return all.size() == 1 ? all[0] : interned(DimKind::Broadcast, all, true);
}
