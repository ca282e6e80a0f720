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

/// Whether a character begins at byte `at` of `text`, or the text ends there.
/// Bytes that are no UTF-8 count as characters of one byte.
bool isCharacterStart(std::string_view text, size_t at);

/// How many units of `encoding` the characters of `text` take.
uint32_t countUnits(std::string_view text, PositionEncoding encoding);

/// How many bytes of `text` the first `units` units of `encoding` take, rounded
/// down to the start of a character. `units` becomes the number of units that
/// `text` was too short for.
uint32_t takeUnits(std::string_view text, uint32_t &units,
                   PositionEncoding encoding);

} // namespace shapels

#endif // SHAPELS_TEXT_UTF8_H
