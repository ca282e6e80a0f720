//===- Words.h - Several bytes of text at once -----------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_WORDS_H
#define SHAPELS_SYNTAX_WORDS_H

#include <bit>
#include <cstdint>
#include <cstring>

namespace shapels {

/// Reads a word, the first byte lowest. All of its bytes must be readable.
template <typename Word>
Word load(const char *bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(word));
  if constexpr (std::endian::native == std::endian::little)
    return word;
  return sizeof(word) == 8 ? __builtin_bswap64(word) : __builtin_bswap32(word);
}

constexpr uint64_t ofEach(uint64_t byte) { return byte * 0x0101010101010101; }

} // namespace shapels

#endif // SHAPELS_SYNTAX_WORDS_H
