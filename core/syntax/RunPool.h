//===- RunPool.h - Many short arrays in one --------------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_RUNPOOL_H
#define SHAPELS_SYNTAX_RUNPOOL_H

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace shapels {

/// Runs of values in one vector, identified by the index of their first value.
/// A run that is released is used again for runs of the same size. Spans are
/// valid until the next allocation.
template <typename Value>
class RunPool {
public:
  uint32_t allocate(uint32_t count) {
    uint32_t kind = kindOf(count);
    if (kind < unused.size() && !unused[kind].empty()) {
      uint32_t begin = unused[kind].back();
      unused[kind].pop_back();
      return begin;
    }
    auto begin = static_cast<uint32_t>(values.size());
    values.resize(values.size() + roomOf(count));
    return begin;
  }
  void release(uint32_t begin, uint32_t count) {
    // An adopted run has no spare room.
    bool isTight = begin < adopted && count > exact;
    uint32_t kind = kindOf(isTight ? std::bit_floor(count) : count);
    if (count == 0)
      return;
    if (unused.size() <= kind)
      unused.resize(kind + 1);
    unused[kind].push_back(begin);
  }
  /// Takes over runs that follow each other without gaps. The pool must be
  /// empty.
  void adopt(std::vector<Value> runs) {
    values = std::move(runs);
    adopted = static_cast<uint32_t>(values.size());
    // Room, so that the first edits need not move all values.
    if (values.capacity() - values.size() < values.size() / 16)
      values.reserve(values.size() + values.size() / 8);
  }

  Value &at(uint32_t index) { return values[index]; }
  const Value &at(uint32_t index) const { return values[index]; }
  std::span<Value> run(uint32_t begin, uint32_t count) {
    return {values.data() + begin, count};
  }
  std::span<const Value> run(uint32_t begin, uint32_t count) const {
    return {values.data() + begin, count};
  }

private:
  /// Runs of up to so many values get exactly the room they need; larger ones
  /// are rounded up, so that there are few kinds.
  static constexpr uint32_t exact = 16;
  static uint32_t kindOf(uint32_t count) {
    return count <= exact ? count : exact + std::bit_width(count - 1);
  }
  static uint32_t roomOf(uint32_t count) {
    return count <= exact ? count : std::bit_ceil(count);
  }

  std::vector<Value> values;
  uint32_t adopted = 0;
  /// Released runs by kind.
  std::vector<std::vector<uint32_t>> unused;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_RUNPOOL_H
