//===- Utf8.h - Characters and columns of (supposed) UTF-8 -----*- C++ -*-===//
//
// A byte that belongs to no well-formed sequence is a character of its own.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TEXT_UTF8_H
#define SHAPELS_TEXT_UTF8_H

#include "core/text/Position.h"

#include <string_view>

namespace shapels {

/// Whether no character of `text` has bytes on either side of `at`.
bool isCharacterStart(std::string_view text, size_t at);

/// Units that `text` takes in `encoding`.
uint32_t countUnits(std::string_view text, PositionEncoding encoding);

/// Bytes of `text` that the first `units` units take, rounded down to the
/// start of a character. `units` becomes what is left of them.
uint32_t takeUnits(std::string_view text, uint32_t &units,
                   PositionEncoding encoding);

} // namespace shapels

#endif // SHAPELS_TEXT_UTF8_H
