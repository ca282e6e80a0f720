//===- StatementOrder.cpp -------------------------------------------------===//

#include "core/syntax/StatementOrder.h"

#include <algorithm>
#include <utility>

using namespace shapels;

/// Statements on a new page, and on a full one.
static constexpr size_t fill = 256, capacity = 512;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

StatementId StatementOrder::next(StatementId id) const {
  const Slot &slot = slots[id];
  return slot.index + 1 < slot.page->items.size()
             ? slot.page->items[slot.index + 1].id
             : at({slot.page->index + size_t(1), 0});
}

StatementId StatementOrder::previous(StatementId id) const {
  const Slot &slot = slots[id];
  if (slot.index > 0)
    return slot.page->items[slot.index - 1].id;
  return slot.page->index == 0 ? noStatement
                               : pages[slot.page->index - 1]->items.back().id;
}

StatementId StatementOrder::parent(StatementId id) const {
  return outside(placeOf(id), depth(id));
}

/// The last statement before `place` that is less deep than `depth`. Where a
/// page has none, its `outer` leads over all that is deeper.
StatementId StatementOrder::outside(Place place, uint32_t depth) const {
  while (depth > 0) {
    const Page &page = *pages[place.page];
    auto wanted = static_cast<int32_t>(depth - page.depth);
    if (wanted == page.least)
      return page.outer;
    if (wanted < page.least) {
      place = placeOf(page.outer);
      ++place.item;
      continue;
    }
    while (place.item > 0)
      if (page.items[--place.item].depth < wanted)
        return page.items[place.item].id;
    --place.page;
    place.item = pages[place.page]->items.size();
  }
  return noStatement;
}

/// The first place with a start at `offset` or behind it.
StatementOrder::Place StatementOrder::lowerBound(ByteOffset offset) const {
  auto after = std::partition_point(
      pages.begin(), pages.end(), [&](const std::unique_ptr<Page> &page) {
        return begin(page->items.back().id) < offset;
      });
  if (after == pages.end())
    return end();
  const std::vector<Item> &items = (*after)->items;
  auto found =
      std::partition_point(items.begin(), items.end(), [&](const Item &item) {
        return begin(item.id) < offset;
      });
  return {static_cast<size_t>(after - pages.begin()),
          static_cast<size_t>(found - items.begin())};
}

StatementId StatementOrder::firstFrom(ByteOffset offset) const {
  return at(lowerBound(offset));
}

StatementId StatementOrder::lastUntil(ByteOffset offset) const {
  Place place = lowerBound(offset + 1);
  if (place.item > 0)
    return at({place.page, place.item - 1});
  return place.page == 0 ? noStatement : pages[place.page - 1]->items.back().id;
}

size_t StatementOrder::count(StatementId first, StatementId end,
                             size_t enough) const {
  Place from = placeOf(first),
        to = end == noStatement ? this->end() : placeOf(end);
  if (from.page == to.page)
    return to.item - from.item;
  size_t result = pages[from.page]->items.size() - from.item + to.item;
  while (++from.page < to.page && result < enough)
    result += pages[from.page]->items.size();
  return result;
}

StatementId StatementOrder::lastBefore(StatementId id, uint32_t depth) const {
  return outside(placeOf(id), depth + 1);
}

StatementId StatementOrder::behindUnmarked(StatementId first, uint8_t marks,
                                           uint8_t anyMarks) const {
  uint32_t depth = this->depth(first);
  Place place = placeOf(first);
  for (; place.page < pages.size(); place = {place.page + 1, 0}) {
    const Page &page = *pages[place.page];
    auto level = static_cast<int32_t>(depth - page.depth);
    if (place.item == 0 && page.least >= level &&
        !(page.marks & (marks | anyMarks)))
      continue;
    for (; place.item < page.items.size(); ++place.item) {
      const Item &item = page.items[place.item];
      if (item.depth < level ||
          (item.depth == level && item.marks & (marks | anyMarks)))
        return item.id;
      if (item.marks & anyMarks)
        return lastBefore(item.id, depth);
    }
  }
  return noStatement;
}

