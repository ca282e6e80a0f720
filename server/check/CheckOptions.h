//===- CheckOptions.h - What a user may ask of --check ---------*- C++ -*-===//

#ifndef SHAPELS_CHECK_CHECKOPTIONS_H
#define SHAPELS_CHECK_CHECKOPTIONS_H

#include "core/analysis/ShapeFunctionText.h"
#include "core/text/Position.h"
#include "server/check/Baseline.h"
#include "server/check/InputOptions.h"

#include <chrono>
#include <string>
#include <vector>

namespace shapels {

enum class OutputFormat {
  Text,
  Json,
  Sarif,
  Github,
  Gitlab,
  Junit,
  Markdown,
  Dot,
  Html
};
enum class ColorMode { Auto, Always, Never };

/// Text to be put in the place of other text. Columns are bytes.
struct PlacedText {
  PositionRange range;
  std::string text;
};

/// A report for a file of its own.
struct ReportFile {
  OutputFormat format = OutputFormat::Text;
  std::string path;
};

/// What is printed of the plan instead of checking by it.
enum class PlanView { None, Files, Config };

/// What becomes of quick fixes that are safe: they are written to the files, or
/// printed as a diff.
enum class FixMode { None, Fix, Diff };

/// What is printed of files instead of findings.
enum class Derived { None, ShapeFunctions, SymbolicSources, Pictures };

struct CheckOptions {
  InputOptions inputs;
  /// Files checked at a time; 0 means one per core.
  unsigned jobs = 0;
  OutputFormat format = OutputFormat::Text;
  /// Beside that on standard output.
  std::vector<ReportFile> reports;
  BaselineOptions baseline;
  PlanView planView = PlanView::None;
  FixMode fix = FixMode::None;
  /// Print how often each code was found instead of where.
  bool statistics = false;
  /// What paths in reports are relative to; empty: as they were given.
  std::string root;
  ColorMode color = ColorMode::Auto;
  /// Compare findings with `// expected-error {{...}}` comments instead of
  /// reporting them.
  bool verifyDiagnostics = false;
  /// Print what is inferred of every value instead of findings.
  bool printInferred = false;
  /// With printInferred: print what became of the shapes of the first input in
  /// the second one, or in each step of a log, instead.
  bool compares = false;
  /// The same of what follows from all of a function.
  Derived derived = Derived::None;
  /// For which functions, and what of them.
  ShapeFunctionQuery functions;
  /// Of pictures: the size whose path is lit, such as `%a[0]`; empty: none.
  std::string litSize;
  /// Explain what these cost, one after the other, instead of findings.
  std::vector<PlacedText> edits;
  /// Whether findings are not what is asked for.
  bool isOther() const { return printInferred || derived != Derived::None; }
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
