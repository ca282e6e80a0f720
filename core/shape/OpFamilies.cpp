//===- OpFamilies.cpp -----------------------------------------------------===//

#include "core/shape/OpFamilies.h"
#include "core/text/Glob.h"

#include <algorithm>
#include <array>
#include <iterator>

using namespace shapels;

std::span<const std::pair<std::string_view, OpFamily>> shapels::familyNames() {
  static constexpr std::array<std::pair<std::string_view, OpFamily>, 4> names =
      {{{"broadcastable", OpFamily::Broadcastable},
        {"same-shape", OpFamily::SameShape},
        {"elementwise", OpFamily::SameShape},
        {"none", OpFamily::None}}};
  return names;
}

/// The characters of `glob` in front of its first wildcard.
static std::string_view beginningOf(std::string_view glob) {
  return glob.substr(0, glob.find_first_of("*?"));
}

/// The longest run of other characters between or behind wildcards.
static std::string_view longestPartBehind(std::string_view glob, size_t begin) {
  std::string_view longest;
  while (begin < glob.size()) {
    size_t end = std::min(glob.find_first_of("*?", begin), glob.size());
    if (end - begin > longest.size())
      longest = glob.substr(begin, end - begin);
    begin = end + 1;
  }
  return longest;
}

/// `**/` may stand for nothing, so its slash is no part.
static std::string withoutFolders(std::string glob) {
  for (size_t at = 0; (at = glob.find("**/", at)) != glob.npos;)
    glob.replace(at, 3, "**");
  return glob;
}

/// A dialect's name tells less than what is behind its dot.
void OpFamilies::declareGlob(const std::string &glob, OpFamily family) {
  std::string plain = withoutFolders(glob);
  std::string_view beginning = beginningOf(plain);
  std::string_view part = longestPartBehind(plain, beginning.size());
  size_t ownSize = beginning.size() - (beginning.rfind('.') + 1);
  bool isByPart = beginning.empty() || part.size() > ownSize;
  (isByPart ? byPart[std::string(part)] : byBeginning[std::string(beginning)])
      .insert_or_assign(glob, family);
}

void OpFamilies::declare(std::string pattern, OpFamily family) {
  if (isGlob(pattern))
    declareGlob(pattern, family);
  else
    names.insert_or_assign(std::move(pattern), family);
}

void OpFamilies::add(const OpFamilies &other) {
  for (const auto &[name, family] : other.names)
    names.insert_or_assign(name, family);
  for (const GlobsByPart *all : {&other.byBeginning, &other.byPart})
    for (const auto &[part, globs] : *all)
      for (const auto &[glob, family] : globs)
        declareGlob(glob, family);
}

/// The first of `globs` that matches and is in front of `best`, or else `best`.
auto OpFamilies::firstMatch(const Globs &globs, std::string_view op,
                            const Globs::value_type *best)
    -> const Globs::value_type * {
  for (const Globs::value_type &glob : globs) {
    if (best && !IsMoreSpecific()(glob.first, best->first))
      return best;
    if (matchesGlob(glob.first, op))
      return &glob;
  }
  return best;
}

/// firstMatch() of all globs whose part `rest` begins with. Each look-up goes
/// on with what `rest` shares with the part that it found.
auto OpFamilies::findBelow(const GlobsByPart &globs, std::string_view rest,
                           std::string_view op, const Globs::value_type *best)
    -> const Globs::value_type * {
  for (auto next = globs.upper_bound(rest); next != globs.begin();
       next = globs.upper_bound(rest)) {
    const auto &[part, own] = *std::prev(next);
    if (rest.starts_with(part)) {
      best = firstMatch(own, op, best);
      if (part.empty())
        return best;
      rest = std::string_view(part).substr(0, part.size() - 1);
    } else {
      auto end = std::ranges::mismatch(rest, part).in1;
      rest = rest.substr(0, static_cast<size_t>(end - rest.begin()));
    }
  }
  return best;
}

std::optional<OpFamily> OpFamilies::find(std::string_view op) const {
  if (auto found = names.find(op); found != names.end())
    return found->second;
  const Globs::value_type *best = nullptr;
  if (!byBeginning.empty())
    best = findBelow(byBeginning, op, op, best);
  if (!byPart.empty())
    for (size_t at = 0; at <= op.size(); ++at)
      best = findBelow(byPart, op.substr(at), op, best);
  return best ? std::optional(best->second) : std::nullopt;
}

bool OpFamilies::hasBeginning(std::string_view text) const {
  auto next = names.lower_bound(text);
  return next != names.end() && next->first.starts_with(text);
}
