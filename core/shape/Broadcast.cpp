//===- Broadcast.cpp ------------------------------------------------------===//

#include "core/shape/Broadcast.h"

#include <algorithm>

using namespace shapels;

namespace {

/// The specification's table, with DESIGN 4.1's rows on size 0: a 0 behaves
/// like any static size other than 1, also against `?`.
std::optional<Dim> broadcastSpec(Dim lhs, Dim rhs) {
  if (lhs == rhs || rhs.is(1))
    return lhs;
  if (lhs.is(1))
    return rhs;
  if (lhs.isDynamic() || rhs.isDynamic()) {
    Dim known = lhs.isDynamic() ? rhs : lhs;
    // 1 * vscale may be 1, and then the `?` decides.
    return known == Dim::scalable(1) ? Dim::dynamic() : known;
  }
  if (lhs.isStatic() && rhs.isStatic())
    return std::nullopt;
  // Some size is n * vscale, vscale >= 1: what can be true at run time?
  Dim scalable = lhs.isScalable() ? lhs : rhs;
  Dim other = lhs.isScalable() ? rhs : lhs;
  if (scalable.size() == 1 || other == Dim::scalable(1))
    return scalable.size() == 1 ? other : scalable;
  bool isMultiple = other.isStatic() && other.size() > 0 &&
                    other.size() % scalable.size() == 0;
  return isMultiple ? std::optional(other) : std::nullopt;
}

/// As mlir::OpTrait::util::getBroadcastedShape does for one dimension.
std::optional<Dim> broadcastMlir(Dim lhs, Dim rhs) {
  if (!lhs.isDynamic() && !rhs.isDynamic())
    return lhs == rhs || rhs.is(1) ? std::optional(lhs)
           : lhs.is(1)             ? std::optional(rhs)
                                   : std::nullopt;
  if (!lhs.isDynamic() && lhs.size() > 1)
    return lhs;
  if (!rhs.isDynamic() && rhs.size() > 1)
    return rhs;
  return Dim::dynamic();
}

/// The running result of the fold over the operands, counted from the right.
class Fold {
public:
  Fold(BroadcastRules rules, BroadcastVerdict &verdict)
      : rules(rules), verdict(verdict) {}

  void add(size_t operand, const std::vector<Dim> &dims) {
    for (size_t fromRight = 0; fromRight < dims.size(); ++fromRight) {
      Dim dim = dims[dims.size() - 1 - fromRight];
      if (fromRight == shape.size())
        shape.push_back({dim, operand});
      else
        combine(fromRight, operand, dim);
    }
  }

  /// Writes the inferred shape, or turns the conflicts' dimensions round.
  void finish() {
    for (BroadcastFinding &conflict : conflicts) {
      conflict.dim = shape.size() - 1 - conflict.dim;
      verdict.findings.push_back(conflict);
    }
    std::reverse(shape.begin(), shape.end());
    std::sort(verdict.findings.begin(), verdict.findings.end(),
              [](auto &a, auto &b) { return a.dim < b.dim; });
    if (conflicts.empty())
      verdict.inferred = std::move(shape);
  }

private:
  void combine(size_t fromRight, size_t operand, Dim dim) {
    BroadcastDim &known = shape[fromRight];
    std::optional<Dim> size = broadcastDims(known.size, dim, rules);
    if (!size) {
      bool isKnown =
          std::any_of(conflicts.begin(), conflicts.end(), [&](auto &conflict) {
            return conflict.dim == fromRight;
          });
      if (!isKnown)
        conflicts.push_back({BroadcastFault::OperandSizes, true, fromRight,
                             known.from.value_or(0), operand, known.size, dim});
      return;
    }
    if (*size == known.size && *size == dim && !size->isStatic())
      known.from.reset();
    else if (*size != known.size)
      known = {*size, operand};
  }

