//===- OutlineEdit.h - What an edit replaced --------------------*- C++ -*-===//
//
// Private to syntax/. In bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEEDIT_H
#define SHAPELS_SYNTAX_OUTLINEEDIT_H

#include "core/text/TextSpan.h"

namespace shapels {

/// One edit: `text` is the text after it. In the text before it, `range` was
/// replaced by the bytes that now end at `newEnd`.
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
  /// How many bytes the text behind the edit moved, modulo 2^32.
  uint32_t delta;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEEDIT_H
