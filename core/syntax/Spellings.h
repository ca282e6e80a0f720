//===- Spellings.h - Numbers for strings -----------------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_SPELLINGS_H
#define SHAPELS_SYNTAX_SPELLINGS_H

#include "shapels/syntax/HashIndex.h"

#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace shapels {

/// Equal strings have equal numbers. Nothing is ever forgotten.
using Spelling = uint32_t;

class Spellings {
public:
  Spelling intern(std::string_view text) {
    auto hash = static_cast<uint32_t>(std::hash<std::string_view>()(text));
    auto found = static_cast<Spelling>(strings.size());
    numbers.visit(hash, [&](Spelling number) {
      bool isSame = strings[number] == text;
      found = isSame ? number : found;
      return isSame;
    });
    if (found == strings.size()) {
      strings.push_back(keep(text));
      numbers.insert(hash, found);
    }
    return found;
  }
  std::string_view str(Spelling spelling) const { return strings[spelling]; }

private:
  /// Copies `text` to where it stays.
  std::string_view keep(std::string_view text) {
    if (blocks.empty() ||
        blocks.back().capacity() - blocks.back().size() < text.size())
      blocks.emplace_back().reserve(blockSize + text.size());
    size_t at = blocks.back().size();
    blocks.back() += text;
    return std::string_view(blocks.back()).substr(at);
  }

  static constexpr size_t blockSize = 4096;
  std::deque<std::string> blocks;
  std::vector<std::string_view> strings;
  HashIndex<Spelling> numbers;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SPELLINGS_H
