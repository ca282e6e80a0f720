//===- OutlineEdit.h - What an edit replaced --------------------*- C++ -*-===//
//
// Private to syntax/. In bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEEDIT_H
#define SHAPELS_SYNTAX_OUTLINEEDIT_H

#include "core/text/TextSpan.h"

namespace shapels {

/// `range` of the text before became what is up to `newEnd` in `text`, the text
/// now.
struct OutlineEdit {
  OutlineEdit(TextSpan text, ByteRange range, uint32_t newSize)
      : text(text), range(range), newEnd(range.begin + newSize),
        delta(newSize - range.size()) {}

  /// Whether the offset, in the text now, is behind the edit on the line where
  /// that ends.
  bool isOnLine(ByteOffset offset) const {
    return offset >= newEnd && text.lineStart(offset) <= newEnd;
  }

  TextSpan text;
  ByteRange range;
  ByteOffset newEnd;
  /// By how much what is behind moves; modulo 2^32.
  uint32_t delta;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEEDIT_H
