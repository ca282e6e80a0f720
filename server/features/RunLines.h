//===- RunLines.h - What lit is told to run --------------------*- C++ -*-===//

#ifndef SHAPELS_FEATURES_RUNLINES_H
#define SHAPELS_FEATURES_RUNLINES_H

#include "core/text/TextBuffer.h"

#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// One `// RUN:` line, with those that it goes on in by a backslash.
struct RunLine {
  /// From `RUN:` on, in the first line.
  DocumentRange range;
  /// Joined, without what lit replaces.
  std::string command;
  /// Each of its words that names a file beside the document, `%S/...`, and
  /// what stands behind the `%S/`.
  struct Input {
    DocumentRange range;
    std::string file;
  };
  std::vector<Input> inputs;
};

/// Those of a text, in order.
std::vector<RunLine> runLines(const TextBuffer &text);

/// A command of lit as a shell runs it, for the file at `path`: `%s`, `%S`,
/// `%t` ... are replaced, and quoted where a shell would read them otherwise.
std::string shellCommand(std::string_view command, std::string_view path);

} // namespace shapels

#endif // SHAPELS_FEATURES_RUNLINES_H
