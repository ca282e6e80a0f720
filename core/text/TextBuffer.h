//===- TextBuffer.h - A document's text and its lines ----------*- C++ -*-===//

#ifndef SHAPELS_TEXT_TEXTBUFFER_H
#define SHAPELS_TEXT_TEXTBUFFER_H

#include "shapels/text/Position.h"

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// The text of one document, at most 4 GiB of (supposed) UTF-8. A line ends
/// at "\n", "\r\n" or "\r", as LSP has it. Owned and touched by one thread.
class TextBuffer {
public:
  explicit TextBuffer(std::string text = {});

  std::string_view text() const { return contents; }
  std::string_view slice(ByteRange range) const {
    return text().substr(range.begin.value, range.size());
  }
  ByteOffset end() const { return {static_cast<uint32_t>(contents.size())}; }

  uint32_t lineCount() const { return static_cast<uint32_t>(starts.size()); }
  Line lineOf(ByteOffset offset) const;
  /// The line's bytes without its terminator.
  ByteRange lineRange(Line line) const;

  Position position(ByteOffset offset, PositionEncoding encoding) const;
  PositionRange positions(ByteRange range, PositionEncoding encoding) const {
    return {position(range.begin, encoding), position(range.end, encoding)};
  }
  /// Columns past the end of a line mean its end, lines past the last one the
  /// end of the text; a column inside a character means the character's start.
  ByteOffset offset(Position position, PositionEncoding encoding) const;
  ByteRange offsets(PositionRange range, PositionEncoding encoding) const {
    return {offset(range.start, encoding), offset(range.end, encoding)};
  }

  /// `edit.range` must lie within the text.
  void apply(const TextEdit &edit);

private:
  void rescanLines(uint32_t firstLine);

  std::string contents;
  /// Byte offset of each line's first byte.
  std::vector<uint32_t> starts;
};

} // namespace shapels

#endif // SHAPELS_TEXT_TEXTBUFFER_H
