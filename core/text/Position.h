//===- Position.h - Typed positions in a text ------------------*- C++ -*-===//
//
// Byte offsets, lines and encoded columns are different types; TextBuffer is
// the only place that converts between them. So are offsets that count from the
// start of a document and of a section; TextSpan converts these.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TEXT_POSITION_H
#define SHAPELS_TEXT_POSITION_H

#include <compare>
#include <cstdint>
#include <string>

namespace shapels {

/// Bytes from the start of a text, of which `Text` is the kind: offsets into
/// texts of different kinds do not mix.
template <typename Text>
struct OffsetIn {
  uint32_t value = 0;

  friend auto operator<=>(OffsetIn, OffsetIn) = default;
  friend OffsetIn operator+(OffsetIn offset, uint32_t bytes) {
    return {offset.value + bytes};
  }
  friend OffsetIn operator-(OffsetIn offset, uint32_t bytes) {
    return {offset.value - bytes};
  }
};

/// Half open: `end` is one past the last byte.
template <typename Text>
struct RangeIn {
  using Offset = OffsetIn<Text>;
  Offset begin, end;

  friend bool operator==(RangeIn, RangeIn) = default;
  uint32_t size() const { return end.value - begin.value; }
  bool empty() const { return begin == end; }
  bool contains(Offset offset) const { return begin <= offset && offset < end; }
  /// Also true at the end, where an editor's cursor stands behind a word.
  bool touches(Offset offset) const { return begin <= offset && offset <= end; }
  bool contains(RangeIn other) const {
    return begin <= other.begin && other.end <= end;
  }
  /// The same range `bytes` further on.
  RangeIn shifted(uint32_t bytes) const { return {begin + bytes, end + bytes}; }
};

/// Replace `range` by `newText`.
template <typename Text>
struct EditIn {
  RangeIn<Text> range;
  std::string newText;
  friend bool operator==(const EditIn &, const EditIn &) = default;
};

/// Counted from the start of a document, or of any text that is no part of
/// another one.
using DocumentOffset = OffsetIn<struct DocumentText>;
using DocumentRange = RangeIn<struct DocumentText>;
using TextEdit = EditIn<struct DocumentText>;

/// Counted from the start of a section, that is of a TextSpan, which is the
/// only place that converts.
using SectionOffset = OffsetIn<struct SectionText>;
using SectionRange = RangeIn<struct SectionText>;
using SectionEdit = EditIn<struct SectionText>;

/// The names that core/syntax and core/ir have for these.
using ByteOffset = SectionOffset;
using ByteRange = SectionRange;

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

} // namespace shapels

#endif // SHAPELS_TEXT_POSITION_H
