//===- Spellings.cpp ------------------------------------------------------===//

#include "core/syntax/Spellings.h"

#include "core/syntax/Words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

using namespace shapels;

namespace {

constexpr bool isLittle = std::endian::native == std::endian::little;

/// What of a word, as it is in memory, holds its first bytes, `size` of them.
constexpr uint64_t maskOf(size_t size) {
  uint64_t others = size < 8 ? ~uint64_t(0) : 0;
  return ~(isLittle ? others << (8 * size % 64) : others >> (8 * size % 64));
}

/// Of the two words of a record with a string of that size.
struct Masks {
  uint64_t first, last;
};
constexpr std::array<Masks, 13> makeMasks() {
  std::array<Masks, 13> masks{};
  for (size_t size = 0; size < masks.size(); ++size)
    masks[size] = {maskOf(std::min<size_t>(size, 8)),
                   maskOf(std::max<size_t>(size, 8) - 8)};
  return masks;
}
constexpr std::array<Masks, 13> masks = makeMasks();

/// The number that MLIR's printer gives a value, `%12`, of up to seven digits:
/// the name's first eight bytes. Otherwise ~0u. All digits at once, as there is
/// one of these for each name of a text.
inline uint32_t numberOf(uint64_t bytes, size_t size) {
  uint32_t digit = (bytes >> 8 & 0xff) - '0';
  if ((bytes & 0xff) != '%' || digit > 9 || size > 8 ||
      (digit == 0 && size > 2))
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

uint32_t hashOf(uint64_t first, uint64_t last) {
  uint64_t hash = mixed(last, first);
  return static_cast<uint32_t>((hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull >>
                               32);
}

} // namespace

inline Spellings::Record Spellings::Record::ofShort(const char *bytes,
                                                    size_t size) {
  Record record;
  std::memcpy(&record, bytes, sizeof(Record));
  const Masks &own = masks[size];
  return {record.first & own.first,
          (record.last & own.last) | uint64_t(size) << (isLittle ? 32 : 0)};
}

Spellings::Record Spellings::Record::of(std::string_view text) {
  if (text.size() > inlineSize)
    return {reinterpret_cast<uintptr_t>(text.data()),
            uint64_t(text.size()) << (isLittle ? 32 : 0)};
  char bytes[sizeof(Record)] = {};
  std::copy(text.begin(), text.end(), bytes);
  return ofShort(bytes, text.size());
}

inline bool Spellings::Record::isSame(const Record &other) const {
  if (last != other.last || !isLong())
    return last == other.last && first == other.first;
  return std::memcmp(text(), other.text(), size()) == 0;
}

inline uint32_t Spellings::Record::hash() const {
  return hashOf(isLong() ? hashOf({text(), size()}) : first, last);
}

inline size_t Spellings::placeOf(const Record &record, uint32_t hash) const {
  size_t place = hash & mask;
  while (table[place].spelling != none && !table[place].record.isSame(record))
    place = (place + 1) & mask;
  return place;
}

inline uint32_t Spellings::numberOf(const Record &record) {
  uint64_t bytes = isLittle ? record.first : __builtin_bswap64(record.first);
  return ::numberOf(bytes, record.size());
}

std::optional<Spelling> Spellings::find(std::string_view text) const {
  Record record = Record::of(text);
  uint32_t number = numberOf(record);
  if (number < numbered.size() && numbered[number] != none)
    return numbered[number];
  Spelling found = table[placeOf(record, record.hash())].spelling;
  return found == none ? std::nullopt : std::optional(found);
}

Spelling Spellings::intern(std::string_view text, size_t readable) {
  bool isQuick = text.size() <= inlineSize && readable >= sizeof(Record);
  return isQuick ? internShort(Record::ofShort(text.data(), text.size()))
                 : internAny(text);
}

[[gnu::noinline]] Spelling Spellings::internAny(std::string_view text) {
  Record record = Record::of(text);
  return record.isLong() ? internOther(record, record.hash())
                         : internShort(record);
}

inline Spelling Spellings::internShort(Record record) {
  if (uint32_t number = numberOf(record); number != ~0u)
    return number < numbered.size() && numbered[number] != none
               ? numbered[number]
               : internNumber(number, record);
  uint32_t hash = hashOf(record.first, record.last);
  // Nearly all are where their hash leads.
  const Entry &entry = table[hash & mask];
  return entry.record.first == record.first && entry.record.last == record.last
             ? entry.spelling
             : internOther(record, hash);
}

/// Numbers that are far from the others are as other names.
Spelling Spellings::internNumber(uint32_t number, Record record) {
  if (number > numbered.size() + 64) {
    hasFarNumbers = true;
    return internOther(record, record.hash());
  }
  if (hasFarNumbers)
    if (Spelling found = table[placeOf(record, record.hash())].spelling;
        found != none)
      return found;
  if (number >= numbered.size())
    numbered.resize(number + 1, none);
  return numbered[number] = add(record);
}

Spelling Spellings::internOther(Record record, uint32_t hash) {
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
    record.first =
        reinterpret_cast<uintptr_t>(keep({record.text(), record.size()}));
  auto [index, size] = blockOf(count);
  if (index == records.size())
    records.push_back(std::make_unique_for_overwrite<Record[]>(size));
  records.back()[count & (size - 1)] = record;
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
  std::vector<Entry> before(table.size() * 2, unused);
  before.swap(table);
  mask = table.size() - 1;
  for (const Entry &entry : before) {
    if (entry.spelling == none)
      continue;
    size_t place = entry.record.hash() & mask;
    while (table[place].spelling != none)
      place = (place + 1) & mask;
    table[place] = entry;
  }
}
