//===- Glob.cpp -----------------------------------------------------------===//

#include "core/text/Glob.h"

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

bool shapels::matchesGlob(std::string_view pattern, std::string_view name) {
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
