//===- Sections.h - The sections of a text ---------------------*- C++ -*-===//

#ifndef SHAPELS_SYNTAX_SECTIONS_H
#define SHAPELS_SYNTAX_SECTIONS_H

#include "core/text/Position.h"

#include <string_view>
#include <vector>

namespace shapels {

/// What all of a file says of each of its sections.
struct FileFacts {
  /// Whether `// -----` is a border. A file with RUN lines of lit says so by an
  /// option, split-input-file.
  bool splitsAtRules = true;
  /// Whether mlir-opt alone reads it, by its RUN lines: it knows no dialects
  /// but MLIR's own.
  bool isForMlirOpt = false;
  /// Whether it holds several files: `//--- name`.
  bool hasParts = false;
  /// Whether the tool of the first RUN line is to fail: `RUN: not mlir-opt %s`.
  bool expectsFailure = false;

  friend bool operator==(const FileFacts &, const FileFacts &) = default;
};

FileFacts factsOf(std::string_view text);

/// Whether a line may tell something of all the file, or be a border.
bool mayTellOfFile(std::string_view lines);

/// Splits behind the lines that are borders: those where mlir-opt's
/// --split-input-file splits, but only at a comment that ends with `// -----`,
/// not inside a string, and not at a longer rule of dashes; `//--- name` of
/// LLVM's split-file; and the titles of a log of passes. The border's line ends
/// the section before it. At least one.
std::vector<DocumentRange> sectionsOf(std::string_view text,
                                      bool splitsAtRules = true);

/// Whether a section is MLIR, behind `border`, the last line before it: a part
/// that is named otherwise than *.mlir is not.
bool isMlirBehind(std::string_view border);

} // namespace shapels

#endif // SHAPELS_SYNTAX_SECTIONS_H
