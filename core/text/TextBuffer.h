//===- TextBuffer.h - A document's text and its lines ----------*- C++ -*-===//

#ifndef SHAPELS_TEXT_TEXTBUFFER_H
#define SHAPELS_TEXT_TEXTBUFFER_H

#include "core/text/PageList.h"
#include "core/text/Position.h"
#include "core/text/SliceCopies.h"

#include <string>
#include <string_view>
#include <utility>

namespace shapels {

/// The text of one document, at most 4 GiB of (supposed) UTF-8. A line ends
/// at "\n", "\r\n" or "\r", as LSP has it. Several threads may read it at once;
/// who changes it is alone. An edit costs its own size and some microseconds,
/// wherever it is and however large the text.
class TextBuffer {
public:
  explicit TextBuffer(std::string text = {}, size_t pageSize = 16 * 1024)
      : pages(std::move(text), pageSize) {}

  /// The whole, valid until the next apply(). Where it stands in one piece
  /// (nothing was edited, or all was replaced at once) that is a view of it;
  /// otherwise it is copied, once after an edit: O(size).
  std::string_view text() const { return slice({{0}, end()}); }
  /// A part, valid until the next apply(). It is copied only where an edit
  /// separated its bytes.
  std::string_view slice(DocumentRange range) const;
  DocumentOffset end() const { return {pages.size()}; }
  /// How many bytes were copied for text() and slice() since the last apply().
  size_t copied() const { return copies.size(); }

  uint32_t lineCount() const { return pages.lineBreaks() + 1; }
  Line lineOf(DocumentOffset offset) const;
  /// Where the line begins that `offset` is in.
  DocumentOffset lineStart(DocumentOffset offset) const;
  /// The line's bytes without its terminator.
  DocumentRange lineRange(Line line) const;

  Position position(DocumentOffset offset, PositionEncoding encoding) const;
  PositionRange positions(DocumentRange range,
                          PositionEncoding encoding) const {
    return {position(range.begin, encoding), position(range.end, encoding)};
  }
  /// Columns past the end of a line mean its end, lines past the last one the
  /// end of the text; a column inside a character means the character's start.
  DocumentOffset offset(Position position, PositionEncoding encoding) const;
  DocumentRange offsets(PositionRange range, PositionEncoding encoding) const {
    return {offset(range.start, encoding), offset(range.end, encoding)};
  }

  /// The same edit without what it leaves as it is at its ends: for clients
  /// that send whole texts.
  TextEdit narrowed(TextEdit edit) const;
  /// `edit.range` must lie within the text.
  void apply(TextEdit edit);

private:
  DocumentOffset lineStart(Line line) const;
  char byteBefore(DocumentOffset offset) const;

  PageList pages;
  mutable SliceCopies copies;
};

} // namespace shapels

#endif // SHAPELS_TEXT_TEXTBUFFER_H
