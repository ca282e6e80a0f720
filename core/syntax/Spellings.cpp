//===- Spellings.cpp ------------------------------------------------------===//

#include "shapels/syntax/Spellings.h"

#include "shapels/syntax/Words.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

using namespace shapels;

namespace {

/// The number that MLIR's printer gives a value, `%12`, of up to seven digits:
/// the name's first eight bytes. Otherwise ~0u. All digits at once, as there is
/// one of these for each name of a text.
uint32_t numberOf(uint64_t bytes, size_t size) {
  if ((bytes & 0xff) != '%' || size - 2 > 6 ||
      (size > 2 && (bytes >> 8 & 0xff) == '0'))
    return ~0u;
  // The last digit highest, nothing below the first one.
  uint64_t shift = 72 - 8 * size;
  uint64_t digits = (bytes >> 8 << shift) ^ (ofEach('0') << shift);
  if (((digits + ofEach(0x7f - 9)) | digits) & ofEach(0x80))
    return ~0u;
  digits = digits * 10 + (digits >> 8);
  constexpr uint64_t pairs = 0x000000ff000000ff;
  return static_cast<uint32_t>(
      ((digits & pairs) * (100 + (uint64_t(1000000) << 32)) +
       (digits >> 16 & pairs) * (1 + (uint64_t(10000) << 32))) >>
      32);
}

uint64_t mixed(uint64_t hash, uint64_t word) {
  return (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15ull;
}

/// Of eight bytes or more.
uint64_t hashOf(std::string_view text) {
  uint64_t hash = 0;
  for (size_t at = 0; at + 8 < text.size(); at += 8)
    hash = mixed(hash, load<uint64_t>(text.data() + at));
  return mixed(hash, load<uint64_t>(text.data() + text.size() - 8));
}

} // namespace

/// Up to twelve bytes: the first eight, and the others.
struct Spellings::Short {
  uint64_t first = 0, others = 0;

  explicit Short(std::string_view text) {
    const char *begin = text.data(), *end = begin + text.size();
    if (text.size() > 8) {
      first = load<uint64_t>(begin);
      others = load<uint32_t>(end - 4) >> (8 * (12 - text.size()));
    } else if (text.size() >= 4) {
      first = load<uint32_t>(begin) | uint64_t(load<uint32_t>(end - 4))
                                          << (8 * (text.size() - 4));
    } else if (!text.empty()) {
      auto byte = [&](size_t at) {
        return static_cast<uint32_t>(static_cast<unsigned char>(begin[at]))
               << (8 * at);
      };
      first = byte(0) | byte(text.size() / 2) | byte(text.size() - 1);
    }
  }
};

inline Spellings::Record Spellings::Record::of(std::string_view text,
                                               Short bytes) {
  auto size = static_cast<uint32_t>(text.size());
  if constexpr (std::endian::native == std::endian::little)
    return {size | bytes.first << 32, bytes.first >> 32 | bytes.others << 32};
  Record record{};
  std::memcpy(&record, &size, sizeof(size));
  std::memcpy(reinterpret_cast<char *>(&record) + sizeof(size), text.data(),
              size);
  return record;
}

inline Spellings::Record Spellings::Record::of(std::string_view text) {
  if (text.size() <= inlineSize)
    return of(text, Short(text));
  Record record{0, reinterpret_cast<uintptr_t>(text.data())};
  auto size = static_cast<uint32_t>(text.size());
  std::memcpy(&record, &size, sizeof(size));
  return record;
}

inline bool Spellings::Record::isSame(const Record &other) const {
  if (low != other.low || !isLong())
    return low == other.low && high == other.high;
  return std::memcmp(text(), other.text(), size()) == 0;
}

inline uint32_t Spellings::Record::hash() const {
  uint64_t hash = mixed(low, isLong() ? hashOf({text(), size()}) : high);
  return static_cast<uint32_t>((hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull >>
                               32);
}

inline size_t Spellings::placeOf(const Record &record, uint32_t hash) const {
  size_t mask = table.size() - 1, place = hash & mask;
  while (table[place].spelling != none && !table[place].record.isSame(record))
    place = (place + 1) & mask;
  return place;
}

inline uint32_t Spellings::numberOf(std::string_view text) {
  return text.size() > 8 ? ~0u : ::numberOf(Short(text).first, text.size());
}

std::optional<Spelling> Spellings::find(std::string_view text) const {
  uint32_t number = numberOf(text);
  if (number < numbered.size() && numbered[number] != none)
    return numbered[number];
  Record record = Record::of(text);
  Spelling found = table[placeOf(record, record.hash())].spelling;
  return found == none ? std::nullopt : std::optional(found);
}

Spelling Spellings::intern(std::string_view text) {
  if (text.size() > inlineSize)
    return internOther(Record::of(text));
  Short bytes(text);
  uint32_t number = ::numberOf(bytes.first, text.size());
  if (number < numbered.size() && numbered[number] != none)
    return numbered[number];
  Record record = Record::of(text, bytes);
  return number == ~0u ? internOther(record) : internNumber(number, record);
}

/// Numbers that are far from the others are as other names.
Spelling Spellings::internNumber(uint32_t number, Record record) {
  if (number > numbered.size() + 64) {
    hasFarNumbers = true;
    return internOther(record);
  }
  if (hasFarNumbers)
    if (Spelling found = table[placeOf(record, record.hash())].spelling;
        found != none)
      return found;
  if (number >= numbered.size())
    numbered.resize(number + 1, none);
  return numbered[number] = add(record);
}

Spelling Spellings::internOther(Record record) {
  uint32_t hash = record.hash();
  Spelling found = table[placeOf(record, hash)].spelling;
  return found == none ? addOther(record, hash) : found;
}

Spelling Spellings::addOther(Record record, uint32_t hash) {
  if (++hashed > table.size() / 4 * 3)
    grow();
  Entry &entry = table[placeOf(record, hash)];
  Spelling added = add(record);
  entry = {at(added), added};
  return added;
}

Spelling Spellings::add(Record record) {
  if (record.isLong())
    record.high =
        reinterpret_cast<uintptr_t>(keep({record.text(), record.size()}));
  if (count % blockSize == 0)
    records.push_back(std::make_unique_for_overwrite<Record[]>(blockSize));
  records.back()[count % blockSize] = record;
  return count++;
}

/// Copies `text` to where it stays.
const char *Spellings::keep(std::string_view text) {
  if (freeSize < text.size()) {
    freeSize = std::max<size_t>(4096, text.size());
    pieces.push_back(std::make_unique_for_overwrite<char[]>(freeSize));
    free = pieces.back().get();
  }
  std::memcpy(free, text.data(), text.size());
  freeSize -= text.size();
  return std::exchange(free, free + text.size());
}

void Spellings::grow() {
  std::vector<Entry> before(table.size() * 2, {{}, none});
  before.swap(table);
  for (const Entry &entry : before) {
    if (entry.spelling == none)
      continue;
    size_t mask = table.size() - 1, place = entry.record.hash() & mask;
    while (table[place].spelling != none)
      place = (place + 1) & mask;
    table[place] = entry;
  }
}
