//===- PageList.cpp -------------------------------------------------------===//

#include "core/text/PageList.h"

#include "core/text/LineBreaks.h"
#include "core/text/Utf8.h"

#include <algorithm>
#include <cassert>
#include <iterator>

using namespace shapels;

namespace {

/// As many bytes next to where two pages meet say whether they may meet there.
constexpr uint32_t context = 3;

bool mayCut(std::string_view text, size_t at) {
  bool inLineBreak = text[at - 1] == '\r' && text[at] == '\n';
  return !inLineBreak && isCharacterStart(text, at);
}

} // namespace

PageList::PageList(std::string text, size_t pageSize) : pageSize(pageSize) {
  assert(pageSize > 2 * context && "a page must hold its context when halved");
  pages = cut(std::move(text));
  renumber(0);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

size_t PageList::indexAt(uint32_t offset) const {
  auto behind = std::partition_point(
      pages.begin() + 1, pages.end(),
      [&](const Page &page) { return page.begin <= offset; });
  return static_cast<size_t>(behind - pages.begin()) - 1;
}

const PageList::Page &PageList::pageBefore(Line line) const {
  auto behind =
      std::partition_point(pages.begin(), pages.end(), [&](const Page &page) {
        return page.line < line.value;
      });
  return behind[-1];
}

std::optional<std::string_view> PageList::inPlace(DocumentRange range) const {
  const Page &first = pageAt(range.begin.value);
  if (range.end.value > first.end()) {
    const Page &last = pageAt(range.end.value - 1);
    if (first.gaps != last.gaps)
      return std::nullopt;
  }
  return std::string_view(
      first.bytes.data() + (range.begin.value - first.begin), range.size());
}

void PageList::append(std::string &bytes, DocumentRange range) const {
  forEach(range, [&](std::string_view piece) {
    bytes += piece;
    return true;
  });
}

std::string PageList::copy(DocumentRange range) const {
  std::string bytes;
  bytes.reserve(range.size());
  append(bytes, range);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The pages of the range; their neighbours as well, where the edit may bind
/// bytes of theirs or leaves too little for a page.
PageList::Span PageList::touchedBy(DocumentRange range, size_t newSize) const {
  size_t begin = indexAt(range.begin.value);
  size_t end = indexAt(range.end.value) + 1;
  if (begin > 0 && range.begin.value - pages[begin].begin < context)
    --begin;
  if (end < pages.size() && pages[end - 1].end() - range.end.value < context)
    ++end;
  size_t size =
      pages[end - 1].end() - pages[begin].begin - range.size() + newSize;
  if (size < pageSize / 2 && end < pages.size())
    ++end;
  else if (size < pageSize / 2 && begin > 0)
    --begin;
  return {begin, end};
}

void PageList::replace(DocumentRange range, std::string newText) {
  Span span = touchedBy(range, newText.size());
  DocumentRange before{{pages[span.begin].begin}, range.begin};
  DocumentRange behind{range.end, {pages[span.end - 1].end()}};
  if (!before.empty() || !behind.empty()) {
    std::string bytes;
    bytes.reserve(before.size() + newText.size() + behind.size());
    append(bytes, before);
    bytes += newText;
    append(bytes, behind);
    newText = std::move(bytes);
  }
  substitute(span, cut(std::move(newText)));
  renumber(span.begin);
}

/// Pages of about the same size, at least one.
std::vector<PageList::Page> PageList::cut(std::string bytes) const {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  std::string_view text = *owner;
  size_t count = std::max<size_t>(text.size() / pageSize, 1);
  std::vector<Page> result;
  result.reserve(count);
  for (size_t i = 1, begin = 0; i <= count; ++i) {
    size_t end = text.size() * i / count;
    while (i < count && !mayCut(text, end))
      --end;
    std::string_view page = text.substr(begin, end - begin);
    result.push_back({page, owner, countBreaks(page, page.size())});
    begin = end;
  }
  return result;
}

void PageList::substitute(Span span, std::vector<Page> fresh) {
  auto begin = pages.begin() + static_cast<ptrdiff_t>(span.begin);
  auto end = pages.begin() + static_cast<ptrdiff_t>(span.end);
  auto same = fresh.begin() + std::min(std::ssize(fresh), end - begin);
  begin = pages.erase(std::move(fresh.begin(), same, begin), end);
  pages.insert(begin, std::make_move_iterator(same),
               std::make_move_iterator(fresh.end()));
}

/// Numbers the page at `index` and those behind it.
void PageList::renumber(size_t index) {
  for (; index < pages.size(); ++index) {
    Page &page = pages[index];
    if (index == 0) {
      page.begin = page.line = page.gaps = 0;
      continue;
    }
    const Page &last = pages[index - 1];
    bool isNext = page.owner == last.owner &&
                  page.bytes.data() == last.bytes.data() + last.bytes.size();
    page.begin = last.end();
    page.line = last.line + last.breaks;
    page.gaps = last.gaps + !isNext;
  }
}
