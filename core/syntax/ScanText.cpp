//===- ScanText.cpp -------------------------------------------------------===//

#include "core/syntax/ScanText.h"
#include "core/syntax/Words.h"

#include <algorithm>

using namespace shapels;

void ScanText::lookAt(ByteOffset from, ByteOffset begin, ByteOffset end,
                      uint32_t &reach) {
  aheadOf = {~0u};
  windowBegin = begin;
  windowEnd = end;
  window = text.slice({begin, end});
  goOnAt(from, reach);
}

/// Where the line starts that `offset` is in. Mostly a few blanks before.
ByteOffset ScanText::lineStart(ByteOffset offset) const {
  if (offset < windowBegin || windowEnd < offset)
    return text.lineStart(offset);
  constexpr uint32_t most = 64;
  uint32_t at = offset.value - windowBegin.value,
           first = at - std::min(at, most);
  while (at >= first + 8) {
    uint64_t others = load<uint64_t>(window.data() + at - 8) ^ ofEach(' ');
    uint32_t blanks = std::countl_zero(others) / 8;
    at -= blanks;
    if (blanks < 8)
      break;
  }
  while (at > first && window[at - 1] != '\n' && window[at - 1] != '\r')
    --at;
  return at > first ? windowBegin + at : text.lineStart(windowBegin + at);
}
