//===- ValueMatch.cpp -----------------------------------------------------===//

#include "server/check/ValueMatch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <array>
#include <functional>

using namespace shapels;

bool shapels::isNumbered(std::string_view text) {
  llvm::StringRef name(text);
  name.consume_front("%");
  name.consume_front("arg");
  auto [number, result] = name.split('#');
  return !number.empty() && llvm::all_of(number, llvm::isDigit);
}

/// A text without the numbers of values, which passes change.
static std::string withoutNumbers(llvm::StringRef text) {
  std::string plain;
  while (!text.empty()) {
    size_t at = text.find('%');
    plain += text.take_front(at).str();
    text = text.drop_front(std::min(at, text.size()));
    llvm::StringRef name = text.take_while([](char c) {
      return llvm::isAlnum(c) || llvm::StringRef("%_$.-#").contains(c);
    });
    plain += isNumbered(name) ? "%" : name.str();
    text = text.drop_front(name.size());
  }
  return plain;
}

/// From what tells most to what tells least.
static constexpr std::array<std::string (*)(const LocatedValue &), 3> keys = {
    [](const LocatedValue &each) {
      std::string text = each.value->op + '\n' + each.value->declared;
      if (each.value->symbolic)
        for (const std::string &size : *each.value->symbolic)
          text += '\n' + withoutNumbers(size);
      return text;
    },
    [](const LocatedValue &each) {
      return each.value->op + '\n' + each.value->declared;
    },
    [](const LocatedValue &each) { return each.value->op; }};

namespace {

/// Numbers of values in [begin, end) of each text.
struct Part {
  size_t beginA, endA, beginB, endB;
  bool empty() const { return beginA == endA || beginB == endB; }
};

class Matcher {
public:
  Matcher(std::span<const LocatedValue> before,
          std::span<const LocatedValue> after)
      : a(before), b(after), result(before.size()), isTaken(after.size()) {}

  std::vector<std::optional<size_t>> match() {
    matchUnique([](const LocatedValue &each) {
      return each.location.empty() ? ""
                                   : each.location + '\n' + each.value->op +
                                         resultNumber(each.value->name);
    });
    matchUnique([](const LocatedValue &each) {
      return isNumbered(each.value->name)
                 ? ""
                 : each.value->op + '\n' + each.value->name;
    });
    matchBetween({0, a.size(), 0, b.size()});
    // What a pass moved.
    matchUnique(keys[1]);
    matchUnique(keys[2]);
    return std::move(result);
  }

private:
  using Key = std::string (*)(const LocatedValue &);

  static std::string resultNumber(const std::string &name) {
    size_t hash = name.find('#');
    return hash == name.npos ? "" : name.substr(hash);
  }

  void pair(size_t i, size_t j) {
    result[i] = j;
    isTaken[j] = true;
  }
  void matchUnique(Key key);
  llvm::StringMap<std::optional<size_t>>
  uniqueIn(std::span<const LocatedValue> values, size_t begin, size_t end,
           Key key, const std::function<bool(size_t)> &isFree) const;
  void matchBetween(const Part &whole);
  void align(Part part, size_t level);
  void alignEnds(Part &part, Key key);
  std::vector<std::pair<size_t, size_t>> anchors(const Part &part, Key key);
  void alignInOrder(const Part &part, Key key);

