//===- Contradiction.cpp --------------------------------------------------===//

#include "core/shape/Contradiction.h"
#include "core/shape/Facts.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

/// What follows from choices and ranges settles in two or three rounds.
static constexpr unsigned mostRounds = 4;

bool SizeFacts::isSimple() const {
  auto isPlain = [](DimExpr expr) {
    return expr->kind == DimKind::Symbol || expr->kind == DimKind::Literal;
  };
  return limits.empty() && choices.empty() &&
         llvm::all_of(pairs, [&](const Pair &pair) {
           return isPlain(pair.first) && isPlain(pair.second);
         });
}

//===----------------------------------------------------------------------===//
// Consequences
//===----------------------------------------------------------------------===//

Consequences::Consequences(DimExprs &exprs, const FactList &facts)
    : exprs(exprs), facts(facts), closure(exprs) {
  for (const SizeFacts *each : facts) {
    llvm::append_range(pairs, each->pairs);
    isImpossible |= !each->rejection.empty();
  }
  for (unsigned round = 0; round < mostRounds && !isImpossible; ++round) {
    learn();
    if (isImpossible || !derive())
      break;
  }
}

void Consequences::learn() {
  closure.learn(pairs, [this](const DimSource &a, const DimSource &b) {
    return compareSources(a, b, *exprs.names());
  });
  ranges.clear();
  choices.clear();
  derived.clear();
  checkPairs();
  for (const SizeFacts *each : facts) {
    for (const auto &[size, range] : each->limits)
      addRange(closure.canonical(size), range);
    for (const auto &[size, other] : each->choices)
      addChoice(closure.canonical(size), closure.canonical(other));
  }
}

void Consequences::checkPairs() {
  for (const auto &[a, b] : pairs) {
    DimExpr x = closure.canonical(a), y = closure.canonical(b);
    isImpossible |= areEqual(exprs, x, y) == Grade::Impossible;
    // What broadcasts to a number is that number or 1.
    for (auto [sizes, other] : {std::pair(a, y), std::pair(b, x)})
      if (sizes->kind == DimKind::Broadcast && other.literal())
        for (DimExpr size : sizes->operands)
          addChoice(closure.canonical(size), other);
  }
}

static bool isIn(const DimRange &range, int64_t value) {
  return (!range.least || *range.least <= value) &&
         (!range.most || value <= *range.most) &&
         (range.multipleOf == 0 ? value == 0 : value % range.multipleOf == 0);
}

void Consequences::addRange(DimExpr size, const DimRange &range) {
  if (std::optional<int64_t> value = size.literal()) {
    isImpossible |= !isIn(range, *value);
    return;
  }
  DimRange &all = ranges[size.get()];
  all = all & range;
  isImpossible |= all.least && all.most && *all.least > *all.most;
}

void Consequences::addChoice(DimExpr size, DimExpr other) {
  std::optional<int64_t> number = other.literal();
  if (!number)
    return;
  if (std::optional<int64_t> value = size.literal()) {
    isImpossible |= *value != 1 && *value != *number;
    return;
  }
  auto [known, isNew] = choices.try_emplace(size.get(), *number);
  if (!isNew && known->second != *number)
    known->second = 1;
}

/// Equalities that choices and ranges leave no way around; false where there
/// are none.
bool Consequences::derive() {
  for (auto [size, number] : choices) {
    DimRange range = ranges.lookup(size);
    bool mayBeOne = isIn(range, 1), mayBeNumber = isIn(range, number);
    isImpossible |= !mayBeOne && !mayBeNumber;
    if (number == 1 || !mayBeOne || !mayBeNumber)
      derived.emplace_back(DimExpr(size), exprs.literal(mayBeOne ? 1 : number));
  }
  for (const auto &[size, range] : ranges)
    if (std::optional<int64_t> number = range.number())
      derived.emplace_back(DimExpr(size), exprs.literal(*number));
  llvm::append_range(pairs, derived);
  return !derived.empty() && !isImpossible;
}

std::optional<int64_t> Consequences::choiceOf(DimExpr size) const {
  auto found = choices.find(size.get());
  return found == choices.end() ? std::nullopt : std::optional(found->second);
}

bool shapels::isContradictory(DimExprs &exprs, const FactList &facts) {
  return Consequences(exprs, facts).isContradictory();
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

namespace {

/// QuickXplain (Junker, 2004): halves what is left, so that few reasons among
/// many facts take few questions.
class Reasons {
public:
  Reasons(DimExprs &exprs, const FactList &all) : exprs(exprs), all(all) {}

  using Numbers = std::vector<size_t>;
  Numbers find(FactList &known, size_t begin, size_t end, bool isNew) {
    if (isNew && isContradictory(exprs, known))
      return {};
    if (end - begin <= 1)
      return begin == end ? Numbers() : Numbers{begin};
    size_t middle = begin + (end - begin) / 2;
    Numbers second = findWith(known, begin, middle, middle, end);
    size_t before = known.size();
    for (size_t number : second)
      known.push_back(all[number]);
    Numbers first = find(known, begin, middle, !second.empty());
    known.resize(before);
    llvm::append_range(first, second);
    return first;
  }

private:
  /// With those from `from` to `to` as well.
  Numbers findWith(FactList &known, size_t from, size_t to, size_t begin,
                   size_t end) {
    size_t before = known.size();
    known.insert(known.end(), all.begin() + long(from), all.begin() + long(to));
    Numbers found = find(known, begin, end, from != to);
    known.resize(before);
    return found;
  }

  DimExprs &exprs;
  const FactList &all;
};

} // namespace

std::vector<size_t> shapels::minimalReasons(DimExprs &exprs,
                                            const FactList &candidates,
                                            const SizeFacts &last) {
  FactList known{&last};
  return Reasons(exprs, candidates).find(known, 0, candidates.size(), true);
}