void StatementOrder::addMarks(StatementId id, uint8_t marks) {
  const Slot &slot = slots[id];
  slot.page->items[slot.index].marks |= marks;
  slot.page->marks |= marks;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void StatementOrder::assign(std::span<const Entry> entries) {
  // There may be more later.
  slots.reserve(entries.size() + entries.size() / 8);
  pages.reserve(entries.size() / fill + 1);
  for (size_t first = 0; first < entries.size(); first += fill)
    addPage(entries.subspan(first, std::min(fill, entries.size() - first)));
}

/// At the end.
void StatementOrder::addPage(std::span<const Entry> entries) {
  Page &page = *pages.emplace_back(std::make_unique<Page>());
  page.begin = entries.front().begin.value;
  page.index = static_cast<uint32_t>(pages.size() - 1);
  page.depth = entries.front().depth;
  page.items.resize(entries.size());
  slots.resize(slots.size() + entries.size());
  Item *items = page.items.data();
  Slot *pageSlots = &slots[entries.front().id];
  uint32_t begin = page.begin, depth = page.depth;
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const Entry &entry = entries[i];
    items[i] = {entry.id, static_cast<int32_t>(entry.depth - depth),
                entry.marks};
    pageSlots[i] = {&page, entry.begin.value - begin, i};
  }
  noteStale(page.index);
}

void StatementOrder::replace(StatementId first, StatementId end,
                             std::span<const Entry> entries, int64_t delta) {
  Place to = end == noStatement ? this->end() : placeOf(end);
  Place from = first == noStatement ? to : placeOf(first);
  shift(to, delta);
  erase(from, to);
  insert(from, entries);
}

void StatementOrder::shift(Place from, int64_t delta) {
  if (from.page == pages.size() || delta == 0)
    return;
  if (from.item > 0) {
    std::vector<Item> &items = pages[from.page]->items;
    for (size_t i = from.item; i < items.size(); ++i)
      slots[items[i].id].offset += static_cast<uint32_t>(delta);
    ++from.page;
  }
  movePages(from.page, static_cast<uint32_t>(delta));
}

void StatementOrder::movePages(size_t from, uint32_t delta) {
  if (movedBy == 0)
    movedFrom = from;
  for (; movedFrom < from; ++movedFrom)
    pages[movedFrom]->begin += movedBy;
  while (movedFrom > from)
    pages[--movedFrom]->begin -= movedBy;
  movedBy += delta;
}

/// Before there are more pages, or less.
void StatementOrder::landPages() {
  movePages(pages.size(), 0);
  movedFrom = movedBy = 0;
}

void StatementOrder::erase(Place from, Place to) {
  auto items = [&](size_t page) -> std::vector<Item> & {
    return pages[page]->items;
  };
  if (from.page == to.page) {
    if (from.page < pages.size())
      items(from.page).erase(items(from.page).begin() + from.item,
                             items(from.page).begin() + to.item);
  } else {
    landPages();
    if (to.page < pages.size() && to.item > 0) {
      items(to.page).erase(items(to.page).begin(),
                           items(to.page).begin() + to.item);
      rebase(*pages[to.page]);
    }
    items(from.page).resize(from.item);
    pages.erase(pages.begin() + from.page + 1, pages.begin() + to.page);
    renumber(from.page);
  }
}

/// Lets the page begin where its first statement does.
void StatementOrder::rebase(Page &page) {
  uint32_t moved = begin(page.items.front().id).value - beginOf(page);
  page.begin += moved;
  for (uint32_t i = 0; i < page.items.size(); ++i) {
    slots[page.items[i].id].offset -= moved;
    slots[page.items[i].id].index = i;
  }
}

void StatementOrder::renumber(size_t fromPage) {
  for (size_t page = fromPage; page < pages.size(); ++page)
    pages[page]->index = static_cast<uint32_t>(page);
}

