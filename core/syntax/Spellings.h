//===- Spellings.h - Numbers for strings -----------------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_SPELLINGS_H
#define SHAPELS_SYNTAX_SPELLINGS_H

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace shapels {

/// The number of a string in one table: equal strings have equal numbers.
using Spelling = uint32_t;

class Spellings {
public:
  Spelling intern(std::string_view text) { return intern(text, text.size()); }
  /// The number of `text`, which is added if it is new. `readable` bytes may be
  /// read from the start of `text` on, which is faster if they are 16 or more.
  Spelling intern(std::string_view text, size_t readable);
  /// Nothing if the string was never interned.
  std::optional<Spelling> find(std::string_view text) const;
  /// Valid as long as the table.
  std::string_view str(Spelling spelling) const {
    const Record &record = at(spelling);
    return {record.text(), record.size()};
  }

private:
  static constexpr uint32_t inlineSize = 12;

  /// A string of up to twelve bytes, padded with zeros, or the address of a
  /// longer one; then its size in four bytes. Two words, which stay in
  /// registers.
  struct Record {
    uint64_t first, last;

    static Record of(std::string_view text);
    /// Of a string of up to twelve bytes at `bytes`; sixteen may be read there.
    static Record ofShort(const char *bytes, size_t size);
    uint32_t size() const {
      return static_cast<uint32_t>(
          std::endian::native == std::endian::little ? last >> 32 : last);
    }
    const char *text() const {
      return isLong() ? reinterpret_cast<const char *>(first)
                      : reinterpret_cast<const char *>(this);
    }
    bool isLong() const { return size() > inlineSize; }
    bool isSame(const Record &other) const;
    uint32_t hash() const;
  };

  /// The index of its block, and the size of that.
  static std::pair<uint32_t, uint32_t> blockOf(Spelling spelling) {
    auto index = static_cast<uint32_t>(std::bit_width(spelling / firstBlock));
    return {index, firstBlock << (index - (index > 0))};
  }
  /// A block begins with the number that is its size, but for the first.
  const Record &at(Spelling spelling) const {
    auto [index, size] = blockOf(spelling);
    return records[index][spelling & (size - 1)];
  }
  /// The index in `table` of the string with that hash, or where to put it.
  size_t placeOf(const Record &record, uint32_t hash) const;
  static uint32_t numberOf(const Record &record);
  Spelling internAny(std::string_view text);
  Spelling internShort(Record record);
  Spelling internNumber(uint32_t number, Record record);
  Spelling internOther(Record record, uint32_t hash);
  Spelling add(Record record);
  const char *keep(std::string_view text);
  Spelling addOther(Record record, uint32_t hash);
  void grow();

  /// Sections may be many and small. Each block but the first two, which are of
  /// this size, is twice as large as the one before.
  static constexpr uint32_t firstBlock = 16;
  std::vector<std::unique_ptr<Record[]>> records;
  uint32_t count = 0;

  static constexpr Spelling none = ~0u;
  /// The numbers of `%0`, `%1` ...: the most common names, without hashing.
  std::vector<Spelling> numbered;
  /// Whether `table` may have a name of a `%` and digits, too large for
  /// `numbered`.
  bool hasFarNumbers = false;
  struct Entry {
    Record record; // A copy: most lookups then need no second access.
    Spelling spelling;
  };
  /// An entry without a string.
  static constexpr Entry unused{{0, ~uint64_t(0)}, none};
  /// All other strings, by open addressing with linear probing; at most three
  /// quarters are in use. The size is a power of two; `mask` is one less.
  std::vector<Entry> table = std::vector<Entry>(16, unused);
  size_t mask = 15;
  size_t hashed = 0;
  /// The bytes of long strings, and the unused rest of the last piece.
  std::vector<std::unique_ptr<char[]>> pieces;
  char *free = nullptr;
  size_t freeSize = 0;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SPELLINGS_H
