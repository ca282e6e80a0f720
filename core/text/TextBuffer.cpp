//===- TextBuffer.cpp -----------------------------------------------------===//

#include "core/text/TextBuffer.h"

#include "core/text/LineBreaks.h"
#include "core/text/Utf8.h"

#include <algorithm>
#include <cassert>

using namespace shapels;

std::string_view TextBuffer::slice(DocumentRange range) const {
  range.end = std::min(range.end, end());
  assert(range.begin <= range.end);
  if (auto view = pages.inPlace(range))
    return *view;
  if (auto whole = copies.find({{0}, end()}))
    return whole->substr(range.begin.value, range.size());
  if (auto copy = copies.find(range))
    return *copy;
  return copies.add(range, pages.copy(range));
}

Line TextBuffer::lineOf(DocumentOffset offset) const {
  const PageList::Page &page = pages.pageAt(offset.value);
  size_t length =
      std::min<size_t>(offset.value - page.begin, page.bytes.size());
  return {page.line + countBreaks(page.bytes, length)};
}

DocumentOffset TextBuffer::lineStart(DocumentOffset offset) const {
  const PageList::Page &page = pages.pageAt(offset.value);
  if (uint32_t start = behindLastBreak(page.bytes, offset.value - page.begin))
    return {page.begin + start};
  return lineStart(Line{page.line});
}

DocumentOffset TextBuffer::lineStart(Line line) const {
  if (line.value == 0)
    return {0};
  const PageList::Page &page = pages.pageBefore(line);
  return {page.begin + behindBreak(page.bytes, line.value - page.line)};
}

char TextBuffer::byteBefore(DocumentOffset offset) const {
  return slice({offset - 1, offset}).front();
}

DocumentRange TextBuffer::lineRange(Line line) const {
  DocumentOffset begin = lineStart(line);
  if (line.value + 1 == lineCount())
    return {begin, end()};
  DocumentOffset end = lineStart(Line{line.value + 1}) - 1;
  bool isPair = begin < end && byteBefore(end) == '\r';
  return {begin, end - isPair};
}

Position TextBuffer::position(DocumentOffset offset,
                              PositionEncoding encoding) const {
  offset = std::min(offset, end());
  Line line = lineOf(offset);
  uint32_t column = 0;
  pages.forEach({lineStart(line), offset}, [&](std::string_view piece) {
    column += countUnits(piece, encoding);
    return true;
  });
  return {line.value, column};
}

DocumentOffset TextBuffer::offset(Position position,
                                  PositionEncoding encoding) const {
  if (position.line >= lineCount())
    return end();
  DocumentRange line = lineRange({position.line});
  uint32_t units = position.character;
  pages.forEach(line, [&](std::string_view piece) {
    uint32_t taken = takeUnits(piece, units, encoding);
    line.begin = line.begin + taken;
    return taken == piece.size();
  });
  return line.begin;
}

void TextBuffer::apply(TextEdit edit) {
  assert(edit.range.begin <= edit.range.end && edit.range.end <= end());
  copies.clear();
  pages.replace(edit.range, std::move(edit.newText));
}

TextEdit TextBuffer::narrowed(TextEdit edit) const {
  std::string_view before = slice(edit.range), now = edit.newText;
  auto [oldBegin, newBegin] =
      std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  auto same = static_cast<uint32_t>(oldBegin - before.begin());
  before.remove_prefix(same);
  now.remove_prefix(same);
  auto [oldEnd, newEnd] =
      std::mismatch(before.rbegin(), before.rend(), now.rbegin(), now.rend());
  auto sameBehind = static_cast<uint32_t>(oldEnd - before.rbegin());
  now.remove_suffix(sameBehind);
  return {{edit.range.begin + same, edit.range.end - sameBehind},
          std::string(now)};
}
