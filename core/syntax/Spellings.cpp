//===- Spellings.cpp ------------------------------------------------------===//

#include "shapels/syntax/Spellings.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <utility>

using namespace shapels;

namespace {

template <typename Word>
Word load(const char *bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

/// Up to twelve bytes, the first one lowest: the first eight and the others.
/// There is one of these for each name of a text.
std::pair<uint64_t, uint64_t> shortBytes(const char *text, uint32_t size) {
  auto behind = [&](uint32_t count) { return text + size - count; };
  if (size > 8)
    return {load<uint64_t>(text),
            load<uint32_t>(behind(4)) >> (8 * (12 - size))};
  if (size >= 4)
    return {load<uint32_t>(text) | uint64_t(load<uint32_t>(behind(4)))
                                       << (8 * (size - 4)),
            0};
  if (size == 0)
    return {0, 0};
  auto byte = [&](uint32_t at) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[at]))
           << (8 * at);
  };
  return {byte(0) | byte(size / 2) | byte(size - 1), 0};
}

} // namespace

inline Spellings::Record Spellings::Record::of(std::string_view text) {
  auto size = static_cast<uint32_t>(text.size());
  if (size > inlineSize)
    return {size, reinterpret_cast<uintptr_t>(text.data())};
  if constexpr (std::endian::native != std::endian::little) {
    char bytes[sizeof(Record)] = {};
    std::memcpy(bytes, &size, sizeof(size));
    std::memcpy(bytes + sizeof(size), text.data(), size);
    return {load<uint64_t>(bytes), load<uint64_t>(bytes + 8)};
  }
  auto [first, others] = shortBytes(text.data(), size);
  return {size | first << 32, first >> 32 | others << 32};
}

inline bool Spellings::Record::isSame(const Record &other) const {
  if (low != other.low || !isLong())
    return low == other.low && high == other.high;
  return std::memcmp(text(), other.text(), size()) == 0;
}

inline uint32_t Spellings::Record::hash() const {
  uint64_t mixed =
      isLong() ? std::hash<std::string_view>()({text(), size()}) : high;
  mixed = (mixed ^ std::rotl(low, 23)) * 0x9E3779B97F4A7C15ull;
  return static_cast<uint32_t>((mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93ull >>
                               32);
}

/// The number that MLIR's printer gives a value: `%12`; ~0u for other names.
static inline uint32_t numberOf(std::string_view text) {
  if (text.size() < 2 || text.size() > 9 || text[0] != '%' ||
      (text[1] == '0' && text.size() > 2))
    return ~0u;
  uint32_t number = 0;
  for (char c : text.substr(1)) {
    if (c < '0' || c > '9')
      return ~0u;
    number = number * 10 + static_cast<uint32_t>(c - '0');
  }
  return number;
}

inline size_t Spellings::placeOf(const Record &record, uint32_t hash) const {
  size_t mask = table.size() - 1, place = hash & mask;
  while (
      table[place].spelling != none &&
      !(table[place].hash == hash && at(table[place].spelling).isSame(record)))
    place = (place + 1) & mask;
  return place;
}

std::optional<Spelling> Spellings::find(std::string_view text) const {
  uint32_t number = numberOf(text);
  if (number < numbered.size() && numbered[number] != none)
    return numbered[number];
  if (table.empty())
    return std::nullopt;
  Record record = Record::of(text);
  Spelling found = table[placeOf(record, record.hash())].spelling;
  return found == none ? std::nullopt : std::optional(found);
}

Spelling Spellings::intern(std::string_view text) {
  uint32_t number = numberOf(text);
  if (number < numbered.size() && numbered[number] != none)
    return numbered[number];
  // Numbers that are far from the others are as other names.
  bool isNear = number <= numbered.size() + 64;
  if (hashed >= table.size() / 4 * 3)
    grow();
  Record record = Record::of(text);
  uint32_t hash = record.hash();
  size_t place = placeOf(record, hash);
  if (table[place].spelling != none)
    return table[place].spelling;
  if (isNear) {
    if (number >= numbered.size())
      numbered.resize(number + 1, none);
    return numbered[number] = add(record);
  }
  ++hashed;
  table[place] = {hash, add(record)};
  return table[place].spelling;
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
  std::vector<Entry> before(std::max<size_t>(64, table.size() * 2),
                            Entry{0, none});
  before.swap(table);
  for (const Entry &entry : before) {
    size_t mask = table.size() - 1, place = entry.hash & mask;
    if (entry.spelling == none)
      continue;
    while (table[place].spelling != none)
      place = (place + 1) & mask;
    table[place] = entry;
  }
}
