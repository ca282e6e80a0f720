//===- Formatting.h - Indentation and trailing blanks ----------*- C++ -*-===//
//
// Never changes a token or a comment, nor where lines end. From the statements
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_FORMATTING_H
#define SHAPELS_FEATURES_FORMATTING_H

#include "core/analysis/Document.h"

#include <cstdint>
#include <vector>

namespace shapels {

struct FormatOptions {
  uint32_t tabSize = 2;
  bool insertSpaces = true;
};

/// Of the lines from `first` to `last`: an op is one step deeper than what it
/// is in, a block's label and a closing brace are as deep as that; the further
/// lines of an op, and the comments before it, move with its first one. A
/// comment at the start of its line stays there. What is nested in an op with a
/// missing brace keeps its indentation. In the order of the text.
std::vector<TextEdit> format(const Document &document, Line first, Line last,
                             const FormatOptions &options);

/// When a line end was typed before `offset`: its line as deep as what it is
/// in, which may lack its closing brace; and no blanks at the end of the line
/// before.
std::vector<TextEdit> formatBehindEnter(const Document &document,
                                        DocumentOffset offset,
                                        const FormatOptions &options);

} // namespace shapels

#endif // SHAPELS_FEATURES_FORMATTING_H
