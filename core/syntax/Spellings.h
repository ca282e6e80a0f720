//===- Spellings.h - Numbers for strings -----------------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_SPELLINGS_H
#define SHAPELS_SYNTAX_SPELLINGS_H

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace shapels {

/// Equal strings have equal numbers. Nothing is ever forgotten.
using Spelling = uint32_t;

class Spellings {
public:
  Spelling intern(std::string_view text) { return intern(text, text.size()); }
  /// `readable` bytes from its start on may be read: those behind `text` make
  /// it faster.
  Spelling intern(std::string_view text, size_t readable);
  /// Nothing if nobody has interned it.
  std::optional<Spelling> find(std::string_view text) const;
  /// Stays where it is.
  std::string_view str(Spelling spelling) const {
    const Record &record = at(spelling);
    return {record.text(), record.size()};
  }

private:
  static constexpr uint32_t inlineSize = 12;

  /// Up to twelve bytes, padded with zeros, or where a longer string is; then
  /// its size in four bytes. In two words, which stay in registers.
  struct Record {
    uint64_t first, last;

    static Record of(std::string_view text);
    /// Of up to twelve bytes, at `bytes`, of which sixteen may be read.
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

  const Record &at(Spelling spelling) const {
    return records[spelling / blockSize][spelling % blockSize];
  }
  /// Where a string of that hash is in the table, or would be.
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

  static constexpr uint32_t blockSize = 1024;
  std::vector<std::unique_ptr<Record[]>> records;
  uint32_t count = 0;

  static constexpr Spelling none = ~0u;
  /// Of `%0`, `%1` ...: values are many, and their numbers close.
  std::vector<Spelling> numbered;
  /// Whether the table may have such a one.
  bool hasFarNumbers = false;
  struct Entry {
    Record record; // A copy: what is looked for is mostly there at once.
    Spelling spelling;
  };
  /// Of no string.
  static constexpr Entry unused{{0, ~uint64_t(0)}, none};
  /// Others, at their hashes or behind; at most three quarters are in use. A
  /// power of two, and that less one.
  std::vector<Entry> table = std::vector<Entry>(64, unused);
  size_t mask = 63;
  size_t hashed = 0;
  /// Long strings; what is left of the last piece.
  std::vector<std::unique_ptr<char[]>> pieces;
  char *free = nullptr;
  size_t freeSize = 0;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_SPELLINGS_H
