//===- CheckOptions.h - What a user may ask of --check ---------*- C++ -*-===//

#ifndef SHAPELS_CHECK_CHECKOPTIONS_H
#define SHAPELS_CHECK_CHECKOPTIONS_H

#include "core/text/Position.h"

#include <chrono>
#include <string>
#include <vector>

namespace shapels {

enum class OutputFormat { Text, Json, Sarif, Github };
enum class ColorMode { Auto, Always, Never };

/// Text to be put in the place of other text. Columns are bytes.
struct PlacedText {
  PositionRange range;
  std::string text;
};

struct CheckOptions {
  /// Files, folders and `-` for standard input, as the user wrote them.
  std::vector<std::string> paths;
  /// The name that findings in standard input are reported under.
  std::string stdinFilename = "<stdin>";
  /// Files checked at a time; 0 means one per core.
  unsigned jobs = 0;
  OutputFormat format = OutputFormat::Text;
  ColorMode color = ColorMode::Auto;
  /// Compare findings with `// expected-error {{...}}` comments instead of
  /// reporting them.
  bool verifyDiagnostics = false;
  /// Print what is inferred of every value instead of findings.
  bool printInferred = false;
  /// Explain what these cost, one after the other, instead of findings.
  std::vector<PlacedText> edits;
  /// Report and count hints and information too.
  bool showHints = false;
  /// Exit with 1 for warnings too.
  bool errorOnWarning = false;
  /// Exit with 0 whatever is found.
  bool exitZero = false;
  /// How long MLIR may take for one text before it is given up.
  std::chrono::milliseconds hangBound{10000};
  /// Of the machine's, for a worker.
  unsigned memoryPercent = 50;
};

} // namespace shapels

#endif // SHAPELS_CHECK_CHECKOPTIONS_H
