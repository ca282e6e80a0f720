//===- OpFamilies.cpp -----------------------------------------------------===//

#include "core/shape/OpFamilies.h"
#include "core/text/Glob.h"

#include <array>

using namespace shapels;

std::span<const std::pair<std::string_view, OpFamily>> shapels::familyNames() {
  static constexpr std::array<std::pair<std::string_view, OpFamily>, 4> names =
      {{{"broadcastable", OpFamily::Broadcastable},
        {"same-shape", OpFamily::SameShape},
        {"elementwise", OpFamily::SameShape},
        {"none", OpFamily::None}}};
  return names;
}

void OpFamilies::declare(std::string pattern, OpFamily family) {
  auto &map = isGlob(pattern) ? globs : names;
  map.insert_or_assign(std::move(pattern), family);
}

void OpFamilies::add(const OpFamilies &other) {
  for (const auto &[pattern, family] : other.names)
    names.insert_or_assign(pattern, family);
  for (const auto &[pattern, family] : other.globs)
    globs.insert_or_assign(pattern, family);
}

std::optional<OpFamily> OpFamilies::find(std::string_view op) const {
  if (auto found = names.find(op); found != names.end())
    return found->second;
  const std::pair<const std::string, OpFamily> *longest = nullptr;
  for (const auto &glob : globs)
    if ((!longest || glob.first.size() > longest->first.size()) &&
        matchesGlob(glob.first, op))
      longest = &glob;
  return longest ? std::optional(longest->second) : std::nullopt;
}

bool OpFamilies::hasBeginning(std::string_view text) const {
  auto next = names.lower_bound(text);
  return next != names.end() && next->first.starts_with(text);
}
