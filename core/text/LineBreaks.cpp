//===- LineBreaks.cpp -----------------------------------------------------===//

#include "core/text/LineBreaks.h"

using namespace shapels;

namespace {

/// Bytes that are counted at once; their breaks fit into a byte, and the
/// compiler makes vector instructions of a loop of known length.
constexpr size_t block = 128;

/// Whether a break stands before `next`.
bool isBreak(char byte, char next) {
  return (byte == '\n') | ((byte == '\r') & (next != '\n'));
}

bool isBreak(std::string_view text, size_t at) {
  return isBreak(text[at], at + 1 < text.size() ? text[at + 1] : '\0');
}

/// `bytes` has one more behind the block.
uint8_t breaksInBlock(const char *bytes) {
  uint8_t count = 0;
  for (size_t i = 0; i < block; ++i)
    count += isBreak(bytes[i], bytes[i + 1]);
  return count;
}

} // namespace

uint32_t shapels::countBreaks(std::string_view text, size_t length) {
  uint32_t count = 0;
  size_t at = 0;
  for (; at + block <= length && at + block < text.size(); at += block)
    count += breaksInBlock(text.data() + at);
  for (; at < length; ++at)
    count += isBreak(text, at);
  return count;
}

uint32_t shapels::behindBreak(std::string_view text, uint32_t nth) {
  size_t at = 0;
  for (; at + block < text.size(); at += block) {
    uint32_t count = breaksInBlock(text.data() + at);
    if (count >= nth)
      break;
    nth -= count;
  }
  while (nth > 0)
    nth -= isBreak(text, at++);
  return static_cast<uint32_t>(at);
}

uint32_t shapels::behindLastBreak(std::string_view text, size_t length) {
  while (length > 0 && !isBreak(text, length - 1))
    --length;
  return static_cast<uint32_t>(length);
}
