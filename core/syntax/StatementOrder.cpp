//===- StatementOrder.cpp -------------------------------------------------===//

#include "shapels/syntax/StatementOrder.h"

#include <algorithm>
#include <cassert>

using namespace shapels;

/// Statements on a new page, and on a full one.
static constexpr size_t fill = 256, capacity = 512;

StatementId StatementOrder::at(Place place) const {
  return place.page < pages.size() ? pages[place.page]->ids[place.item]
                                   : noStatement;
}

StatementId StatementOrder::first() const { return at({0, 0}); }

StatementOrder::Place StatementOrder::placeOf(StatementId id) const {
  const Page &page = *slots[id].page;
  auto found = std::partition_point(
      page.ids.begin(), page.ids.end(), [&](StatementId other) {
        return slots[other].offset < slots[id].offset;
      });
  assert(found != page.ids.end() && *found == id);
  return {page.index, static_cast<size_t>(found - page.ids.begin())};
}

StatementId StatementOrder::next(StatementId id) const {
  Place place = placeOf(id);
  if (++place.item == pages[place.page]->ids.size())
    place = {place.page + 1, 0};
  return at(place);
}

StatementId StatementOrder::previous(StatementId id) const {
  Place place = placeOf(id);
  if (place.item > 0)
    return at({place.page, place.item - 1});
  return place.page == 0 ? noStatement : pages[place.page - 1]->ids.back();
}

/// The first place with a start at `offset` or behind it.
StatementOrder::Place StatementOrder::lowerBound(ByteOffset offset) const {
  auto after = std::partition_point(pages.begin(), pages.end(),
                                    [&](const std::unique_ptr<Page> &page) {
                                      return begin(page->ids.back()) < offset;
                                    });
  if (after == pages.end())
    return end();
  const std::vector<StatementId> &ids = (*after)->ids;
  auto found =
      std::partition_point(ids.begin(), ids.end(),
                           [&](StatementId id) { return begin(id) < offset; });
  return {static_cast<size_t>(after - pages.begin()),
          static_cast<size_t>(found - ids.begin())};
}

StatementId StatementOrder::firstFrom(ByteOffset offset) const {
  return at(lowerBound(offset));
}

StatementId StatementOrder::lastUntil(ByteOffset offset) const {
  Place place = lowerBound(offset + 1);
  if (place.item > 0)
    return at({place.page, place.item - 1});
  return place.page == 0 ? noStatement : pages[place.page - 1]->ids.back();
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
    std::vector<StatementId> &ids = pages[from.page]->ids;
    for (size_t i = from.item; i < ids.size(); ++i)
      slots[ids[i]].offset += static_cast<uint32_t>(delta);
    ++from.page;
  }
  for (size_t page = from.page; page < pages.size(); ++page)
    pages[page]->begin += static_cast<uint32_t>(delta);
}

void StatementOrder::erase(Place from, Place to) {
  auto ids = [&](size_t page) -> std::vector<StatementId> & {
    return pages[page]->ids;
  };
  if (from.page == to.page) {
    if (from.page < pages.size())
      ids(from.page).erase(ids(from.page).begin() + from.item,
                           ids(from.page).begin() + to.item);
  } else {
    if (to.page < pages.size() && to.item > 0) {
      ids(to.page).erase(ids(to.page).begin(), ids(to.page).begin() + to.item);
      rebase(*pages[to.page]);
    }
    ids(from.page).resize(from.item);
    pages.erase(pages.begin() + from.page + 1, pages.begin() + to.page);
  }
  renumber(from.page);
}

/// Lets the page begin where its first statement does.
void StatementOrder::rebase(Page &page) {
  uint32_t moved = begin(page.ids.front()).value - page.begin;
  page.begin += moved;
  for (StatementId id : page.ids)
    slots[id].offset -= moved;
}

void StatementOrder::renumber(size_t fromPage) {
  for (size_t page = fromPage; page < pages.size(); ++page)
    pages[page]->index = static_cast<uint32_t>(page);
}

void StatementOrder::insert(Place at, std::span<const Entry> entries) {
  // The page's tail goes behind the entries, on a page of its own if need be.
  std::vector<Entry> all(entries.begin(), entries.end());
  bool hasPage = at.page < pages.size();
  size_t kept = 0;
  if (hasPage) {
    std::vector<StatementId> &ids = pages[at.page]->ids;
    for (size_t i = at.item; i < ids.size(); ++i)
      all.push_back({ids[i], begin(ids[i])});
    kept = at.item;
    ids.resize(kept);
  }
  std::vector<std::unique_ptr<Page>> fresh;
  for (size_t i = 0; i < all.size(); ++i) {
    StatementId id = all[i].id;
    if (slots.size() <= id)
      slots.resize(std::max<size_t>(id + 1, slots.size() * 2));
    bool fits = fresh.empty()
                    ? hasPage && kept > 0 && kept + all.size() <= capacity
                    : fresh.back()->ids.size() < fill;
    if (!fits)
      fresh.push_back(std::make_unique<Page>(Page{all[i].begin.value, 0, {}}));
    Page &page = fresh.empty() ? *pages[at.page] : *fresh.back();
    page.ids.push_back(id);
    slots[id] = {&page, all[i].begin.value - page.begin};
  }
  size_t where = at.page + (hasPage && kept > 0);
  if (hasPage && kept == 0)
    pages.erase(pages.begin() + at.page);
  bool isRenumbered = !fresh.empty() || (hasPage && kept == 0);
  pages.insert(pages.begin() + where, std::make_move_iterator(fresh.begin()),
               std::make_move_iterator(fresh.end()));
  if (isRenumbered)
    renumber(at.page);
}
