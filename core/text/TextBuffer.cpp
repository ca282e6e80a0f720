//===- TextBuffer.cpp -----------------------------------------------------===//

#include "shapels/text/TextBuffer.h"

#include <algorithm>
#include <cassert>

using namespace shapels;

namespace {

/// Length of the UTF-8 sequence that starts with `lead`; a stray or broken
/// byte counts as a character of its own.
uint32_t sequenceLength(std::string_view text) {
  auto lead = static_cast<unsigned char>(text.front());
  uint32_t length = lead < 0xC2   ? 1
                    : lead < 0xE0 ? 2
                    : lead < 0xF0 ? 3
                    : lead < 0xF5 ? 4
                                  : 1;
  if (length > text.size())
    return 1;
  for (uint32_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      return 1;
  return length;
}

/// Units that a UTF-8 sequence of `bytes` takes in `encoding`.
uint32_t unitsOf(uint32_t bytes, PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return bytes;
  case PositionEncoding::Utf16:
    return bytes == 4 ? 2 : 1;
  case PositionEncoding::Utf32:
    return 1;
  }
  return bytes;
}

uint32_t countUnits(std::string_view text, PositionEncoding encoding) {
  if (encoding == PositionEncoding::Utf8)
    return static_cast<uint32_t>(text.size());
  uint32_t units = 0;
  while (!text.empty()) {
    uint32_t bytes = sequenceLength(text);
    units += unitsOf(bytes, encoding);
    text.remove_prefix(bytes);
  }
  return units;
}

/// Bytes of `text` that the first `units` units take, rounded down to the
/// start of a character.
uint32_t bytesOf(std::string_view text, uint32_t units,
                 PositionEncoding encoding) {
  uint32_t offset = 0;
  while (offset < text.size()) {
    uint32_t bytes = sequenceLength(text.substr(offset));
    uint32_t width = unitsOf(bytes, encoding);
    if (width > units)
      break;
    units -= width;
    offset += bytes;
  }
  return offset;
}

} // namespace

TextBuffer::TextBuffer(std::string text) : contents(std::move(text)) {
  starts.push_back(0);
  rescanLines(0);
}

/// Finds the line starts behind that of `firstLine`, which must be right.
void TextBuffer::rescanLines(uint32_t firstLine) {
  starts.resize(firstLine + 1);
  for (size_t i = starts.back(); i < contents.size(); ++i) {
    char c = contents[i];
    if (c > '\r' || (c != '\n' && c != '\r'))
      continue;
    bool isPair =
        c == '\r' && i + 1 < contents.size() && contents[i + 1] == '\n';
    i += isPair;
    starts.push_back(static_cast<uint32_t>(i) + 1);
  }
}

Line TextBuffer::lineOf(ByteOffset offset) const {
  auto after = std::upper_bound(starts.begin(), starts.end(), offset.value);
  return {static_cast<uint32_t>(after - starts.begin()) - 1};
}

ByteRange TextBuffer::lineRange(Line line) const {
  uint32_t begin = starts[line.value];
  uint32_t end =
      line.value + 1 < lineCount() ? starts[line.value + 1] : this->end().value;
  while (end > begin &&
         (contents[end - 1] == '\n' || contents[end - 1] == '\r'))
    --end;
  return {{begin}, {end}};
}

Position TextBuffer::position(ByteOffset offset,
                              PositionEncoding encoding) const {
  offset = std::min(offset, end());
  Line line = lineOf(offset);
  ByteRange prefix{{starts[line.value]}, offset};
  return {line.value, countUnits(slice(prefix), encoding)};
}

ByteOffset TextBuffer::offset(Position position,
                              PositionEncoding encoding) const {
  if (position.line >= lineCount())
    return end();
  ByteRange line = lineRange({position.line});
  return line.begin + bytesOf(slice(line), position.character, encoding);
}

void TextBuffer::apply(const TextEdit &edit) {
  assert(edit.range.begin <= edit.range.end && edit.range.end <= end());
  // A line break just before the edit may join with its first byte ("\r" "\n").
  Line line = lineOf(edit.range.begin);
  contents.replace(edit.range.begin.value, edit.range.size(), edit.newText);
  rescanLines(line.value ? line.value - 1 : 0);
}
