//===- PageList.h - A text as a list of pages ------------------*- C++ -*-===//

#ifndef SHAPELS_TEXT_PAGELIST_H
#define SHAPELS_TEXT_PAGELIST_H

#include "core/text/Position.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// A text cut into pages, which are views into immutable strings: the text as
/// it first came, and for each edit the bytes of the pages that it touched.
/// Neither a "\r\n" nor a character lies in two pages.
class PageList {
public:
  /// Pages have less than twice `pageSize` bytes and about half of it at
  /// least, unless the text has less.
  explicit PageList(std::string text, size_t pageSize);

  struct Page {
    std::string_view bytes;
    std::shared_ptr<const std::string> owner;
    /// Line breaks in it.
    uint32_t breaks = 0;
    /// What the pages before it have: bytes, line breaks, and gaps in memory
    /// between two pages.
    uint32_t begin = 0, line = 0, gaps = 0;

    uint32_t end() const { return begin + static_cast<uint32_t>(bytes.size()); }
  };

  uint32_t size() const { return pages.back().end(); }
  uint32_t lineBreaks() const {
    return pages.back().line + pages.back().breaks;
  }

  /// The page with the byte at `offset`; at the end of the text the last one.
  const Page &pageAt(uint32_t offset) const { return pages[indexAt(offset)]; }
  /// The page with the break that begins `line`, which is not the first line.
  const Page &pageBefore(Line line) const;

  /// Calls `visit` with the bytes of each page in the range, in order, until
  /// it says false.
  template <typename Visitor>
  void forEach(DocumentRange range, Visitor visit) const;
  /// The bytes of the range where they stand; none if there are gaps.
  std::optional<std::string_view> inPlace(DocumentRange range) const;
  std::string copy(DocumentRange range) const;

  /// O(bytes of the pages that are touched + newText + number of pages).
  void replace(DocumentRange range, std::string newText);

private:
  /// Indices in `pages`, half open.
  struct Span {
    size_t begin, end;
  };

  size_t indexAt(uint32_t offset) const;
  Span touchedBy(DocumentRange range, size_t newSize) const;
  void append(std::string &bytes, DocumentRange range) const;
  std::vector<Page> cut(std::string bytes) const;
  void substitute(Span span, std::vector<Page> fresh);
  void renumber(size_t index);

  size_t pageSize;
  /// At least one; only one alone may be empty.
  std::vector<Page> pages;
};

template <typename Visitor>
void PageList::forEach(DocumentRange range, Visitor visit) const {
  uint32_t at = range.begin.value;
  for (size_t i = indexAt(at); at < range.end.value; at = pages[i++].end()) {
    const Page &page = pages[i];
    uint32_t end = std::min(page.end(), range.end.value);
    if (!visit(page.bytes.substr(at - page.begin, end - at)))
      return;
  }
}

} // namespace shapels

#endif // SHAPELS_TEXT_PAGELIST_H
