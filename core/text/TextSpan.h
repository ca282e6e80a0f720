//===- TextSpan.h - A part of a document's text ----------------*- C++ -*-===//

#ifndef SHAPELS_TEXT_TEXTSPAN_H
#define SHAPELS_TEXT_TEXTSPAN_H

#include "core/text/TextBuffer.h"

#include <algorithm>

namespace shapels {

/// A section's part of a buffer, which does not follow its edits: a
/// SectionOffset counts from its start. Views last until the next edit of the
/// buffer.
class TextSpan {
public:
  TextSpan(const TextBuffer &buffer, DocumentRange range)
      : buffer(&buffer), part(range) {}
  /// All of it.
  TextSpan(const TextBuffer &buffer) : TextSpan(buffer, {{0}, buffer.end()}) {}

  DocumentRange range() const { return part; }
  uint32_t size() const { return part.size(); }

  DocumentOffset inDocument(SectionOffset offset) const {
    return part.begin + offset.value;
  }
  DocumentRange inDocument(SectionRange range) const {
    return {inDocument(range.begin), inDocument(range.end)};
  }
  TextEdit inDocument(SectionEdit edit) const {
    return {inDocument(edit.range), std::move(edit.newText)};
  }
  SectionOffset inSection(DocumentOffset offset) const {
    return {offset.value - part.begin.value};
  }
  SectionRange inSection(DocumentRange range) const {
    return {inSection(range.begin), inSection(range.end)};
  }

  /// All of it in one piece; may cost a copy.
  std::string_view text() const { return buffer->slice(part); }
  std::string_view slice(SectionRange range) const {
    return buffer->slice(inDocument(range));
  }
  /// The first character from `offset` on that is no blank, and ends no line.
  char firstFrom(SectionOffset offset) const {
    for (; offset.value < size(); offset = offset + 1)
      if (char now = slice({offset, offset + 1}).front();
          now != ' ' && now != '\t' && now != '\n' && now != '\r')
        return now;
    return '\0';
  }
  /// Where the line starts that `offset` is in.
  SectionOffset lineStart(SectionOffset offset) const {
    return inSection(
        std::max(buffer->lineStart(inDocument(offset)), part.begin));
  }
  /// Where that line ends, without its terminator.
  SectionOffset lineEnd(SectionOffset offset) const {
    DocumentOffset at = inDocument(offset);
    DocumentOffset end = buffer->lineRange(buffer->lineOf(at)).end;
    return inSection(std::max(std::min(end, part.end), at));
  }

private:
  const TextBuffer *buffer;
  DocumentRange part;
};

} // namespace shapels

#endif // SHAPELS_TEXT_TEXTSPAN_H