  std::span<const LocatedValue> a, b;
  std::vector<std::optional<size_t>> result;
  std::vector<bool> isTaken;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is there once
//===----------------------------------------------------------------------===//

/// The numbers of the values that alone have a key.
llvm::StringMap<std::optional<size_t>>
Matcher::uniqueIn(std::span<const LocatedValue> values, size_t begin,
                  size_t end, Key key,
                  const std::function<bool(size_t)> &isFree) const {
  llvm::StringMap<std::optional<size_t>> found;
  for (size_t i = begin; i < end; ++i)
    if (std::string own = isFree(i) ? key(values[i]) : ""; !own.empty())
      if (auto [entry, isNew] = found.try_emplace(own, i); !isNew)
        entry->second.reset();
  return found;
}

void Matcher::matchUnique(Key key) {
  auto inA =
      uniqueIn(a, 0, a.size(), key, [&](size_t i) { return !result[i]; });
  auto inB =
      uniqueIn(b, 0, b.size(), key, [&](size_t i) { return !isTaken[i]; });
  for (const auto &[own, i] : inA)
    if (auto other = inB.find(own); i && other != inB.end() && other->second)
      pair(*i, *other->second);
}

//===----------------------------------------------------------------------===//
// What is in order
//===----------------------------------------------------------------------===//

/// The longest run of pairs that are in order in both texts.
static std::vector<std::pair<size_t, size_t>>
inOrder(const std::vector<std::pair<size_t, size_t>> &pairs) {
  std::vector<size_t> tails, previous(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    auto at = std::ranges::lower_bound(
        tails, pairs[i].second, {}, [&](size_t t) { return pairs[t].second; });
    previous[i] = at == tails.begin() ? pairs.size() : *std::prev(at);
    if (at == tails.end())
      tails.push_back(i);
    else
      *at = i;
  }
  std::vector<std::pair<size_t, size_t>> run;
  for (size_t i = tails.empty() ? pairs.size() : tails.back();
       i != pairs.size(); i = previous[i])
    run.push_back(pairs[i]);
  std::ranges::reverse(run);
  return run;
}

/// The rest of the values, in the parts between those that are matched.
void Matcher::matchBetween(const Part &whole) {
  std::vector<std::pair<size_t, size_t>> matched;
  for (size_t i = 0; i < a.size(); ++i)
    if (result[i])
      matched.emplace_back(i, *result[i]);
  Part part = whole;
  for (auto [i, j] : inOrder(matched)) {
    align({part.beginA, i, part.beginB, j}, 0);
    part.beginA = i + 1;
    part.beginB = j + 1;
  }
  align(part, 0);
}

void Matcher::alignEnds(Part &part, Key key) {
  auto isPair = [&](size_t i, size_t j) {
    return !result[i] && !isTaken[j] && key(a[i]) == key(b[j]);
  };
  for (; !part.empty() && isPair(part.beginA, part.beginB);
       ++part.beginA, ++part.beginB)
    pair(part.beginA, part.beginB);
  for (; !part.empty() && isPair(part.endA - 1, part.endB - 1);
       --part.endA, --part.endB)
    pair(part.endA - 1, part.endB - 1);
}

std::vector<std::pair<size_t, size_t>> Matcher::anchors(const Part &part,
                                                        Key key) {
  auto inA = uniqueIn(a, part.beginA, part.endA, key,
                      [&](size_t i) { return !result[i]; });
  auto inB = uniqueIn(b, part.beginB, part.endB, key,
                      [&](size_t i) { return !isTaken[i]; });
  std::vector<std::pair<size_t, size_t>> pairs;
  for (const auto &[own, i] : inA)
    if (auto other = inB.find(own); i && other != inB.end() && other->second)
      pairs.emplace_back(*i, *other->second);
  std::ranges::sort(pairs);
  return inOrder(pairs);
}

/// Those that look alike, the first with the first.
void Matcher::alignInOrder(const Part &part, Key key) {
  llvm::StringMap<size_t> next;
  llvm::StringMap<std::vector<size_t>> free;
  for (size_t j = part.beginB; j < part.endB; ++j)
    if (!isTaken[j])
      free[key(b[j])].push_back(j);
  for (size_t i = part.beginA; i < part.endA; ++i) {
    if (result[i])
      continue;
    std::string own = key(a[i]);
    auto found = free.find(own);
    if (found != free.end() && next[own] < found->second.size())
      pair(i, found->second[next[own]++]);
  }
}

void Matcher::align(Part part, size_t level) {
  if (part.empty() || level == keys.size())
    return;
  Key key = keys[level];
  alignEnds(part, key);
  if (part.empty())
    return;
  std::vector<std::pair<size_t, size_t>> found = anchors(part, key);
  if (found.empty()) {
    alignInOrder(part, key);
    return align(part, level + 1);
  }
  for (auto [i, j] : found) {
    pair(i, j);
    align({part.beginA, i, part.beginB, j}, level);
    part.beginA = i + 1;
    part.beginB = j + 1;
  }
  align(part, level);
}

std::vector<std::optional<size_t>>
shapels::matchValues(std::span<const LocatedValue> before,
                     std::span<const LocatedValue> after) {
  return Matcher(before, after).match();
}
