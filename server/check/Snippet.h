//===- Snippet.h - Source lines with underlines ----------------*- C++ -*-===//

#ifndef SHAPELS_CHECK_SNIPPET_H
#define SHAPELS_CHECK_SNIPPET_H

#include "core/text/TextBuffer.h"

#include <span>
#include <string>

namespace shapels {

struct TextStyle {
  /// Use ANSI escapes.
  bool color = false;
  /// Source lines are clipped to this many columns, the gutter not counted.
  unsigned width = 160;
};

struct Underline {
  DocumentRange range;
  /// '^' for the place to look at first, '~' for others.
  char mark = '^';
};

/// The lines that the underlines touch, each with a gutter and, below it, its
/// marks. Of a range of many lines, the first and the last are shown. What a
/// terminal would not show as it is (control characters, broken UTF-8) is
/// spelled out, so every mark stands under its character.
std::string sourceSnippet(const TextBuffer &text,
                          std::span<const Underline> underlines,
                          const TextStyle &style);

/// `text` with everything but line breaks spelled out in the same way.
std::string printable(std::string_view text);

} // namespace shapels

#endif // SHAPELS_CHECK_SNIPPET_H
