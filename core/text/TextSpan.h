//===- TextSpan.h - A part of a document's text ----------------*- C++ -*-===//

#ifndef SHAPELS_TEXT_TEXTSPAN_H
#define SHAPELS_TEXT_TEXTSPAN_H

#include "core/text/TextBuffer.h"

#include <algorithm>

namespace shapels {

/// A part of a buffer, which does not follow its edits: offsets count from its
/// start. Views last until the next edit of the buffer.
class TextSpan {
public:
  TextSpan(const TextBuffer &buffer, ByteRange range)
      : buffer(&buffer), part(range) {}
  /// All of it.
  TextSpan(const TextBuffer &buffer) : TextSpan(buffer, {{0}, buffer.end()}) {}

  ByteRange range() const { return part; }
  uint32_t size() const { return part.size(); }
  /// All of it in one piece; may cost a copy.
  std::string_view text() const { return buffer->slice(part); }
  std::string_view slice(ByteRange range) const {
    return buffer->slice(range.shifted(part.begin.value));
  }
  /// The first character from `offset` on that is no blank, and ends no line.
  char firstFrom(ByteOffset offset) const {
    for (; offset.value < size(); offset = offset + 1)
      if (char now = slice({offset, offset + 1}).front();
          now != ' ' && now != '\t' && now != '\n' && now != '\r')
        return now;
    return '\0';
  }
  /// Where the line starts that `offset` is in.
  ByteOffset lineStart(ByteOffset offset) const {
    ByteOffset at = part.begin + offset.value;
    ByteOffset start = buffer->lineStart(at);
    return start < part.begin ? ByteOffset{0} : start - part.begin.value;
  }

  /// Where that line ends, without its terminator.
  ByteOffset lineEnd(ByteOffset offset) const {
    ByteOffset at = part.begin + offset.value;
    ByteOffset end = buffer->lineRange(buffer->lineOf(at)).end;
    return std::max(std::min(end, part.end), at) - part.begin.value;
  }

private:
  const TextBuffer *buffer;
  ByteRange part;
};

} // namespace shapels

#endif // SHAPELS_TEXT_TEXTSPAN_H
