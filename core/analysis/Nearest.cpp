//===- Nearest.cpp --------------------------------------------------------===//

#include "core/analysis/Nearest.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace shapels;

/// What follows `%` and `^` (MLIR's suffix-id).
static constexpr std::string_view nameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.-";

static size_t commonPrefix(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::string_view shapels::nearest(std::string_view word,
                                  llvm::ArrayRef<std::string_view> words) {
  size_t bound = std::min<size_t>(word.size() < 9 ? 2 : 3, word.size() / 2);
  auto limit = static_cast<unsigned>(bound);
  if (limit == 0) // Which edit_distance() takes for any.
    return {};
  std::string_view best;
  unsigned least = limit + 1;
  for (std::string_view other : words) {
    unsigned distance = areOneEditApart(word, other)
                            ? 1
                            : llvm::StringRef(word).edit_distance(
                                  other, /*AllowReplacements=*/true,
                                  /*MaxEditDistance=*/limit);
    if (distance > limit || distance > least ||
        (distance == least &&
         commonPrefix(word, other) <= commonPrefix(word, best)))
      continue;
    best = other, least = distance;
  }
  return best;
}

std::string shapels::didYouMean(std::string_view meant,
                                std::string_view quote) {
  if (meant.empty())
    return "";
  return std::string("; did you mean ")
      .append(quote)
      .append(meant)
      .append(quote)
      .append("?");
}

bool shapels::areOneEditApart(std::string_view a, std::string_view b) {
  if (a.size() > b.size())
    std::swap(a, b);
  auto [inA, inB] = std::mismatch(a.begin(), a.end(), b.begin());
  std::string_view restA(inA, a.end()), restB(inB, b.end());
  if (a.size() != b.size())
    return restA == restB.substr(1);
  if (restA.empty())
    return false;
  bool areSwapped = restA.size() > 1 && restA[0] == restB[1] &&
                    restA[1] == restB[0] && restA.substr(2) == restB.substr(2);
  return areSwapped || restA.substr(1) == restB.substr(1);
}

void shapels::forEachEdit(std::string_view name,
                          llvm::function_ref<bool(char, char)> mayFollow,
                          llvm::function_ref<void(std::string_view)> visit) {
  std::string edited;
  // Between the characters in front of `at` and from `behind` on.
  auto putEach = [&](size_t at, size_t behind) {
    char before = name[at - 1], next = behind < name.size() ? name[behind] : 0;
    edited.assign(name).replace(at, behind - at, 1, ' ');
    for (char c : nameCharacters)
      if (mayFollow(before, c) && mayFollow(c, next))
        edited[at] = c, visit(edited);
  };
  for (size_t i = 1; i <= name.size(); ++i)
    putEach(i, i);
  for (size_t i = 1; i < name.size(); ++i) {
    edited.assign(name).erase(i, 1);
    visit(edited);
    putEach(i, i + 1);
  }
  for (size_t i = 1; i + 1 < name.size(); ++i) {
    edited.assign(name);
    std::swap(edited[i], edited[i + 1]);
    visit(edited);
  }
}
