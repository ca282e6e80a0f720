//===- Position.h - Typed positions in a text ------------------*- C++ -*-===//
//
// Byte offsets, lines and encoded columns are different types; TextBuffer is
// the only place that converts between them.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TEXT_POSITION_H
#define SHAPELS_TEXT_POSITION_H

#include <compare>
#include <cstdint>
#include <string>

namespace shapels {

/// Bytes from the start of a text.
struct ByteOffset {
  uint32_t value = 0;

  friend auto operator<=>(ByteOffset, ByteOffset) = default;
  friend ByteOffset operator+(ByteOffset offset, uint32_t bytes) {
    return {offset.value + bytes};
  }
  friend ByteOffset operator-(ByteOffset offset, uint32_t bytes) {
    return {offset.value - bytes};
  }
};

/// Half open: `end` is one past the last byte.
struct ByteRange {
  ByteOffset begin, end;

  friend bool operator==(ByteRange, ByteRange) = default;
  uint32_t size() const { return end.value - begin.value; }
  bool empty() const { return begin == end; }
  bool contains(ByteOffset offset) const {
    return begin <= offset && offset < end;
  }
  /// Also true at the end, where an editor's cursor stands behind a word.
  bool touches(ByteOffset offset) const {
    return begin <= offset && offset <= end;
  }
  bool contains(ByteRange other) const {
    return begin <= other.begin && other.end <= end;
  }
  /// The same range `bytes` further on.
  ByteRange shifted(uint32_t bytes) const {
    return {begin + bytes, end + bytes};
  }
};

/// Zero-based.
struct Line {
  uint32_t value = 0;
  friend auto operator<=>(Line, Line) = default;
};

/// What the unit of a column is: bytes, UTF-16 code units or code points.
enum class PositionEncoding { Utf8, Utf16, Utf32 };

/// A position as LSP has it: zero-based line, zero-based column in the units
/// of the PositionEncoding it was made with.
struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  friend auto operator<=>(Position, Position) = default;
};

struct PositionRange {
  Position start, end;
  friend bool operator==(PositionRange, PositionRange) = default;
};

/// Replace `range` by `newText`.
struct TextEdit {
  ByteRange range;
  std::string newText;
  friend bool operator==(const TextEdit &, const TextEdit &) = default;
};

} // namespace shapels

#endif // SHAPELS_TEXT_POSITION_H