  BroadcastRules rules;
  BroadcastVerdict &verdict;
  std::vector<BroadcastDim> shape;
  std::vector<BroadcastFinding> conflicts;
};

bool has(std::span<const TypeShape> shapes, TypeShape::Kind kind) {
  return std::any_of(shapes.begin(), shapes.end(), [&](const TypeShape &shape) {
    return shape.kind == kind;
  });
}

bool mixesTensorsAndVectors(std::span<const TypeShape> operands,
                            std::span<const TypeShape> results) {
  bool hasTensor = has(operands, TypeShape::Kind::Tensor) ||
                   has(results, TypeShape::Kind::Tensor);
  bool hasVector = has(operands, TypeShape::Kind::Vector) ||
                   has(results, TypeShape::Kind::Vector);
  return hasTensor && hasVector;
}

bool isAllowed(const TypeShape &shape) {
  return shape.kind == TypeShape::Kind::Tensor ||
         shape.kind == TypeShape::Kind::Vector;
}

void checkSignature(std::span<const TypeShape> operands,
                    std::span<const TypeShape> results,
                    BroadcastVerdict &verdict) {
  if (operands.empty())
    verdict.findings.push_back({BroadcastFault::NoOperand});
  if (results.size() != 1)
    verdict.findings.push_back({BroadcastFault::SeveralResults});
  for (size_t i = 0; i < operands.size() + results.size(); ++i)
    if (!isAllowed(i < operands.size() ? operands[i]
                                       : results[i - operands.size()]))
      verdict.findings.push_back({BroadcastFault::NotShaped, true, 0, i});
}

/// Whether two sizes that are written differently may be equal at run time.
bool mayBeEqual(Dim inferred, Dim actual) {
  if (inferred.isDynamic() || actual.isDynamic())
    return true;
  if (inferred.isScalable() == actual.isScalable())
    return inferred == actual;
  Dim scalable = inferred.isScalable() ? inferred : actual;
  Dim fixed = inferred.isScalable() ? actual : inferred;
  return fixed.size() > 0 && fixed.size() % scalable.size() == 0;
}

/// `mayStretch`: what is 1 may be more, by an operand of unknown rank.
void checkResultDims(const std::vector<BroadcastDim> &inferred,
                     const std::vector<Dim> &actual, bool mayStretch,
                     BroadcastRules rules, BroadcastVerdict &verdict) {
  for (size_t fromRight = 0; fromRight < inferred.size(); ++fromRight) {
    size_t dim = inferred.size() - 1 - fromRight;
    const BroadcastDim &expected = inferred[dim];
    Dim found = actual[actual.size() - 1 - fromRight];
    if (expected.size == found || found.isDynamic() ||
        (mayStretch && expected.size.is(1)))
      continue;
    bool isPossible = mayBeEqual(expected.size, found);
    if (rules != BroadcastRules::Spec && isPossible)
      continue;
    verdict.findings.push_back({isPossible ? BroadcastFault::ImplicitStaticCast
                                           : BroadcastFault::ResultSize,
                                !isPossible, dim, expected.from.value_or(0), 0,
                                expected.size, found});
  }
}

void checkResult(const TypeShape &result, bool hasUnranked,
                 BroadcastRules rules, BroadcastVerdict &verdict) {
  const std::vector<BroadcastDim> &inferred = *verdict.inferred;
  bool isLarger = result.rank() > inferred.size();
  if (result.rank() < inferred.size() ||
      (isLarger && !hasUnranked && rules != BroadcastRules::Mlir)) {
    verdict.findings.push_back({BroadcastFault::ResultRank});
    return;
  }
  if (isLarger && rules == BroadcastRules::Spec)
    verdict.findings.push_back({BroadcastFault::ResultRankUnproved, false});
  size_t first = verdict.findings.size();
  bool mayStretch = hasUnranked && rules == BroadcastRules::Numpy;
  checkResultDims(inferred, *result.dims, mayStretch, rules, verdict);
  std::ranges::reverse(std::span(verdict.findings).subspan(first));
}

} // namespace

std::optional<Dim> shapels::broadcastDims(Dim lhs, Dim rhs,
                                          BroadcastRules rules) {
  return rules == BroadcastRules::Mlir ? broadcastMlir(lhs, rhs)
                                       : broadcastSpec(lhs, rhs);
}

bool shapels::takesPart(const TypeShape &shape, BroadcastRules rules) {
  bool isKind = rules == BroadcastRules::Mlir
                    ? shape.kind == TypeShape::Kind::Tensor
                    : rules == BroadcastRules::Numpy || isAllowed(shape);
  return shape.isRanked() && isKind;
}

BroadcastVerdict shapels::inferBroadcast(std::span<const TypeShape> operands,
                                         BroadcastRules rules) {
  BroadcastVerdict verdict;
  Fold fold(rules, verdict);
  bool hasRanked = false;
  for (size_t i = 0; i < operands.size(); ++i)
    if (takesPart(operands[i], rules)) {
      fold.add(i, *operands[i].dims);
      hasRanked = true;
    }
  if (hasRanked)
    fold.finish();
  return verdict;
}

BroadcastVerdict shapels::checkBroadcast(std::span<const TypeShape> operands,
                                         std::span<const TypeShape> results,
                                         BroadcastRules rules) {
  BroadcastVerdict verdict;
  if (rules != BroadcastRules::Numpy &&
      mixesTensorsAndVectors(operands, results))
    verdict.findings.push_back({BroadcastFault::TensorAndVector});
  if (rules == BroadcastRules::Spec)
    checkSignature(operands, results, verdict);
  if (verdict.hasError())
    return verdict;
  verdict = inferBroadcast(operands, rules);
  bool hasUnranked = std::any_of(
      operands.begin(), operands.end(), [](const TypeShape &operand) {
        return operand.isShaped() && !operand.isRanked();
      });
  for (size_t i = 0; i < results.size(); ++i) {
    size_t first = verdict.findings.size();
    if (verdict.inferred && takesPart(results[i], rules))
      checkResult(results[i], hasUnranked, rules, verdict);
    for (; first < verdict.findings.size(); ++first)
      verdict.findings[first].result = i;
  }
  return verdict;
}
