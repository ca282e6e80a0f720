//===- Sections.h - The `// -----` sections of a text ----------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_SECTIONS_H
#define SHAPELS_SYNTAX_SECTIONS_H

#include "shapels/text/Position.h"

#include <string_view>
#include <vector>

namespace shapels {

/// Splits where mlir-opt's --split-input-file does, but only at a comment that
/// ends with `// -----`: not inside a string, and not at a longer rule of
/// dashes. The separator's line ends the section before it. At least one.
std::vector<ByteRange> sectionsOf(std::string_view text);

} // namespace shapels

#endif // SHAPELS_SYNTAX_SECTIONS_H
