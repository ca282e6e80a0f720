//===- Glob.cpp -----------------------------------------------------------===//

#include "core/text/Glob.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

using namespace shapels;

bool shapels::isGlob(std::string_view pattern) {
  return pattern.find_first_of("*?") != pattern.npos;
}

/// Marks the ends that a `*` or `**` may have, given its possible starts.
static void spread(std::vector<bool> &ends, std::string_view name,
                   bool crossesFolders) {
  for (size_t i = 0; i < name.size(); ++i)
    if (ends[i] && (crossesFolders || name[i] != '/'))
      ends[i + 1] = true;
}

/// Moves each possible end behind one more character that `wanted` describes.
static std::vector<bool> step(const std::vector<bool> &ends,
                              std::string_view name, char wanted) {
  std::vector<bool> next(ends.size(), false);
  for (size_t i = 0; i < name.size(); ++i)
    next[i + 1] =
        ends[i] && (wanted == '?' ? name[i] != '/' : name[i] == wanted);
  return next;
}

/// matchesGlob() for a short name: the ends are bits of a word.
static bool matchesShort(std::string_view pattern, std::string_view name) {
  auto bitsOf = [&](auto holds) {
    uint64_t bits = 0;
    for (size_t i = 0; i < name.size(); ++i)
      bits |= uint64_t(holds(name[i])) << i;
    return bits;
  };
  const uint64_t plain = bitsOf([](char c) { return c != '/'; });
  const uint64_t all = ~uint64_t(0) >> (63 - name.size());
  auto spread = [&](uint64_t ends, uint64_t over) {
    for (uint64_t more = 0; more != ends;)
      more = std::exchange(ends, (ends | (ends & over) << 1) & all);
    return ends;
  };
  uint64_t ends = 1;
  while (!pattern.empty() && ends) {
    if (pattern.starts_with("**/")) {
      ends |= (spread(ends, all) & ~plain & (all >> 1)) << 1;
      pattern.remove_prefix(3);
    } else if (pattern.front() == '*') {
      bool isDouble = pattern.starts_with("**");
      ends = spread(ends, isDouble ? all : plain);
      pattern.remove_prefix(isDouble ? 2 : 1);
    } else {
      char wanted = pattern.front();
      uint64_t own =
          wanted == '?' ? plain : bitsOf([&](char c) { return c == wanted; });
      ends = (ends & own) << 1;
      pattern.remove_prefix(1);
    }
  }
  return ends >> name.size() & 1;
}

bool shapels::matchesGlob(std::string_view pattern, std::string_view name) {
  // What stands in front of the first wildcard settles most.
  size_t plain = std::min(pattern.find_first_of("*?"), pattern.size());
  if (name.substr(0, plain) != pattern.substr(0, plain))
    return false;
  if (name.size() < 63)
    return matchesShort(pattern, name);
  // Where in `name` what was read of the pattern may end.
  std::vector<bool> ends(name.size() + 1, false);
  ends[0] = true;
  while (!pattern.empty()) {
    if (pattern.starts_with("**/")) {
      std::vector<bool> none = ends;
      spread(ends, name, /*crossesFolders=*/true);
      ends = step(ends, name, '/');
      for (size_t i = 0; i < ends.size(); ++i)
        ends[i] = ends[i] || none[i];
      pattern.remove_prefix(3);
    } else if (pattern.front() == '*') {
      bool isDouble = pattern.starts_with("**");
      spread(ends, name, isDouble);
      pattern.remove_prefix(isDouble ? 2 : 1);
    } else {
      ends = step(ends, name, pattern.front());
      pattern.remove_prefix(1);
    }
  }
  return ends.back();
}
