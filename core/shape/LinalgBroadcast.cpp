//===- LinalgBroadcast.cpp ------------------------------------------------===//

#include "core/shape/LinalgBroadcast.h"

#include <algorithm>
#include <set>

using namespace shapels;

namespace {

using Dims = std::span<const Dim>;
using List = std::span<const int64_t>;
/// Of each dimension of the input, where it goes.
using Targets = std::vector<size_t>;

bool isDimOf(int64_t entry, Dims shape) {
  return entry >= 0 && entry < static_cast<int64_t>(shape.size());
}

/// All others of `rank`.
std::vector<size_t> complement(const std::set<size_t> &dims, size_t rank) {
  std::vector<size_t> result;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!dims.contains(dim))
      result.push_back(dim);
  return result;
}

/// Nothing where some entry is no dimension.
std::optional<std::set<size_t>> dimsIn(List list, Dims result) {
  std::set<size_t> dims;
  for (int64_t entry : list) {
    if (!isDimOf(entry, result))
      return std::nullopt;
    dims.insert(static_cast<size_t>(entry));
  }
  return dims;
}

std::optional<Targets> readAsAdded(Dims input, Dims result, List list) {
  std::optional<std::set<size_t>> added = dimsIn(list, result);
  if (!added || added->size() + input.size() != result.size())
    return std::nullopt;
  return complement(*added, result.size());
}

std::optional<Targets> readAsMapped(Dims input, Dims result, List list) {
  std::optional<std::set<size_t>> mapped = dimsIn(list, result);
  if (!mapped || mapped->size() != list.size() || list.size() != input.size())
    return std::nullopt;
  return Targets(list.begin(), list.end());
}

/// Nothing where sizes differ, and it is no expansion.
std::optional<ListRepair> repairFor(ListRepair::Reading reading, Dims input,
                                    Dims result,
                                    const std::optional<Targets> &targets) {
  if (!targets)
    return std::nullopt;
  ListRepair repair;
  repair.reading = reading;
  std::set<size_t> taken;
  std::vector<std::pair<size_t, size_t>> kept;
  for (size_t dim = 0; dim < input.size(); ++dim) {
    size_t target = (*targets)[dim];
    if (input[dim] == result[target]) {
      taken.insert(target);
      kept.push_back({target, kept.size()});
    } else if (input[dim].is(1)) {
      repair.collapsed.push_back(dim);
    } else {
      return std::nullopt;
    }
  }
  if (!std::ranges::is_sorted(kept)) {
    std::ranges::sort(kept);
    for (auto [target, dim] : kept)
      repair.permutation.push_back(dim);
  }
  std::ranges::copy(complement(taken, result.size()),
                    std::back_inserter(repair.added));
  return repair;
}

/// Those that only name other entries come first, then MLIR's reading.
std::vector<ListRepair> repairsOf(Dims input, Dims result, List list) {
  using Reading = ListRepair::Reading;
  std::vector<ListRepair> repairs;
  auto add = [&](Reading reading, const std::optional<Targets> &targets) {
    if (auto repair = repairFor(reading, input, result, targets))
      repairs.push_back(std::move(*repair));
  };
  add(Reading::Added, readAsAdded(input, result, list));
  add(Reading::Mapped, readAsMapped(input, result, list));
  std::ranges::stable_sort(repairs, {}, [](const ListRepair &repair) {
    return !repair.collapsed.empty();
  });
  return repairs;
}

/// What is wrong, in the order in which MLIR looks for it.
std::optional<ListVerdict> findFault(Dims input, Dims result, List list) {
  if (input.size() + list.size() != result.size())
    return ListVerdict{ListFault::Count};
  for (size_t i = 0; i < list.size(); ++i)
    if (!isDimOf(list[i], result))
      return ListVerdict{ListFault::Range, i};
  for (size_t i = 0; i < list.size(); ++i)
    if (std::ranges::find(list.first(i), list[i]) != list.begin() + i)
      return ListVerdict{ListFault::Repeated, i};
  Targets targets = *readAsAdded(input, result, list);
  std::optional<ListVerdict> expansion;
  for (size_t dim = 0; dim < input.size(); ++dim) {
    if (input[dim] == result[targets[dim]])
      continue;
    if (!input[dim].is(1))
      return ListVerdict{ListFault::Size, 0, dim, targets[dim]};
    if (!expansion)
      expansion = ListVerdict{ListFault::Expansion, 0, dim, targets[dim]};
  }
  if (expansion)
    return expansion;
  if (!std::ranges::is_sorted(list))
    return ListVerdict{ListFault::Unsorted};
  return std::nullopt;
}

} // namespace

std::optional<ListVerdict> shapels::checkBroadcastList(Dims input, Dims result,
                                                       List list) {
  std::optional<ListVerdict> verdict = findFault(input, result, list);
  if (verdict)
    verdict->repairs = repairsOf(input, result, list);
  return verdict;
}
