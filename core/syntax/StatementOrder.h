//===- StatementOrder.h - Where each statement starts ----------*- C++ -*-===//
//
// Statements in pre-order, which is the order of their starts, on pages. A
// position is the page's plus one in the page, so that an edit moves the
// statements of its page, and the pages behind it as wholes: some thousand
// additions for a million statements.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_STATEMENTORDER_H
#define SHAPELS_SYNTAX_STATEMENTORDER_H

#include "shapels/text/Position.h"

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
  struct Entry {
    StatementId id;
    ByteOffset begin;
  };

  ByteOffset begin(StatementId id) const {
    const Slot &slot = slots[id];
    return {slot.page->begin + slot.offset};
  }
  StatementId first() const;
  StatementId next(StatementId id) const;
  StatementId previous(StatementId id) const;
  /// The last statement that starts at `offset` or before it, or noStatement.
  StatementId lastUntil(ByteOffset offset) const;
  /// The first that starts at `offset` or behind it, or noStatement.
  StatementId firstFrom(ByteOffset offset) const;

  /// Puts `entries` in the place of the statements from `first` up to, and
  /// without, `end` (noStatement: to the last one), and moves `end` and what
  /// follows it by `delta` bytes. `first` may be `end`: nothing is taken out.
  void replace(StatementId first, StatementId end,
               std::span<const Entry> entries, int64_t delta);

private:
  struct Page {
    uint32_t begin = 0, index = 0;
    std::vector<StatementId> ids;
  };
  struct Slot {
    Page *page = nullptr;
    /// From the page's start.
    uint32_t offset = 0;
  };
  struct Place {
    size_t page, item;
  };

  Place placeOf(StatementId id) const;
  Place end() const { return {pages.size(), 0}; }
  StatementId at(Place place) const;
  void shift(Place from, int64_t delta);
  void erase(Place from, Place to);
  void insert(Place at, std::span<const Entry> entries);
  void rebase(Page &page);
  void renumber(size_t fromPage);
  Place lowerBound(ByteOffset offset) const;

  std::vector<std::unique_ptr<Page>> pages;
  /// By id.
  std::vector<Slot> slots;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_STATEMENTORDER_H
