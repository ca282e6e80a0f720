//===- StatementOrder.h - Where each statement starts ----------*- C++ -*-===//
//
// Statements in pre-order, which is the order of their starts, on pages. The
// tree follows from how deep each one is nested. A position is the page's plus
// one in the page, a depth likewise, so that an edit moves the statements of
// its page. How far the pages behind it moved is noted once for all, until an
// edit elsewhere moves the place from which that holds.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_STATEMENTORDER_H
#define SHAPELS_SYNTAX_STATEMENTORDER_H

#include "core/text/Position.h"

#include <memory>
#include <span>
#include <vector>

namespace shapels {

/// Handle of a statement in its outline. It stays the same through edits for
/// as long as the statement starts at the same place of the text.
using StatementId = uint32_t;
inline constexpr StatementId noStatement = ~0u;

class StatementOrder {
public:
  /// What finding a statement depended on, in order: whether it is at the top
  /// level; which functions are around it; where the function that it is in
  /// starts; the text behind its start.
  enum Mark : uint8_t {
    AsksDepth = 1,
    AsksFunctions = 2,
    AsksParent = 4,
    AsksAhead = 8
  };
  struct Entry {
    StatementId id;
    ByteOffset begin;
    /// 0 at the top level; at most one more than that of the entry before.
    uint32_t depth = 0;
    uint8_t marks = 0;
  };

  ByteOffset begin(StatementId id) const {
    const Slot &slot = slots[id];
    return {beginOf(*slot.page) + slot.offset};
  }
  uint32_t depth(StatementId id) const {
    const Slot &slot = slots[id];
    return slot.page->depth + slot.page->items[slot.index].depth;
  }
  StatementId first() const {
    return pages.empty() ? noStatement : pages.front()->items.front().id;
  }
  StatementId last() const {
    return pages.empty() ? noStatement : pages.back()->items.back().id;
  }
  StatementId next(StatementId id) const;
  StatementId previous(StatementId id) const;
  /// The last statement before it that is less deep, or noStatement.
  StatementId parent(StatementId id) const;
  /// The last statement that starts at `offset` or before it, or noStatement.
  StatementId lastUntil(ByteOffset offset) const;
  /// The first that starts at `offset` or behind it, or noStatement.
  StatementId firstFrom(ByteOffset offset) const;
  /// How many statements there are from `first` up to, and without, `end`. May
  /// stop counting at `enough`.
  size_t count(StatementId first, StatementId end, size_t enough) const;
  uint8_t marks(StatementId id) const {
    const Slot &slot = slots[id];
    return slot.page->items[slot.index].marks;
  }

  /// The first statement behind `first` and those siblings behind it of which
  /// no sibling has one of `marks`, and no statement nested in them one of
  /// `anyMarks`.
  StatementId behindUnmarked(StatementId first, uint8_t marks,
                             uint8_t anyMarks) const;
  /// The nearest statement before `id` that is not deeper than `depth`.
  StatementId lastBefore(StatementId id, uint32_t depth) const;
  void addMarks(StatementId id, uint8_t marks);

  // Changes. Those of one edit go from the front to the back of the text, and
  // end with settle(); until then parent() may be wrong.

  /// Puts in all statements there are, numbered from 0 on.
  void assign(std::span<const Entry> entries);

  /// Puts `entries` in the place of the statements from `first` up to, and
  /// without, `end` (noStatement: to the last one), and moves `end` and what
  /// follows it by `delta` bytes. `first` may be `end`: nothing is taken out.
  void replace(StatementId first, StatementId end,
               std::span<const Entry> entries, int64_t delta);

  /// Moves the statements from `first` up to, and without, `end`, which are
  /// siblings with all that they nest, from the parent `before` to `parent`.
  void nest(StatementId first, StatementId end, StatementId before,
            StatementId parent);

  /// Makes parent() right again.
  void settle();

private:
  struct Item {
    StatementId id;
    /// Relative to the page's depth.
    int32_t depth : 28;
    uint32_t marks : 4;
  };
  struct Page {
    /// The offset of the page; `movedBy` is added to it.
    uint32_t begin = 0;
    uint32_t index = 0;
    /// What the depths of its items count from; the least of these.
    uint32_t depth = 0;
    int32_t least = 0;
    /// The marks that any of its items has.
    uint8_t marks = 0;
    /// The parent of its least deep items.
    StatementId outer = noStatement;
    /// Whether `least` and `outer` have to be computed again.
    bool isStale = false;
    std::vector<Item> items;
  };
  struct Slot {
    Page *page = nullptr;
    /// Relative to the page's start.
    uint32_t offset = 0;
    /// Index in the page's items.
    uint32_t index = 0;
  };
  struct Place {
    size_t page, item;
  };

  uint32_t beginOf(const Page &page) const {
    return page.begin + (page.index >= movedFrom ? movedBy : 0);
  }
  Place placeOf(StatementId id) const {
    return {slots[id].page->index, slots[id].index};
  }
  Place end() const { return {pages.size(), 0}; }
  StatementId at(Place place) const {
    return place.page < pages.size() ? pages[place.page]->items[place.item].id
                                     : noStatement;
  }
  StatementId outside(Place place, uint32_t depth) const;
  void addPage(std::span<const Entry> entries);
  void shift(Place from, int64_t delta);
  void movePages(size_t from, uint32_t delta);
  void landPages();
  void erase(Place from, Place to);
  void insert(Place at, std::span<const Entry> entries);
  void rebase(Page &page);
  void renumber(size_t fromPage);
  void noteStale(size_t page);
  void measure(size_t page);
  void deepen(Place from, size_t toItem, uint32_t deeper);
  Place lowerBound(ByteOffset offset) const;

  std::vector<std::unique_ptr<Page>> pages;
  /// Pages from this index on begin so much further behind.
  size_t movedFrom = 0;
  uint32_t movedBy = 0;
  /// By id.
  std::vector<Slot> slots;
  /// The pages that may be stale, half open.
  size_t staleBegin = 0, staleEnd = 0;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_STATEMENTORDER_H
