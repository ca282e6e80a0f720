//===- Utf8.cpp -----------------------------------------------------------===//

#include "core/text/Utf8.h"

#include <algorithm>
#include <cstring>

using namespace shapels;

namespace {

bool isContinuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Length of the character at the start of `text`.
uint32_t characterLength(std::string_view text) {
  auto lead = static_cast<unsigned char>(text.front());
  uint32_t length = lead < 0xC2   ? 1
                    : lead < 0xE0 ? 2
                    : lead < 0xF0 ? 3
                    : lead < 0xF5 ? 4
                                  : 1;
  if (length > text.size())
    return 1;
  for (uint32_t i = 1; i < length; ++i)
    if (!isContinuation(text[i]))
      return 1;
  return length;
}

/// Units that a character of `bytes` bytes takes in `encoding`.
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

/// A number of bytes at the start of `text`, in steps of eight and at most
/// `limit`, that are ASCII, each a unit in every encoding.
uint32_t asciiRun(std::string_view text, size_t limit) {
  limit = std::min(limit, text.size());
  size_t run = 0;
  for (uint64_t word = 0; run + sizeof(word) <= limit; run += sizeof(word)) {
    std::memcpy(&word, text.data() + run, sizeof(word));
    if (word & 0x8080808080808080)
      break;
  }
  return static_cast<uint32_t>(run);
}

} // namespace

bool shapels::isCharacterStart(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size() || !isContinuation(text[at]))
    return true;
  for (size_t back = 1; back <= std::min<size_t>(at, 3); ++back)
    if (!isContinuation(text[at - back]))
      return characterLength(text.substr(at - back)) <= back;
  return true;
}

uint32_t shapels::countUnits(std::string_view text, PositionEncoding encoding) {
  if (encoding == PositionEncoding::Utf8)
    return static_cast<uint32_t>(text.size());
  uint32_t units = 0;
  while (!text.empty()) {
    uint32_t run = asciiRun(text, text.size());
    uint32_t bytes = run ? run : characterLength(text);
    units += run ? run : unitsOf(bytes, encoding);
    text.remove_prefix(bytes);
  }
  return units;
}

uint32_t shapels::takeUnits(std::string_view text, uint32_t &units,
                            PositionEncoding encoding) {
  uint32_t offset = 0;
  while (offset < text.size()) {
    std::string_view rest = text.substr(offset);
    uint32_t run = asciiRun(rest, units);
    uint32_t bytes = run ? run : characterLength(rest);
    uint32_t width = run ? run : unitsOf(bytes, encoding);
    if (width > units)
      break;
    units -= width;
    offset += bytes;
  }
  return offset;
}
