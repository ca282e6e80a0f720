//===- LineBreaks.h - Line breaks in a run of bytes ------------*- C++ -*-===//
//
// A line ends at "\n", "\r\n" or "\r". A break stands at its last byte.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TEXT_LINEBREAKS_H
#define SHAPELS_TEXT_LINEBREAKS_H

#include <cstdint>
#include <string_view>

namespace shapels {

/// Line breaks that stand at one of the first `length` bytes of `text`.
uint32_t countBreaks(std::string_view text, size_t length);

/// Where the line begins that the `nth` break of `text`, from 1, ends before.
/// There are that many.
uint32_t behindBreak(std::string_view text, uint32_t nth);

/// Where the last line begins that a break at one of the first `length` bytes
/// of `text` ends before; 0 if there is none. O(bytes of that line).
uint32_t behindLastBreak(std::string_view text, size_t length);

} // namespace shapels

#endif // SHAPELS_TEXT_LINEBREAKS_H
