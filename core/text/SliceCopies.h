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

/// What was copied of a text since it was last edited. Several threads may
/// find and add at once; everything else is for one thread alone.
class SliceCopies {
public:
  SliceCopies() = default;
  /// Another text of the same bytes begins without.
  SliceCopies(const SliceCopies &) {}
  SliceCopies &operator=(const SliceCopies &) {
    clear();
    return *this;
  }
  SliceCopies(SliceCopies &&other);
  SliceCopies &operator=(SliceCopies &&other);
  ~SliceCopies() { clear(); }

  std::optional<std::string_view> find(DocumentRange range) const;
  /// The copy, valid until clear().
  std::string_view add(DocumentRange range, std::string bytes);
  void clear();

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