/// The page's tail goes behind the entries, on a page of its own if need be.
void StatementOrder::insert(Place at, std::span<const Entry> entries) {
  bool hasPage = at.page < pages.size(), isPageKept = hasPage && at.item > 0;
  std::vector<Entry> tail;
  if (hasPage) {
    Page &page = *pages[at.page];
    for (size_t i = at.item; i < page.items.size(); ++i) {
      StatementId id = page.items[i].id;
      tail.push_back({id, begin(id), page.depth + page.items[i].depth,
                      static_cast<uint8_t>(page.items[i].marks)});
    }
    page.items.resize(at.item);
  }
  size_t total = entries.size() + tail.size();
  bool fits = isPageKept && at.item + total <= capacity;
  if (!fits)
    landPages();
  std::vector<std::unique_ptr<Page>> fresh;
  Page *page = fits ? pages[at.page].get() : nullptr;
  auto add = [&](const Entry &entry) {
    if (!fits && (!page || page->items.size() == fill)) {
      fresh.push_back(std::make_unique<Page>());
      page = fresh.back().get();
      page->begin = entry.begin.value;
      page->depth = entry.depth;
      page->items.reserve(std::min(total, fill));
    }
    slots[entry.id] = {page, entry.begin.value - beginOf(*page),
                       static_cast<uint32_t>(page->items.size())};
    page->items.push_back({entry.id,
                           static_cast<int32_t>(entry.depth - page->depth),
                           entry.marks});
  };
  size_t known = slots.size();
  for (const Entry &entry : entries)
    known = std::max(known, entry.id + size_t(1));
  if (known > slots.capacity())
    slots.reserve(known + known / 8);
  slots.resize(known);
  std::for_each(entries.begin(), entries.end(), add);
  std::for_each(tail.begin(), tail.end(), add);
  if (hasPage && !isPageKept)
    pages.erase(pages.begin() + at.page);
  size_t behind = at.page + isPageKept;
  pages.insert(pages.begin() + behind, std::make_move_iterator(fresh.begin()),
               std::make_move_iterator(fresh.end()));
  if (!fresh.empty() || (hasPage && !isPageKept))
    renumber(behind);
  // The page behind may have lost what it began with.
  for (size_t i = at.page; i <= behind + fresh.size(); ++i)
    noteStale(i);
}

void StatementOrder::nest(StatementId first, StatementId end,
                          StatementId before, StatementId parent) {
  Place from = placeOf(first),
        to = end == noStatement ? this->end() : placeOf(end);
  uint32_t deeper =
      (parent == noStatement ? 0 : depth(parent) + 1) - depth(first);
  if (from.page == to.page)
    return deepen(from, to.item, deeper);
  deepen(from, pages[from.page]->items.size(), deeper);
  for (size_t i = from.page + 1; i < to.page; ++i) {
    pages[i]->depth += deeper;
    if (pages[i]->outer == before)
      pages[i]->outer = parent;
  }
  if (to.page < pages.size())
    deepen({to.page, 0}, to.item, deeper);
}

/// Some items of one page.
void StatementOrder::deepen(Place from, size_t toItem, uint32_t deeper) {
  noteStale(from.page);
  std::vector<Item> &items = pages[from.page]->items;
  for (; from.item < toItem; ++from.item)
    items[from.item].depth += static_cast<int32_t>(deeper);
}

void StatementOrder::noteStale(size_t page) {
  if (page >= pages.size())
    return;
  pages[page]->isStale = true;
  staleBegin = staleBegin == staleEnd ? page : std::min(staleBegin, page);
  staleEnd = std::max(staleEnd, page + 1);
}

void StatementOrder::settle() {
  for (size_t i = staleBegin; i < std::min(staleEnd, pages.size()); ++i)
    if (std::exchange(pages[i]->isStale, false))
      measure(i);
  staleBegin = staleEnd = 0;
}

/// Finds its least depth, and what is around that. The pages before are right.
void StatementOrder::measure(size_t index) {
  Page &page = *pages[index];
  page.least = page.items.front().depth;
  page.marks = 0;
  for (const Item &item : page.items) {
    page.least = std::min<int32_t>(page.least, item.depth);
    page.marks |= item.marks;
  }
  page.outer = noStatement;
  if (index > 0)
    page.outer = outside({index - 1, pages[index - 1]->items.size()},
                         page.depth + page.least);
}
