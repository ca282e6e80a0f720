//===- SliceCopies.cpp ----------------------------------------------------===//

#include "core/text/SliceCopies.h"

#include <utility>

using namespace shapels;

SliceCopies::SliceCopies(SliceCopies &&other) { *this = std::move(other); }

SliceCopies &SliceCopies::operator=(SliceCopies &&other) {
  clear();
  for (size_t i = 0; i < listCount; ++i)
    lists[i] = other.lists[i].exchange(nullptr);
  return *this;
}

std::optional<std::string_view> SliceCopies::find(DocumentRange range) const {
  const Copy *copy = lists[listOf(range)].load(std::memory_order_acquire);
  while (copy && copy->range != range)
    copy = copy->older;
  return copy ? std::optional<std::string_view>(copy->bytes) : std::nullopt;
}

std::string_view SliceCopies::add(DocumentRange range, std::string bytes) {
  List &list = lists[listOf(range)];
  auto *copy = new Copy{range, std::move(bytes), list.load()};
  while (!list.compare_exchange_weak(copy->older, copy))
    ;
  return copy->bytes;
}

void SliceCopies::clear() {
  for (List &list : lists)
    while (Copy *copy = list.load(std::memory_order_relaxed)) {
      list.store(copy->older, std::memory_order_relaxed);
      delete copy;
    }
}

size_t SliceCopies::size() const {
  size_t bytes = 0;
  for (const List &list : lists)
    for (const Copy *copy = list.load(); copy; copy = copy->older)
      bytes += copy->bytes.size();
  return bytes;
}
