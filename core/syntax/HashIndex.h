//===- HashIndex.h - Small values by the hash of their key -----*- C++ -*-===//
//
// Knows hashes only; whoever asks tells which of the values it means. Keys may
// be there more than once. Compact, for what is there a million times.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_HASHINDEX_H
#define SHAPELS_SYNTAX_HASHINDEX_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shapels {

template <typename Value>
class HashIndex {
public:
  /// Amortised O(1).
  void insert(uint32_t hash, Value value) {
    if (unused == none && entries.size() >= buckets.size())
      grow();
    uint32_t index = unused;
    if (index == none) {
      index = static_cast<uint32_t>(entries.size());
      entries.emplace_back();
    } else {
      unused = entries[index].next;
    }
    entries[index] = {hash, std::exchange(bucket(hash), index), value};
  }

  /// Makes room for an eighth more entries, so that the next insert() need not
  /// rehash all of them.
  void makeRoom() {
    size_t some = entries.size() + entries.size() / 8;
    if (some >= buckets.size())
      grow();
    entries.reserve(some);
  }

  /// Does nothing if the value is not there.
  void erase(uint32_t hash, Value value) {
    if (buckets.empty())
      return;
    uint32_t *link = &bucket(hash);
    while (*link != none && !(entries[*link].value == value))
      link = &entries[*link].next;
    if (*link == none)
      return;
    uint32_t index = *link;
    *link = entries[index].next;
    entries[index].next = std::exchange(unused, index);
  }

  /// Calls `visit` with the values of that hash, until it returns true.
  template <typename Visit>
  void visit(uint32_t hash, Visit visit) const {
    if (buckets.empty())
      return;
    for (uint32_t index = buckets[hash & (buckets.size() - 1)]; index != none;
         index = entries[index].next)
      if (entries[index].hash == hash && visit(entries[index].value))
        return;
  }

private:
  static constexpr uint32_t none = ~0u;
  struct Entry {
    uint32_t hash = 0, next = none;
    Value value{};
  };

  uint32_t &bucket(uint32_t hash) {
    return buckets[hash & (buckets.size() - 1)];
  }

  /// Only when every entry is in use.
  void grow() {
    buckets.assign(buckets.empty() ? 16 : buckets.size() * 2, none);
    for (uint32_t index = 0; index < entries.size(); ++index)
      entries[index].next = std::exchange(bucket(entries[index].hash), index);
  }

  /// The first entry of each bucket. Their number is a power of two.
  std::vector<uint32_t> buckets;
  std::vector<Entry> entries;
  /// The first erased entry; they are chained by `next`.
  uint32_t unused = none;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_HASHINDEX_H
