//===- SliceCopies.h - Parts of a text in one piece ------------*- C++ -*-===//

#ifndef SHAPELS_TEXT_SLICECOPIES_H
#define SHAPELS_TEXT_SLICECOPIES_H

#include "core/text/Position.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace shapels {

/// The copies of ranges that a TextBuffer made since its last edit, because a
/// range was not in one piece. find() and add() may be called by several
/// threads at once; all other functions are for the one thread that edits the
/// buffer.
class SliceCopies {
public:
  SliceCopies() = default;
  /// A copy of the buffer starts without copies of ranges.
  SliceCopies(const SliceCopies &) {}
  SliceCopies &operator=(const SliceCopies &) {
    clear();
    return *this;
  }
  SliceCopies(SliceCopies &&other);
  SliceCopies &operator=(SliceCopies &&other);
  ~SliceCopies() { clear(); }

  /// The copy of exactly that range, if there is one; valid until clear().
  std::optional<std::string_view> find(DocumentRange range) const;
  /// Keeps `bytes`, which are those of `range`. The view is valid until
  /// clear().
  std::string_view add(DocumentRange range, std::string bytes);
  void clear();
  /// The bytes of all copies.
  size_t size() const;

private:
  struct Copy {
    DocumentRange range;
    std::string bytes;
    Copy *older;
  };
  using List = std::atomic<Copy *>;

  static size_t listOf(DocumentRange range) {
    return (range.begin.value ^ range.end.value) % listCount;
  }

  static constexpr size_t listCount = 64;
  std::array<List, listCount> lists = {};
};

} // namespace shapels

#endif // SHAPELS_TEXT_SLICECOPIES_H
